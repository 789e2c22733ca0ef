"""What would settle a ruling that is too close to call: how much it is short of sure, and where one would measure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from geometry.base import MM_PER_INCH
from geometry.limits import score_of
from geometry.witness import Role
from referee.rules.ruling import Finding, Ruling, Threshold, Verdict

PointXYZ = tuple[float, float, float]
WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Settling:
    """What settles a ruling: inches that it is `short` of sure, and `at` which place a gauge would tell, if at any.

    `short` is zero where no single measurement is in doubt: then several of them are, a little each. `by_hand` are the
    things that it is about whose places somebody said: nothing is in the camera's way, it does not read them.
    """

    finding: Finding
    short: float
    at: PointXYZ | None
    by_hand: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """What people are told: what is missing, and what they can do."""
        missing = f"{self.short * MM_PER_INCH:.1f} mm short of sure" if self.short else "Not sure"
        here = "measure here" if self.at is not None else "measure it"
        if self.by_hand:
            names = ", ".join(name.upper() for name in self.by_hand)
            was, its = ("was", "its tag") if len(self.by_hand) == 1 else ("were", "their tags")
            return (
                f"{missing}: {names} {was} placed by hand. Let the camera see {its}, or {here} and say what you find."
            )
        return f"{missing}: {here} and say what you find, or clear the camera's view of it."


def settling(
    ruling: Ruling, threshold: Threshold, places: Mapping[str, PointXYZ] = MappingProxyType({})
) -> Settling | None:
    """Return what would settle a ruling that is too close to call; None where it is called.

    Asked is the measurement that is in the greatest doubt. Where it draws nothing, one measures between the first two
    things that the ruling names of those that have `places`, or at the only one.
    """
    if ruling.verdict(threshold) is not Verdict.TOO_CLOSE:
        return None
    measured = [finding for finding in ruling.findings if finding.sigma > 0]
    if not measured:
        return None
    finding = min(measured, key=lambda one: abs(one.margin) / one.sigma)
    short = score_of(threshold.sure) * finding.sigma - abs(finding.margin)
    at = _place(finding) or _between(finding, ruling, places)
    return Settling(finding, max(0.0, short), at, ruling.by_hand)


def _between(finding: Finding, ruling: Ruling, places: Mapping[str, PointXYZ]) -> PointXYZ | None:
    """Return the middle of the first two things that a finding is about, or the place of the only one."""
    drawn = finding.witness.things if finding.witness is not None else ()
    said = WORD.findall(f"{finding.means} {ruling.claim}")
    named = [places[name] for name in dict.fromkeys((*drawn, *said)) if name in places][:2]
    if not named:
        return None
    x, y, z = (sum(place[axis] for place in named) / len(named) for axis in range(3))
    return x, y, z


def _place(finding: Finding) -> PointXYZ | None:
    """Return the middle of what the finding measured; of the first thing that it draws, where it draws no measure."""
    strokes = finding.witness.strokes if finding.witness is not None else ()
    ranked = sorted((stroke for stroke in strokes if stroke.points), key=lambda one: one.role is not Role.MEASURE)
    if not ranked:
        return None
    points = ranked[0].points
    x, y, z = (float(sum(point[axis] for point in points)) / len(points) for axis in range(3))
    return x, y, z
