"""Cover and obscured for many duels at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE, Base
from geometry.base_arrays import BaseArrays, gaps
from geometry.targeting.arrangement import CellSamples, merged
from geometry.targeting.clipping import TargetFrame
from geometry.targeting.level_shadows import level_wedges, rim_cells
from geometry.targeting.line_rules import LineRules
from geometry.targeting.slant_shadows import slant_cells
from geometry.terrain import Prisms

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]

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
