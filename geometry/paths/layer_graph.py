"""Turning places on several layers and the ways between them: the cheapest path that climbs, drops or goes through.

Places are corners of what is in the way at each height, both sides of each passage, and portals: places beside a part,
at most the climbing distance off, where the base can rise to its top or fall from it. Portals stand in rows around the
part and at whole inches, so that the path found is a true one but maybe not the cheapest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry.paths.corners import Lens
from geometry.paths.free_space import Scene, free_space
from geometry.paths.layers import Layer
from geometry.paths.passages import Passage as Through
from geometry.paths.portals import laddered, portals, whole_crossings, whole_inches
from geometry.paths.priced import Link, Way, cheapest_over
from geometry.paths.pricing import Tariff
from geometry.paths.strides import PathXYZ, PlaceXYZ
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Index = NDArray[np.intp]

_QUARTER = 2
_ACROSS = (-0.9, -0.45, 0.0, 0.45, 0.9)
_CLEARLY = 1e-4


class _Node(IntEnum):
    """What a node is: a place to turn at, one beside a part, one to go on from after a climb, one to fall from."""

    PLACE = 0
    PORTAL = 1
    RISEN = 2
    FALLING = 3


@dataclass(eq=False)
class LayerGraph:
    """Layers, and the places and links between them that a move from `start` to `target` may use.

    `through` and `vertical` say whether passages and traversed parts, climbs and drops are worth a look.
    """

    scene: Scene
    tariff: Tariff
    start: PlaceXYZ
    target: PlaceXYZ
    limit: float
    through: bool = True
    vertical: bool = True

    @cached_property
    def lens(self) -> Lens:
        """What a path within the limit can touch, seen from above."""
        return Lens(np.array(self.start[:2]), np.array(self.target[:2]), self.limit)

    @cached_property
    def climbable(self) -> tuple[Part, ...]:
        """Solid parts in reach that may be climbed or dropped from."""
        shape = shapely.linestrings([self.start[:2], self.target[:2]])
        return tuple(
            part
            for part in self.scene.parts
            if part.id not in self.scene.ways and part.polygon.distance(shape) <= self.limit
        )

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The heights that matter, lowest first."""
        distinct: list[float] = []
        for z in sorted({self.start[2], self.target[2], *self._reached()}):
            if not distinct or z > distinct[-1] + EXACT_TOLERANCE:
                distinct.append(z)
        return tuple(Layer(self.scene, z, self.tariff) for z in distinct)

    @property
    def has_short_climbs(self) -> bool:
        """Whether climbs between neighbouring layers cost less than what an action pays at least for all its climbs."""
        several = self.vertical and len(self.layers) > 2
        return several and self.tariff.has_short_climbs(layer.z for layer in self.layers)

    def _reached(self) -> set[float]:
        """Heights that can be climbed or dropped to from the start, step by step, for a price that leaves a path."""
        reached = {self.start[2]}
        if not self.vertical:
            return reached
        left = self.limit - self.tariff.level(math.dist(self.start[:2], self.target[:2]))
        heights = {0.0, *(part.top for part in self.climbable)}
        while True:
            more = {z for z in heights - reached if any(self._step(one, z) <= left for one in reached)}
            if not more:
                return reached
            reached |= more

    def _step(self, start: float, end: float) -> float:
        """Price of one climb or drop between two heights, by ladder if there is any."""
        if end < start:
            return self.tariff.fall(start - end)
        by_ladder = any(way is Through.OPEN for way in self.scene.ways.values())
        return min(self.tariff.rise(end - start), self.tariff.rise(end - start, by_ladder))

    def solve(self) -> PathXYZ | None:
        """Return the cheapest path over the net's places, or None within the limit."""
        places: list[Array] = [np.array([self.start[:2], self.target[:2]])]
        layer_of = [self._layer(self.start[2]), self._layer(self.target[2])]
        portal = [_Node.PLACE, _Node.PLACE]

        def add(points: Array, layer: int, kind: _Node) -> range:
            first = len(layer_of)
            places.append(points)
            layer_of.extend([layer] * len(points))
            portal.extend([kind] * len(points))
            return range(first, first + len(points))

        links: list[Link] = []
        for number, layer in enumerate(self.layers):
            corners = layer.space.corners(_QUARTER, self.lens).at
            if layer.tops is not None and len(corners):
                corners = corners[shapely.intersects_xy(layer.tops, corners[:, 0], corners[:, 1])]
            add(corners, number, _Node.PLACE)
            for part, through in layer.through:
                if through.is_passage and self.through:
                    add(self._sides(part, layer), number, _Node.PLACE)
        for low, high, points, up, down in self._portals():
            below = add(points, low, _Node.PORTAL)
            if np.isfinite(up).any():
                above = add(points, high, _Node.RISEN)
                links += [Link(a, b, price) for a, b, price in zip(below, above, up, strict=True) if price < math.inf]
            if math.isfinite(down):
                above = add(points, high, _Node.FALLING)
                links += [Link(b, a, down) for a, b in zip(below, above, strict=True)]
        way = self._search(np.concatenate(places), np.array(layer_of), np.array(portal), links)
        return None if way is None else self._path(way, np.concatenate(places), layer_of)

    def _search(self, places: Array, layer_of: Index, kinds: Index, links: list[Link]) -> Way | None:
        portal = kinds != _Node.PLACE

        def legs(here: int, rows: Index) -> Array:
            out = np.full(len(rows), np.inf)
            if kinds[here] == _Node.FALLING:
                return out
            same = np.flatnonzero((layer_of[rows] == layer_of[here]) & (kinds[rows] != _Node.RISEN))
            if len(same):
                ends = places[rows[same]]
                starts = np.broadcast_to(places[here], ends.shape)
                off = np.full(len(same), portal[here]), portal[rows[same]]
                out[same] = self.layers[layer_of[here]].extra(starts, ends, off)
            return out

        return cheapest_over(places, legs, self.tariff.increments, self.limit, links)

    def _path(self, way: Way, places: Array, layer_of: list[int]) -> PathXYZ:
        """Places of the path; several rises or falls in one place are one."""
        path: list[PlaceXYZ] = []
        for node in way.nodes:
            x, y = (float(value) for value in places[node])
            place = (x, y, self.layers[layer_of[node]].z)
            if path and place == path[-1]:
                continue
            if len(path) > 1 and path[-1][:2] == path[-2][:2] == place[:2]:
                path.pop()
            path.append(place)
        return tuple(path)

    def _layer(self, z: float) -> int:
        return next(number for number, layer in enumerate(self.layers) if abs(layer.z - z) <= EXACT_TOLERANCE)

    def _sides(self, door: Part, layer: Layer) -> Array:
        """Free places on both sides of a passage, several abreast."""
        corners = shapely.get_coordinates(shapely.minimum_rotated_rectangle(door.polygon))[:4]
        middle = corners.mean(axis=0)
        found = []
        for one, other in (
            (corners[1] - corners[0], corners[2] - corners[1]),
            (corners[2] - corners[1], corners[1] - corners[0]),
        ):
            length = float(np.hypot(*one))
            out = one / length * (length / 2 + self.scene.mover.radius + _CLEARLY)
            for share in _ACROSS:
                found += [middle + out + other * share / 2, middle - out + other * share / 2]
        points = np.array(found)
        points = points[self.lens.holds(points)]
        return np.asarray(points[layer.space.free(points)])

    def _portals(self) -> Iterable[tuple[int, int, Array, Array, float]]:
        """Yield (lower layer, upper layer, places, price of rising at each, price of falling) around each part."""
        aligned = np.concatenate([*whole_inches(self.lens), whole_crossings(self.lens)])
        distance = 1.0 if self.tariff.climbs is None else self.tariff.climbs.distance
        for part in self.climbable if self.vertical else ():
            high = self._layer_or_none(part.top)
            if high is None:
                continue
            ring = portals(part, self.layers[0].space, distance, aligned)
            ring = ring[self.lens.holds(ring)]
            for low, layer in enumerate(self.layers[:high]):
                height = part.top - layer.z
                if math.isinf(min(self._step(layer.z, part.top), self.tariff.fall(height))) or not len(ring):
                    continue
                column = free_space(self.scene, layer.z, up_to=part.top)
                free = ring[column.free(ring)]
                if layer.tops is not None and len(free):
                    free = free[shapely.intersects_xy(layer.tops, free[:, 0], free[:, 1])]
                if len(free):
                    up = np.where(
                        laddered(self.scene, free, part.top), self.tariff.rise(height, True), self.tariff.rise(height)
                    )
                    yield low, high, free, up, self.tariff.fall(height)

    def _layer_or_none(self, z: float) -> int | None:
        return next((n for n, layer in enumerate(self.layers) if abs(layer.z - z) <= EXACT_TOLERANCE), None)
