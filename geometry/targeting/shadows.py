"""Shadows on the planes of their shooters, and which of them a whole base lies outside or inside of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.targeting.hull import Hulls

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """Shadows (k) on the planes of their shooters: hulls with the `duel`, `prism` and kind they belong to."""

    duel: Index
    prism: Index
    covers: Flags
    everywhere: Flags
    hulls: Hulls

    def take(self, rows: Index) -> Shadows:
        """Return these shadows only."""
        return Shadows(
            self.duel[rows], self.prism[rows], self.covers[rows], self.everywhere[rows], self.hulls.take(rows)
        )


def touching(shadows: Shadows, middle: Array, axes: Array) -> Index:
    """Rows of the shadows that no side keeps off the whole base."""
    normals = shadows.hulls.normals
    reach = np.linalg.norm(np.einsum("ksi,kij->ksj", normals, axes[shadows.duel]), axis=-1)
    nearest = np.einsum("ksi,ki->ks", normals, middle[shadows.duel]) - reach
    return np.asarray(np.nonzero((nearest <= shadows.hulls.limits).all(axis=-1) | shadows.everywhere)[0])


def solid_shadows(shadows: Shadows, middle: Array, axes: Array) -> Flags:
    """Whether shadows (k) surely hold the whole base of their shooter."""
    held = np.ones(len(shadows.duel), dtype=bool)
    for normals, limits in (
        (shadows.hulls.normals, shadows.hulls.limits),
        (shadows.hulls.chord_normals, shadows.hulls.chord_limits),
    ):
        reach = np.linalg.norm(np.einsum("ksi,kij->ksj", normals, axes[shadows.duel]), axis=-1)
        farthest = np.einsum("ksi,ki->ks", normals, middle[shadows.duel]) + reach
        held &= (farthest <= limits).all(axis=-1)
    return np.asarray(held | shadows.everywhere)


def undecided(shadows: Shadows, solid: Flags, count: int) -> Index:
    """Rows of one solid shadow of each kind of each duel, and of all shadows of kinds that have none."""
    group = 2 * shadows.duel + shadows.covers
    first = np.full(2 * count, -1)
    rows = np.nonzero(solid)[0][::-1]
    first[group[rows]] = rows
    chosen = first[group]
    return np.asarray(np.nonzero((chosen < 0) | (chosen == np.arange(len(group))))[0])
