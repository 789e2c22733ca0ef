"""Making a path cheaper by moving its turning places a little at a time, as long as its increments stay open."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from geometry.paths.corners import Lens
from geometry.paths.free_space import FreeSpace
from geometry.paths.pricing import Increments

Array = NDArray[np.float64]

_STEPS = (0.4, 0.2, 0.1, 0.05, 0.02, 0.01, 0.004)
_TURN = np.arange(16) * (2 * math.pi / 16)
_COMPASS = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=-1)
_ROUNDS = 6
_BETTER = 1e-7


def polished(space: FreeSpace, places: Array, increments: Increments) -> Array:
    """Return a path (n, 2) from the first to the last of these places that is no dearer, over at most as many turns."""
    places = _without_needless(space, places, increments)
    for step in _STEPS:
        for _ in range(_ROUNDS):
            moved = False
            for turn in range(1, len(places) - 1):
                better = _moved(space, places, turn, step, increments)
                if better is not None:
                    places = better
                    moved = True
            if not moved:
                break
    return _without_needless(space, places, increments)


def lattice(space: FreeSpace, lens: Lens, spacing: float) -> Array:
    """Return free places (n, 2) of a lattice in a lens, aligned with its ends."""
    along = lens.target - lens.start
    apart = float(np.hypot(*along))
    along = along / apart
    aside = np.array([-along[1], along[0]])
    middle, most = (lens.start + lens.target) / 2, lens.limit / 2
    wide = math.sqrt(max(most**2 - (apart / 2) ** 2, 0.0))
    x = np.arange(-math.floor(most / spacing), math.floor(most / spacing) + 1) * spacing
    y = np.arange(-math.floor(wide / spacing), math.floor(wide / spacing) + 1) * spacing
    across, up = (values.ravel() for values in np.meshgrid(x, y))
    points = middle + across[:, None] * along + up[:, None] * aside
    points = points[lens.holds(points)]
    return np.asarray(points[space.free(points)])


def _moved(space: FreeSpace, places: Array, turn: int, step: float, increments: Increments) -> Array | None:
    """The path with one turn moved by a step to where it is cheapest, or shortest of equally cheap; None if nowhere."""
    tried = places[turn] + step * _COMPASS
    before, after = np.broadcast_to(places[turn - 1], tried.shape), np.broadcast_to(places[turn + 1], tried.shape)
    lengths = np.stack([np.hypot(*(tried - before).T), np.hypot(*(after - tried).T)])
    now = np.array([math.dist(places[turn - 1], places[turn]), math.dist(places[turn], places[turn + 1])])
    price, old = increments.prices(lengths).sum(axis=0), float(increments.prices(now).sum())
    gain = (old - price) + 1e-3 * (now.sum() - lengths.sum(axis=0))
    rows = np.flatnonzero(gain > _BETTER)
    rows = rows[np.argsort(-gain[rows], kind="stable")]
    rows = rows[space.free(tried[rows])]
    rows = rows[space.clear(before[rows], tried[rows])]
    rows = rows[space.clear(tried[rows], after[rows])]
    if not len(rows):
        return None
    out = places.copy()
    out[turn] = tried[rows[0]]
    return out


def _without_needless(space: FreeSpace, places: Array, increments: Increments) -> Array:
    """The cheapest way over some of the places, in their order."""
    count = len(places)
    first, last = np.triu_indices(count, 1)
    open_ = space.clear(places[first], places[last])
    lengths = np.hypot(*(places[last] - places[first]).T)
    price = np.where(open_, increments.prices(lengths), np.inf)
    best, parent = np.full(count, np.inf), np.zeros(count, dtype=int)
    best[0] = 0.0
    for one, other, cost in sorted(zip(first.tolist(), last.tolist(), price.tolist(), strict=True)):
        if best[one] + cost < best[other] - _BETTER:
            best[other], parent[other] = best[one] + cost, one
    way = [count - 1]
    while way[-1]:
        way.append(int(parent[way[-1]]))
    return np.asarray(places[way[::-1]])
