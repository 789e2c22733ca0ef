"""Sight of pairs of operatives, all at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.table import Operative
from geometry.terrain import Part, Prisms
from geometry.visibility.sight_batch import look_many

Flags = NDArray[np.bool_]


def see_pairs(
    pairs: Sequence[tuple[Operative, Operative]], parts: Sequence[Part], blocking: Flags | None = None
) -> Flags:
    """Return for each pair whether the first sees the second, (n,); `blocking` (n, parts): which parts block sight."""
    viewers, targets = (BaseArrays.of([pair[side].base for pair in pairs]) for side in (0, 1))
    eyes, heads = (np.array([pair[side].head for pair in pairs]) for side in (0, 1))
    return look_many(viewers, eyes, targets, heads, Prisms.of(parts), blocking)
