"""Visibility polygons, and the expansion of a reach over one level from positions with known prices.

The outline of a grown obstacle consists of its core's edges, moved outwards, and of circles around the core's corners.
Rays intersect both in closed form.

From a position everything in straight reach is open. Areas hidden behind a corner are reached by a turn on the tangent
to that corner: the later the better, as far as the price of the first increment allows. So each position finds the
corners around it and adds new positions on their tangents, with their prices. Positions whose straight reach adds
nothing are not continued from; they only count as positions in which a climb or drop may begin.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from geometry.base import EXACT_TOLERANCE
from geometry.paths.configuration_space import FreeSpace, GrownObstacles
from geometry.paths.pricing import Exact, Increments, RoundedUp

Array = NDArray[np.float64]

_BESIDE = 1e-6
"""Radians by which rays pass a tangent on either side."""

_TANGENT_GRAZE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class ObstacleBoundary:
    """Outlines of grown obstacles: straight walls from `starts` to `ends` (m, 2), and circles (k, 3): x, y, radius."""

    starts: Array
    ends: Array
    circles: Array

    @classmethod
    def of(cls, field: GrownObstacles) -> ObstacleBoundary:
        """Return the outlines of a field's obstacles."""
        lines = field.outlines
        along = lines.ends - lines.starts
        length = np.hypot(along[:, 0], along[:, 1])
        outward = np.stack([along[:, 1], -along[:, 0]], axis=-1) / np.where(length > 0, length, 1.0)[:, None]
        keep = field.keep[lines.owner]
        moved = outward * keep[:, None]
        after = along[lines.following]
        convex = along[:, 0] * after[:, 1] - along[:, 1] * after[:, 0] > 0
        corners = np.column_stack([lines.ends[convex], keep[convex]])
        return cls(lines.starts + moved, lines.ends + moved, np.concatenate([corners, field.discs]))

    def near(self, places: Array, reach: float) -> ObstacleBoundary:
        """Return only the walls within `reach` of the bounding box of some positions (n, 2)."""
        low, high = places.min(axis=0) - reach, places.max(axis=0) + reach
        least, most = np.minimum(self.starts, self.ends), np.maximum(self.starts, self.ends)
        lines = ((most >= low) & (least <= high)).all(axis=1)
        middle, radius = self.circles[:, :2], self.circles[:, 2:]
        rounds = ((middle + radius >= low) & (middle - radius <= high)).all(axis=1)
        return ObstacleBoundary(self.starts[lines], self.ends[lines], self.circles[rounds])

    def free_length(self, places: Array, rays: Array) -> Array:
        """Return the lengths (n, a) of rays with unit directions (n, a, 2) from positions (n, 2) to the first wall.

        A ray that only touches a wall continues. Infinite if it meets no wall.
        """
        out = np.full(rays.shape[:2], np.inf)
        if len(self.starts):
            along = self.ends - self.starts
            offset = self.starts[None] - places[:, None]
            cross = rays[..., None, 0] * along[:, 1] - rays[..., None, 1] * along[:, 0]
            entering = cross < -_TANGENT_GRAZE
            safe = np.where(entering, cross, -1.0)
            over = (offset[..., 0] * along[:, 1] - offset[..., 1] * along[:, 0])[:, None] / safe
            share = (offset[:, None, :, 0] * rays[..., None, 1] - offset[:, None, :, 1] * rays[..., None, 0]) / safe
            hit = entering & (over >= -_TANGENT_GRAZE) & (share >= 0) & (share <= 1)
            out = np.minimum(out, np.where(hit, over, np.inf).min(axis=-1))
        if len(self.circles):
            offset = self.circles[None, :, :2] - places[:, None]
            along = np.einsum("ncx,nax->nac", offset, rays)
            square = (offset**2).sum(axis=-1)[:, None]
            room = self.circles[:, 2] ** 2 - (square - along**2)
            entering = (room > _TANGENT_GRAZE) & (along > 0)
            over = along - np.sqrt(np.where(entering, room, 0.0))
            hit = entering & (over >= -1e-6)
            out = np.minimum(out, np.where(hit, over, np.inf).min(axis=-1))
        return np.asarray(np.maximum(out, 0.0))

    def tangents(self, places: Array) -> Array:
        """Return the directions (radians) of the tangents from positions (n, 2) to each circle, shape (n, 2k)."""
        offset = self.circles[None, :, :2] - places[:, None]
        apart = np.maximum(np.hypot(offset[..., 0], offset[..., 1]), self.circles[:, 2])
        towards = np.arctan2(offset[..., 1], offset[..., 0])
        half = np.arcsin(np.minimum(self.circles[:, 2] / apart, 1.0))
        return np.concatenate([towards - half, towards + half], axis=1)


def visibility_polygons(
    places: Array,
    walls: ObstacleBoundary,
    reach: Array | float,
    scale: Array,
    step: float,
    notches: Array | None = None,
) -> Array:
    """Return the area in straight reach of each position (n, 2): rings (n, a, 2) of star-shaped polygons.

    `reach` (a number, or n of them) is in inches on the board; `scale` (2x2) maps the coordinates of the positions to
    the board. Rays are `step` radians apart, with two more for each tangent to a circle nearby and one for each of the
    `notches` (k, 2), inner corners where walls meet.
    """
    if not len(places):
        return np.empty((0, 0, 2))
    reaches = np.broadcast_to(np.asarray(reach, dtype=np.float64), (len(places),))
    most = float(reaches.max()) * float(np.linalg.norm(np.linalg.inv(scale), 2))
    near = walls.near(places, most)
    even = np.linspace(-math.pi, math.pi, math.ceil(2 * math.pi / step), endpoint=False)
    edges = near.tangents(places)
    angles = [np.broadcast_to(even, (len(places), len(even))), edges - _BESIDE, edges + _BESIDE]
    if notches is not None and len(notches):
        low, high = places.min(axis=0) - most, places.max(axis=0) + most
        offset = notches[((notches >= low) & (notches <= high)).all(axis=1)][None] - places[:, None]
        angles.append(np.arctan2(offset[..., 1], offset[..., 0]))
    facing = np.sort(np.remainder(np.concatenate(angles, axis=1) + math.pi, 2 * math.pi) - math.pi, axis=1)
    rays = np.stack([np.cos(facing), np.sin(facing)], axis=-1)
    cap = reaches[:, None] / np.linalg.norm(rays @ scale.T, axis=-1)
    length = np.minimum(near.free_length(places, rays), cap)
    return np.asarray(places[:, None] + length[..., None] * rays)


def union(rings: Sequence[Array]) -> shapely.Geometry:
    """Return the union of star-shaped rings (a, 2)."""
    polygons = np.array([shapely.Polygon(ring) for ring in rings])
    polygons = shapely.simplify(polygons, 1e-7)
    broken = ~shapely.is_valid(polygons)
    polygons[broken] = shapely.make_valid(polygons[broken])
    return shapely.union_all(polygons)


def edge_places(region: shapely.Geometry, spacing: float) -> Array:
    """Return positions (n, 2) along the edge of a region, neighbours at most `spacing` apart."""
    edge = shapely.segmentize(shapely.boundary(region), 0.7 * spacing)
    places = shapely.get_coordinates(edge)
    _, first = np.unique(np.round(places * (6 / spacing)), axis=0, return_index=True)
    return np.asarray(places[first])


def rim_places(rings: Sequence[Array], spacing: float) -> Array:
    """Return positions (n, 2) along the rims of stars, each separately, neighbours at most `spacing` apart."""
    return np.asarray(
        shapely.get_coordinates(shapely.segmentize([shapely.LinearRing(ring) for ring in rings], spacing))
    )


Flags = NDArray[np.bool_]
Index = NDArray[np.intp]

_RAY_STEP = 0.06
_PROBE_STEP = 0.35
_SOME = 0.03
_SAME = 0.06
_GRAZE = 1e-6
_HAIR = 1e-7
"""Inches by which an outline may move: straight reaches from many positions share their edges except for rounding."""

_SWINGS = (_GRAZE, 0.12)
"""Radians by which turning lines are rotated away from the corner they touch: all from the start, later the first only.
"""

_ASKED = 8
_CHUNK = 12
_ROUND_TURNS = (0.2,)


@dataclass(eq=False)
class LevelSpread:
    """One level: its free space, the region reached so far, and the positions from which to continue."""

    space: FreeSpace
    increments: Increments
    limit: float

    def __post_init__(self) -> None:
        self.region: shapely.Geometry = Polygon()
        self.places: Array = np.empty((0, 2))
        self.prices: Array = np.empty(0)
        self.dropped_places: Array = np.empty((0, 2))
        self.dropped_prices: Array = np.empty(0)

    @cached_property
    def walls(self) -> ObstacleBoundary:
        """Outlines of obstacles, and the edge of the board."""
        walls = ObstacleBoundary.of(self.space.solid)
        (x0, y0), (x1, y1) = self.space.low, self.space.high
        corners = np.array([(x0, y0), (x0, y1), (x1, y1), (x1, y0)]) @ self.space.to_disc.T
        return ObstacleBoundary(
            np.concatenate([walls.starts, corners]),
            np.concatenate([walls.ends, np.roll(corners, -1, axis=0)]),
            walls.circles,
        )

    @cached_property
    def notches(self) -> Array:
        """Inner corners of the free space, in coordinates in which the base is a disc, shape (n, 2)."""
        (x0, y0), (x1, y1) = self.space.low, self.space.high
        board = Polygon(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]) @ self.space.to_disc.T)
        free = board.difference(shapely.union_all(self.space.solid.grown(8)))
        found = [np.empty((0, 2))]
        for ring in shapely.get_rings(shapely.orient_polygons(free)):
            corners = shapely.get_coordinates(ring)[:-1]
            before, after = corners - np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0) - corners
            found.append(corners[before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0] > 1e-6])
        return np.concatenate(found)

    def spread(self, places: Array, prices: Array) -> tuple[Array, Array]:
        """Add the straight reach of positions (n, 2) with these prices; return new positions and their prices."""
        useful = self._rest(prices) > _SOME
        places, prices = places[useful], prices[useful]
        kept = _cheapest_of_neighbours(places, prices)
        self._drop(np.delete(places, kept, axis=0), np.delete(prices, kept))
        places, prices = places[kept], prices[kept]
        found = [(np.empty((0, 2)), np.empty(0))]
        chunks = math.ceil(len(places) / _CHUNK)
        found += [self._spread_few(places[chunk::chunks], prices[chunk::chunks]) for chunk in range(chunks)]
        return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])

    def _spread_few(self, places: Array, prices: Array) -> tuple[Array, Array]:
        rest = self._rest(prices)
        if len(self.places):
            adds = self._adds(places, rest)
            self._drop(places[~adds], prices[~adds])
            places, prices, rest = places[adds], prices[adds], rest[adds]
        if not len(places):
            return places, prices
        self.places, self.prices = np.concatenate([self.places, places]), np.concatenate([self.prices, prices])
        grown = rest / math.cos(_RAY_STEP / 2)
        rings = visibility_polygons(
            places @ self.space.to_disc.T, self.walls, grown, self.space.scale, _RAY_STEP, self.notches
        )
        grown_region = shapely.union(self.region, union([*(rings @ self.space.scale.T)]))
        self.region = shapely.simplify(grown_region, _HAIR)
        shapely.prepare(self.region)
        return self._turns(places, prices, rest)

    def _drop(self, places: Array, prices: Array) -> None:
        """Keep positions that add nothing to the region: some targets are a whole number of inches from these alone."""
        self.dropped_places = np.concatenate([self.dropped_places, places])
        self.dropped_prices = np.concatenate([self.dropped_prices, prices])

    def straight_prices(self, targets: Array, legs: Callable[[Array, Array], Array]) -> Array:
        """Return the least price of targets (n, 2) by one straight increment from a reached position, else infinite.

        `legs` returns the surcharge of increments, infinite if they are blocked.
        """
        spread = self._prices_from(self.places, self.prices, targets, legs)
        return np.minimum(spread, self._prices_from(self.dropped_places, self.dropped_prices, targets, legs))

    def _prices_from(
        self, places: Array, prices: Array, targets: Array, legs: Callable[[Array, Array], Array]
    ) -> Array:
        out = np.full(len(targets), np.inf)
        if not len(places) or not len(targets):
            return out
        lengths = np.hypot(*(targets[:, None] - places[None]).transpose(2, 0, 1))
        through = prices + self.increments.prices(lengths)
        order = np.argsort(through, axis=1)
        asked = np.arange(len(targets))
        for rank in range(min(len(places), _ASKED)):
            best = order[asked, rank]
            price = through[asked, best]
            alive = price <= self.limit + EXACT_TOLERANCE
            asked, best, price = asked[alive], best[alive], price[alive]
            if not len(asked):
                break
            total = price + legs(places[best], targets[asked])
            seen = np.isfinite(total)
            out[asked[seen]] = total[seen]
            asked = asked[~seen]
        return out

    def _rest(self, prices: Array) -> Array:
        """Return the largest length of one more increment from positions with these prices."""
        left = self.limit - prices + EXACT_TOLERANCE
        if isinstance(self.increments, RoundedUp):
            return np.asarray(np.floor(left))
        if isinstance(self.increments, Exact):
            return np.maximum(left, 0.0)
        return np.where(left >= 1.0, left, 0.0)

    def _adds(self, places: Array, rest: Array) -> Flags:
        """Return whether the tips of a few rays from each position are outside the region reached."""
        if not len(places):
            return np.zeros(0, dtype=bool)
        rings = visibility_polygons(places @ self.space.to_disc.T, self.walls, rest, self.space.scale, _PROBE_STEP)
        tips = rings @ self.space.scale.T
        inward = places[:, None] - tips
        length = np.hypot(inward[..., 0], inward[..., 1])
        tips = tips + inward * np.minimum(_SOME / np.maximum(length, _GRAZE), 1.0)[..., None]
        outside = ~shapely.contains_xy(self.region, tips[..., 0], tips[..., 1])
        return np.asarray((outside & (length > 2 * _SOME)).any(axis=1))

    def _turns(self, places: Array, prices: Array, rest: Array) -> tuple[Array, Array]:
        """Return positions on tangents to a corner at which a turn into the area hidden by the corner is worthwhile."""
        here = places @ self.space.to_disc.T
        walls = self.walls.near(here, float(rest.max()) * float(np.linalg.norm(self.space.to_disc, 2)))
        if not len(walls.circles):
            return np.empty((0, 2)), np.empty(0)
        facing = walls.tangents(here)
        offset = walls.circles[None, :, :2] - here[:, None]
        radius = np.broadcast_to(walls.circles[:, 2], offset.shape[:2])
        touch = np.sqrt(np.maximum((offset**2).sum(axis=-1) - radius**2, 0.0))
        side = np.repeat([-1.0, 1.0], len(walls.circles))
        found_places, found_prices = [np.empty((0, 2))], [np.empty(0)]
        for swing in _SWINGS if prices[0] == 0 else _SWINGS[:1]:
            rays = np.stack([np.cos(facing + side * swing), np.sin(facing + side * swing)], axis=-1)
            unit = np.linalg.norm(rays @ self.space.scale.T, axis=-1)
            first = np.concatenate([touch, touch], axis=1) * unit
            last = walls.free_length(here, rays) * unit
            row, column = np.nonzero((last > first + _SOME) & (first < rest[:, None] - _SOME))
            along = rays[row, column] @ self.space.scale.T / unit[row, column][:, None]
            bend = np.concatenate([radius, radius], axis=1)[row, column] * unit[row, column]
            for distance in self._distances(first[row, column], bend, last[row, column] - _GRAZE, rest[row]):
                good = np.isfinite(distance) & (distance < rest[row] - _SOME)
                found_places.append(places[row[good]] + distance[good, None] * along[good])
                found_prices.append(prices[row[good]] + self.increments.prices(distance[good]))
        return np.concatenate(found_places), np.concatenate(found_prices)

    def _distances(self, first: Array, bend: Array, last: Array, rest: Array) -> list[Array]:
        """Return distances at which to turn on lines that touch a corner after `first` inches and end at `last`."""
        if isinstance(self.increments, RoundedUp):
            whole = np.ceil(first - EXACT_TOLERANCE)
            steps = [np.minimum(np.maximum(whole, 1.0) + more, last) for more in range(int(rest.max(initial=0.0)))]
            return [
                np.where((one >= first) & (one > before), one, np.inf)
                for before, one in zip([0.0, *steps], steps, strict=False)
            ]
        least = 0.0 if isinstance(self.increments, Exact) else 1.0
        return [np.minimum(np.maximum(first + bend * share, least), last) for share in _ROUND_TURNS]


def _cheapest_of_neighbours(places: Array, prices: Array) -> Index:
    """Return the indices of the cheapest of the positions within `_SAME` inches of each other."""
    order = np.argsort(prices, kind="stable")
    _, first = np.unique(np.round(places[order] / _SAME), axis=0, return_index=True)
    return np.asarray(order[first])
