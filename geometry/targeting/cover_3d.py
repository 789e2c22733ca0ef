"""Cover between bases at different heights: terrain within reach of the target, in three dimensions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import near_base
from geometry.targeting.portions import Outline, holds_middle, points_within
from geometry.targeting.shadows import Shadows
from geometry.targeting.space import STEP, THIN, Meeting, Space, cast, cast_whole
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_MOST_STEPS = 18


def cover_shadows(space: Space, met: Meeting) -> list[Shadows]:
    """Shadows of the portions of prisms within reach of the target, in three dimensions."""
    reach = space.rules.cover_reach + EXACT_TOLERANCE
    if not np.isfinite(reach):
        return [cast_whole(space, met, True)]
    target = space.target.take(met.duel)
    nearest = np.clip(target.z, met.low, met.high)
    close = (np.abs(nearest - target.z) <= reach) & near_base(space.prisms, met.prism, target, reach)
    met, target, nearest = met.take(np.nonzero(close)[0]), target.take(np.nonzero(close)[0]), nearest[close]
    if not len(met.duel):
        return []
    upwards = space.shooter.z[met.duel] > target.z
    limit = np.where(upwards, met.high, met.low)
    # A line is within reach of the target only on the last `reach` and one base's width of its way.
    span = np.linalg.norm(space.shooter.middle[met.duel] - target.middle, axis=-1)
    shortest = np.maximum(span - space.shooter.radius[met.duel] - target.radius, 1e-6)
    rise = np.abs(space.shooter.z[met.duel] - target.z) * np.minimum(1.0, (reach + 2 * target.radius) / shortest)
    farthest = np.minimum(np.minimum(np.abs(limit - target.z), rise), reach)
    first = np.arcsin(np.clip(np.abs(nearest - target.z) / reach, 0.0, 1.0))
    last = np.maximum(np.arcsin(np.clip(farthest / reach, 0.0, 1.0)), first + THIN)
    steps = np.maximum(1, np.ceil((last - first) / STEP)).astype(int)
    steps = np.minimum(2 ** np.ceil(np.log2(steps)).astype(int), _MOST_STEPS)
    collected = []
    for count in np.unique(steps):
        rows = np.nonzero(steps == count)[0]
        angle = first[rows, None] + (last - first)[rows, None] * np.linspace(0, 1, count + 1)
        collected += _slices(space, met.take(rows), angle, np.where(upwards[rows], 1.0, -1.0))
    return collected


def _slices(space: Space, met: Meeting, angle: Array, sign: Array) -> list[Shadows]:
    """Portions within reach of the target between the heights reach * sin(angle) over or under it."""
    reach = space.rules.cover_reach + EXACT_TOLERANCE
    target = space.target.take(met.duel)
    outline = Outline.of(space.prisms, met.prism)
    points, slot, some = points_within(outline, target, reach * np.cos(angle))
    level = target.z[:, None] + sign[:, None] * reach * np.sin(angle)
    rows = np.nonzero(some | holds_middle(space.prisms, met.prism, target))[0]
    if not len(rows):
        return []
    height = np.take_along_axis(level[rows], slot[rows], axis=1)
    return [cast(space, met.take(rows), True, points[rows], height, many=True)]
