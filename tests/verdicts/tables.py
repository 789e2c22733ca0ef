"""Random tables on which one ruling is near its limit: what truly stands, and what a camera states of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from geometry.base import MM_PER_INCH, BaseShape
from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part
from referee.rules.judgement import Move
from referee.rules.position import Order, Position, Status

Array = NDArray[np.float64]
Stream = np.random.Generator

NEAR = 0.15
"""Inches from its limit within which a ruling is asked for."""

BOARD = Board()
ROUND_MM = (25.0, 28.5, 32.0, 40.0)
OVAL_MM = ((60.0, 35.0), (75.0, 42.0))


@dataclass(frozen=True, slots=True)
class Errors:
    """What a camera's places are off by, one standard deviation each: the usual, or one of the variants.

    `place` inches in x and in y, `turn_deg` of an oval's rotation, `common` the share of the variance that all places
    have alike, `head` inches of a head's height, `terrain` inches and `terrain_deg` of a piece of terrain.
    """

    place: float = 0.23 / math.sqrt(2) / MM_PER_INCH
    turn_deg: float = 0.3
    common: float = 0.0
    head: float = 0.0
    terrain: float = 0.0
    terrain_deg: float = 0.0
    ovals: bool = False


VARIANTS = {
    "usual": Errors(),
    "terrain": Errors(terrain=0.2 / MM_PER_INCH, terrain_deg=0.15),
    "heads": Errors(head=1.0 / MM_PER_INCH),
    "common": Errors(common=0.9),
    "ovals": Errors(ovals=True),
}


@dataclass(frozen=True, slots=True)
class Scene:
    """What stands on a table: operatives, markers and terrain, and the way of the first operative where it moves."""

    operatives: dict[str, Operative]
    terrain: tuple[Part, ...] = ()
    markers: dict[str, Marker] = field(default_factory=dict)
    way: tuple[tuple[float, float, float], ...] = ()
    action: str = ""

    def shifted(self, thing: str, by: Array) -> Scene:
        """Return the scene with an operative or a marker elsewhere; "way" shifts where the way ends."""
        if thing == "way":
            x, y, z = self.way[-1]
            return replace(self, way=(*self.way[:-1], (x + by[0], y + by[1], z)))
        if thing == "whole way":
            way = tuple((x + by[0], y + by[1], z) for x, y, z in self.way)
            return replace(self.shifted("A", by), way=way)
        if thing in {part.id for part in self.terrain}:
            parts = (turned(part, by[0], by[1], 0.0) if part.id == thing else part for part in self.terrain)
            return replace(self, terrain=tuple(parts))
        if thing in self.markers:
            token = self.markers[thing]
            lies = replace(token.placement, x=token.placement.x + by[0], y=token.placement.y + by[1])
            return replace(self, markers={**self.markers, thing: replace(token, placement=lies)})
        one = self.operatives[thing]
        there = replace(one.placement, x=one.placement.x + by[0], y=one.placement.y + by[1])
        return replace(self, operatives={**self.operatives, thing: replace(one, placement=there)})

    def position(self, *, common: Array | None = None) -> Position:
        """Return the position that a judge is asked about."""
        table = Table(BOARD, self.operatives, self.terrain, self.markers, common=common)
        status = {name: Status(Order.ENGAGE, 2, 6.0, 10, 10) for name in self.operatives}
        return Position(table, status)

    def move(self, sigma: float = 0.0) -> Move:
        """Return the way of the first operative as a move."""
        return Move("A", self.action, self.way, sigma=sigma)


def turned(part: Part, dx: float, dy: float, turn_deg: float) -> Part:
    """Return a part shifted, and turned about its pivot."""
    cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))
    px, py = part.pivot
    outline = tuple(
        (px + dx + (x - px) * cos - (y - py) * sin, py + dy + (x - px) * sin + (y - py) * cos) for x, y in part.outline
    )
    return replace(part, outline=outline, pivot=(px + dx, py + dy))


def disturbed(scene: Scene, errors: Errors, stream: Stream) -> Scene:
    """Return the scene with everything off by an error of its own, and one that all places share."""
    own, alike = errors.place * math.sqrt(1 - errors.common), errors.place * math.sqrt(errors.common)
    shared = alike * stream.standard_normal(2)
    first = scene.operatives.get("A")

    def off(one: Placement, *, oval: bool, by: Array | None = None) -> Placement:
        dx, dy = (own * stream.standard_normal(2) if by is None else by) + shared
        turn = errors.turn_deg * stream.standard_normal() if oval else 0.0
        return replace(one, x=one.x + dx, y=one.y + dy, rotation_deg=one.rotation_deg + turn)

    begin = own * stream.standard_normal(2)
    operatives = {
        name: replace(
            one,
            placement=off(one.placement, oval=not one.shape.is_round, by=begin if one is first else None),
            head=one.head + errors.head * stream.standard_normal(),
        )
        for name, one in scene.operatives.items()
    }
    markers = {name: replace(one, placement=off(one.placement, oval=False)) for name, one in scene.markers.items()}
    pieces = {
        part.feature: (*(errors.terrain * stream.standard_normal(2)), errors.terrain_deg * stream.standard_normal())
        for part in scene.terrain
    }
    terrain = tuple(turned(part, *pieces[part.feature]) for part in scene.terrain) if errors.terrain else scene.terrain
    way = []
    for number, (x, y, z) in enumerate(scene.way):
        dx, dy = (begin if number == 0 else own * stream.standard_normal(2)) + shared
        way.append((x + dx, y + dy, z))
    return Scene(operatives, terrain, markers, tuple(way), scene.action)


def stated(scene: Scene, errors: Errors) -> Scene:
    """Return the scene with the covariances that belong to those errors."""

    def doubted(one: Placement, *, oval: bool) -> Placement:
        turn = errors.turn_deg if oval else 0.0
        return replace(one, covariance=np.diag([errors.place**2, errors.place**2, 0.0, turn**2]))

    operatives = {
        name: replace(one, placement=doubted(one.placement, oval=not one.shape.is_round), head_sigma=errors.head)
        for name, one in scene.operatives.items()
    }
    markers = {name: replace(one, placement=doubted(one.placement, oval=False)) for name, one in scene.markers.items()}
    covariance = np.diag([errors.terrain**2, errors.terrain**2, 0.0, errors.terrain_deg**2])
    terrain = tuple(replace(part, covariance=covariance) for part in scene.terrain) if errors.terrain else scene.terrain
    return Scene(operatives, terrain, markers, scene.way, scene.action)


def common_of(errors: Errors) -> Array | None:
    """Return the covariance of what all places are off by alike; None where they share nothing."""
    alike = errors.common * errors.place**2
    return np.diag([alike, alike, 0.0, 0.0]) if alike else None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A scene with the thing that brings its ruling to the limit when shifted along `along` (from, to: inches).

    `alone` is the scene without a second limit that the first has nothing to do with: the limit is looked for there, so
    that tables are as many on either side of the second.
    """

    scene: Scene
    thing: str
    along: Array
    reach: tuple[float, float] = (0.0, 0.0)
    alone: Scene | None = None


Draw = Callable[[Stream, bool], Drawn]


def unit(stream: Stream) -> Array:
    """Return a direction drawn evenly."""
    angle = stream.uniform(0, 2 * math.pi)
    return np.array([math.cos(angle), math.sin(angle)])


def across(towards: Array) -> Array:
    """Return the direction a quarter turn to the left of another."""
    return np.array([-towards[1], towards[0]])


def operative(stream: Stream, name: str, at: Array, *, ovals: bool, player: str = "p1", z: float = 0.0) -> Operative:
    """Return an operative on a base of some size."""
    size = OVAL_MM[stream.integers(2)] if ovals else float(ROUND_MM[stream.integers(4)])
    turn = float(stream.uniform(-180, 180))
    shape = BaseShape.from_mm(size)
    return Operative(name, player, shape, float(stream.uniform(1.1, 1.7)), Placement(name, at[0], at[1], z, turn))


def middle(stream: Stream) -> Array:
    """Return a place well inside the board."""
    return np.array([stream.uniform(10, 20), stream.uniform(8, 14)])


def box(
    name: str, at: Array, length: float, width: float, turn: float, *, top: float = 3.0, traits: str = "Heavy"
) -> Part:
    """Return an upright block, turned about its middle (radians)."""
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(-length / 2, -width / 2), (length / 2, -width / 2), (length / 2, width / 2), (-length / 2, width / 2)]
    outline = tuple((at[0] + x * cos - y * sin, at[1] + x * sin + y * cos) for x, y in corners)
    return Part(name, name, outline, 0.0, top, frozenset({"Heavy"}), pivot=(float(at[0]), float(at[1])))
