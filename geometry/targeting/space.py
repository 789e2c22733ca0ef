"""Shadows of pieces of terrain for duels between bases at different heights, in one call each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.plane import dot, following, length
from geometry.prisms import Prisms
from geometry.targeting.frames import Frame, grow
from geometry.targeting.hull import essential, hulls
from geometry.targeting.rules import LineRules
from geometry.targeting.shadows import Shadows
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

STEP = 0.089
"""Radians by which the surroundings of a base are followed over its height: 1 - cos(STEP / 2) is 1e-3."""

THIN = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Meeting:
    """Prisms (c) met by duels, with the heights `low` < `high` of each that lie between both bases."""

    duel: Index
    prism: Index
    low: Array
    high: Array

    def take(self, rows: Index) -> Meeting:
        """Return these prisms only."""
        return Meeting(self.duel[rows], self.prism[rows], self.low[rows], self.high[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Space:
    """What every step needs to know about the duels (d)."""

    prisms: Prisms
    shooter: BaseArrays
    target: BaseArrays
    frame: Frame
    rules: LineRules

    def shares(self, duel: Index, height: Array) -> Array:
        """Shares of their way at which lines pass heights (c, ...)."""
        extra = height.ndim - 1
        start = self.shooter.z[duel].reshape(-1, *([1] * extra))
        rise = (self.target.z - self.shooter.z)[duel].reshape(-1, *([1] * extra))
        return np.clip((height - start) / rise, 0.0, 1.0)


def cast(space: Space, met: Meeting, covers: bool, points: Array, height: Array, *, many: bool = False) -> Shadows:
    """Shadows of pieces with corners `points` (c, n, 2) on the board at `height` (c, n).

    `many`: there are so many corners that those which hardly matter are left out first, as they are for oval targets,
    where every corner has become eight.
    """
    frame = space.frame
    radius, everywhere = frame.radius[met.duel], np.zeros(len(met.duel), dtype=bool)
    if covers or space.rules.obscured_beyond_target < 0:
        radius, everywhere = _aimed_at(space, met)
    share = space.shares(met.duel, height)
    # What lines reach only at the very end of their way they do not cross.
    rows = np.nonzero(((1 - share).max(axis=1) > THIN) | everywhere)[0]
    met, points, share, radius, everywhere = met.take(rows), points[rows], share[rows], radius[rows], everywhere[rows]
    duel = met.duel
    if frame.oval:
        points, share = grow(points, space.rules.half_width), np.repeat(share, 8, axis=1)
    points = frame.points(duel, points)
    width = frame.width[duel]
    if many or frame.oval:
        points, share = essential(points, share, radius, width)
    shape = hulls(points, share, radius, width)
    return Shadows(duel, met.prism, np.full(len(duel), covers), everywhere, shape)


def _aimed_at(space: Space, met: Meeting) -> tuple[Array, Flags]:
    """Radius of the disc that lines aim at, and where terrain is in the way of every line.

    The radius is less than the base's where terrain touches the base from the side, so that lines that end on the
    base's facing part do not cross what is beside or behind it. Terrain that ends under the target's feet touches it
    from below: lines that come up from lower down run through it to whatever part of the base stands on it.
    """
    frame, rules = space.frame, space.rules
    radius = frame.radius[met.duel]
    height = space.target.z[met.duel]
    beside = (met.low <= height + EXACT_TOLERANCE) & (met.high >= height - EXACT_TOLERANCE)
    under = beside & (space.shooter.z[met.duel] < height)
    under &= space.prisms.top[met.prism] <= height + EXACT_TOLERANCE
    beside &= ~under
    points = space.prisms.corners[met.prism]
    base = space.target.take(met.duel)
    away = (dot(space.prisms.normals[met.prism], base.middle[:, None]) - space.prisms.offsets[met.prism]).max(axis=-1)
    if frame.oval:
        points = grow(points, rules.half_width)
    points = frame.points(met.duel, points)
    along = following(points) - points
    share = np.clip(-dot(points, along) / np.maximum(dot(along, along), 1e-24), 0.0, 1.0)
    distance = length(points + share[..., None] * along).min(axis=-1)
    width = frame.width[met.duel]
    inside = away <= (rules.half_width if frame.oval else 0.0)
    aimed = np.where(beside, np.minimum(radius, distance - width - EXACT_TOLERANCE), radius)
    carried = under & (inside | (distance < radius - EXACT_TOLERANCE))
    return np.maximum(aimed, 0.0), np.asarray(carried | (beside & (inside | (distance <= width))))


def cast_whole(space: Space, met: Meeting, covers: bool) -> Shadows:
    """Shadows of whole prisms between two heights."""
    corners = space.prisms.corners[met.prism]
    count = corners.shape[1]
    height = np.concatenate(
        [np.repeat(met.low[:, None], count, axis=1), np.repeat(met.high[:, None], count, axis=1)], axis=1
    )
    return cast(space, met, covers, np.concatenate([corners, corners], axis=1), height)


def reach_at(base: BaseArrays, beyond: float, height: Array) -> Array:
    """How far from the bases (c,), seen from above, their surroundings reach at heights (c, ...); -1 for nowhere."""
    reach = beyond + EXACT_TOLERANCE
    rest = reach * reach - (height - base.z.reshape(-1, *([1] * (height.ndim - 1)))) ** 2
    return np.where((beyond >= 0) & (rest > 0), np.sqrt(np.maximum(rest, 0)), -1.0)
