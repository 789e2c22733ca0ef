"""The cheapest way between two places at one height, with a proof that nothing is cheaper as far as there is one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from geometry.paths.corners import Lens
from geometry.paths.free_space import FreeSpace
from geometry.paths.priced import cheapest_over
from geometry.paths.pricing import Exact, Increments, RoundedUp
from geometry.paths.refine import lattice, polished
from geometry.paths.visibility_graph import shortest
from geometry.paths.whole_inch_reach import WholeInchReach
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]

COARSE, FINE = 6, 24
"""Pieces of a quarter turn in which round corners are replaced by polygons, at first and where it matters."""

_SPACINGS = (0.03, 0.01)
_JUST_ABOVE = 10 * EXACT_TOLERANCE
_SOME = 1e-3
_LATTICE = 0.5
_ROUND = 48
_OVER = 0.3
"""Inches above the limit up to which a path is sought that may come within it when its turns are moved."""


class Proof(StrEnum):
    """Why nothing is cheaper than a bound.

    `LINE`: the straight line costs as much. `TAUT`: the shortest way past all obstacles does. `HOPS`: every way of
    fewer inches was searched and none arrives. `PLACE`: the base cannot stand there.
    """

    LINE = "line"
    TAUT = "taut"
    HOPS = "hops"
    PLACE = "place"


@dataclass(frozen=True, slots=True, eq=False)
class LevelWay:
    """The best way found: its places (n, 2), None where none was found; and what surely nothing costs less than."""

    places: Array | None
    price: float
    bound: float
    proof: Proof


def cheapest_on_level(space: FreeSpace, start: Array, target: Array, increments: Increments, limit: float) -> LevelWay:
    """Return the cheapest way from start to target (x, y) that costs at most `limit` inches.

    The places must be free. The price is infinite where no way was found; the bound is the next price above the limit
    where surely there is none within it.
    """
    straight = float(increments.prices(np.array(math.dist(start, target))))
    if straight > limit + EXACT_TOLERANCE:
        return LevelWay(None, math.inf, straight, Proof.LINE)
    if space.clear(start[None], target[None])[0]:
        return LevelWay(np.stack([start, target]), straight, straight, Proof.LINE)
    length = taut_length(space, start, target, limit, COARSE)
    if math.isinf(length):
        return LevelWay(None, math.inf, above(increments, limit), Proof.TAUT)
    if isinstance(increments, RoundedUp):
        return _by_hops(space, start, target, length, limit)
    return _by_corners(space, start, target, increments, limit)


def above(increments: Increments, limit: float) -> float:
    """Return the least price above a limit, inches; where prices are not whole, just enough to be above it."""
    return math.floor(limit + EXACT_TOLERANCE) + 1.0 if isinstance(increments, RoundedUp) else limit + _JUST_ABOVE


def taut_length(space: FreeSpace, start: Array, target: Array, limit: float, quarter: int) -> float:
    """Return a length that no way from start to target falls short of, inches; infinite above `limit`."""
    corners, field = space.bounding(quarter, Lens(start, target, limit))
    to_disc = space.to_disc.T
    found = shortest(start, target, corners, lambda a, b: field.clear(a @ to_disc, b @ to_disc), limit)
    return math.inf if found is None else found.length


def _by_hops(space: FreeSpace, start: Array, target: Array, length: float, limit: float) -> LevelWay:
    most = math.floor(limit + EXACT_TOLERANCE)
    least = math.ceil(length - EXACT_TOLERANCE)
    bound, proof = least, Proof.TAUT
    fine = False
    questions: dict[float, WholeInchReach] = {}

    def question(spacing: float) -> WholeInchReach:
        if spacing not in questions:
            questions[spacing] = WholeInchReach.of(space, start, target, most + 2 * spacing, spacing)
        return questions[spacing]

    for hops in range(least, most + 1):
        if bound > hops:
            continue
        places = question(_SPACINGS[0]).path(hops)
        if places is not None:
            return LevelWay(places, float(hops), float(bound), proof)
        if not fine:
            fine = True
            length = taut_length(space, start, target, limit, FINE)
            if math.isinf(length):
                return LevelWay(None, math.inf, most + 1.0, Proof.TAUT)
            if length > hops + EXACT_TOLERANCE:
                bound, proof = math.ceil(length - EXACT_TOLERANCE), Proof.TAUT
                continue
        if bound == hops and any(question(spacing).refuted(hops) for spacing in _SPACINGS):
            bound, proof = hops + 1, Proof.HOPS
    return LevelWay(None, math.inf, float(bound), proof)


def _an_inch_from(space: FreeSpace, lens: Lens, end: Array) -> Array:
    """Return free places (n, 2) an inch from an end of the way: a first or last increment that is shorter costs one."""
    turn = np.linspace(0.0, 2 * math.pi, _ROUND, endpoint=False)
    points = end + np.stack([np.cos(turn), np.sin(turn)], axis=1)
    points = points[lens.holds(points)]
    return np.asarray(points[space.free(points)])


def _by_corners(space: FreeSpace, start: Array, target: Array, increments: Increments, limit: float) -> LevelWay:
    length = taut_length(space, start, target, limit, FINE)
    if math.isinf(length):
        return LevelWay(None, math.inf, above(increments, limit), Proof.TAUT)
    two_legs = 2 * float(increments.prices(np.array(_SOME)))
    bound = max(float(increments.prices(np.array(length))), two_legs)
    lens = Lens(start, target, limit + _OVER)
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
        return LevelWay(None, math.inf, bound, Proof.TAUT)
    return LevelWay(found, price, min(bound, price), Proof.TAUT)


def _polished(
    space: FreeSpace, start: Array, target: Array, increments: Increments, lens: Lens, turns: list[Array]
) -> Array | None:
    """Return the cheapest way over some of these turns, moved to where they are cheapest; None where there is none."""
    places = np.concatenate([start[None], target[None], *turns])

    def legs(here: int, rows: Index) -> Array:
        return np.where(space.clear(np.broadcast_to(places[here], (len(rows), 2)), places[rows]), 0.0, np.inf)

    way = cheapest_over(places, legs, increments, lens.limit)
    return None if way is None else polished(space, places[list(way.nodes)], increments)
