"""Cheapest path between two positions at one height, with proof, by whole-inch hops.

An increment of n inches costs as much as n increments of one inch in a row, so the price of a path is its number of
hops of at most one inch. R(c) is the region within c hops: everything in straight reach of R(c - 1). A hop that
leaves R(c - 1) crosses the region's edge and is shorter if it starts there. So only positions on the edge are searched,
and of those only the ones near enough to the target by the shortest path.

Two searches are made. `path` uses the true obstacles, so that a path found is a path. `refuted` uses obstacles that are
eroded by the spacing of neighbouring positions on the edge, so that every true path has one beside it: if none is
found, there is none. A target that neither search decides is left open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE
from geometry.paths.configuration_space import FreeSpace, GrownObstacles, SearchEllipse, inner_corners
from geometry.paths.pricing import Exact, Increments, RoundedUp
from geometry.paths.shortest_path import dijkstra, distances, lattice, refine_path, shortest
from geometry.paths.wavefront import ObstacleBoundary, edge_places, rim_places, union, visibility_polygons

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

MOST_PLACES = 500
"""Largest number of positions on one edge: with more, `refuted` gives up and `path` keeps those nearest the target."""

_RAY_STEP = 0.1
_QUARTER = 6


@dataclass(frozen=True, slots=True, eq=False)
class RoundedReach:
    """Search for one start and one target, prepared for several numbers of hops.

    - `spacing`: distance of neighbouring positions on an edge, inches. Results closer than about this stay undecided.
    - `scale`: matrix (2, 2) from coordinates in which the base is a disc to board inches.
    - `eroded`: the certain obstacles, eroded by the spacing, in disc coordinates.
    - `bound`: slightly smaller ones, for lower bounds of the distance to the target.
    - `turns`: the target and the corners (n, 2) from which it can be reached, in board inches.
    - `onward`: lower bound of the distance from each turn to the target, (n,), inches.
    """

    space: FreeSpace
    start: Array
    target: Array
    spacing: float
    scale: Array
    eroded: GrownObstacles
    bound: GrownObstacles
    turns: Array
    onward: Array

    @classmethod
    def of(cls, space: FreeSpace, start: Array, target: Array, limit: float, spacing: float = 0.03) -> RoundedReach:
        """Return the prepared search; it covers paths of up to `limit` inches."""
        scale = space.scale
        eroded = space.surely.eroded(spacing * float(np.linalg.norm(space.to_disc, 2)))
        corners = inner_corners(eroded, _QUARTER).mapped(scale)
        corners = corners.chosen(SearchEllipse(start, target, limit).holds(corners.at))
        bound = eroded.scaled(math.cos(math.pi / (4 * _QUARTER)) * (1 - 1e-7))
        corners = corners.chosen(bound.free(corners.at @ space.to_disc.T))
        search = cls(space, start, target, spacing, scale, eroded, bound, target[None], np.zeros(1))
        onward = distances(target, start, corners, search.may_see, limit)
        known = np.isfinite(onward)
        return replace(
            search,
            turns=np.concatenate([target[None], corners.at[known]]),
            onward=np.concatenate([[0.0], onward[known]]),
        )

    def may_see(self, starts: Array, ends: Array) -> Flags:
        """Return which increments from `starts` to `ends` (m, 2) are open if the obstacles are slightly smaller."""
        return self.bound.clear(starts @ self.space.to_disc.T, ends @ self.space.to_disc.T)

    def path(self, hops: int) -> Array | None:
        """Return positions (n, 2) of a path of at most `hops` inches, or None if none was found.

        Tries paths with one turn first, then paths with more turns, with coarse sampling and then with fine sampling.
        """
        for spacing, once in ((2, True), (5, False), (2, False)):
            places = self._among(hops, spacing * self.spacing, once)
            if places is not None:
                return places
        return None

    def _among(self, hops: int, spacing: float, once: bool) -> Array | None:
        levels: list[Array] = []
        dead: set[tuple[int, int]] = set()
        for number, places in enumerate(self._spread(hops, spacing, eroded=False, once=once)):
            near = places[np.hypot(*(places - self.target).T) <= hops - number + EXACT_TOLERANCE / 2]
            near = near[self.space.clear(near, np.broadcast_to(self.target, near.shape))]
            for place in near:
                way = self._back(levels, place, number, dead)
                if way is not None:
                    return np.array([*way, self.target])
            levels.append(places)
        return None

    def refuted(self, hops: int) -> bool:
        """Return whether there is certainly no path of at most `hops` inches; False if that is not proved."""
        for number, places in enumerate(self._spread(hops, self.spacing, eroded=True)):
            if len(places) > MOST_PLACES:
                return False
            near = places[np.hypot(*(places - self.target).T) <= hops - number + self.spacing]
            if self.may_see(near, np.broadcast_to(self.target, near.shape)).any():
                return False
        return True

    def _spread(self, hops: int, spacing: float, eroded: bool, once: bool = False) -> Iterator[Array]:
        """Yield positions on the edges of R(0), R(1), ... that are not yet too far from the target.

        With `once`, R contains only what is in straight reach of the start.
        """
        walls = ObstacleBoundary.of(self.eroded if eroded else self.space.solid)
        hop = (math.sqrt(1 + spacing**2) + EXACT_TOLERANCE) / math.cos(_RAY_STEP / 2) if eroded else 1.0
        here = self.start[None] @ self.space.to_disc.T
        straight = (
            visibility_polygons(here, walls, (hops - 1) * hop, self.scale, _RAY_STEP / 3)[0] @ self.scale.T - self.start
        )
        far = np.maximum(np.hypot(*straight.T), EXACT_TOLERANCE)[:, None]
        yield self.start[None]
        places = np.empty((0, 2))
        for number in range(1, hops):
            rings = [self.start + straight * np.minimum(number * hop / far, 1.0)]
            if len(places) and not once:
                rings += [
                    *(
                        visibility_polygons(places @ self.space.to_disc.T, walls, hop, self.scale, _RAY_STEP)
                        @ self.scale.T
                    )
                ]
            limit = hops - number + (2 * spacing if eroded else EXACT_TOLERANCE)
            if eroded:
                places = edge_places(union(rings), spacing)
            else:
                places = self._nearest(rim_places(rings, spacing), limit, spacing)
                places = places[self.space.free(places)]
            places = places[np.isfinite(self._remaining(places, limit))]
            yield places

    def _nearest(self, places: Array, limit: float, spacing: float) -> Array:
        """Return the position (n, 2) in each grid cell that may be nearest to the target, `MOST_PLACES` at most."""
        bound = np.full(len(places), np.inf)
        for turn, onward in zip(self.turns, self.onward, strict=True):
            bound = np.minimum(bound, np.hypot(*(places - turn).T) + onward)
        order = np.argsort(bound)
        order = order[bound[order] <= limit]
        _, first = np.unique(np.round(places[order] / spacing), axis=0, return_index=True)
        return np.asarray(places[order[np.sort(first)[:MOST_PLACES]]])

    def _remaining(self, places: Array, limit: float) -> Array:
        """Return a lower bound of the distance from positions (n, 2) to the target, inches; infinite above `limit`."""
        through = np.hypot(*(places[:, None] - self.turns[None]).transpose(2, 0, 1)) + self.onward
        order = np.argsort(through, axis=1)
        out = np.full(len(places), np.inf)
        asked = np.arange(len(places))
        for rank in range(len(self.turns)):
            best = order[asked, rank]
            bound = through[asked, best]
            alive = bound <= limit
            asked, best, bound = asked[alive], best[alive], bound[alive]
            if len(asked) == 0:
                break
            seen = self.may_see(places[asked], self.turns[best])
            out[asked[seen]] = bound[seen]
            asked = asked[~seen]
        return out

    def _back(self, levels: list[Array], place: Array, number: int, dead: set[tuple[int, int]]) -> list[Array] | None:
        """Return positions from the start to `place`, on the edge of R(number), with as few turns as are found.

        `dead` are the positions, by level and row, that have no path back to the start; each is examined only once.
        """
        for before, places in enumerate(levels):
            rows = np.flatnonzero(np.hypot(*(places - place).T) <= number - before + EXACT_TOLERANCE / 2)
            rows = np.array([row for row in rows.tolist() if (before, row) not in dead], np.intp)
            if len(rows) == 0:
                continue
            near = places[rows]
            for row in rows[self.space.clear(near, np.broadcast_to(place, near.shape))].tolist():
                one = places[row]
                way = [one] if before == 0 else self._back(levels[:before], one, before, dead)
                if way is not None:
                    return [*way, place] if before else [one, place]
                dead.add((before, row))
        return None


Index = NDArray[np.intp]

COARSE, FINE = 6, 24
"""Segments per quarter turn that approximate round corners: in the first attempt, and if precision matters."""

_SPACINGS = (0.03, 0.01)
_JUST_ABOVE = 10 * EXACT_TOLERANCE
_SOME = 1e-3
_LATTICE = 0.5
_ROUND = 48
_OVER = 0.3
"""Inches above the limit up to which a path is sought that may fit the limit after its turns are moved."""


class Proof(StrEnum):
    """Reason why no path is cheaper than a bound.

    `LINE`: the straight line costs as much. `TAUT`: the shortest path around all obstacles costs as much. `HOPS`: every
    path of fewer inches was searched and none arrives. `PLACE`: the base cannot be there.
    """

    LINE = "line"
    TAUT = "taut"
    HOPS = "hops"
    PLACE = "place"


@dataclass(frozen=True, slots=True, eq=False)
class LevelPath:
    """The best path found: its turns `places` (n, 2) and `price`, inches; None and infinite if there is none.

    No path costs less than `bound`, inches, for the reason `proof`.
    """

    places: Array | None
    price: float
    bound: float
    proof: Proof


def cheapest_on_level(space: FreeSpace, start: Array, target: Array, increments: Increments, limit: float) -> LevelPath:
    """Return the cheapest path from start to target (x, y) that costs at most `limit` inches.

    Both must be free. The price is infinite if no path was found; the bound is the next price above the limit if there
    is certainly none within it.
    """
    straight = float(increments.prices(np.array(math.dist(start, target))))
    if straight > limit + EXACT_TOLERANCE:
        return LevelPath(None, math.inf, straight, Proof.LINE)
    if space.clear(start[None], target[None])[0]:
        return LevelPath(np.stack([start, target]), straight, straight, Proof.LINE)
    length = taut_length(space, start, target, limit, COARSE)
    if math.isinf(length):
        return LevelPath(None, math.inf, above(increments, limit), Proof.TAUT)
    if isinstance(increments, RoundedUp):
        return _by_hops(space, start, target, length, limit)
    return _by_corners(space, start, target, increments, limit)


def above(increments: Increments, limit: float) -> float:
    """Return the least price above a limit, inches; for fractional prices, a value just above the limit."""
    return math.floor(limit + EXACT_TOLERANCE) + 1.0 if isinstance(increments, RoundedUp) else limit + _JUST_ABOVE


def taut_length(space: FreeSpace, start: Array, target: Array, limit: float, quarter: int) -> float:
    """Return a lower bound of the length of a path from start to target, inches; infinite above `limit`."""
    corners, field = space.bounding(quarter, SearchEllipse(start, target, limit))
    to_disc = space.to_disc.T
    found = shortest(start, target, corners, lambda a, b: field.clear(a @ to_disc, b @ to_disc), limit)
    return math.inf if found is None else found.length


def _by_hops(space: FreeSpace, start: Array, target: Array, length: float, limit: float) -> LevelPath:
    most = math.floor(limit + EXACT_TOLERANCE)
    least = math.ceil(length - EXACT_TOLERANCE)
    bound, proof = least, Proof.TAUT
    fine = False
    questions: dict[float, RoundedReach] = {}

    def question(spacing: float) -> RoundedReach:
        if spacing not in questions:
            questions[spacing] = RoundedReach.of(space, start, target, most + 2 * spacing, spacing)
        return questions[spacing]

    for hops in range(least, most + 1):
        if bound > hops:
            continue
        places = question(_SPACINGS[0]).path(hops)
        if places is not None:
            return LevelPath(places, float(hops), float(bound), proof)
        if not fine:
            fine = True
            length = taut_length(space, start, target, limit, FINE)
            if math.isinf(length):
                return LevelPath(None, math.inf, most + 1.0, Proof.TAUT)
            if length > hops + EXACT_TOLERANCE:
                bound, proof = math.ceil(length - EXACT_TOLERANCE), Proof.TAUT
                continue
        if bound == hops and any(question(spacing).refuted(hops) for spacing in _SPACINGS):
            bound, proof = hops + 1, Proof.HOPS
    return LevelPath(None, math.inf, float(bound), proof)


def _an_inch_from(space: FreeSpace, lens: SearchEllipse, end: Array) -> Array:
    """Return open positions (n, 2) one inch from an end of the path; a shorter increment costs an inch anyway."""
    turn = np.linspace(0.0, 2 * math.pi, _ROUND, endpoint=False)
    points = end + np.stack([np.cos(turn), np.sin(turn)], axis=1)
    points = points[lens.holds(points)]
    return np.asarray(points[space.free(points)])


def _by_corners(space: FreeSpace, start: Array, target: Array, increments: Increments, limit: float) -> LevelPath:
    length = taut_length(space, start, target, limit, FINE)
    if math.isinf(length):
        return LevelPath(None, math.inf, above(increments, limit), Proof.TAUT)
    two_legs = 2 * float(increments.prices(np.array(_SOME)))
    bound = max(float(increments.prices(np.array(length))), two_legs)
    lens = SearchEllipse(start, target, limit + _OVER)
    turns = [space.corners(quarter, lens).at for quarter in (1, 2, 4, 12)]
    sets = [turns]
    if not isinstance(increments, Exact):
        spread = [*turns, lattice(space, lens, _LATTICE)]
        dense = [*spread, *(space.corners(quarter, lens).at for quarter in (3, 5, 6))]
        sets += [spread, dense, [*spread, *(_an_inch_from(space, lens, end) for end in (start, target))]]
    ways = [way for each in sets if (way := _polished(space, start, target, increments, lens, each)) is not None]
    priced = [(float(increments.prices(np.hypot(*np.diff(way, axis=0).T)).sum()), way) for way in ways]
    price, found = min(priced, key=lambda one: one[0], default=(math.inf, None))
    if found is None or price > limit + EXACT_TOLERANCE:
        return LevelPath(None, math.inf, bound, Proof.TAUT)
    return LevelPath(found, price, min(bound, price), Proof.TAUT)


def _polished(
    space: FreeSpace, start: Array, target: Array, increments: Increments, lens: SearchEllipse, turns: list[Array]
) -> Array | None:
    """Return the cheapest path over some of these turns after moving each to its cheapest position, or None."""
    places = np.concatenate([start[None], target[None], *turns])

    def legs(here: int, rows: Index) -> Array:
        return np.where(space.clear(np.broadcast_to(places[here], (len(rows), 2)), places[rows]), 0.0, np.inf)

    way = dijkstra(places, legs, increments, lens.limit)
    return None if way is None else refine_path(space, places[list(way.nodes)], increments)
