"""Joins of flat arrays whose rows belong to groups."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Index = NDArray[np.intp]


def join(left: Index, right: Index, groups: int) -> tuple[Index, Index]:
    """Return all pairs (row of `left`, row of `right`) whose group numbers are equal, two index arrays.

    Both hold group numbers below `groups`, in any order.
    """
    order = np.argsort(right, kind="stable")
    count = np.bincount(right, minlength=groups)
    start = np.cumsum(count) - count
    wanted = count[left]
    rows = np.repeat(np.arange(len(left)), wanted)
    first = np.repeat(start[left], wanted)
    position = np.arange(len(rows)) - np.repeat(np.cumsum(wanted) - wanted, wanted)
    return rows, order[first + position]


def any_by(groups: Index, flags: NDArray[np.bool_], count: int) -> NDArray[np.bool_]:
    """Return for each group whether any of its flags is set, (count,)."""
    found = np.zeros(count, dtype=bool)
    found[groups[flags]] = True
    return found
