"""Duels at different heights: cover and obscured shadows and their cells.

The share s of its length at which a line passes a height depends only on the height, so a convex piece of terrain that
counts between two heights shadows the hull of the shadows of its two ends (see `geometry.targeting.shadow_hulls`).
Terrain heights are used unchanged; lines have their width sideways only, so a line that starts on a floor does not
touch that floor.

Distances to a base are three-dimensional: the area within 1" of it narrows with height as sqrt(1 - height^2). That
curve is approximated by straight steps of at most 0.09 rad, and the portions of level faces outside a circle by
half-planes tangent to it; both move a border by less than 1e-3 inches. Everything else is exact.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE
from geometry.base_arrays import BaseArrays, may_reach_base, may_reach_corridor
from geometry.targeting.arrangement import CellSamples, plane_cells
from geometry.targeting.clipping import EdgeBatch, TargetFrame, holds_middle, points_within
from geometry.targeting.line_rules import LineRules
from geometry.targeting.obscured_3d import obscured_shadows
from geometry.targeting.shadow_hulls import STEP, THIN, DuelBatch, DuelPrisms, Hulls, Shadows, cast, cast_whole, joined
from geometry.terrain import Prisms

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

_MOST_STEPS = 18


def cover_shadows(space: DuelBatch, met: DuelPrisms) -> list[Shadows]:
    """Return the shadows of the portions of prisms within reach of the target, in three dimensions."""
    reach = space.rules.cover_reach + EXACT_TOLERANCE
    if not np.isfinite(reach):
        return [cast_whole(space, met, True)]
    target = space.target.take(met.duel)
    nearest = np.clip(target.z, met.low, met.high)
    close = (np.abs(nearest - target.z) <= reach) & may_reach_base(space.prisms, met.prism, target, reach)
    met, target, nearest = met.take(np.nonzero(close)[0]), target.take(np.nonzero(close)[0]), nearest[close]
    if not len(met.duel):
        return []
    upwards = space.shooter.z[met.duel] > target.z
    limit = np.where(upwards, met.high, met.low)
    # A line is within reach of the target only on the last `reach` plus one base's width of its length.
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


def _slices(space: DuelBatch, met: DuelPrisms, angle: Array, sign: Array) -> list[Shadows]:
    """Return shadows of portions within reach of the target, between heights reach * sin(angle) above or below it."""
    reach = space.rules.cover_reach + EXACT_TOLERANCE
    target = space.target.take(met.duel)
    outline = EdgeBatch.of(space.prisms, met.prism)
    points, slot, some = points_within(outline, target, reach * np.cos(angle))
    level = target.z[:, None] + sign[:, None] * reach * np.sin(angle)
    rows = np.nonzero(some | holds_middle(space.prisms, met.prism, target))[0]
    if not len(rows):
        return []
    height = np.take_along_axis(level[rows], slot[rows], axis=1)
    return [cast(space, met.take(rows), True, points[rows], height, many=True)]


_CORNERS = (4, 8, 16, 32, 64, 10_000)
"""Corner counts by which prisms are grouped for computing their shadows together."""


def slant_cells(
    prisms: Prisms,
    shooter: BaseArrays,
    target: BaseArrays,
    frame: TargetFrame,
    covering: Flags,
    obscuring: Flags,
    rules: LineRules,
    probe: Array | None = None,
    *,
    thorough: bool = True,
) -> CellSamples:
    """Return the cells of the shooters' bases for duels (d) between bases at different heights.

    `covering`, `obscuring` (d, prisms): which prisms may give cover, and which may obscure. `probe` (d, 2): one
    additional point per duel. `thorough`: name every prism that hits, not only enough of them.
    """
    shadows = slant_shadows(prisms, shooter, target, frame, covering, obscuring, rules)
    return plane_cells(shadows, shooter, frame, probe, thorough=thorough)


def slant_shadows(
    prisms: Prisms,
    shooter: BaseArrays,
    target: BaseArrays,
    frame: TargetFrame,
    covering: Flags,
    obscuring: Flags,
    rules: LineRules,
) -> Shadows:
    """Return the shadows for the arguments of `slant_cells`, on the planes of the shooters' bases."""
    bottom, top = np.minimum(shooter.z, target.z)[:, None], np.maximum(shooter.z, target.z)[:, None]
    low, high = np.maximum(prisms.bottom, bottom), np.minimum(prisms.top, top)
    wanted = (covering | obscuring) & (high - low > EXACT_TOLERANCE)
    wanted &= may_reach_corridor(prisms, shooter, target, rules.half_width)
    duel, prism = np.nonzero(wanted)
    every = DuelPrisms(duel, prism, low[duel, prism], high[duel, prism])
    collected: list[Shadows] = []
    for own, met in _by_corners(prisms, every):
        space = DuelBatch(own, shooter, target, frame, rules)
        cover = met.take(np.nonzero(covering[met.duel, met.prism])[0])
        if len(cover.duel):
            collected += cover_shadows(space, cover)
        obscure = met.take(np.nonzero(obscuring[met.duel, met.prism])[0])
        if len(obscure.duel):
            collected += obscured_shadows(space, obscure)
    return _joined(collected)


def _by_corners(prisms: Prisms, met: DuelPrisms) -> Iterator[tuple[Prisms, DuelPrisms]]:
    """Yield prisms grouped by number of corners: the work grows with the third power of a group's largest number."""
    counts = prisms.counts[met.prism]
    fewest = 0
    for most in _CORNERS:
        rows = np.nonzero((counts > fewest) & (counts <= most))[0]
        if len(rows):
            yield prisms.with_corners(int(counts[rows].max())), met.take(rows)
        fewest = most


def _joined(collected: list[Shadows]) -> Shadows:
    if not collected:
        none, flags = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=bool)
        empty = np.zeros((0, 1))
        plane = np.zeros((0, 1, 2))
        return Shadows(none, none, flags, flags, Hulls(plane, empty, empty, empty, plane, empty, plane, empty))
    return Shadows(
        np.concatenate([one.duel for one in collected]),
        np.concatenate([one.prism for one in collected]),
        np.concatenate([one.covers for one in collected]),
        np.concatenate([one.everywhere for one in collected]),
        joined([one.hulls for one in collected]),
    )
