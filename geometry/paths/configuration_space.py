"""Configuration space of a base's centre at one height: obstacles grown by the base, their corners and open segments.

Each obstacle is a core and the distance that the centre keeps from it: a terrain part and the base's radius, or another
round base's centre and the sum of both radii. That is the Minkowski sum without constructing it.

A core grown by a distance has round corners, which are approximated by polygons: one through points of the arc, which
is inside the true obstacle and is used for lower bounds, and one of tangents, which is outside it and is used for true
paths.

A base that touches a wall is measured inside it as often as beside it. `shift_out_of_overlap` moves the ends of a path
to the nearest free position.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Point, Polygon

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base, BaseShape
from geometry.base_arrays import parts_with_box_near
from geometry.measure import edge_rooms, push_out
from geometry.paths.contact import StandingBody, half_extents
from geometry.paths.legs import joined, polygons_of
from geometry.paths.passages import Passage
from geometry.paths.strides import PlaceXYZ
from geometry.paths.sweep import Outlines
from geometry.table import Board
from geometry.terrain import Part

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class GrownObstacles:
    """Obstacles as cores and distances: polygons (n) with the distance `keep` (n,), and discs (k, 3) of x, y, radius.

    `middles` (n, 2) and `reaches` (n,) are circles around the polygons; `first` (n + 1,) is the index in `outlines` of
    each polygon's first edge.
    """

    outlines: Outlines
    keep: Array
    discs: Array
    middles: Array
    reaches: Array
    first: Index

    @classmethod
    def of(
        cls, polygons: Sequence[Polygon], keep: Sequence[float], discs: Sequence[tuple[float, float, float]]
    ) -> GrownObstacles:
        """Return the field of these obstacles."""
        outlines = Outlines.of(polygons)
        boxes = outlines.boxes
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        reaches = np.zeros(len(polygons))
        np.maximum.at(reaches, outlines.owner, np.hypot(*(outlines.starts - middles[outlines.owner]).T))
        first = np.searchsorted(outlines.owner, np.arange(len(polygons) + 1))
        return cls(
            outlines, np.asarray(keep, dtype=np.float64), np.array(discs).reshape(-1, 3), middles, reaches, first
        )

    def scaled(self, by: float) -> GrownObstacles:
        """Return the same cores with every distance multiplied by a factor."""
        discs = self.discs * np.array([1.0, 1.0, by])
        return GrownObstacles(self.outlines, self.keep * by, discs, self.middles, self.reaches, self.first)

    def eroded(self, by: float) -> GrownObstacles:
        """Return the same cores with every distance reduced."""
        discs = self.discs - np.array([0.0, 0.0, by])
        return GrownObstacles(self.outlines, self.keep - by, discs, self.middles, self.reaches, self.first)

    def grown(self, quarter: int) -> list[Polygon]:
        """Return every obstacle as a polygon, with `quarter` segments per quarter turn of its round corners."""
        out = [shapely.buffer(*one, quad_segs=quarter) for one in zip(self.outlines.polygons, self.keep, strict=True)]
        return out + [shapely.buffer(shapely.Point(x, y), radius, quad_segs=quarter) for x, y, radius in self.discs]

    def free(self, points: Array) -> Flags:
        """Return which points (m, 2) are outside every obstacle."""
        out = np.ones(len(points), dtype=bool)
        if len(self.discs):
            offset = points[:, None] - self.discs[None, :, :2]
            out &= (offset[..., 0] ** 2 + offset[..., 1] ** 2 >= self.discs[:, 2] ** 2).all(axis=1)
        rows = np.flatnonzero(out)
        offset = points[rows, None] - self.middles[None]
        near = offset[..., 0] ** 2 + offset[..., 1] ** 2 < (self.reaches + self.keep) ** 2
        for column in np.flatnonzero(near.any(axis=0)):
            mine = rows[near[:, column]]
            edges = slice(self.first[column], self.first[column + 1])
            starts, ends = self.outlines.starts[edges], self.outlines.ends[edges]
            here = points[mine, None]
            along = ends - starts
            square = np.einsum("ek,ek->e", along, along)
            share = np.clip(np.einsum("mek,ek->me", here - starts, along) / square, 0.0, 1.0)
            apart = here - starts - share[..., None] * along
            close = ((apart**2).sum(axis=-1) < self.keep[column] ** 2).any(axis=1)
            out[mine[close | shapely.contains_xy(self.outlines.polygons[column], points[mine, 0], points[mine, 1])]] = (
                False
            )
        return out

    def clear(self, starts: Array, ends: Array) -> Flags:
        """Return which segments from `starts` to `ends` (m, 2) are outside every obstacle.

        Segments must start outside the cores of the polygons; check it with `free`.
        """
        out = self.clear_of_discs(starts, ends)
        blocked, _ = self.blocked(starts, ends, np.flatnonzero(out))
        out[blocked] = False
        return out

    def clear_of_discs(self, starts: Array, ends: Array) -> Flags:
        """Return which segments from `starts` to `ends` (m, 2) are outside the discs."""
        if not len(self.discs):
            return np.ones(len(starts), dtype=bool)
        return np.asarray((_from_points(starts, ends, self.discs[:, :2]) >= self.discs[:, 2] ** 2).all(axis=1))

    def blocked(self, starts: Array, ends: Array, rows: Index) -> tuple[Index, Index]:
        """Return the pairs (segment, polygon) in which a segment of `rows` is too close to a polygon."""
        near_rows, near_columns = np.nonzero(self._near(starts[rows], ends[rows]))
        near_rows = rows[near_rows]
        counts = (self.first[1:] - self.first[:-1])[near_columns]
        pair = np.repeat(np.arange(len(near_rows)), counts)
        edge = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        edge += np.repeat(self.first[near_columns], counts)
        a, b = starts[near_rows][pair], ends[near_rows][pair]
        apart = _between_segments(a, b, self.outlines.starts[edge], self.outlines.ends[edge])
        close = apart < np.repeat(self.keep[near_columns] ** 2, counts)
        hit = np.unique(pair[close])
        return near_rows[hit], near_columns[hit]

    def _near(self, starts: Array, ends: Array) -> Flags:
        reach = self.reaches + self.keep
        return _from_points(starts, ends, self.middles) < reach**2


def _from_points(starts: Array, ends: Array, points: Array) -> Array:
    """Squared distances (m, n) from segments to points."""
    step = ends - starts
    square = np.einsum("mk,mk->m", step, step)
    offset_x = points[None, :, 0] - starts[:, None, 0]
    offset_y = points[None, :, 1] - starts[:, None, 1]
    along = offset_x * step[:, None, 0] + offset_y * step[:, None, 1]
    share = np.clip(along / np.where(square > 0, square, 1.0)[:, None], 0.0, 1.0)
    return (offset_x - share * step[:, None, 0]) ** 2 + (offset_y - share * step[:, None, 1]) ** 2


def _between_segments(a: Array, b: Array, c: Array, d: Array) -> Array:
    """Squared distances (m,) between segments ab and cd; zero if they cross."""
    ab, cd = b - a, d - c
    ac, ad, bc = c - a, d - a, c - b
    least = np.minimum(_to_segment(-ac, cd), _to_segment(-bc, cd))
    least = np.minimum(least, np.minimum(_to_segment(ac, ab), _to_segment(ad, ab)))
    one = _cross(ab, ac) * _cross(ab, ad)
    other = _cross(cd, ac) * _cross(cd, bc)
    return np.where((one < 0) & (other < 0), 0.0, least)


def _to_segment(offset: Array, along: Array) -> Array:
    """Squared distance from points at `offset` from the start of segments `along` to these segments."""
    square = along[:, 0] ** 2 + along[:, 1] ** 2
    dot = offset[:, 0] * along[:, 0] + offset[:, 1] * along[:, 1]
    share = np.clip(dot / np.where(square > 0, square, 1.0), 0.0, 1.0)
    return np.asarray((offset[:, 0] - share * along[:, 0]) ** 2 + (offset[:, 1] - share * along[:, 1]) ** 2)


def _cross(u: Array, v: Array) -> Array:
    return np.asarray(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])


@dataclass(frozen=True, slots=True, eq=False)
class SearchEllipse:
    """Ellipse of all points on paths from `start` to `target` of at most `limit` inches."""

    start: Array
    target: Array
    limit: float

    def holds(self, points: Array) -> Flags:
        """Return which points (m, 2) are inside the ellipse."""
        from_start, to_target = points - self.start, points - self.target
        way = np.hypot(from_start[:, 0], from_start[:, 1]) + np.hypot(to_target[:, 0], to_target[:, 1])
        return np.asarray(way <= self.limit + 1e-9)


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """Corners `at` (n, 2) with the points `before` and `after` them on the same outline, which is to their left."""

    at: Array
    before: Array
    after: Array

    def chosen(self, flags: Flags) -> Corners:
        """Return the flagged corners."""
        return Corners(self.at[flags], self.before[flags], self.after[flags])

    def mapped(self, matrix: Array) -> Corners:
        """Return the corners transformed by a matrix."""
        return Corners(self.at @ matrix.T, self.before @ matrix.T, self.after @ matrix.T)


def inner_corners(field: GrownObstacles, quarter: int) -> Corners:
    """Return points on the round corners, at most a quarter turn / `quarter` apart, including the ends of the arcs."""
    middle, radius, first, angle = _arcs(field)
    pieces = np.maximum(np.ceil(angle * quarter / (math.pi / 2) - 1e-9).astype(int), 1)
    row, step = _counted(pieces + 1)
    turn = (angle / pieces)[row]
    facing = first[row] + step * turn
    at = middle[row] + radius[row, None] * _unit(facing)
    chord = 2 * radius[row] * np.sin(turn / 2)
    ends, begins = step == pieces[row], step == 0
    after = at + chord[:, None] * _unit(facing + math.pi / 2 + np.where(ends, 0.0, turn / 2))
    before = at - chord[:, None] * _unit(facing + math.pi / 2 - np.where(begins, 0.0, turn / 2))
    return Corners(at, before, after)


def outer_corners(field: GrownObstacles, quarter: int) -> Corners:
    """Return intersections of tangents to the round corners, at most a quarter turn / `quarter` apart."""
    middle, radius, first, angle = _arcs(field)
    pieces = np.maximum(np.ceil(angle * quarter / (math.pi / 2) - 1e-9).astype(int), 1)
    row, step = _counted(pieces)
    turn = (angle / pieces)[row]
    facing = first[row] + (step + 0.5) * turn
    at = middle[row] + (radius[row] / np.cos(turn / 2))[:, None] * _unit(facing)
    side = (radius[row] * np.tan(turn / 2))[:, None]
    after = at + side * _unit(facing + (math.pi + turn) / 2)
    before = at - side * _unit(facing + (math.pi - turn) / 2)
    return Corners(at, before, after)


def _arcs(field: GrownObstacles) -> tuple[Array, Array, Array, Array]:
    """Round corners: centres, radii, the direction in which each arc begins, and its angle (radians)."""
    outlines = field.outlines
    along = outlines.ends - outlines.starts
    heading = np.arctan2(along[:, 1], along[:, 0])
    turn = np.remainder(heading[outlines.following] - heading + math.pi, 2 * math.pi) - math.pi
    convex = turn > 1e-9
    discs = field.discs
    return (
        np.concatenate([outlines.ends[convex], discs[:, :2]]),
        np.concatenate([field.keep[outlines.owner[convex]], discs[:, 2]]),
        np.concatenate([heading[convex] - math.pi / 2, np.zeros(len(discs))]),
        np.concatenate([turn[convex], np.full(len(discs), 2 * math.pi)]),
    )


def _counted(counts: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Row numbers, each repeated by its count, and the index of each repetition."""
    row = np.repeat(np.arange(len(counts)), counts)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)


def _unit(angles: Array) -> Array:
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)


_INSIDE = EXACT_TOLERANCE / 2
_RIM_CORNERS = 64
_GRAZE = 1e-9
_ROUNDING = 1e-7


@dataclass(frozen=True, slots=True)
class ForbiddenZone:
    """Area around an enemy's base that must not be entered (rule D24-02).

    `certain` means that the enemy sees the mover everywhere in it. Paths keep out of an uncertain area as well, but a
    refusal is never based on it.
    """

    base: Base
    reach: float = 1.0
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """The moving base and its obstacles: the input of every path search.

    `mover` gives the base's shape and rotation, `head` the miniature's height. `ways` maps parts to how they may be
    gone through. `blockers` may not be passed; `guests` may be passed but not ended on (rule H24-15); `avoid` are areas
    that must not be entered.
    """

    mover: Base
    head: float
    parts: tuple[Part, ...] = ()
    ways: Mapping[str, Passage] = field(default_factory=dict)
    blockers: Mapping[str, StandingBody] = field(default_factory=dict)
    guests: Mapping[str, StandingBody] = field(default_factory=dict)
    avoid: Mapping[str, ForbiddenZone] = field(default_factory=dict)
    board: Board = field(default_factory=Board)


@dataclass(frozen=True, slots=True, eq=False)
class FreeSpace:
    """Positions open to the centre of a base at one height.

    `solid` are all obstacles, exactly; `surely` are only those on which a refusal may be based. Both are in coordinates
    in which the base is a disc of `radius`: `to_disc` (2x2) maps board inches to them, `scale` (2x2) maps back. `low`
    and `high` bound the centre on the board.
    """

    z: float
    solid: GrownObstacles
    surely: GrownObstacles
    to_disc: Array
    radius: float
    low: Array
    high: Array
    scale: Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", np.asarray(np.linalg.inv(self.to_disc), dtype=np.float64))

    def free(self, points: Array) -> Flags:
        """Return which positions (m, 2) are open to the centre."""
        return self._on_board(points) & self.solid.free(points @ self.to_disc.T)

    def clear(self, starts: Array, ends: Array) -> Flags:
        """Return which straight increments between open positions (m, 2) are unobstructed."""
        return self.solid.clear(starts @ self.to_disc.T, ends @ self.to_disc.T)

    def corners(self, quarter: int, within: SearchEllipse) -> Corners:
        """Return open positions just outside the corners of the grown obstacles, `quarter` pieces per quarter turn.

        Neighbours on a round corner are mutually visible: the straight line between them touches the corner.
        """
        found = outer_corners(self.solid, quarter).mapped(self.scale)
        found = found.chosen(within.holds(found.at))
        return found.chosen(self.free(found.at))

    def bounding(self, quarter: int, within: SearchEllipse) -> tuple[Corners, GrownObstacles]:
        """Return corners of obstacles that are inside the true ones, and these obstacles, for lower bounds.

        The shortest path over these corners that avoids these obstacles is never longer than the true one.
        """
        found = inner_corners(self.surely, quarter).mapped(self.scale)
        found = found.chosen(within.holds(found.at) & self._on_board(found.at))
        inner = self.surely.scaled(math.cos(math.pi / (4 * quarter)) * (1 - _ROUNDING))
        return found.chosen(inner.free(found.at @ self.to_disc.T)), inner

    def _on_board(self, points: Array) -> Flags:
        return np.asarray(((points >= self.low - _INSIDE) & (points <= self.high + _INSIDE)).all(axis=1))


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """A core with two distances from the centre: at `keep` or more it is certainly not touched, below `least` it is.

    For ovals, polygons stand in: `core` certainly contains the oval, `inner` is certainly inside it.
    """

    core: Polygon | Point
    inner: Polygon | Point
    keep: float
    least: float
    certain: bool = True


def free_space(
    scene: Scene, z: float, *, up_to: float | None = None, on_tops: bool = False, thin: Collection[str] = ()
) -> FreeSpace:
    """Return the free space of a scene at a height: obstacles are everything between `z` and the mover's head.

    With `up_to`, everything in the way of a rise or fall between both heights is an obstacle. With `on_tops`, the
    centre may not leave the tops at that height; no refusal is based on this. Parts named in `thin` keep only the
    centre out, not the whole base.
    """
    mover = scene.mover
    head = scene.head + (0.0 if up_to is None else up_to - z)
    to_disc = np.asarray(np.eye(2) if mover.is_round else np.linalg.inv(ellipse.axes(mover)), dtype=np.float64)
    radius = mover.radius if mover.is_round else 1.0
    obstacles: list[_Obstacle] = []
    for part in scene.parts:
        if part.id not in scene.ways and meets(z, head, part.bottom, part.top):
            core = shapely.transform(part.polygon, lambda corners: corners @ to_disc.T)
            keeps = (_GRAZE, _GRAZE) if part.id in thin else (radius - _INSIDE, radius - EXACT_TOLERANCE)
            obstacles.append(_Obstacle(core, core, *keeps))
    obstacles += [
        _around(body.base, 0.0, -_INSIDE, radius, to_disc, mover.is_round)
        for body in scene.blockers.values()
        if meets(z, head, body.base.z, body.base.z + body.head)
    ]
    for avoid in scene.avoid.values():
        above = max(avoid.base.z - (z if up_to is None else up_to), z - avoid.base.z, 0.0)
        if above <= avoid.reach:
            level = math.sqrt(avoid.reach**2 - above**2)
            around = _around(avoid.base, level, 2 * EXACT_TOLERANCE, radius, to_disc, mover.is_round)
            obstacles.append(replace(around, certain=avoid.certain))
    half_x, half_y = half_extents(mover)
    solid = [(one.core, one.keep) for one in obstacles]
    if on_tops:
        away = shapely.box(-1.0, -1.0, scene.board.width + 1.0, scene.board.depth + 1.0).difference(tops_at(scene, z))
        solid += [(shapely.transform(one, lambda corners: corners @ to_disc.T), _GRAZE) for one in polygons_of(away)]
    return FreeSpace(
        z,
        _field(solid),
        _field([(one.inner, one.least) for one in obstacles if one.certain]),
        to_disc,
        radius,
        np.array([half_x, half_y]),
        np.array([scene.board.width - half_x, scene.board.depth - half_y]),
    )


def nearby(scene: Scene, start: Array, target: Array, limit: float) -> Scene:
    """Drop obstacles that no path from start to target (x, y) of at most `limit` inches can reach."""
    ends = shapely.points([start, target])
    reach = scene.mover.radius

    def in_touch(shape: Polygon | Point, more: float) -> bool:
        return float(shapely.distance(shape, ends).sum()) <= limit + 2 * (reach + more) + 1.0

    def near(body: StandingBody) -> bool:
        return in_touch(Point(body.base.x, body.base.y), body.base.radius)

    parts = tuple(part for part in scene.parts if in_touch(part.polygon, 0.0))
    return replace(
        scene,
        parts=parts,
        ways={part.id: scene.ways[part.id] for part in parts if part.id in scene.ways},
        blockers={name: body for name, body in scene.blockers.items() if near(body)},
        guests={name: body for name, body in scene.guests.items() if near(body)},
        avoid={
            name: one
            for name, one in scene.avoid.items()
            if in_touch(Point(one.base.x, one.base.y), one.base.radius + one.reach)
        },
    )


def tops_at(scene: Scene, z: float) -> Polygon | MultiPolygon:
    """Return the tops at a height on which a base can be, seen from above."""
    return joined(
        [part.polygon for part in scene.parts if part.id not in scene.ways and abs(part.top - z) <= EXACT_TOLERANCE]
    )


def grown_base(scene: Scene, base: Base) -> Polygon:
    """Return the centre's positions that overlap another base, in coordinates in which the mover's base is a disc."""
    to_disc = free_space(replace(scene, parts=(), blockers={}, avoid={}), base.z).to_disc
    radius = scene.mover.radius if scene.mover.is_round else 1.0
    around = _around(base, 0.0, -EXACT_TOLERANCE, radius, to_disc, scene.mover.is_round)
    return shapely.buffer(around.core, around.keep / math.cos(math.pi / 64), quad_segs=16)


def _field(obstacles: Sequence[tuple[Polygon | Point, float]]) -> GrownObstacles:
    polygons = [(core, keep) for core, keep in obstacles if isinstance(core, Polygon)]
    discs = [(core.x, core.y, keep) for core, keep in obstacles if isinstance(core, Point)]
    return GrownObstacles.of([core for core, _ in polygons], [keep for _, keep in polygons], discs)


def _around(base: Base, reach: float, more: float, radius: float, to_disc: Array, round_mover: bool) -> _Obstacle:
    """Return another base grown by `reach` as an obstacle; the centre keeps `more` inches beyond contact."""
    if round_mover and base.is_round:
        keep = radius + base.radius + reach
        core = Point(base.x, base.y)
        return _Obstacle(core, core, keep + more, keep - EXACT_TOLERANCE)
    angles = np.linspace(0.0, 2 * math.pi, _RIM_CORNERS, endpoint=False)
    normals = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    rim = ellipse.rim_point(base, normals) + reach * normals
    middle = np.array([base.x, base.y])
    heights = np.einsum("mk,mk->m", normals, rim - middle)
    step = angles[1]
    outer = _tangents_meet(normals, heights, step) + middle
    return _Obstacle(
        Polygon(outer @ to_disc.T), Polygon(rim @ to_disc.T), radius + max(more, -_INSIDE), radius - EXACT_TOLERANCE
    )


def _tangents_meet(normals: Array, heights: Array, step: float) -> Array:
    """Return the corners (m, 2) at which neighbouring tangents cross, given normals and support values.

    The normals are `step` radians apart.
    """
    after = np.roll(heights, -1)
    along = (after - heights * math.cos(step)) / math.sin(step)
    sideways = np.stack([-normals[:, 1], normals[:, 0]], axis=-1)
    return np.asarray(heights[:, None] * normals + along[:, None] * sideways)


def meets(z: float, head: float, bottom: float, top: float) -> bool:
    """Whether a body at height z overlaps the height range from `bottom` to `top`."""
    return bottom < z + head - EXACT_TOLERANCE and top > z + EXACT_TOLERANCE


PUSHES = 24
"""Pushes after which a position counts as impossible: if a base fits between two walls, a few pushes free it."""

HAIR = 1e-9


def inflate(scene: Scene, room: float) -> Scene:
    """Return the scene with a mover that is larger by `room` inches all round, so that paths keep this distance."""
    shape = scene.mover.shape
    return replace(scene, mover=replace(scene.mover, shape=BaseShape(shape.long + 2 * room, shape.short + 2 * room)))


def larger(scene: Scene, factor: float) -> Scene:
    """Return the scene with horizontal sizes and distances multiplied by a factor; heights are unchanged.

    A path found there is shorter here, so its increments stay clear of the lengths at which prices change.
    """

    def base(one: Base) -> Base:
        shape = BaseShape(one.shape.long * factor, one.shape.short * factor)
        return replace(one, shape=shape, x=one.x * factor, y=one.y * factor)

    def body(one: StandingBody) -> StandingBody:
        return replace(one, base=base(one.base))

    return replace(
        scene,
        mover=base(scene.mover),
        parts=tuple(
            replace(part, outline=tuple((x * factor, y * factor) for x, y in part.outline)) for part in scene.parts
        ),
        blockers={name: body(one) for name, one in scene.blockers.items()},
        guests={name: body(one) for name, one in scene.guests.items()},
        avoid={name: replace(one, base=base(one.base), reach=one.reach * factor) for name, one in scene.avoid.items()},
        board=Board(scene.board.width * factor, scene.board.depth * factor),
    )


def shift_out_of_overlap(scene: Scene, place: PlaceXYZ, *, most: float) -> PlaceXYZ | None:
    """Return the nearest position to (x, y, z) where the base overlaps no obstacle, by repeated pushes.

    None if it is farther than `most` inches away, or if the pushes find none.
    """
    x, y, z = place
    for _ in range(PUSHES):
        pushes = [*_pushes(scene, scene.mover.at(x, y, z))]
        if not pushes:
            return (x, y, z)
        by = max(pushes, key=lambda push: float(push @ push))
        longer = 1 + HAIR / max(float(np.hypot(*by)), HAIR)
        x, y = x + float(by[0]) * longer, y + float(by[1]) * longer
        if math.dist((x, y), place[:2]) > most:
            return None
    return None


def _pushes(scene: Scene, base: Base) -> Iterator[Array]:
    """Yield, for each obstacle that the base overlaps, the push that frees it."""
    for part in parts_with_box_near(scene.parts, base, 0.0):
        if part.id not in scene.ways and meets(base.z, scene.head, part.bottom, part.top):
            by = push_out(base, part)
            if float(np.hypot(*by)) > EXACT_TOLERANCE:
                yield by
    for body in (*scene.blockers.values(), *scene.guests.values()):
        apart = math.dist((base.x, base.y), (body.base.x, body.base.y)) - base.radius - body.base.radius
        if apart <= 0 and meets(base.z, scene.head, body.base.z, body.base.z + body.head):
            apart, towards = ellipse.separation(base, body.base)
            if apart < -EXACT_TOLERANCE:
                yield apart * towards
    left, right, near, far = edge_rooms(base, scene.board)
    over = np.array([max(0.0, -left) - max(0.0, -right), max(0.0, -near) - max(0.0, -far)])
    if float(np.hypot(*over)) > EXACT_TOLERANCE:
        yield over
