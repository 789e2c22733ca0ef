"""Cheapest ways among given turning places, when each straight increment has its price."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.paths.pricing import Increments

Array = NDArray[np.float64]
Index = NDArray[np.intp]

_SLACK = 1e-9

Legs = Callable[[int, Index], Array]
"""What comes on top of an increment's price, from one node to others: infinite where it is closed."""


@dataclass(frozen=True, slots=True)
class Link:
    """A step between two nodes that stand one above the other, and its price."""

    start: int
    end: int
    price: float


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A way over nodes, from the first to the second of them: its price and the nodes it takes."""

    price: float
    nodes: tuple[int, ...]


def cheapest_over(
    places: Array, legs: Legs, increments: Increments, limit: float = math.inf, links: Sequence[Link] = ()
) -> Way | None:
    """Return the cheapest way from node 0 to node 1 over nodes at `places` (n, 2), or None above `limit`.

    An A* search; the straight line to the target, priced, bounds what is left to pay.
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
            return Way(float(came[1]), tuple(_way(parent, 1)))
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
