"""Control range of operatives and of markers in 2024 (rules H24-04, L24-02, L24-03)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE
from geometry.limits import Limit
from geometry.measure import gap_to_part
from geometry.position_errors import gap_limit
from geometry.table import Marker, Operative
from geometry.terrain import Part
from geometry.visibility.control_range import CONTROL_RANGE, control_range_to_part
from messages.message import Message
from referee.rules.findings import gap_finding
from referee.rules.moves.interactions import reach_limit
from referee.rules.ports.markers import ContestedFromNearby
from referee.rules.position import Position, circles_farther_than
from referee.rules.ruling import Finding, RuleId, Ruling, is_doubtful
from referee.rules.sight.control_range import Blockers, ControlRange, near_and_seen
from referee.rules.sight.visibility import sight_finding, sight_probability
from referee.rules.terrain_traits import opaque


def opaque_nearby(position: Position) -> tuple[Part, ...]:
    """Return the parts that block visibility within control range: not Barred terrain, which is near (rule I24-10)."""
    return opaque(part for part in position.table.terrain if not part.has("Barred"))


def hatch_in_control_range(position: Position, operative: Operative, hatch: Part) -> Limit:
    """Return the limit that an access point is within an operative's control range: near (rules H24-04, K24-07).

    It never holds if the access point is not visible to the operative.
    """
    near = reach_limit(position, operative, hatch, CONTROL_RANGE, gap_to_part)
    if near.margin < -EXACT_TOLERANCE and not near.doubtful:
        return near
    seen = control_range_to_part(operative, hatch, opaque_nearby(position), reach=math.inf).visible
    return near if seen else Limit(-math.inf)


def control_range(blockers: Blockers = opaque_nearby) -> ControlRange:
    """Return the control range with these parts as blockers."""
    return ControlRange("H24-04", Message.of("control-range"), blockers)


CONTESTED: RuleId = "L24-02"


@dataclass(frozen=True, slots=True)
class MarkersInControlRange(ContestedFromNearby):
    """A marker is contested by operatives that have it within control range: near, and visible to the operative."""

    blockers: Blockers = opaque_nearby

    def rule(self, position: Position, marker: str) -> RuleId:
        """Return rule L24-02, for every marker."""
        return CONTESTED

    def limit(self, position: Position, operative: str, marker: str) -> Limit:
        """Return the limit that the operative is near enough to an uncarried marker, regardless of visibility."""
        who, what = position.table.operative(operative), position.marker(marker)
        return gap_limit(who, what, CONTROL_RANGE, position.table.common)

    def may_contest(self, position: Position, operative: Operative, marker: Marker, *, spread: float = 0.0) -> bool:
        """Return whether the circles around the two are near enough."""
        return not circles_farther_than(operative.base, marker.base, CONTROL_RANGE + spread)

    def near(self, position: Position, operative: str, marker: str, *, limit: Limit | None = None) -> Ruling:
        """Return whether the operative contests an uncarried marker; `limit` if it is known."""
        who, what = position.table.operative(operative), position.marker(marker)
        common = position.table.common
        near = limit or self.limit(position, operative, marker)
        claim = Message.of("control-claim-contests", operative=operative, marker=marker)
        reason = Message.of("control-distance", a=operative, b=marker, range=Message.of("control-range"))
        distance = gap_finding(CONTESTED, reason, who, what, CONTROL_RANGE, sigma=near.sigma)
        distance = distance.caused_by((near,), position.table)
        findings: list[Finding] = [distance]
        causes = distance.contributions
        p_yes = near.p
        if near.margin >= -EXACT_TOLERANCE or near.doubtful:
            look = sight_probability(((who, what),), self.blockers(position), common)
            if not findings[0].holds and not look.parts:
                return Ruling(claim, tuple(findings), p_yes, contributions=causes)
            sights = look.seen()
            seen, p_yes = near_and_seen(near, look, visible=sights[-1].visible)
            causes = () if is_doubtful(seen) else causes
            if findings[0].holds:
                findings.append(sight_finding(CONTESTED, sights, (operative, marker), p=seen, sigma=look.sigma))
        return Ruling(claim, tuple(findings), p_yes, contributions=causes)
