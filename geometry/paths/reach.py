"""How far a move can go: the places where a base can end for a price, level by level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from geometry.errors import PositionError
from geometry.paths.cheapest import in_the_way
from geometry.paths.contact import Body
from geometry.paths.corners import Lens
from geometry.paths.free_space import FreeSpace, Scene, free_space, grown_base, meets, nearby, tops_at
from geometry.paths.layers import Layer
from geometry.paths.passage_rays import beyond
from geometry.paths.passages import Passage
from geometry.paths.portals import laddered, portals, whole_inches
from geometry.paths.pricing import RoundedUp, Tariff
from geometry.paths.strides import PlaceXYZ
from geometry.paths.support import polygons_of
from geometry.paths.wavefront import Ground
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Ring = tuple[tuple[float, float], ...]

_STEPS = 2
"""Climbs and drops that a reach follows one after the other."""

_BATCH = 0.25
_SEAM = 1e-6
_FINE = 32
"""Pieces of a quarter turn around what is in the way at the end: 4e-4 in off the true arc at most."""


@dataclass(frozen=True, slots=True)
class LevelReach:
    """Where a base's centre can end at height `z`: a region seen from above, inches."""

    z: float
    region: MultiPolygon

    @property
    def outlines(self) -> tuple[Ring, ...]:
        """The region's outlines as (x, y) corners, holes among them, to draw with the even-odd rule."""
        rings = shapely.get_rings(shapely.get_parts(self.region))
        return tuple(tuple((float(x), float(y)) for x, y in shapely.get_coordinates(ring)) for ring in rings)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a move from `start` can end for `allowance` inches: one region for each height that has any.

    Every place in it can be reached, give or take 0.01 in where an outline is round; every straight move that is
    legal ends in it. Behind corners it may stop up to about 0.1 in short of what a cleverer path attains:
    `cheapest_path` decides such places.
    """

    start: PlaceXYZ
    allowance: float
    levels: tuple[LevelReach, ...]

    def holds(self, place: PlaceXYZ) -> bool:
        """Whether a place (x, y, z) of the base's centre is in it."""
        return any(
            abs(level.z - place[2]) <= EXACT_TOLERANCE and bool(shapely.intersects_xy(level.region, *place[:2]))
            for level in self.levels
        )


def reach(scene: Scene, start: PlaceXYZ, *, tariff: Tariff | None = None, allowance: float) -> Reach:
    """Return where a move from `start`, (x, y, z) of the base's centre, can end for the allowance.

    The base must fit where it ends: on the board, off terrain and other bases, carried by the floor or a top. Raises
    `PositionError` when it cannot be at the start, naming what is in the way.
    """
    for name in in_the_way(scene, start, leaving=True):
        raise PositionError(f"the move starts at {start!r}, where {name!r} is in the way of the base")
    here = np.array(start[:2])
    scene = nearby(scene, here, here, 2 * allowance)
    spread = _Spread(scene, Tariff() if tariff is None else tariff, start, allowance)
    spread.run()
    levels = []
    for z, ground in sorted(spread.grounds.items()):
        region = _endable(scene, z, spread.landed(z, ground))
        if not region.is_empty:
            levels.append(LevelReach(z, region))
    return Reach(start, allowance, tuple(levels))


@dataclass(eq=False)
class _Spread:
    """A reach in the making: the levels found so far, and on each the places from which to go on."""

    scene: Scene
    tariff: Tariff
    start: PlaceXYZ
    limit: float

    def __post_init__(self) -> None:
        self.grounds: dict[float, Ground] = {}
        self.doors: dict[float, Layer] = {}
        self.feet: dict[float, list[Array]] = {}
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

    def run(self) -> None:
        """Spread over the start's level, then over what can be climbed or dropped to from there, and so on."""
        waiting = {self._height(self.start[2]): (np.array([self.start[:2]]), np.zeros(1))}
        for step in range(_STEPS + 1):
            for z, (places, prices) in waiting.items():
                self.feet.setdefault(z, []).append(places)
                self._fill(z, places, prices)
            if step < _STEPS:
                waiting = _by_height(found for low in waiting for found in self._steps(low))

    def landed(self, z: float, ground: Ground) -> shapely.Geometry:
        """The region reached at a height: above the floor only on tops that a climb or the start leads to."""
        if z <= EXACT_TOLERANCE:
            return ground.region
        feet = shapely.multipoints(np.concatenate(self.feet[z]))
        beside = self.scene.mover.radius + self.beside + _SEAM
        tops = [top for top in polygons_of(self._tops(z)) if top.distance(feet) <= beside]
        return ground.region.intersection(shapely.union_all(tops))

    def _tops(self, z: float) -> Polygon | MultiPolygon:
        if z not in self.tops:
            self.tops[z] = tops_at(self.scene, z)
            shapely.prepare(self.tops[z])
        return self.tops[z]

    def _height(self, z: float) -> float:
        return next((known for known in self.grounds if abs(known - z) <= EXACT_TOLERANCE), z)

    def _ground(self, z: float) -> Ground:
        if z not in self.grounds:
            space = free_space(self.closed, z, on_tops=z > EXACT_TOLERANCE)
            self.grounds[z] = Ground(space, self.tariff.increments, self.limit)
            self.doors[z] = Layer(self.scene, z, self.tariff)
        return self.grounds[z]

    def _fill(self, z: float, places: Array, prices: Array) -> None:
        ground = self._ground(z)
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

    def _steps(self, z: float) -> Iterator[tuple[float, Array, Array]]:
        """Yield what can be climbed or dropped to from a height: the other height, places there and their prices."""
        ground = self.grounds[z]
        lens = Lens(np.array(self.start[:2]), np.array(self.start[:2]), 2 * self.limit)
        aligned = np.concatenate([lens.start[None], whole_inches(lens)[0]])
        for part in self.parts:
            for other in self._others(z, part):
                least = self._step(z, other, by_ladder=True)
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
                price = np.where(with_ladder, least, self._step(z, other))
                price = price + ground.straight_prices(ring, self._legs(z))
                affordable = price <= self.limit + EXACT_TOLERANCE
                if affordable.any():
                    yield self._height(other), ring[affordable], price[affordable]

    def _others(self, z: float, part: Part) -> Iterator[float]:
        """Heights that a part leads to from `z`: its top from below; the floor and lower tops from its top."""
        if part.top > z + EXACT_TOLERANCE:
            if z <= EXACT_TOLERANCE or part.polygon.distance(self._tops(z)) <= self.scene.mover.radius + self.beside:
                yield part.top
        elif abs(part.top - z) <= EXACT_TOLERANCE:
            yield from sorted({0.0, *(one.top for one in self.parts if one.top < z - EXACT_TOLERANCE)})

    def _over_tops(self, z: float, places: Array) -> Array:
        """Those of the places where something at that height is under the centre."""
        if z <= EXACT_TOLERANCE or not len(places):
            return places
        return np.asarray(places[shapely.intersects_xy(self._tops(z), places[:, 0], places[:, 1])])

    def _legs(self, z: float) -> Callable[[Array, Array], Array]:
        """Surcharges of increments at a height; places beside the tops there are portals."""
        layer = self.doors[z]

        def beside(places: Array) -> NDArray[np.bool_]:
            if layer.tops is None:
                return np.zeros(len(places), dtype=bool)
            return np.asarray(~shapely.intersects_xy(layer.tops, places[:, 0], places[:, 1]))

        return lambda starts, ends: layer.extra(starts, ends, (beside(starts), beside(ends)))

    def _column(self, low: float, high: float) -> FreeSpace:
        """What is in the way of a rise or fall between two heights."""
        if (low, high) not in self.columns:
            self.columns[low, high] = free_space(self.closed, low, up_to=high)
        return self.columns[low, high]

    def _step(self, z: float, other: float, by_ladder: bool = False) -> float:
        if other < z:
            return self.tariff.fall(z - other)
        return min(self.tariff.rise(other - z), self.tariff.rise(other - z, by_ladder))


def _by_height(steps: Iterable[tuple[float, Array, Array]]) -> dict[float, tuple[Array, Array]]:
    """Places and prices that lead to the same height, together."""
    found: dict[float, list[tuple[Array, Array]]] = {}
    for z, places, prices in steps:
        found.setdefault(z, []).append((places, prices))
    return {
        z: (np.concatenate([one for one, _ in pairs]), np.concatenate([one for _, one in pairs]))
        for z, pairs in found.items()
    }


def _endable(scene: Scene, z: float, region: shapely.Geometry) -> MultiPolygon:
    """The part of a region in which the base may end a move.

    The edge of a straight reach is made of chords, which cut into round obstacles by up to 0.07 in where a ray grazes
    them: what is in the way is taken away here.
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


def _around(scene: Scene, space: FreeSpace, body: Body) -> shapely.Geometry:
    grown = grown_base(scene, body.base)
    return shapely.transform(grown, lambda corners: corners @ space.scale.T)


def _stands(scene: Scene, z: float, bottom: float, top: float) -> bool:
    return meets(z, scene.head, bottom, top)


def _meets(scene: Scene, z: float, body: Body) -> bool:
    return meets(z, scene.head, body.base.z, body.base.z + body.head)
