"""Smoke, 2024 (rules J24-11, J24-12): an area an inch around the marker and of any height above it."""

from __future__ import annotations

from collections.abc import Sequence

from geometry.base import EXACT_TOLERANCE, Base, BaseShape
from geometry.limits import all_hold
from geometry.measure import farthest, gap, wholly_within
from geometry.position_errors import gap_limit, measured_limit
from geometry.table import Operative
from geometry.terrain import Part
from referee.rules.markers import across
from referee.rules.moves.support import SURFACE_TOLERANCE
from referee.rules.position import Position

SMOKE = "smoke"
MARKER_DIAMETER = across(SMOKE)
SPREAD = 1.0
SEES_THROUGH = 2.0
POINT = BaseShape(1e-9, 1e-9)


def in_smoke(
    position: Position,
    shooter: Operative,
    target: Operative,
    *,
    only_target: bool = False,
    from_centre: bool = False,
) -> bool:
    """Return whether smoke obscures the target: one of the two is wholly within it, and they are far enough apart.

    Smoke rises from its marker: who stands lower, as under the floor that it lies on, is not in it.
    With `only_target`, whether the target itself is in it: that takes the Piercing rule away. The inch around the
    marker begins at its edge, or with `from_centre` at its centre (an option).
    """
    if gap(shooter.base, target.base) <= SEES_THROUGH + EXACT_TOLERANCE:
        return False
    return any(
        one.base.z >= marker.base.z - SURFACE_TOLERANCE
        and wholly_within(_level(one.base), _middle(marker.base) if from_centre else _level(marker.base), SPREAD)
        for marker in position.table.markers.values()
        if marker.kind == SMOKE
        for one in ((target,) if only_target else (target, shooter))
    )


def smoke_chance(
    position: Position, shooter: Operative, target: Operative, *, from_centre: bool, only_target: bool = False
) -> tuple[float, float]:
    """Return how probable it is that smoke obscures the target, and the standard deviation of what decides it, inches.

    They must be far enough apart, and one of them wholly within one smoke: the errors that these share count once. With
    `only_target`, as in `in_smoke`, the target itself.
    """
    if all(marker.kind != SMOKE for marker in position.table.markers.values()):
        return 0.0, 0.0
    common = position.table.common
    apart = gap_limit(shooter, target, SEES_THROUGH, common).opposite

    def within(bases: Sequence[Base], parts: Sequence[Part]) -> float:
        one, marker = bases
        return SPREAD - farthest(_middle(marker) if from_centre else _level(marker), _level(one))

    inside = [
        measured_limit((one, marker), (), common, within)
        for marker in position.table.markers.values()
        if marker.kind == SMOKE
        for one in ((target,) if only_target else (target, shooter))
        if one.base.z >= marker.base.z - SURFACE_TOLERANCE
    ]
    if not inside:
        return 0.0, 0.0
    p = apart.p - all_hold([apart, *(limit.opposite for limit in inside)])
    return min(max(p, 0.0), 1.0), max(apart.sigma, *(limit.sigma for limit in inside))


def spread(*, from_centre: bool = False) -> float:
    """Return how many inches beyond its marker's edge smoke reaches (rule J24-11)."""
    return SPREAD - MARKER_DIAMETER / 2 if from_centre else SPREAD


def _middle(base: Base) -> Base:
    return Base(POINT, base.x, base.y, 0.0, 0.0)


def _level(base: Base) -> Base:
    shape: BaseShape = base.shape
    return Base(shape, base.x, base.y, 0.0, base.rotation_deg)
