"""Sample places on shooters' bases, one in every cell that the shadows cut them into, and what spoils each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.targeting.ragged import any_by

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Places (t) on the shooters' bases of `count` duels; every combination of shadows that exists holds one.

    `duel` (t,); `point` (t, 2) on the board; `room` (t,): how wide the cell is there, inches. `hit_cell`, `hit_prism`,
    `hit_covers` (h,): which prisms spoil which places, for cover or for obscured.
    """

    count: int
    duel: Index
    point: Array
    room: Array
    hit_cell: Index
    hit_prism: Index
    hit_covers: Flags

    @property
    def covered(self) -> Flags:
        """Whether something gives cover from each place, (t,)."""
        return any_by(self.hit_cell, self.hit_covers, len(self.duel))

    @property
    def obscured(self) -> Flags:
        """Whether something obscures from each place, (t,)."""
        return any_by(self.hit_cell, ~self.hit_covers, len(self.duel))

    def widest(self, last: int = 0) -> Cells:
        """Return the widest cell of each combination of hits in each duel, in order; the `last` cells all stay."""
        kinds = 2 * self.hit_prism + self.hit_covers
        wide = 64 * (1 + int(kinds.max(initial=0)) // 64)
        flags = np.zeros((len(self.duel), wide), dtype=bool)
        flags[self.hit_cell, kinds] = True
        alone = np.arange(len(self.duel)) >= len(self.duel) - last
        keys = [*np.packbits(flags, axis=1).view(np.uint64).T, alone, self.duel]
        order = np.lexsort((-self.room, *keys))
        fresh = np.zeros(len(order), dtype=bool)
        fresh[:1] = True
        for key in keys:
            fresh[1:] |= np.diff(key[order].astype(np.int64)) != 0
        kept = np.sort(order[fresh])
        cell, kind = np.nonzero(flags[kept])
        return Cells(self.count, self.duel[kept], self.point[kept], self.room[kept], cell, kind // 2, kind % 2 == 1)


def merged(count: int, parts: list[tuple[Index, Cells]]) -> Cells:
    """Return the cells of disjoint sets of duels as one, each set given with the numbers of its duels."""
    if len(parts) == 1 and len(parts[0][0]) == count:
        return parts[0][1]
    offsets = np.cumsum([0, *(len(cells.duel) for _, cells in parts)])
    return Cells(
        count,
        np.concatenate([numbers[cells.duel] for numbers, cells in parts]),
        np.concatenate([cells.point for _, cells in parts]),
        np.concatenate([cells.room for _, cells in parts]),
        np.concatenate([cells.hit_cell + first for (_, cells), first in zip(parts, offsets, strict=False)]),
        np.concatenate([cells.hit_prism for _, cells in parts]),
        np.concatenate([cells.hit_covers for _, cells in parts]),
    )
