"""Smoke, 2024 (rules J24-11, J24-12): an area an inch around the marker and of any height above it."""

from __future__ import annotations

from geometry.base import Base, BaseShape
from geometry.measure import gap, wholly_within
from geometry.table import Operative
from geometry.tolerance import EXACT_TOLERANCE
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


def spread(*, from_centre: bool = False) -> float:
    """Return how many inches beyond its marker's edge smoke reaches (rule J24-11)."""
    return SPREAD - MARKER_DIAMETER / 2 if from_centre else SPREAD


def _middle(base: Base) -> Base:
    return Base(POINT, base.x, base.y, 0.0, 0.0)


def _level(base: Base) -> Base:
    shape: BaseShape = base.shape
    return Base(shape, base.x, base.y, 0.0, base.rotation_deg)
