"""Reachable area: the positions in which a move can end for a price, level by level."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from geometry.base import EXACT_TOLERANCE
from geometry.errors import PositionError
from geometry.paths.cheapest_path import in_the_way
from geometry.paths.configuration_space import (
    FreeSpace,
    Scene,
    SearchEllipse,
    free_space,
    grown_base,
    meets,
    nearby,
    tops_at,
)
from geometry.paths.contact import StandingBody
from geometry.paths.layer_graph import Layer, laddered, portals, whole_inches
from geometry.paths.legs import polygons_of
from geometry.paths.passages import Passage
from geometry.paths.pricing import RoundedUp, Tariff
from geometry.paths.strides import PlaceXYZ
from geometry.paths.wavefront import LevelSpread, union
from geometry.terrain import Part

_FINE = 32
"""Segments per quarter turn around obstacles at the end of a move: at most 4e-4 in off the true arc."""


def allowed_end_region(scene: Scene, z: float, region: shapely.Geometry) -> MultiPolygon:
    """Return the part of a region in which the base may end a move.

    The edge of a straight reach consists of chords, which cut into round obstacles by up to 0.07 in where a ray grazes
    them. Obstacles are subtracted here.
    """
    space = free_space(scene, z)
    taken = [shapely.transform(one, lambda corners: corners @ space.scale.T) for one in space.solid.grown(_FINE)]
    taken += [
        _grown(space, part)
        for part in scene.parts
        if part.id in scene.ways and _stands(scene, z, part.bottom, part.top)
    ]
    taken += [_around(scene, space, body) for body in scene.guests.values() if _meets(scene, z, body)]
    region = region.difference(shapely.union_all(taken))
    if z > EXACT_TOLERANCE:
        tops = shapely.transform(tops_at(scene, z), lambda corners: corners @ space.to_disc.T)
        whole = shapely.buffer(tops, -space.radius, quad_segs=16)
        region = region.intersection(shapely.transform(whole, lambda corners: corners @ space.scale.T))
    return MultiPolygon([one for one in shapely.get_parts(region) if isinstance(one, Polygon) and one.area > 0])


def _grown(space: FreeSpace, part: Part) -> shapely.Geometry:
    core = shapely.transform(part.polygon, lambda corners: corners @ space.to_disc.T)
    grown = shapely.buffer(core, space.radius - EXACT_TOLERANCE, quad_segs=16)
    return shapely.transform(grown, lambda corners: corners @ space.scale.T)


def _around(scene: Scene, space: FreeSpace, body: StandingBody) -> shapely.Geometry:
    grown = grown_base(scene, body.base)
    return shapely.transform(grown, lambda corners: corners @ space.scale.T)


def _stands(scene: Scene, z: float, bottom: float, top: float) -> bool:
    return meets(z, scene.head, bottom, top)


def _meets(scene: Scene, z: float, body: StandingBody) -> bool:
    return meets(z, scene.head, body.base.z, body.base.z + body.head)


Array = NDArray[np.float64]

_RAYS = 25
_STEP = 0.1
_MOST_PLACES = 12
_CLASSES = 2


def beyond(layer: Layer, places: Array, prices: Array, limit: float) -> tuple[shapely.Geometry, Array, Array]:
    """Return the region that straight increments from positions (n, 2) reach through terrain that may be gone through.

    Also returns the positions from which to continue, (m, 2), and their prices (m,): on each ray the farthest of each
    price, with prices rounded up to half an inch.
    """
    order = np.argsort(prices)[:_MOST_PLACES]
    rings: list[Array] = []
    onward, charged = [np.empty((0, 2))], [np.empty(0)]
    for part, _ in layer.through:
        for place, price in zip(places[order], prices[order], strict=True):
            rest = limit - price
            if part.polygon.distance(shapely.points(place)) > rest:
                continue
            ends, costs = _fan(layer, part, place, rest)
            if ends is None or costs is None:
                continue
            reached = costs <= rest + EXACT_TOLERANCE
            rings += _cells(ends, reached)
            classes = np.ceil(costs * _CLASSES - EXACT_TOLERANCE)
            for one in np.unique(classes[reached]):
                same = (classes == one) & reached
                last = ends.shape[1] - 1 - np.argmax(same[:, ::-1], axis=1)
                rays = np.flatnonzero(same.any(axis=1))
                onward.append(ends[rays, last[rays]])
                charged.append(price + costs[rays, last[rays]])
    region = union(rings) if rings else shapely.Polygon()
    return region, np.concatenate(onward), np.concatenate(charged)


def _fan(layer: Layer, part: Part, place: Array, rest: float) -> tuple[Array | None, Array | None]:
    """Return the ends (rays, steps, 2) of increments through a part, and their prices; None if there are none."""
    reach = layer.scene.mover.radius
    offset = shapely.get_coordinates(shapely.buffer(part.polygon, reach, quad_segs=2)) - place
    if bool(shapely.intersects_xy(shapely.buffer(part.polygon, reach), *place)):
        facing = np.linspace(-math.pi, math.pi, 3 * _RAYS, endpoint=False)
    else:
        middle = math.atan2(*(np.array(part.polygon.centroid.coords[0]) - place)[::-1])
        swing = np.remainder(np.arctan2(offset[:, 1], offset[:, 0]) - middle + math.pi, 2 * math.pi) - math.pi
        facing = middle + np.linspace(swing.min(), swing.max(), _RAYS)
    steps = np.arange(_STEP, rest + _STEP, _STEP)
    ends = place + steps[None, :, None] * np.stack([np.cos(facing), np.sin(facing)], axis=-1)[:, None]
    flat = ends.reshape(-1, 2)
    costs = np.full(len(flat), np.inf)
    free = np.flatnonzero(layer.space.free(flat))
    if not len(free):
        return None, None
    no = np.zeros(len(free), dtype=bool)
    extra = layer.extra(np.broadcast_to(place, (len(free), 2)), flat[free], (no, no))
    lengths = np.hypot(*(flat[free] - place).T)
    costs[free] = np.where(extra > 0, layer.tariff.increments.prices(lengths) + extra, np.inf)
    return ends, costs.reshape(ends.shape[:2])


def _cells(ends: Array, reached: NDArray[np.bool_]) -> list[Array]:
    """Return corners (4, 2) of the cells of a fan whose corners are all reached; runs along a ray are merged."""
    out: list[Array] = []
    for ray in range(len(ends) - 1):
        both = reached[ray] & reached[ray + 1]
        change = np.flatnonzero(np.diff(np.concatenate([[False], both, [False]]).astype(int)))
        out += [
            np.stack([ends[ray, first], ends[ray, end - 1], ends[ray + 1, end - 1], ends[ray + 1, first]])
            for first, end in change.reshape(-1, 2)
            if end - first > 1
        ]
    return out


Ring = tuple[tuple[float, float], ...]

_STEPS = 2
"""Largest number of climbs and drops in a row."""

_BATCH = 0.25
_SEAM = 1e-6


@dataclass(frozen=True, slots=True)
class LevelReach:
    """Region in which a base's centre can end at height `z`, seen from above, inches."""

    z: float
    region: MultiPolygon

    @property
    def outlines(self) -> tuple[Ring, ...]:
        """Outlines of the region as (x, y) corners, holes included, to be drawn with the even-odd rule."""
        rings = shapely.get_rings(shapely.get_parts(self.region))
        return tuple(tuple((float(x), float(y)) for x, y in shapely.get_coordinates(ring)) for ring in rings)


@dataclass(frozen=True, slots=True)
class Reach:
    """Positions in which a move from `start` can end for `allowance` inches: one region per height.

    Every position in it can be reached, to 0.01 in at round outlines, and every legal straight move ends in it. Around
    corners it may end up to about 0.1 in short of the best path: use `cheapest_path` to decide such positions.
    """

    start: PlaceXYZ
    allowance: float
    levels: tuple[LevelReach, ...]

    def holds(self, place: PlaceXYZ) -> bool:
        """Whether it contains a position (x, y, z) of the base's centre."""
        return any(
            abs(level.z - place[2]) <= EXACT_TOLERANCE and bool(shapely.intersects_xy(level.region, *place[:2]))
            for level in self.levels
        )


def reachable_area(scene: Scene, start: PlaceXYZ, *, tariff: Tariff | None = None, allowance: float) -> Reach:
    """Return the positions in which a move from `start`, (x, y, z) of the base's centre, can end for the allowance.

    At its end the base must fit: on the board, clear of terrain and other bases, supported by the floor or a top.
    Raises `PositionError` with the obstacle's name if the base cannot be at the start.
    """
    for name in in_the_way(scene, start, leaving=True):
        raise PositionError("geometry-start-blocked", x=start[0], y=start[1], z=start[2], obstacle=name)
    here = np.array(start[:2])
    scene = nearby(scene, here, here, 2 * allowance)
    spread = _Spread(scene, Tariff() if tariff is None else tariff, start, allowance)
    spread.run()
    levels = []
    for z, landed in spread.landed().items():
        region = allowed_end_region(scene, z, landed)
        if not region.is_empty:
            levels.append(LevelReach(z, region))
    return Reach(start, allowance, tuple(levels))


class _Level(NamedTuple):
    """A height, and the amount prepaid by the climbs to it, inches; None before the first climb.

    If no climb costs less than the minimum that an action pays for all its climbs, nothing is prepaid and it stays
    None.
    """

    z: float
    paid_ahead: float | None = None


@dataclass(eq=False)
class _Spread:
    """Reach under construction: the levels found so far, and on each the positions from which to continue."""

    scene: Scene
    tariff: Tariff
    start: PlaceXYZ
    limit: float

    def __post_init__(self) -> None:
        self.grounds: dict[_Level, LevelSpread] = {}
        self.doors: dict[float, Layer] = {}
        self.feet: dict[_Level, list[Array]] = {}
        self.columns: dict[tuple[float, float], FreeSpace] = {}
        self.rings: dict[str, Array] = {}
        self.beside = 1.0 if self.tariff.climbs is None else self.tariff.climbs.distance
        self.tops: dict[float, Polygon | MultiPolygon] = {}
        closed = {name: way for name, way in self.scene.ways.items() if way is Passage.OPEN}
        self.closed = replace(self.scene, ways=closed)
        self.near = shapely.buffer(shapely.points(self.start[:2]), self.limit + self.scene.mover.radius)
        self.parts = [
            part for part in self.scene.parts if part.id not in self.scene.ways and part.polygon.intersects(self.near)
        ]
        heights = sorted({0.0, self.start[2], *(part.top for part in self.parts)})
        self.shares = self.tariff.has_short_climbs(heights)

    def run(self) -> None:
        """Expand over the start's level, then over the heights that climbs and drops lead to, and so on."""
        waiting = {_Level(self._height(self.start[2])): (np.array([self.start[:2]]), np.zeros(1))}
        for step in range(_STEPS + 1):
            for level, (places, prices) in waiting.items():
                self.feet.setdefault(level, []).append(places)
                self._fill(level, places, prices)
            if step < _STEPS:
                waiting = _by_level(found for low in waiting for found in self._steps(low))

    def landed(self) -> dict[float, shapely.Geometry]:
        """Return the region reached at each height; above the floor only on tops that a climb or the start leads to."""
        regions: dict[float, list[shapely.Geometry]] = {}
        for level, ground in self.grounds.items():
            regions.setdefault(level.z, []).append(self._landed(level, ground))
        return {z: found[0] if len(found) == 1 else shapely.union_all(found) for z, found in sorted(regions.items())}

    def _landed(self, level: _Level, ground: LevelSpread) -> shapely.Geometry:
        z = level.z
        if z <= EXACT_TOLERANCE:
            return ground.region
        feet = shapely.multipoints(np.concatenate(self.feet[level]))
        beside = self.scene.mover.radius + self.beside + _SEAM
        tops = [top for top in polygons_of(self._tops(z)) if top.distance(feet) <= beside]
        return ground.region.intersection(shapely.union_all(tops))

    def _tops(self, z: float) -> Polygon | MultiPolygon:
        if z not in self.tops:
            self.tops[z] = tops_at(self.scene, z)
            shapely.prepare(self.tops[z])
        return self.tops[z]

    def _height(self, z: float) -> float:
        return next((known.z for known in self.grounds if abs(known.z - z) <= EXACT_TOLERANCE), z)

    def _ground(self, level: _Level) -> LevelSpread:
        if level not in self.grounds:
            space = free_space(self.closed, level.z, on_tops=level.z > EXACT_TOLERANCE)
            self.grounds[level] = LevelSpread(space, self.tariff.increments, self.limit)
            if level.z not in self.doors:
                self.doors[level.z] = Layer(self.scene, level.z, self.tariff)
        return self.grounds[level]

    def _fill(self, level: _Level, places: Array, prices: Array) -> None:
        ground, z = self._ground(level), level.z
        width = EXACT_TOLERANCE if isinstance(self.tariff.increments, RoundedUp) else _BATCH
        while len(places):
            now = prices <= prices.min() + width
            more_places, more_prices = ground.spread(places[now], prices[now])
            if self.doors[z].through:
                region, behind, at = beyond(self.doors[z], places[now], prices[now], self.limit)
                ground.region = shapely.union(ground.region, region)
                more_places, more_prices = np.concatenate([more_places, behind]), np.concatenate([more_prices, at])
            if z > EXACT_TOLERANCE and len(more_places):
                carried = shapely.intersects_xy(self._tops(z), more_places[:, 0], more_places[:, 1])
                more_places, more_prices = more_places[carried], more_prices[carried]
            places = np.concatenate([places[~now], more_places])
            prices = np.concatenate([prices[~now], more_prices])

    def _steps(self, level: _Level) -> Iterator[tuple[_Level, Array, Array]]:
        """Yield the results of climbs and drops from a level: the other level, positions there and their prices."""
        ground, z = self.grounds[level], level.z
        lens = SearchEllipse(np.array(self.start[:2]), np.array(self.start[:2]), 2 * self.limit)
        aligned = np.concatenate([lens.start[None], whole_inches(lens)[0]])
        for part in self.parts:
            for other in self._others(z, part):
                by_ladder, plain = (self._step(level, other, by_ladder=way) for way in (True, False))
                least = by_ladder[0]
                if not len(ground.prices) or ground.prices.min() + least > self.limit + EXACT_TOLERANCE:
                    continue
                if part.id not in self.rings:
                    self.rings[part.id] = portals(part, ground.space, self.beside, aligned)
                ring = self.rings[part.id]
                away = self.tariff.increments.prices(np.hypot(*(ring - lens.start).T))
                ring = ring[away + least <= self.limit + EXACT_TOLERANCE]
                ring = ring[self._column(min(z, other), max(z, other)).free(ring)]
                ring = self._over_tops(min(z, other), ring)
                with_ladder = laddered(self.scene, ring, other) if other > z else np.zeros(len(ring), dtype=bool)
                price = np.where(with_ladder, least, plain[0]) + ground.straight_prices(ring, self._legs(z))
                affordable = price <= self.limit + EXACT_TOLERANCE
                for ahead in {by_ladder[1], plain[1]}:
                    there = affordable & (np.where(with_ladder, by_ladder[1] == ahead, plain[1] == ahead))
                    if there.any():
                        yield _Level(self._height(other), ahead), ring[there], price[there]

    def _others(self, z: float, part: Part) -> Iterator[float]:
        """Yield the heights a part leads to from `z`: its top from below; the floor and lower tops from its top."""
        if part.top > z + EXACT_TOLERANCE:
            if z <= EXACT_TOLERANCE or part.polygon.distance(self._tops(z)) <= self.scene.mover.radius + self.beside:
                yield part.top
        elif abs(part.top - z) <= EXACT_TOLERANCE:
            yield from sorted({0.0, *(one.top for one in self.parts if one.top < z - EXACT_TOLERANCE)})

    def _over_tops(self, z: float, places: Array) -> Array:
        """Return the positions whose centre is over a top at that height."""
        if z <= EXACT_TOLERANCE or not len(places):
            return places
        return np.asarray(places[shapely.intersects_xy(self._tops(z), places[:, 0], places[:, 1])])

    def _legs(self, z: float) -> Callable[[Array, Array], Array]:
        """Return the surcharge function of increments at a height; positions beside the tops count as portals."""
        layer = self.doors[z]

        def beside(places: Array) -> NDArray[np.bool_]:
            if layer.tops is None:
                return np.zeros(len(places), dtype=bool)
            return np.asarray(~shapely.intersects_xy(layer.tops, places[:, 0], places[:, 1]))

        return lambda starts, ends: layer.extra(starts, ends, (beside(starts), beside(ends)))

    def _column(self, low: float, high: float) -> FreeSpace:
        """Obstacles to a rise or fall between two heights."""
        if (low, high) not in self.columns:
            self.columns[low, high] = free_space(self.closed, low, up_to=high)
        return self.columns[low, high]

    def _step(self, level: _Level, other: float, *, by_ladder: bool) -> tuple[float, float | None]:
        """Return the price of one climb or drop from a level, and the amount then prepaid; a ladder prepays nothing."""
        z, ahead = level
        if other < z:
            return self.tariff.fall(z - other), ahead
        if by_ladder:
            price, then = self._step(level, other, by_ladder=False)
            ladder = self.tariff.rise(other - z, by_ladder=True)
            return (ladder, ahead) if ladder < price else (price, then)
        if not self.shares:
            return self.tariff.rise(other - z), ahead
        return self.tariff.rise_after(other - z, ahead)


def _by_level(steps: Iterable[tuple[_Level, Array, Array]]) -> dict[_Level, tuple[Array, Array]]:
    """Combine positions and prices that lead to the same level."""
    found: dict[_Level, list[tuple[Array, Array]]] = {}
    for level, places, prices in steps:
        found.setdefault(level, []).append((places, prices))
    return {
        level: (np.concatenate([one for one, _ in pairs]), np.concatenate([one for _, one in pairs]))
        for level, pairs in found.items()
    }
