"""Shortest and cheapest paths: A* over a visibility graph, Dijkstra with prices per increment, refinement of turns."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.paths.configuration_space import Corners, FreeSpace, SearchEllipse
from geometry.paths.pricing import Increments

Array = NDArray[np.float64]
Index = NDArray[np.intp]

_SLACK = 1e-9

Legs = Callable[[int, Index], Array]
"""Surcharge of increments from one node to others; infinite if blocked."""


@dataclass(frozen=True, slots=True)
class Link:
    """Vertical step between two nodes at the same (x, y), and its price."""

    start: int
    end: int
    price: float


@dataclass(frozen=True, slots=True, eq=False)
class PricedPath:
    """Path over nodes, from node 0 to node 1: its price and its nodes."""

    price: float
    nodes: tuple[int, ...]


def dijkstra(
    places: Array, legs: Legs, increments: Increments, limit: float = math.inf, links: Sequence[Link] = ()
) -> PricedPath | None:
    """Return the cheapest path from node 0 to node 1 over nodes at `places` (n, 2), or None above `limit`.

    A* search; the price of the straight line to the target is the heuristic.
    """
    to_go = increments.prices(np.hypot(*(places - places[1]).T))
    came = np.full(len(places), np.inf)
    came[0] = 0.0
    parent = np.full(len(places), -1)
    done = np.zeros(len(places), dtype=bool)
    queue = [(float(to_go[0]), 0.0, 0)]
    beside: dict[int, list[Link]] = {}
    for link in links:
        beside.setdefault(link.start, []).append(link)
    while queue:
        total, _, here = heapq.heappop(queue)
        if done[here]:
            continue
        done[here] = True
        if here == 1:
            return PricedPath(float(came[1]), tuple(_way(parent, 1)))
        best = min(limit, float(came[1])) + _SLACK
        if total > best:
            break
        length = np.hypot(*(places - places[here]).T)
        through = came[here] + increments.prices(length)
        rows = np.flatnonzero(~done & (through < came - _SLACK) & (through + to_go <= best))
        reached = [(rows, through[rows] + legs(here, rows))] if len(rows) else []
        reached += [(np.array([link.end]), np.array([came[here] + link.price])) for link in beside.get(here, ())]
        for nodes, prices in reached:
            better = (prices < came[nodes] - _SLACK) & (prices + to_go[nodes] <= best) & ~done[nodes]
            came[nodes[better]], parent[nodes[better]] = prices[better], here
            for node, price in zip(nodes[better], prices[better], strict=True):
                heapq.heappush(queue, (float(price + to_go[node]), float(to_go[node]), int(node)))
    return None


def _way(parent: Index, last: int) -> list[int]:
    way = [last]
    while parent[way[-1]] >= 0:
        way.append(int(parent[way[-1]]))
    return way[::-1]


_STEPS = (0.4, 0.2, 0.1, 0.05, 0.02, 0.01, 0.004)
_TURN = np.arange(16) * (2 * math.pi / 16)
_COMPASS = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=-1)
_ROUNDS = 6
_BETTER = 1e-7


def refine_path(space: FreeSpace, places: Array, increments: Increments) -> Array:
    """Return a path (n, 2) between the ends of these positions that costs no more and has at most as many turns."""
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


def lattice(space: FreeSpace, lens: SearchEllipse, spacing: float) -> Array:
    """Return free positions (n, 2) of a lattice in a lens, aligned with its ends."""
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
    """Return the path with one turn moved by `step` to the cheapest, then shortest position; None if not better."""
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
    """Return the cheapest path over a subset of the positions, in their order."""
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


Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class ShortestPath:
    """Shortest path: its length and its positions, shape (n, 2), from start to target."""

    length: float
    places: Array


def shortest(
    start: Array,
    target: Array,
    corners: Corners,
    clear: Callable[[Array, Array], Flags],
    limit: float = math.inf,
) -> ShortestPath | None:
    """Return the shortest path from start to target over corners, or None if it is longer than `limit`.

    `clear` returns which segments, (m, 2) to (m, 2), are open. Segments that are not tangent to the outline at a corner
    are skipped: no shortest path contains them.
    """
    graph = _Graph.of(start, target, corners)
    graph.run(clear, limit, target_only=True)
    if not np.isfinite(graph.came[1]):
        return None
    return ShortestPath(float(graph.came[1]), graph.places[graph.way(1)])


def distances(
    source: Array, towards: Array, corners: Corners, clear: Callable[[Array, Array], Flags], limit: float
) -> Array:
    """Return the length of the shortest path from `source` to each corner, shape (n,); infinite if there is none.

    Computed only for corners from which a path could continue to `towards` within `limit` inches.
    """
    graph = _Graph.of(source, towards, corners)
    graph.run(clear, limit, target_only=False)
    return graph.came[2:]


@dataclass(slots=True, eq=False)
class _Graph:
    """A search in progress: node 0 is the source, node 1 the target, the others are corners."""

    places: Array
    before: Array
    after: Array
    to_go: Array
    came: Array
    parent: NDArray[np.intp]

    @classmethod
    def of(cls, source: Array, target: Array, corners: Corners) -> _Graph:
        places = np.concatenate([source[None], target[None], corners.at])
        to_go = np.hypot(*(places - target).T)
        came = np.full(len(places), np.inf)
        came[0] = 0.0
        ends = np.stack([source, target])
        before = np.concatenate([ends, corners.before]) - places
        after = np.concatenate([ends, corners.after]) - places
        return cls(places, before, after, to_go, came, np.full(len(places), -1))

    def run(self, clear: Callable[[Array, Array], Flags], limit: float, target_only: bool) -> None:
        done = np.zeros(len(self.places), dtype=bool)
        queue = [(float(self.to_go[0]), 0)]
        while queue:
            _, here = heapq.heappop(queue)
            if done[here]:
                continue
            done[here] = True
            if here == 1:
                if target_only:
                    return
                continue
            step = self.places - self.places[here]
            through = self.came[here] + np.hypot(step[:, 0], step[:, 1])
            useful = ~done & (through < self.came - _SLACK) & (through + self.to_go <= limit + _SLACK)
            useful &= _tangent(step, self.before, self.after) & _tangent(step, self.before[here], self.after[here])
            rows = np.flatnonzero(useful)
            if len(rows) == 0:
                continue
            rows = rows[clear(np.broadcast_to(self.places[here], (len(rows), 2)), self.places[rows])]
            self.came[rows], self.parent[rows] = through[rows], here
            for row in rows:
                heapq.heappush(queue, (float(through[row] + self.to_go[row]), int(row)))

    def way(self, last: int) -> list[int]:
        way = [last]
        while self.parent[way[-1]] >= 0:
            way.append(int(self.parent[way[-1]]))
        return way[::-1]


def _tangent(step: Array, before: Array, after: Array) -> Flags:
    """Whether lines along `step` have both neighbours of a corner on one side."""
    one = step[:, 0] * before[..., 1] - step[:, 1] * before[..., 0]
    other = step[:, 0] * after[..., 1] - step[:, 1] * after[..., 0]
    return np.asarray(one * other >= -_SLACK)
