"""Cover and obscured for many duels at once, at one height or at different heights.

The share s of its length at which a line passes a height depends only on the height, so a convex piece of terrain that
counts between two heights shadows the hull of the shadows of its two ends (see `geometry.targeting.shadow_hulls`).
Terrain heights are used unchanged; lines have their width sideways only, so a line that starts on a floor does not
touch that floor.

Distances to a base are three-dimensional: the area within 1" of it narrows with height as sqrt(1 - height^2). That
curve is approximated by straight steps of at most 0.09 rad, and the portions of level faces outside a circle by
half-planes tangent to it; both move a border by less than 1e-3 inches. Everything else is exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE, Base
from geometry.base_arrays import BaseArrays, gaps, may_reach_base, may_reach_corridor
from geometry.targeting.arrangement import CellSamples, merged, plane_cells
from geometry.targeting.clipping import EdgeBatch, TargetFrame, holds_middle, points_within
from geometry.targeting.level_shadows import level_wedges, rim_cells
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


_DEFAULT_RULES = LineRules()


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Targeting lines of d duels: the terrain they meet.

    `gap` (d,): between the bases, 3D inches. `clean`, `uncovered`, `unobscured` (d,): whether the shooter has a point
    from which the target is neither in cover nor obscured; not in cover; not obscured. `cells`: the sample points of
    these results.
    """

    gap: Array
    clean: Flags
    uncovered: Flags
    unobscured: Flags
    cells: CellSamples

    def best(self, *, cover_first: Flags | None = None) -> Index:
        """Return for each duel the best cell for the shooter, (d,): rows of `cells`.

        Clean cells come first; then those that avoid obscured or, if `cover_first` (d,) is set, those that avoid cover;
        among equals the widest.
        """
        covered, obscured = self.cells.covered, self.cells.obscured
        first = np.zeros(self.cells.count, dtype=bool) if cover_first is None else cover_first
        avoids_cover = first[self.cells.duel]
        badness = np.where(avoids_cover, 2 * covered + obscured, 2 * obscured + covered)
        order = np.lexsort((-self.cells.room, badness, self.cells.duel))
        return np.asarray(order[np.searchsorted(self.cells.duel[order], np.arange(self.cells.count))])


def draw_lines(
    prisms: Prisms,
    shooters: Sequence[Base] | BaseArrays,
    targets: Sequence[Base] | BaseArrays,
    covering: Flags,
    obscuring: Flags,
    *,
    rules: LineRules = _DEFAULT_RULES,
    ceilings: Array | float = math.inf,
    probes: Array | None = None,
    thorough: bool = True,
) -> Lines:
    """Return the targeting lines of duels (shooter i, target i) (rules H24-06 to H24-09, H21-02 to H21-04).

    `covering`, `obscuring` (d, parts): whether a part of `prisms.parts` may give cover, or may obscure, in each duel,
    by its traits and the edition's exceptions. For level bases the lines are drawn from above, and a part counts if it
    rises above the bases' underside and begins below `ceilings` (d, or one height: the taller head). For other bases
    the lines are three-dimensional and only the terrain they pass through counts. `probes` (d, 2): one additional point
    on each shooter's base. `thorough`: name every part that hits a point, not only enough of them.
    """
    first, second = BaseArrays.all(shooters), BaseArrays.all(targets)
    apart = gaps(first, second)
    far_enough = apart > rules.cover_beyond + EXACT_TOLERANCE
    covers = (covering & far_enough[:, None])[:, prisms.owner]
    obscures = obscuring[:, prisms.owner]
    level = np.abs(first.z - second.z) <= rules.level_tolerance
    ceiling = np.broadcast_to(np.asarray(ceilings, dtype=np.float64), level.shape)
    collected: list[tuple[Index, CellSamples]] = []
    round_target = second.round
    for stands_level in (True, False):
        for is_round in (True, False):
            rows = np.nonzero((level == stands_level) & (round_target == is_round))[0]
            if not len(rows):
                continue
            shooter, target = first.take(rows), second.take(rows)
            frame = TargetFrame.of(target, rules.half_width)
            probe = None if probes is None else probes[rows]
            if stands_level:
                floor = np.minimum(shooter.z, target.z) + EXACT_TOLERANCE
                stands = (prisms.top > floor[:, None]) & (prisms.bottom < ceiling[rows][:, None])
                wedges = level_wedges(
                    prisms, shooter, target, frame, covers[rows] & stands, obscures[rows] & stands, rules
                )
                cells = rim_cells(wedges, shooter, frame, probe)
            else:
                cells = slant_cells(
                    prisms, shooter, target, frame, covers[rows], obscures[rows], rules, probe, thorough=thorough
                )
            collected.append((rows, cells))
    cells = merged(len(level), collected) if collected else _no_cells()
    covered, obscured = cells.covered, cells.obscured
    return Lines(
        gap=apart,
        clean=_some(cells, ~covered & ~obscured),
        uncovered=_some(cells, ~covered),
        unobscured=_some(cells, ~obscured),
        cells=cells,
    )


def _some(cells: CellSamples, flags: Flags) -> Flags:
    found = np.zeros(cells.count, dtype=bool)
    found[cells.duel[flags]] = True
    return found


def _no_cells() -> CellSamples:
    none, flags = np.zeros(0, dtype=np.intp), np.zeros(0, dtype=bool)
    return CellSamples(0, none, np.zeros((0, 2)), np.zeros(0), none, none, flags)
