"""The kinds of ruling that are brought near their limit: a random table for each, and the question asked of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from geometry.placement import Placement
from geometry.table import Marker, Operative
from messages.message import Message
from referee.rules.judgement import Attempt, Move, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import Edition
from referee.rules.position import Order, Position
from referee.rules.ruling import Ruling
from referee.rules.weapon import RuleUse
from tests.verdicts.openings import fight_through_hatch, from_vantage, hatch, held_hatch
from tests.verdicts.tables import BOARD, NEAR, Draw, Drawn, Scene, Stream, across, box, middle, operative, unit

Ask = Callable[[Edition, Position, Move | None], Ruling]

WALK = {"kt24": "Reposition", "kt21": "Normal Move"}
BETWEEN_WALLS = {"kt24": "gallowdark", "kt21": "close quarters"}
APART = 12.0


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of ruling: how its tables are drawn, what is asked of them, and in which editions it is one."""

    draw: Draw
    ask: Ask
    editions: tuple[str, ...] = ("kt24", "kt21")


def _two(stream: Stream, ovals: bool, apart: float, *, friends: bool = False) -> Drawn:
    """Two operatives in the open about so far from each other, edge to edge."""
    towards = unit(stream)
    one = operative(stream, "A", middle(stream), ovals=ovals)
    other = operative(stream, "B", np.zeros(2), ovals=ovals, player="p1" if friends else "p2")
    reach = one.base.radius + other.base.radius + apart
    at = np.array([one.placement.x, one.placement.y]) + reach * towards
    other = replace(other, placement=replace(other.placement, x=at[0], y=at[1]))
    return Drawn(Scene({"A": one, "B": other}), "B", towards, (-1.2, 1.2))


def in_range(stream: Stream, ovals: bool) -> Drawn:
    return _two(stream, ovals, 6.0)


def objective(stream: Stream, ovals: bool) -> Drawn:
    drawn = _two(stream, ovals, 1.5)
    who, at = drawn.scene.operatives["A"], drawn.scene.operatives["B"].placement
    token = Marker("m", "objective", 40 / 25.4, Placement("m", at.x, at.y))
    return Drawn(Scene({"A": who}, markers={"m": token}), "m", drawn.along, (-2.0, 2.5))


def charge(stream: Stream, ovals: bool) -> Drawn:
    drawn = _two(stream, ovals, 1.0)
    who = drawn.scene.operatives["A"].placement
    begin = np.array([who.x, who.y]) - 4.0 * drawn.along + stream.uniform(-1.5, 1.5) * across(drawn.along)
    there = replace(drawn.scene.operatives["A"], placement=replace(who, x=begin[0], y=begin[1]))
    scene = replace(drawn.scene, operatives={**drawn.scene.operatives, "A": there}, action="Charge")
    return Drawn(replace(scene, way=((begin[0], begin[1], 0.0), (who.x, who.y, 0.0))), "way", -drawn.along, (-0.9, 0.9))


def control(stream: Stream, ovals: bool) -> Drawn:
    """A marker between two operatives that are both about as far from it as they may be, in one edition or the other.

    A friend stands by it in half of the tables, so that the enemy alone decides nothing.
    """
    apart = float(stream.choice([1.0 + 20 / 25.4, 2.0])) + stream.uniform(-0.04, 0.04)
    token = Marker("m", "objective", 40 / 25.4, Placement("m", *middle(stream)))
    at, towards = np.array([token.placement.x, token.placement.y]), unit(stream)
    own = operative(stream, "A", np.zeros(2), ovals=ovals)
    other = operative(stream, "B", np.zeros(2), ovals=ovals, player="p2")
    people = {}
    for one, way in ((own, -towards), (other, _turned(towards, stream.uniform(-0.5, 0.5)))):
        far = at + (apart + one.base.radius) * way
        people[one.id] = replace(one, placement=replace(one.placement, x=far[0], y=far[1]))
    if stream.integers(2):
        beside = at + 1.5 * across(towards)
        people["C"] = operative(stream, "C", beside, ovals=False)
    return Drawn(Scene(people, markers={"m": token}), "m", towards, (-0.6, 2.0))


def sticky(stream: Stream, ovals: bool) -> Drawn:
    """A charge past one enemy that it may come into reach of, to another: it must stay, or keep out."""
    drawn = _two(stream, ovals, float(stream.uniform(0.3, 0.9)))
    along, who = drawn.along, drawn.scene.operatives["A"].placement
    end = np.array([who.x, who.y])
    begin = end - 5.0 * along
    third = operative(stream, "C", np.zeros(2), ovals=ovals, player="p2")
    beside = float(stream.uniform(-1.6, -0.4))
    reach = drawn.scene.operatives["A"].base.radius + third.base.radius + 1.0
    aside = math.copysign(1.0, stream.uniform(-1, 1)) * across(along)
    at = end + beside * along + reach * aside
    third = replace(third, placement=replace(third.placement, x=at[0], y=at[1]))
    there = replace(drawn.scene.operatives["A"], placement=replace(who, x=begin[0], y=begin[1]))
    people = {**drawn.scene.operatives, "A": there, "C": third}
    scene = replace(drawn.scene, operatives=people, action="Charge")
    way = ((begin[0], begin[1], 0.0), (end[0], end[1], 0.0))
    return Drawn(replace(scene, way=way), "C", -aside, (-0.9, 0.0) if stream.integers(2) else (0.0, 0.9))


def seen_on_the_way(stream: Stream, ovals: bool) -> Drawn:
    """A walk that ends beside an enemy behind a wall's end, near enough if it is seen."""
    drawn = corner(stream, ovals)
    scene, who = drawn.scene, drawn.scene.operatives["A"].placement
    other = scene.operatives["B"].placement
    away = np.array([who.x - other.x, who.y - other.y])
    away /= np.hypot(*away)
    end = np.array([who.x, who.y])
    begin = end + 3.6 * _turned(away, float(stream.uniform(-0.6, 0.6)))
    there = replace(scene.operatives["A"], placement=replace(who, x=begin[0], y=begin[1]))
    way = ((begin[0], begin[1], 0.0), (end[0], end[1], 0.0))
    return Drawn(replace(scene, operatives={**scene.operatives, "A": there}, way=way), "w", drawn.along, drawn.reach)


def corner(stream: Stream, ovals: bool) -> Drawn:
    drawn = _two(stream, ovals, float(stream.uniform(0.3, 0.8)))
    return _past_a_corner(stream, drawn, 0.3)


def sight(stream: Stream, ovals: bool) -> Drawn:
    return _past_a_corner(stream, _two(stream, ovals, float(stream.uniform(3, 8))), 0.5)


def _past_a_corner(stream: Stream, drawn: Drawn, thick: float) -> Drawn:
    """Put a long wall between, of which one end is near the line: the second operative comes out from behind it."""
    one, other = (drawn.scene.operatives[name].placement for name in "AB")
    towards = np.array([other.x - one.x, other.y - one.y])
    length = float(np.hypot(*towards))
    towards /= length
    aside = across(towards)
    rooms = [drawn.scene.operatives[name].base.radius for name in "AB"]
    edge = rooms[0] + (length - sum(rooms)) * stream.uniform(0.3, 0.7)
    wall_at = np.array([one.x, one.y]) + edge * towards + 3.0 * aside
    tilt = math.atan2(aside[1], aside[0]) + (stream.uniform(-0.2, 0.2) if length > 4 else 0.0)
    width = min(thick, 0.5 * (length - sum(rooms)))
    wall = box("w", wall_at, 6.0, width, tilt, top=4.0)
    return Drawn(replace(drawn.scene, terrain=(wall,)), "w", -aside, (-3.0, 3.0))


def on_base(stream: Stream, ovals: bool) -> Drawn:
    return _two(stream, ovals, 0.0, friends=True)


def in_terrain(stream: Stream, ovals: bool) -> Drawn:
    one = operative(stream, "A", middle(stream), ovals=ovals)
    at, towards = np.array([one.placement.x, one.placement.y]), unit(stream)
    block = box("t", at + (one.base.radius + 1.0) * towards, 2.0, 2.0, float(stream.uniform(0, math.pi)))
    return Drawn(Scene({"A": one}, (block,)), "A", towards, (-1.5, 0.9))


def edge(stream: Stream, ovals: bool) -> Drawn:
    out = [np.array(way) for way in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))][stream.integers(4)]
    at = np.array([BOARD.width, BOARD.depth]) / 2 * (1 + out)
    at = np.where(out == 0, middle(stream), at)
    one = operative(stream, "A", at, ovals=ovals)
    return Drawn(Scene({"A": one}), "A", -out, (-0.2, 2.0))


def nobody_near(stream: Stream, ovals: bool) -> Drawn:
    drawn = _two(stream, ovals, 1.0)
    return replace(drawn, reach=(-0.9, 1.2))


def gap(stream: Stream, ovals: bool) -> Drawn:
    one = operative(stream, "A", middle(stream), ovals=ovals)
    at, towards = np.array([one.placement.x, one.placement.y]), unit(stream)
    aside = across(towards)
    far = at + stream.uniform(1.8, 2.5) * towards
    turn = math.atan2(towards[1], towards[0]) + stream.uniform(-0.3, 0.3)
    room = one.base.radius + stream.uniform(0.05, 0.4)
    blocks = tuple(
        box(name, far + side * (room + 0.75) * aside, float(stream.uniform(0.4, 1.0)), 1.3, turn)
        for name, side in (("t", 1.0), ("u", -1.0))
    )
    end = at + stream.uniform(4.6, 4.9) * towards
    way = ((at[0], at[1], 0.0), (end[0], end[1], 0.0))
    return Drawn(Scene({"A": one}, blocks, way=way), "whole way", aside, (0.0, 1.2))


def one_leg(stream: Stream, ovals: bool) -> Drawn:
    one = operative(stream, "A", np.array([8.0, 11.0]) + stream.uniform(-2, 2, 2), ovals=ovals)
    return _legs(one, [(6.0, unit(stream))])


def several_legs(stream: Stream, ovals: bool) -> Drawn:
    one = operative(stream, "A", np.array([12.0, 11.0]) + stream.uniform(-2, 2, 2), ovals=ovals)
    first, second = stream.uniform(1.1, 1.9), stream.uniform(1.1, 1.9)
    towards = unit(stream)
    turned = [_turned(towards, stream.uniform(-1, 1)) for _ in range(2)]
    return _legs(one, [(first, towards), (second, turned[0]), (2.0, turned[1])])


def several_legs_exact(stream: Stream, ovals: bool) -> Drawn:
    one = operative(stream, "A", np.array([12.0, 11.0]) + stream.uniform(-2, 2, 2), ovals=ovals)
    first, second = stream.uniform(1.1, 1.9), stream.uniform(1.1, 1.9)
    towards = unit(stream)
    turned = [_turned(towards, stream.uniform(-1, 1)) for _ in range(2)]
    return _legs(one, [(first, towards), (second, turned[0]), (6.0 - first - second, turned[1])])


def _legs(one: Operative, legs: list[tuple[float, np.ndarray]]) -> Drawn:
    where = one.placement
    at, way = np.array([where.x, where.y]), [(where.x, where.y, 0.0)]
    for length, towards in legs:
        at = at + length * towards
        way.append((float(at[0]), float(at[1]), 0.0))
    return Drawn(Scene({"A": one}, way=tuple(way)), "way", legs[-1][1], (-0.5, 0.5))


def cover(stream: Stream, ovals: bool) -> Drawn:
    return _behind(stream, ovals, 0.4)


def obscured(stream: Stream, ovals: bool) -> Drawn:
    return _behind(stream, ovals, 3.0)


def _behind(stream: Stream, ovals: bool, away: float) -> Drawn:
    drawn = _two(stream, ovals, float(stream.uniform(6, 8)))
    one, other = (drawn.scene.operatives[name].placement for name in "AB")
    towards = np.array([other.x - one.x, other.y - one.y])
    towards /= np.hypot(*towards)
    aside = across(towards)
    target = drawn.scene.operatives["B"].base.radius
    at = np.array([other.x, other.y]) - (target + away + 0.2) * towards + 1.5 * aside
    block = box("w", at, 3.0, 0.4, math.atan2(aside[1], aside[0]), top=3.0)
    return Drawn(replace(drawn.scene, terrain=(block,)), "w", -aside, (-3.0, 1.5))


def smoked(stream: Stream, ovals: bool) -> Drawn:
    """Smoke about as far from a target as it may be; in every third table the shooter is about two inches away, too."""
    beside = stream.integers(3) == 0
    drawn = _two(stream, False, 2.0 + float(stream.uniform(-NEAR, NEAR)) if beside else 6.0)
    where = drawn.scene.operatives["B"].placement
    token = Marker("m", "smoke", 20 / 25.4, Placement("m", where.x, where.y))
    scene = replace(drawn.scene, markers={"m": token})
    alone = scene.shifted("A", -4.0 * drawn.along) if beside else None
    return Drawn(scene, "m", unit(stream), (0.0, 2.5), alone)


def _operates(edition: Edition, position: Position, move: Move | None) -> Ruling:
    between_walls = edition.in_killzone(BETWEEN_WALLS[edition.id])
    return judge_attempt(between_walls, position, Attempt("A", "Operate Hatch", "h"))


def _fights_through(edition: Edition, position: Position, move: Move | None) -> Ruling:
    between_walls = edition.in_killzone(BETWEEN_WALLS[edition.id])
    return judge_attempt(between_walls, position, Attempt("A", "Hatchway Fight", "B"))


def _turned(towards: np.ndarray, angle: float) -> np.ndarray:
    cos, sin = math.cos(angle), math.sin(angle)
    return np.array([towards[0] * cos - towards[1] * sin, towards[0] * sin + towards[1] * cos])


def _past_light_cover(edition: Edition, position: Position, move: Move | None) -> Ruling:
    concealed = replace(position.status["B"], order=Order.CONCEAL)
    hidden = replace(position, status={**position.status, "B": concealed})
    return edition.judge_shot(hidden, Shot("A", "B")).selectable


def _shoots(edition: Edition, position: Position, move: Move | None) -> Ruling:
    return edition.judge_shot(position, Shot("A", "B", (RuleUse("range", 6.0),))).selectable


def _moves(edition: Edition, position: Position, move: Move | None) -> Ruling:
    assert move is not None
    return edition.judge_move(position, move).ruling


def _controls(edition: Edition, position: Position, move: Move | None) -> Ruling:
    found = edition.markers.controlled(position, "m", "L24-02", player="p1", by="A")
    return Ruling.of(Message.stored("A controls m"), found)


def _walks(edition: Edition, position: Position, move: Move | None) -> Ruling:
    assert move is not None
    return edition.judge_move(position, replace(move, action=WALK[edition.id])).ruling


KINDS: dict[str, Kind] = {
    "weapon's range": Kind(in_range, _shoots),
    "objective contested": Kind(objective, lambda e, p, m: e.markers.near(p, "A", "m")),
    "control of a marker": Kind(control, _controls),
    "charge ends in reach": Kind(charge, _moves),
    "charge stays with whom it reaches": Kind(sticky, _moves),
    "enemy seen on the way": Kind(seen_on_the_way, _walks),
    "control range past a corner": Kind(corner, lambda e, p, m: e.engagement.engaged(p, "A", "B")),
    "set up on another base": Kind(on_base, lambda e, p, m: e.set_up.operative(p, "A", {})),
    "set up in terrain": Kind(in_terrain, lambda e, p, m: e.set_up.operative(p, "A", {})),
    "base over the board's edge": Kind(edge, lambda e, p, m: e.set_up.operative(p, "A", {})),
    "no enemy in reach": Kind(nobody_near, lambda e, p, m: judge_attempt(e, p, Attempt("A", WALK[e.id]))),
    "move through a gap": Kind(gap, _walks),
    "price of one leg": Kind(one_leg, _walks),
    "price of several legs": Kind(several_legs, _walks, ("kt24",)),
    "length of several legs": Kind(several_legs_exact, _walks, ("kt21",)),
    "sight past a corner": Kind(sight, lambda e, p, m: e.sight.visible(p, "A", "B")),
    "in cover": Kind(cover, lambda e, p, m: e.judge_shot(p, Shot("A", "B")).in_cover),
    "cover from Vantage": Kind(from_vantage, _past_light_cover),
    "obscured by smoke": Kind(smoked, lambda e, p, m: e.judge_shot(p, Shot("A", "B")).obscured, ("kt24",)),
    "hatch in reach": Kind(hatch, _operates),
    "hatch held by an enemy": Kind(held_hatch, _operates),
    "fight through a hatch": Kind(fight_through_hatch, _fights_through),
    "obscured": Kind(obscured, lambda e, p, m: e.judge_shot(p, Shot("A", "B")).obscured),
}
