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
"""Distance in inches within which an operative controls what is visible to it."""


@dataclass(frozen=True, slots=True)
class ControlRange:
    """Control range between two objects: `near` by distance, and visible from either side.

    `gap` is the 3D distance in inches. `seen_from` holds the visibility results that were needed: none if the two are
    too far apart, one if the first is clear.
    """

    within: bool
    gap: float
    near: bool
    seen_from: tuple[Sight, ...]

    @property
    def visible(self) -> bool:
        """Whether one of the visibility results is clear."""
        return any(one.visible for one in self.seen_from)


def control_range(
    a: Operative,
    b: Operative,
    blockers: Sequence[Part] | Prisms,
    *,
    reach: float = CONTROL_RANGE,
    tolerance: float = EXACT_TOLERANCE,
) -> ControlRange:
    """Return the control range between two operatives; it is mutual, even if only one of them sees the other."""
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
    """Return the control range between an operative and a terrain part, which must be near and visible past others."""
    apart = gap_to_part(operative.base, part)
    eye = eye_of(operative.base, operative.head)
    return _judged(apart, reach + tolerance, lambda: sight_to_part(eye, part, blockers))


def _judged(apart: float, limit: float, *looks: Callable[[], Sight]) -> ControlRange:
    """Combine distance and visibility; visibility is computed only if they are near, until one result is clear."""
    taken: list[Sight] = []
    for look in looks if apart <= limit else ():
        taken.append(look())
        if taken[-1].visible:
            break
    return ControlRange(any(one.visible for one in taken), apart, apart <= limit, tuple(taken))
