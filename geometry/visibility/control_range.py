"""Control range: within 1" and visible (rules H24-04, A21-05)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE
from geometry.measure import gap, gap_to_part
from geometry.table import Operative
from geometry.terrain import Part, Prisms
from geometry.visibility.sight import Sight, eye_of, sight, sight_to_part

CONTROL_RANGE = 1.0
"""Inches within which an operative controls what it sees."""


@dataclass(frozen=True, slots=True)
class ControlRange:
    """Whether two things are within control range: `near` by distance, and seen from either side.

    `gap` is the 3D distance in inches. `seen_from` holds the sights that were needed to decide: none when the two are
    too far apart, one when the first already sees.
    """

    within: bool
    gap: float
    near: bool
    seen_from: tuple[Sight, ...]

    @property
    def visible(self) -> bool:
        """Whether one of the sights that were taken is clear."""
        return any(one.visible for one in self.seen_from)


def control_range(
    a: Operative,
    b: Operative,
    blockers: Sequence[Part] | Prisms,
    *,
    reach: float = CONTROL_RANGE,
    tolerance: float = EXACT_TOLERANCE,
) -> ControlRange:
    """Return whether two operatives are within each other's control range: mutual if either sees the other."""
    apart = gap(a.base, b.base)
    return _judged(apart, reach + tolerance, lambda: sight(a, b, blockers), lambda: sight(b, a, blockers))


def control_range_to_part(
    operative: Operative,
    part: Part,
    blockers: Sequence[Part],
    *,
    reach: float = CONTROL_RANGE,
    tolerance: float = EXACT_TOLERANCE,
) -> ControlRange:
    """Return whether a terrain part is within an operative's control range: near, and visible past other parts."""
    apart = gap_to_part(operative.base, part)
    eye = eye_of(operative.base, operative.head)
    return _judged(apart, reach + tolerance, lambda: sight_to_part(eye, part, blockers))


def _judged(apart: float, limit: float, *looks: Callable[[], Sight]) -> ControlRange:
    """Return what distance and sight say together: looks are taken only where it is near, until one is clear."""
    taken: list[Sight] = []
    for look in looks if apart <= limit else ():
        taken.append(look())
        if taken[-1].visible:
            break
    return ControlRange(any(one.visible for one in taken), apart, apart <= limit, tuple(taken))
