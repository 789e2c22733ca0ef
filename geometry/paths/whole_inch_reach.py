"""Whether a place can be reached for a whole number of inches when every increment is rounded up (rule I24-01).

An increment of n inches costs as much as n increments of one inch in a row, so a path costs the number of its hops of
at most one inch: the places within c hops are R(c) = everything in straight reach of R(c - 1). A hop that leaves
R(c - 1) crosses its edge and is shorter from there, so that only the edge need be looked at, and of it only what is
not already too far from the target by the shortest way.

Two worlds are searched. In the true one the places found are certain; it says YES, with the path. In one whose
obstacles are eroded by the distance between neighbouring places on the edge, the places found contain every true one;
it says NO. A target that lies between the two is left open.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from geometry.paths.corners import Lens, inner_corners
from geometry.paths.free_space import FreeSpace
from geometry.paths.obstacle_field import Field
from geometry.paths.visibility_graph import distances
from geometry.paths.visible_region import Walls, edge_places, rim_places, union, visible_regions
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

MOST_PLACES = 500
"""Places on one edge beyond which a refusal is not tried and a path is sought among fewer."""

_RAY_STEP = 0.1
_QUARTER = 6


@dataclass(frozen=True, slots=True, eq=False)
class WholeInchReach:
    """The question of one start and one target, prepared for several numbers of hops.

    `spacing` is the distance of neighbouring places on an edge, inches: what is decided more closely than about that
    stays open.
    """

    space: FreeSpace
    start: Array
    target: Array
    spacing: float
    scale: Array
    eroded: Field
    bound: Field
    turns: Array
    onward: Array

    @classmethod
    def of(cls, space: FreeSpace, start: Array, target: Array, limit: float, spacing: float = 0.03) -> WholeInchReach:
        """Return the prepared question; nothing beyond `limit` inches can be asked of it."""
        scale = space.scale
        eroded = space.surely.eroded(spacing * float(np.linalg.norm(space.to_disc, 2)))
        corners = inner_corners(eroded, _QUARTER).mapped(scale)
        corners = corners.chosen(Lens(start, target, limit).holds(corners.at))
        bound = eroded.scaled(math.cos(math.pi / (4 * _QUARTER)) * (1 - 1e-7))
        corners = corners.chosen(bound.free(corners.at @ space.to_disc.T))
        hops = cls(space, start, target, spacing, scale, eroded, bound, target[None], np.zeros(1))
        onward = distances(target, start, corners, hops.may_see, limit)
        known = np.isfinite(onward)
        return replace(
            hops,
            turns=np.concatenate([target[None], corners.at[known]]),
            onward=np.concatenate([[0.0], onward[known]]),
        )

    def may_see(self, starts: Array, ends: Array) -> Flags:
        """Return which increments (m, 2) to (m, 2) are open where obstacles are smaller than the true ones."""
        return self.bound.clear(starts @ self.space.to_disc.T, ends @ self.space.to_disc.T)

    def path(self, hops: int) -> Array | None:
        """Return places (n, 2) of a path that costs at most so many inches, or None when none was found.

        Paths that turn once are sought first, then such as turn oftener, among few places and among more.
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
        """Return whether it is certain that no path costs so few inches."""
        for number, places in enumerate(self._spread(hops, self.spacing, eroded=True)):
            if len(places) > MOST_PLACES:
                return False
            near = places[np.hypot(*(places - self.target).T) <= hops - number + self.spacing]
            if self.may_see(near, np.broadcast_to(self.target, near.shape)).any():
                return False
        return True

    def _spread(self, hops: int, spacing: float, eroded: bool, once: bool = False) -> Iterator[Array]:
        """Yield places on the edges of R(0), R(1), ... that are not yet too far from the target.

        With `once` only what lies in straight reach of the start belongs to R.
        """
        walls = Walls.of(self.eroded if eroded else self.space.solid)
        hop = (math.sqrt(1 + spacing**2) + EXACT_TOLERANCE) / math.cos(_RAY_STEP / 2) if eroded else 1.0
        here = self.start[None] @ self.space.to_disc.T
        straight = (
            visible_regions(here, walls, (hops - 1) * hop, self.scale, _RAY_STEP / 3)[0] @ self.scale.T - self.start
        )
        far = np.maximum(np.hypot(*straight.T), EXACT_TOLERANCE)[:, None]
        yield self.start[None]
        places = np.empty((0, 2))
        for number in range(1, hops):
            rings = [self.start + straight * np.minimum(number * hop / far, 1.0)]
            if len(places) and not once:
                rings += [
                    *(visible_regions(places @ self.space.to_disc.T, walls, hop, self.scale, _RAY_STEP) @ self.scale.T)
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
        """Of places (n, 2) in one cell of a grid the one that may be nearest to the target, `MOST_PLACES` at most."""
        bound = np.full(len(places), np.inf)
        for turn, onward in zip(self.turns, self.onward, strict=True):
            bound = np.minimum(bound, np.hypot(*(places - turn).T) + onward)
        order = np.argsort(bound)
        order = order[bound[order] <= limit]
        _, first = np.unique(np.round(places[order] / spacing), axis=0, return_index=True)
        return np.asarray(places[order[np.sort(first)[:MOST_PLACES]]])

    def _remaining(self, places: Array, limit: float) -> Array:
        """Return a lower bound of the way to the target from each place (n, 2), inches; infinite above `limit`."""
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
        """Places from the start to `place`, which lies on the edge of R(number), over as few turns as are found.

        `dead` are the places by level and row from which no way back was found, however it was come there: each is
        looked at once.
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
