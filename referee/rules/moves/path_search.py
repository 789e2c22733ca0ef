"""Search for a move: an edition's permissions and prices as input of the path searches (D24-*, D21-*)."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import shapely
from shapely.geometry import MultiPolygon, Polygon

from geometry.base import EXACT_TOLERANCE, Base
from geometry.measure import gap
from geometry.paths import (
    Cheapest,
    Climbs,
    Drops,
    Exact,
    ForbiddenZone,
    LevelReach,
    Per,
    RaisedToOne,
    RoundedUp,
    Scene,
    StandingBody,
    Tariff,
    WholeSteps,
    cheapest_path,
    inflate,
    larger,
    reachable_area,
    shift_out_of_overlap,
)
from geometry.table import Marker, Operative
from geometry.visibility.control_range import CONTROL_RANGE
from referee.rules.findings import footprint
from referee.rules.moves.move_table import ClimbMinimum, DropPrice, MoveSpec, MoveTerms, PriceList, Sticky
from referee.rules.moves.path_uncertainty import MOST_SEEMING
from referee.rules.position import Position

Place = tuple[float, float, float]
SLIVER = 1e-3
"""Square inches below which the overlap of two touching areas is ignored; it comes from approximated outlines."""


@dataclass(frozen=True, slots=True)
class Search:
    """Search for one move before it is made: start, obstacles, prices and allowance (inches).

    `near` are the enemies in whose range it must end; None if it need not. `lone` are the ranges of enemies that no
    friend is near: the path avoids them, because it may not enter them or, if it `enters`, not leave them again.
    `shunned` are ranges that the player wants to avoid everywhere: those of mines.
    """

    scene: Scene
    start: Place
    tariff: Tariff
    allowance: float
    near: tuple[Operative, ...] | None = None
    lone: Mapping[str, ForbiddenZone] = field(default_factory=dict)
    enters: bool = False
    shunned: Mapping[str, ForbiddenZone] = field(default_factory=dict)

    def with_allowance(self, inches: float) -> Search:
        """Return the same search with another allowance."""
        return replace(self, allowance=inches)

    def shunning(self, markers: Iterable[Marker]) -> Search:
        """Return the search with paths that stay out of control range of these markers."""
        reaches = {one.id: ForbiddenZone(one.base, CONTROL_RANGE, certain=False) for one in markers}
        return replace(self, shunned={**self.shunned, **reaches})

    def find_path(self, target: Place, *, room: float = 0.0) -> Cheapest:
        """Return the cheapest legal path to a position; raises the errors of `geometry.paths.cheapest_path`.

        With `room` the path keeps this many inches from everything, and each increment the same share below the next
        price, if such a path exists. Only its ends stay at their measured positions, even in contact with obstacles.
        """
        factor = 1 / (1 - room)
        scene = larger(inflate(self._scene_to(target), room), factor) if room else self._scene_to(target)
        ends = [(x * factor, y * factor, z) for x, y, z in (self.start, target)]
        most = factor * (room + MOST_SEEMING)
        leaving = replace(scene, guests={})
        start, end = (
            shift_out_of_overlap(there, place, most=most) or place
            for there, place in zip((leaving, scene), ends, strict=True)
        )
        found = cheapest_path(scene, start, end, tariff=self.tariff, allowance=self.allowance)
        if found.path is None or (not room and (start, end) == (self.start, target)):
            return found
        between = [
            (*self.start[:2], z)
            if _above((x, y), start)
            else (*target[:2], z)
            if _above((x, y), end)
            else (x / factor, y / factor, z)
            for x, y, z in found.path[1:-1]
        ]
        return replace(found, path=(self.start, *between, target))

    def _scene_to(self, target: Place) -> Scene:
        there = self.scene.mover.at(*target)
        kept = {
            name: one
            for name, one in self.lone.items()
            if not self.enters or gap(there, one.base) > one.reach + EXACT_TOLERANCE
        }
        return replace(self.scene, avoid={**kept, **self.shunned})

    def areas(self) -> tuple[LevelReach, ...]:
        """Return the areas in which it may end, level by level; raises the errors of `geometry.paths.reachable_area`.

        For a move that must end near an enemy they are an outer bound if `bounds_alone` returns True.
        """
        if self.near is not None and not any(self._could_touch(one) for one in self.near):
            return ()
        start = shift_out_of_overlap(replace(self.scene, guests={}), self.start, most=MOST_SEEMING) or self.start
        levels = reachable_area(self.scene, start, tariff=self.tariff, allowance=self.allowance).levels
        if self.near is None:
            return levels
        wanted = shapely.unary_union([self._around(one.base, CONTROL_RANGE) for one in self.near])
        kept = ((level.z, shapely.intersection(level.region, wanted)) for level in levels)
        return tuple(LevelReach(z, _areal(region)) for z, region in kept if not _areal(region).is_empty)

    def bounds_alone(self, levels: Sequence[LevelReach]) -> bool:
        """Return whether these areas, found by one search, may contain positions where the move may not end.

        Reasons: terrain may hide the enemy near which it must end, heights differ, or bases are oval; or the path past
        a lone enemy may be the only one, because its range is among the obstacles that the paths there bend around.
        """
        if self.near is None or not levels:
            return False
        ends = shapely.unary_union([level.region for level in levels])
        heights = {level.z for level in levels} | {one.base.z for one in self.near}
        oval = any(one.shape.long != one.shape.short for one in (self.scene.mover, *(each.base for each in self.near)))
        hidden = any(
            part.polygon.intersects(around) and around.intersects(ends)
            for around in (self._around(one.base, CONTROL_RANGE) for one in self.near)
            for part in self.scene.parts
        )
        level = max(heights) - min(heights) <= EXACT_TOLERANCE
        return oval or hidden or not level or any(self._may_be_passed(key, one, ends) for key, one in self.lone.items())

    def _may_be_passed(self, name: str, lone: ForbiddenZone, ends: shapely.Geometry) -> bool:
        """Return whether the path to an end outside a lone enemy's range may have to lead through that range."""
        inside = self._around(lone.base, lone.reach)
        outside = shapely.difference(ends, inside)
        here = shapely.points(self.start[:2])
        far = shapely.distance(here, inside) + shapely.distance(inside, outside)
        if outside.is_empty or far > self.allowance + EXACT_TOLERANCE:
            return False
        bodies = (self._around(one.base, 0.0) for key, one in self.scene.blockers.items() if key != name)
        met = [*(part.polygon.buffer(self.scene.mover.radius) for part in self.scene.parts), *bodies]
        ways = _hull(shapely.union(outside, here), met)
        board = shapely.box(0.0, 0.0, self.scene.board.width, self.scene.board.depth)
        return shapely.area(shapely.intersection(ways, inside)) > SLIVER or not board.contains(ways)

    def _around(self, base: Base, reach: float) -> Polygon:
        """Return the positions of the mover's centre within a distance of a base, seen from above."""
        own = self.scene.mover.shape
        return footprint(base).buffer(reach + (own.long + own.short) / 4)

    def _could_touch(self, enemy: Operative) -> bool:
        """Return whether an enemy is near enough, in a straight line, for the move to end in its range."""
        own = self.scene.mover
        far = self.allowance + CONTROL_RANGE + own.radius + enemy.base.radius
        return math.hypot(own.x - enemy.base.x, own.y - enemy.base.y) <= far


def _above(there: tuple[float, float], place: Place) -> bool:
    """Return whether a position on a path is directly above or below another: it climbs or drops at its end."""
    return math.dist(there, place[:2]) <= EXACT_TOLERANCE


def _hull(shape: shapely.Geometry, solid: Sequence[Polygon]) -> Polygon:
    """Return the convex area around a shape, extended to contain all the solid shapes that it meets.

    The shortest paths within the shape around them are inside it: a path that leaves it would be shorter along its
    border.
    """
    hull, left = shapely.convex_hull(shape), list(solid)
    while met := [one for one in left if shapely.area(shapely.intersection(hull, one)) > SLIVER]:
        hull = shapely.convex_hull(shapely.union_all([hull, *met]))
        left = [one for one in left if one not in met]
    return hull


def path_search(
    position: Position,
    mover: str,
    *,
    allowance: float,
    spec: MoveSpec,
    terms: MoveTerms,
    prices: PriceList,
    held: Collection[str] = (),
) -> Search:
    """Return the search for one move of an operative from its current position.

    `allowance` is in inches; `spec` is the move's row, `terms` and `prices` are the edition's. `held` are the enemies
    that a friend of the mover is near: the path may pass them.
    """
    own = position.table.operative(mover)
    enemies, friends = position.enemies_of(mover), position.friends_of(mover)
    bodies = {one.id: StandingBody(one.base, one.head) for one in (*enemies, *friends)}
    passable = {one.id for one in friends} if terms.through_friends else set()
    binding = () if spec.may_enter and spec.sticky is Sticky.NO else enemies
    reaches = {one.id: ForbiddenZone(one.base, CONTROL_RANGE, certain=False) for one in binding}
    where = own.placement
    return Search(
        Scene(
            own.base,
            own.head,
            parts=position.table.terrain,
            ways={part.id: way for part in position.table.terrain if (way := terms.way(part)) is not None},
            blockers={key: body for key, body in bodies.items() if key not in passable},
            guests={key: body for key, body in bodies.items() if key in passable},
            avoid={} if spec.may_enter else reaches,
            board=position.table.board,
        ),
        (where.x, where.y, where.z),
        _tariff(spec, terms, prices),
        allowance,
        enemies if spec.must_end else None,
        {name: one for name, one in reaches.items() if name not in held},
        spec.may_enter,
    )


def _tariff(spec: MoveSpec, terms: MoveTerms, prices: PriceList) -> Tariff:
    """Convert an edition's price list to a tariff of the path searches."""
    whole = prices.whole_inches
    low = terms.readings.low_ladders.second
    each = prices.climb_minimum is ClimbMinimum.PER_CLIMB
    climbs = Climbs(
        RoundedUp() if whole else Exact(),
        least=prices.least_climb,
        least_per=Per.EACH if each else Per.ACTION,
        highest=math.inf if terms.climb_limit is None else terms.climb_limit,
        ladder=math.inf if prices.ladder is None else prices.ladder,
        ladder_highest=terms.climb_limit if low and terms.climb_limit is not None else math.inf,
        step=terms.step,
    )
    if not spec.may_climb and terms.step:
        climbs = replace(climbs, highest=terms.step, ladder=math.inf, ladder_highest=terms.step)
    steps = prices.drop_price is DropPrice.STEPS
    drops = Drops(
        WholeSteps(prices.free_drop) if steps else RoundedUp() if whole else RaisedToOne(),
        free=0.0 if steps else prices.free_drop,
        free_per=Per.EACH if prices.each_drop else Per.ACTION,
        highest=terms.drop_limit,
    )
    return Tariff(
        RoundedUp() if whole else RaisedToOne(),
        climbs=climbs if spec.may_climb or terms.step else None,
        drops=drops,
        passage=terms.passage_price,
        traverse=terms.traverse_price or 0.0,
        area=terms.wire_price,
    )


def _areal(region: shapely.Geometry) -> MultiPolygon:
    parts = [part for part in shapely.get_parts(region) if part.geom_type == "Polygon"]
    return MultiPolygon(parts)
