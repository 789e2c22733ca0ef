"""Where a base's centre may be at one height, and which straight increments are open to it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Point, Polygon

from geometry import ellipse
from geometry.base import Base
from geometry.paths.contact import Body, half_extents
from geometry.paths.corners import Corners, Lens, inner_corners, outer_corners
from geometry.paths.obstacle_field import Field
from geometry.paths.passages import Passage
from geometry.paths.support import joined, polygons_of
from geometry.table import Board
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

_INSIDE = EXACT_TOLERANCE / 2
_RIM_CORNERS = 64
_GRAZE = 1e-9
_ROUNDING = 1e-7


@dataclass(frozen=True, slots=True)
class Avoid:
    """A reach around an enemy's base that may not be entered (rule D24-02).

    `certain` says that nothing can hide the mover from it anywhere in that reach. Where that is not so, paths still
    keep out, but no refusal is built on it.
    """

    base: Base
    reach: float = 1.0
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """Who moves and what is in the way: what the searches for paths start from.

    `mover` gives the base's shape and how it stays turned, `head` the miniature's height. `ways` says of parts how
    they may be gone through. `blockers` may not be passed; `guests` may be passed but not ended upon (rule H24-15);
    `avoid` are reaches that may not be entered.
    """

    mover: Base
    head: float
    parts: tuple[Part, ...] = ()
    ways: Mapping[str, Passage] = field(default_factory=dict)
    blockers: Mapping[str, Body] = field(default_factory=dict)
    guests: Mapping[str, Body] = field(default_factory=dict)
    avoid: Mapping[str, Avoid] = field(default_factory=dict)
    board: Board = field(default_factory=Board)


@dataclass(frozen=True, slots=True, eq=False)
class FreeSpace:
    """The places open to the centre of a base at one height.

    `solid` is what is in the way, exactly; `surely` only the part of it on which a refusal may be built. Both live in
    coordinates in which the base is a disc of `radius`: `to_disc` (2x2) maps board inches there, `scale` (2x2) back.
    `low` and `high` bound the centre on the board.
    """

    z: float
    solid: Field
    surely: Field
    to_disc: Array
    radius: float
    low: Array
    high: Array
    scale: Array = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", np.asarray(np.linalg.inv(self.to_disc), dtype=np.float64))

    def free(self, points: Array) -> Flags:
        """Return which places (m, 2) the centre may take."""
        return self._on_board(points) & self.solid.free(points @ self.to_disc.T)

    def clear(self, starts: Array, ends: Array) -> Flags:
        """Return which straight increments between free places (m, 2) are open."""
        return self.solid.clear(starts @ self.to_disc.T, ends @ self.to_disc.T)

    def corners(self, quarter: int, within: Lens) -> Corners:
        """Return free places just outside the grown obstacles' corners, each quarter turn in `quarter` pieces.

        Neighbours on a round corner see each other: the straight line between them touches the corner.
        """
        found = outer_corners(self.solid, quarter).mapped(self.scale)
        found = found.chosen(within.holds(found.at))
        return found.chosen(self.free(found.at))

    def bounding(self, quarter: int, within: Lens) -> tuple[Corners, Field]:
        """Return corners of obstacles that lie within the true ones, and those obstacles, for lower bounds.

        The shortest way along these corners that is clear of that field is never longer than the true one.
        """
        found = inner_corners(self.surely, quarter).mapped(self.scale)
        found = found.chosen(within.holds(found.at) & self._on_board(found.at))
        inner = self.surely.scaled(math.cos(math.pi / (4 * quarter)) * (1 - _ROUNDING))
        return found.chosen(inner.free(found.at @ self.to_disc.T)), inner

    def _on_board(self, points: Array) -> Flags:
        return np.asarray(((points >= self.low - _INSIDE) & (points <= self.high + _INSIDE)).all(axis=1))


@dataclass(frozen=True, slots=True)
class _Obstacle:
    """A core and the distance the centre keeps from it: `keep` surely suffices, with less than `least` it is met.

    `core` is what surely is outside, `inner` what surely is inside: polygons that stand for ovals.
    """

    core: Polygon | Point
    inner: Polygon | Point
    keep: float
    least: float
    certain: bool = True


def free_space(
    scene: Scene, z: float, *, up_to: float | None = None, on_tops: bool = False, thin: Collection[str] = ()
) -> FreeSpace:
    """Return the free space of a scene at a height: what stands between `z` and the mover's head is in the way.

    With `up_to` everything that stands in the way of a rise or fall between both heights is. With `on_tops` the
    centre may not leave the tops at that height either; no refusal is built on that. Parts named in `thin` keep only
    the centre out, not the base.
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
    """Return the scene without what no way from start to target (x, y) of at most `limit` inches comes near."""
    ends = shapely.points([start, target])
    reach = scene.mover.radius

    def in_touch(shape: Polygon | Point, more: float) -> bool:
        return float(shapely.distance(shape, ends).sum()) <= limit + 2 * (reach + more) + 1.0

    def near(body: Body) -> bool:
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
    """Return where the tops at a height are that one may stand on, seen from above."""
    return joined(
        [part.polygon for part in scene.parts if part.id not in scene.ways and abs(part.top - z) <= EXACT_TOLERANCE]
    )


def grown_base(scene: Scene, base: Base) -> Polygon:
    """Return where the centre overlaps another base, in coordinates in which the mover's base is a disc."""
    to_disc = free_space(replace(scene, parts=(), blockers={}, avoid={}), base.z).to_disc
    radius = scene.mover.radius if scene.mover.is_round else 1.0
    around = _around(base, 0.0, -EXACT_TOLERANCE, radius, to_disc, scene.mover.is_round)
    return shapely.buffer(around.core, around.keep / math.cos(math.pi / 64), quad_segs=16)


def _field(obstacles: Sequence[tuple[Polygon | Point, float]]) -> Field:
    polygons = [(core, keep) for core, keep in obstacles if isinstance(core, Polygon)]
    discs = [(core.x, core.y, keep) for core, keep in obstacles if isinstance(core, Point)]
    return Field.of([core for core, _ in polygons], [keep for _, keep in polygons], discs)


def _around(base: Base, reach: float, more: float, radius: float, to_disc: Array, round_mover: bool) -> _Obstacle:
    """Another base, grown by `reach`, from which the centre keeps `more` inches beyond touching."""
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
    """Corners (m, 2) where neighbouring tangents with these normals and heights, `step` radians apart, cross."""
    after = np.roll(heights, -1)
    along = (after - heights * math.cos(step)) / math.sin(step)
    sideways = np.stack([-normals[:, 1], normals[:, 0]], axis=-1)
    return np.asarray(heights[:, None] * normals + along[:, None] * sideways)


def meets(z: float, head: float, bottom: float, top: float) -> bool:
    """Whether a body at height z stands at some of the heights between `bottom` and `top`."""
    return bottom < z + head - EXACT_TOLERANCE and top > z + EXACT_TOLERANCE
