"""Control range, 2024: of operatives and of markers (rules H24-04, L24-02, L24-03)."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.control import CONTROL_RANGE, control_range_to_marker, control_range_to_part
from geometry.table import Operative
from geometry.terrain import Part
from referee.rules.markers import ContestedFromNearby
from referee.rules.measuring import gap_finding
from referee.rules.position import Position
from referee.rules.ruling import Ruling
from referee.rules.sight.blockers import opaque
from referee.rules.sight.control_range import Blockers, ControlRange, sight_finding


def opaque_nearby(position: Position) -> tuple[Part, ...]:
    """Return what stops sight within control range: not Barred terrain, which is by either of the two (rule I24-10)."""
    return opaque(part for part in position.table.terrain if not part.has("Barred"))


def hatch_in_control_range(position: Position, operative: Operative, hatch: Part) -> bool:
    """Return whether an access point is within an operative's control range: near, and seen (rules H24-04, K24-07)."""
    return control_range_to_part(operative, hatch, opaque_nearby(position)).within


def control_range(blockers: Blockers = opaque_nearby) -> ControlRange:
    """Return control range as it is judged where these parts stop sight."""
    return ControlRange("H24-04", "control range", blockers)


@dataclass(frozen=True, slots=True)
class MarkersInControlRange(ContestedFromNearby):
    """A marker is contested by who has it within control range: near, and visible to the operative itself."""

    blockers: Blockers = opaque_nearby

    def near(self, position: Position, operative: str, marker: str) -> Ruling:
        """Return whether the operative contests a marker that nobody carries."""
        who, what = position.table.operative(operative), position.marker(marker)
        reach = control_range_to_marker(who, what, self.blockers(position))
        away = f"{operative} is {{gap}} from {marker}, not within control range"
        findings = [gap_finding("L24-02", f"{operative} is near {marker}", who, what, CONTROL_RANGE, otherwise=away)]
        if reach.near:
            findings.append(sight_finding("L24-02", reach.seen_from, (operative, marker)))
        return Ruling.of(f"{operative} contests {marker}", *findings)
