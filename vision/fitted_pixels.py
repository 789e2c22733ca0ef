"""Which pixels of a tag are fitted: the same on every processor, on edges above all, and some of every module."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]

MAX_PIXELS = 500
"""Pixels fitted per tag, three quarters of them where its brightness is steepest."""

LARGE_PX = 48
"""Side of a tag up to which every pixel is looked at."""

_MOST_MODULES = 64


def seen_pixels(left: int, top: int, right: int, bottom: int, length_px: float) -> tuple[Places, Places]:
    """Return rows and columns, two tables, of the pixels of a window that are looked at for a tag with such a side.

    All of them, and of a large tag one in each square of `step` by `step`, in another place each: a grid would miss the
    edges of tags that lie straight, or hit them all alike.
    """
    step = -(-int(length_px) // LARGE_PX)
    columns, rows = np.arange(left, right + 2 - step, step), np.arange(top, bottom + 2 - step, step)
    down, across = _beside(rows.size, columns.size, step)
    return rows[:, None] + down, columns + across


def fitted_pixels(steep: NDArray[np.float32], u: NDArray[np.float32], v: NDArray[np.float32]) -> Places:
    """Return which `MAX_PIXELS` pixels are fitted, by how steep the brightness is at each and in which module it lies.

    The steepest three quarters, and of the others as many of each module as there are: the same on every processor, for
    what partitions fastest there orders them as it likes. Where some are alike they are taken from all over.
    """
    edges = MAX_PIXELS * 3 // 4
    least = np.partition(steep, -edges)[-edges]
    steepest = steep > least
    shuffled = _shuffled(steep.size)
    alike = shuffled[steep[shuffled] == least]
    steepest[alike[: edges - np.count_nonzero(steepest)]] = True
    flat = shuffled[~steepest[shuffled]]
    modules_of = (np.floor(u[flat]) * _MOST_MODULES + np.floor(v[flat])).astype(np.int32)
    by_module = np.argsort(modules_of, kind="stable")
    ordered = modules_of[by_module]
    starts = np.flatnonzero(np.diff(ordered, prepend=ordered[0] - 1))
    rank = np.arange(flat.size) - np.repeat(starts, np.diff(starts, append=flat.size))
    evenly = by_module[np.argsort(rank, kind="stable")[: MAX_PIXELS - edges]]
    return np.concatenate([np.flatnonzero(steepest), flat[evenly]])


@lru_cache(maxsize=128)
def _shuffled(count: int) -> Places:
    """Return so many places in an order that is none of rows and columns."""
    return np.random.default_rng(count).permutation(count)


@lru_cache(maxsize=64)
def _beside(rows: int, columns: int, step: int) -> tuple[Places, Places]:
    """Return which pixel of each square of `step` by `step` is looked at, down and across."""
    rng = np.random.default_rng(step)
    return rng.integers(0, step, (rows, columns)), rng.integers(0, step, (rows, columns))
