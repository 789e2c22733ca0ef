"""Shortest ways among corners: taut strings, found by A* over a visibility graph that is built as it is needed."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.paths.corners import Corners

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

_SLACK = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Taut:
    """A shortest way: its length and its places, shape (n, 2), from start to target."""

    length: float
    places: Array


def shortest(
    start: Array,
    target: Array,
    corners: Corners,
    clear: Callable[[Array, Array], Flags],
    limit: float = math.inf,
) -> Taut | None:
    """Return the shortest way from start to target over corners, or None when none is as short as `limit`.

    `clear` says of segments (m, 2) to (m, 2) whether they are open. Segments that are not tangent to the outline at a
    corner are left out: no shortest way has them.
    """
    graph = _Graph.of(start, target, corners)
    graph.run(clear, limit, target_only=True)
    if not np.isfinite(graph.came[1]):
        return None
    return Taut(float(graph.came[1]), graph.places[graph.way(1)])


def distances(
    source: Array, towards: Array, corners: Corners, clear: Callable[[Array, Array], Flags], limit: float
) -> Array:
    """Return the length of the shortest way from `source` to each corner, shape (n,); infinite where there is none.

    Only corners on ways that could go on to `towards` within `limit` inches are answered.
    """
    graph = _Graph.of(source, towards, corners)
    graph.run(clear, limit, target_only=False)
    return graph.came[2:]


@dataclass(slots=True, eq=False)
class _Graph:
    """A search in progress: place 0 is the source, place 1 the target, the others are corners."""

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
    """Whether lines along `step` leave both neighbours of a corner on one side."""
    one = step[:, 0] * before[..., 1] - step[:, 1] * before[..., 0]
    other = step[:, 0] * after[..., 1] - step[:, 1] * after[..., 0]
    return np.asarray(one * other >= -_SLACK)
