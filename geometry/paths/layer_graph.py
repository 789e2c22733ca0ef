"""Graph over several heights joined by portals: the cheapest path that climbs, drops or uses passages.

Nodes are the corners of obstacles at each height, both sides of each passage, and portals. A portal is a position
beside a part, at most the climbing distance away, from which the base can rise to the part's top or drop from it.
Portals are sampled in rows around the part and at whole inches, so the path found is legal but may not be the cheapest.
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

from geometry.base import EXACT_TOLERANCE
from geometry.paths.configuration_space import FreeSpace, Scene, SearchEllipse, free_space, meets, tops_at
from geometry.paths.legs import LADDER_REACH
from geometry.paths.passages import Passage, is_beside
from geometry.paths.passages import Passage as Through
from geometry.paths.pricing import Tariff
from geometry.paths.shortest_path import Link, PricedPath, dijkstra
from geometry.paths.strides import PathXYZ, PlaceXYZ
from geometry.paths.sweep import Outlines, within_edges
from geometry.terrain import Part

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(eq=False)
class Layer:
    """One height: its free space, and the tops at that height."""

    scene: Scene
    z: float
    tariff: Tariff

    @cached_property
    def space(self) -> FreeSpace:
        """Obstacles at this height, without the parts that may be gone through."""
        return free_space(self.scene, self.z)

    @cached_property
    def tops(self) -> shapely.Geometry | None:
        """The tops at this height; None on the floor, which supports a base everywhere."""
        return None if abs(self.z) <= EXACT_TOLERANCE else tops_at(self.scene, self.z)

    @cached_property
    def through(self) -> tuple[tuple[Part, Through], ...]:
        """The parts at this height that may be gone through for a price."""
        return tuple(
            (part, self.scene.ways[part.id])
            for part in self.scene.parts
            if part.id in self.scene.ways
            and self.scene.ways[part.id].is_charged
            and meets(self.z, self.scene.head, part.bottom, part.top)
        )

    @cached_property
    def beside(self) -> dict[str, dict[int, Part]]:
        """The walls beside each passage, by their row among the free space's polygons."""
        solid = [
            part
            for part in self.scene.parts
            if part.id not in self.scene.ways and meets(self.z, self.scene.head, part.bottom, part.top)
        ]
        return {
            door.id: {row: part for row, part in enumerate(solid) if is_beside(door, part)}
            for door, way in self.through
            if way.is_passage
        }

    def extra(self, starts: Array, ends: Array, off_top: tuple[Flags, Flags]) -> Array:
        """Return the surcharge of increments from `starts` to `ends` (m, 2); infinite if they are blocked.

        `off_top` holds, for both ends, whether each may be beside the tops (portals).
        """
        to_disc = self.space.to_disc.T
        a, b = starts @ to_disc, ends @ to_disc
        out = np.zeros(len(a))
        rows = np.arange(len(a))
        if len(self.space.solid.discs):
            out[~self.space.solid.clear_of_discs(a, b)] = np.inf
        lines, polygons = self.space.solid.blocked(a, b, rows[np.isfinite(out)])
        stopped: dict[int, set[int]] = {}
        for line, polygon in zip(lines.tolist(), polygons.tolist(), strict=True):
            stopped.setdefault(line, set()).add(polygon)
        out[lines] = np.inf
        for part, way in self.through:
            out = self._through(part, way, starts, ends, stopped, out)
        if self.tops is not None:
            asked = np.flatnonzero(np.isfinite(out))
            out[asked[self._in_the_air(starts[asked], ends[asked], off_top[0][asked], off_top[1][asked])]] = np.inf
        return out

    def _through(
        self, part: Part, way: Through, starts: Array, ends: Array, stopped: dict[int, set[int]], out: Array
    ) -> Array:
        """Add the price of going through a part, and unblock increments that the part no longer stops."""
        low, high = self._over(part, starts, ends)
        over = low <= high
        if not way.is_passage:
            return np.where(over, out + self.tariff.traverse, out)
        centre = shapely.intersects(part.polygon, shapely.linestrings(np.stack([starts, ends], axis=1)))
        passing = over & (centre | (way is not Through.CENTRE))
        out = np.where(over & ~passing, np.inf, out)
        for row in np.flatnonzero(passing):
            walls = stopped.get(int(row), set())
            if walls <= self.beside[part.id].keys():
                out[row] = self.tariff.passage + (0.0 if walls else out[row])
        held = {wall for walls in stopped.values() for wall in walls} & self.beside[part.id].keys()
        for wall in held:
            rows = np.array([row for row, walls in stopped.items() if wall in walls and passing[row]], dtype=np.intp)
            if not len(rows):
                continue
            first, last = self._over(self.beside[part.id][wall], starts[rows], ends[rows])
            apart = (first > high[rows]) | (last < low[rows])
            if way is Through.CENTRE:
                inner = shapely.buffer(self.beside[part.id][wall].polygon, -EXACT_TOLERANCE)
                apart |= shapely.intersects(inner, shapely.linestrings(np.stack([starts[rows], ends[rows]], axis=1)))
            out[rows[apart]] = np.inf
        return out

    def _over(self, part: Part, starts: Array, ends: Array) -> tuple[Array, Array]:
        """Return the shares (m,) at which increments enter and leave a part; enter > leave if they miss it."""
        to_disc = self.space.to_disc.T
        a, b = starts @ to_disc, ends @ to_disc
        outlines = Outlines.of([shapely.transform(part.polygon, lambda corners: corners @ to_disc)])
        low, high = within_edges(
            a[:, None], (b - a)[:, None], outlines.starts, outlines.ends, self.space.radius - EXACT_TOLERANCE
        )
        return low.min(axis=1), high.max(axis=1)

    def _in_the_air(self, starts: Array, ends: Array, start_off: Flags, end_off: Flags) -> Flags:
        """Return which increments leave the tops at a point that is not beside a portal at one of their ends."""
        lines = shapely.linestrings(np.stack([starts, ends], axis=1))
        pieces, row = shapely.get_parts(shapely.difference(lines, self.tops), return_index=True)
        long = shapely.length(pieces) > EXACT_TOLERANCE
        pieces, row = pieces[long], row[long]
        at_start = start_off[row] & (shapely.distance(pieces, shapely.points(starts[row])) <= EXACT_TOLERANCE)
        at_end = end_off[row] & (shapely.distance(pieces, shapely.points(ends[row])) <= EXACT_TOLERANCE)
        out = np.zeros(len(starts), dtype=bool)
        out[row[at_start == at_end]] = True
        return out


_APART = 0.4
_ROWS = (0.0, 0.5, 1.0)
_ALIGNED_APART = 0.3
_CLEARLY = 1e-4


def portals(part: Part, space: FreeSpace, distance: float, aligned: Array) -> Array:
    """Return positions (n, 2) around a part, from touching it to `distance` inches away.

    They are sampled in rows around the part. The `aligned` positions (m, 2) within that distance are added, including
    those that touch the part.
    """
    core = shapely.transform(part.polygon, lambda corners: corners @ space.to_disc.T)
    unit = float(np.linalg.norm(space.to_disc, -2))
    near, far = space.radius + _CLEARLY, space.radius + distance * unit
    rings = []
    for share in _ROWS:
        grown = shapely.buffer(core, near + (far - near) * share, quad_segs=4)
        rings.append(shapely.get_coordinates(shapely.segmentize(grown.exterior, _APART * unit))[:-1])
    mapped = aligned @ space.to_disc.T
    apart = shapely.distance(core, shapely.points(mapped))
    rings.append(mapped[(apart >= space.radius - EXACT_TOLERANCE * unit) & (apart <= far)])
    return np.asarray(np.concatenate(rings) @ space.scale.T)


def whole_inches(lens: SearchEllipse) -> tuple[Array, Array]:
    """Return positions (n, 2) at whole inches from the start of a lens, and others at whole inches from its target."""
    steps = np.arange(1, math.floor(min(lens.limit, 12.0)) + 1)
    start, target = (
        np.concatenate([middle + inches * _circle(_ALIGNED_APART / inches) for inches in steps])
        if len(steps)
        else np.empty((0, 2))
        for middle in (lens.start, lens.target)
    )
    return start[lens.holds(start)], target[lens.holds(target)]


def whole_crossings(lens: SearchEllipse) -> Array:
    """Return both ends of a lens, and points at whole inches from both ends, or from one on the line between them."""
    steps = np.arange(1, math.floor(lens.limit) + 1)
    apart = float(np.hypot(*(lens.target - lens.start)))
    if apart == 0 or not len(steps):
        return lens.start[None]
    along = (lens.target - lens.start) / apart
    aside = np.array([-along[1], along[0]])
    first, last = (values.ravel() for values in np.meshgrid(steps, steps))
    foot = (first**2 - last**2 + apart**2) / (2 * apart)
    room = first**2 - foot**2
    meeting, height = foot[room >= 0, None] * along, np.sqrt(room[room >= 0])[:, None] * aside
    found = [
        np.stack([lens.start, lens.target]),
        lens.start + steps[:, None] * along,
        lens.target - steps[:, None] * along,
        lens.start + meeting + height,
        lens.start + meeting - height,
    ]
    points = np.concatenate(found)
    return np.asarray(points[lens.holds(points)])


def laddered(scene: Scene, points: Array, height: float) -> Flags:
    """Return which positions (n, 2) have a ladder within reach that goes up to this height (rule J24-05)."""
    reach = scene.mover.shape.short / 2 + LADDER_REACH
    out = np.zeros(len(points), dtype=bool)
    for part in scene.parts:
        if scene.ways.get(part.id) is Passage.OPEN and part.top >= height - EXACT_TOLERANCE:
            out |= shapely.distance(part.polygon, shapely.points(points)) <= reach
    return out


def _circle(step: float) -> Array:
    turn = np.linspace(0.0, 2 * math.pi, 4 * math.ceil(math.pi / 2 / step), endpoint=False)
    return np.stack([np.cos(turn), np.sin(turn)], axis=-1)


Index = NDArray[np.intp]

_QUARTER = 2
_ACROSS = (-0.9, -0.45, 0.0, 0.45, 0.9)


class _Node(IntEnum):
    """Kind of a node: a turn, a portal beside a part, the end of a climb, or the start of a drop."""

    PLACE = 0
    PORTAL = 1
    RISEN = 2
    FALLING = 3


@dataclass(eq=False)
class LayerGraph:
    """Layers with their nodes and links, for a move from `start` to `target`.

    `through` and `vertical` include passages and traversed parts, and climbs and drops, in the search.
    """

    scene: Scene
    tariff: Tariff
    start: PlaceXYZ
    target: PlaceXYZ
    limit: float
    through: bool = True
    vertical: bool = True

    @cached_property
    def lens(self) -> SearchEllipse:
        """Points that a path within the limit can reach, seen from above."""
        return SearchEllipse(np.array(self.start[:2]), np.array(self.target[:2]), self.limit)

    @cached_property
    def climbable(self) -> tuple[Part, ...]:
        """Solid parts within reach that may be climbed or dropped from."""
        shape = shapely.linestrings([self.start[:2], self.target[:2]])
        return tuple(
            part
            for part in self.scene.parts
            if part.id not in self.scene.ways and part.polygon.distance(shape) <= self.limit
        )

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The relevant heights, lowest first."""
        distinct: list[float] = []
        for z in sorted({self.start[2], self.target[2], *self._reached()}):
            if not distinct or z > distinct[-1] + EXACT_TOLERANCE:
                distinct.append(z)
        return tuple(Layer(self.scene, z, self.tariff) for z in distinct)

    @property
    def has_short_climbs(self) -> bool:
        """Whether a climb between neighbouring layers costs less than an action's minimum for all its climbs."""
        several = self.vertical and len(self.layers) > 2
        return several and self.tariff.has_short_climbs(layer.z for layer in self.layers)

    def _reached(self) -> set[float]:
        """Return the heights that can be reached from the start by climbs and drops for a price that leaves a path."""
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
        """Return the price of one climb or drop between two heights, by ladder if the scene has one."""
        if end < start:
            return self.tariff.fall(start - end)
        by_ladder = any(way is Through.OPEN for way in self.scene.ways.values())
        return min(self.tariff.rise(end - start), self.tariff.rise(end - start, by_ladder))

    def solve(self) -> PathXYZ | None:
        """Return the cheapest path over the graph, or None if none is within the limit."""
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

    def _search(self, places: Array, layer_of: Index, kinds: Index, links: list[Link]) -> PricedPath | None:
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

        return dijkstra(places, legs, self.tariff.increments, self.limit, links)

    def _path(self, way: PricedPath, places: Array, layer_of: list[int]) -> PathXYZ:
        """Return the positions of the path; consecutive rises or falls at one position are merged."""
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
        """Return open positions on both sides of a passage, several side by side."""
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
        """Yield (lower layer, upper layer, positions, price of rising at each, price of falling) around each part."""
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
