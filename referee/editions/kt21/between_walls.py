"""Walls that reach the ceiling: what stands in close quarters, and how distances run there (rules K21-04 to K21-06)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import shapely

from geometry.base import EXACT_TOLERANCE, Base, BaseShape
from geometry.limits import Limit
from geometry.measure import gap, gap_to_part
from geometry.position_errors import Thing, measured_limit
from geometry.table import Operative
from geometry.terrain import Part
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.visibility.path_around_walls import Walls
from referee.rules.edition import Edition, Pricing
from referee.rules.judgement import Move, MoveJudgement, SetOff
from referee.rules.moves.doorways import HATCH_REACH, reach_limit
from referee.rules.moves.movement import TableMovement
from referee.rules.moves.searching import Search
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId, Ruling
from referee.rules.sight.blockers import is_open
from referee.rules.sight.engagement_overlay import EngagementOverlay
from referee.rules.spacing import Spacing, at_most_around

CEILING = 100.0
RULE: RuleId = "K21-04"
POINT = BaseShape(1e-9, 1e-9)
BY_ROLE = {
    "pipes": frozenset({"Insignificant"}),
    "broken pipes": frozenset({"Light", "Traversable"}),
    "ancient apparatus": frozenset({"Heavy", "Traversable"}),
    "wall": frozenset({"Heavy", "Wall"}),
    "hatch": frozenset({"Heavy", "Wall"}),
}
"""The traits of what stands in these killzones, by its role (rules K21-04, K21-06); a hatch is an open hatchway's."""

_KEPT = 8


def built(position: Position) -> Position:
    """Return the position with the traits that roles have here, and walls that nobody sees or goes over."""
    return replace(position, table=replace(position.table, terrain=_terrain(position.table.terrain)))


@lru_cache(maxsize=_KEPT)
def _terrain(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    return tuple(map(_built, parts))


def _built(part: Part) -> Part:
    traits = part.traits | BY_ROLE.get(part.role or "", frozenset())
    if part.role == "pipes":
        traits -= {"Light", "Traversable"}
    if part.role == "access_point":
        traits |= {"Accessible"} if is_open(part) else {"Heavy", "Wall"}
    solid = replace(part, state=None) if part.role == "hatch" else part
    high = "Wall" in traits and not is_open(solid)
    return replace(solid, traits=traits, top=CEILING if high else part.top)


def walls(position: Position) -> tuple[Part, ...]:
    """Return the walls of a position as `built` has them; an open hatchway is none, its hatch is."""
    return tuple(part for part in position.table.terrain if part.has("Wall") and not is_open(part))


def standing_walls(position: Position) -> Walls | None:
    """Return the walls of a position, built or not, as what bars a straight way; None where there are none."""
    return _standing(position.table.terrain)


@lru_cache(maxsize=_KEPT)
def _standing(parts: tuple[Part, ...]) -> Walls | None:
    found = [part for part in _terrain(parts) if part.has("Wall") and not is_open(part)]
    return Walls(found) if found else None


@lru_cache(maxsize=4 * _KEPT)
def _all_but(parts: tuple[Part, ...], name: str) -> Walls | None:
    return _standing(tuple(part for part in parts if part.id != name))


@dataclass(frozen=True, slots=True)
class AroundWalls:
    """Distances run round walls by the shortest way, seen from above; heights count as they do elsewhere."""

    def gap(self, position: Position, a: Base, b: Base) -> float:
        """Return the distance between two bases, inches; infinite where walls part them altogether."""
        straight = gap(a, b)
        block = standing_walls(position)
        if block is None:
            return straight
        around = block.path(a, b).length
        return straight if around <= straight else math.hypot(around, a.z - b.z)

    def gap_to_part(self, position: Position, base: Base, part: Part) -> float:
        """Return the distance between a base and a part of terrain, inches, round all other walls."""
        straight = gap_to_part(base, part)
        block = _all_but(position.table.terrain, part.id)
        if block is None or straight <= 0:
            return straight
        near = shapely.get_coordinates(shapely.shortest_line(part.polygon, shapely.points(base.x, base.y)))[0]
        spots = [near, *shapely.get_coordinates(part.polygon.exterior)]
        return max(straight, min(block.path(base, Base(POINT, float(x), float(y), base.z)).length for x, y in spots))

    def reach_limit(self, position: Position, a: Thing, b: Thing, reach: float) -> Limit:
        """Return the limit of the distance round the walls, by differences, as such ways have kinks."""
        common = position.table.common
        return measured_limit((a, b), (), common, lambda bases, _: reach - self.gap(position, *bases))

    def barred(self, position: Position, a: Base, b: Base, reach: float) -> bool:
        """Return whether two bases that are straight within `reach` inches are farther apart round the walls."""
        straight = gap(a, b)
        return straight <= reach + EXACT_TOLERANCE and self.gap(position, a, b) > reach + EXACT_TOLERANCE

    def also(self, position: Position, a: Base, b: Base, means: str, reach: float) -> tuple[Finding, ...]:
        """Return that the way round the walls is within reach, where the straight one is not free."""
        straight = gap(a, b)
        if straight > reach + EXACT_TOLERANCE:
            return ()
        return at_most_around(RULE, means, straight, self.gap(position, a, b), reach)


AROUND = AroundWalls()


def hatch_in_reach(position: Position, operative: Operative, hatch: Part) -> Limit:
    """Return the limit that an operative is within an inch of an access point, round all walls (rule K21-02)."""
    return reach_limit(
        position, operative, hatch, HATCH_REACH, lambda base, part: AROUND.gap_to_part(position, base, part)
    )


@dataclass(frozen=True, slots=True)
class MovementBetweenWalls:
    """The movement port where walls reach the ceiling."""

    inner: TableMovement

    @property
    def pricing(self) -> Pricing:
        """The price list."""
        return self.inner.pricing

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves there are."""
        return self.inner.names

    @property
    def climb_goes_on(self) -> str | None:
        """The move that may finish a climb which another began."""
        return self.inner.climb_goes_on

    def may_climb(self, action: str, height: float = 0.0) -> bool:
        """Return whether a move of that name may climb so high at once, inches."""
        return self.inner.may_climb(action, height)

    def ends_by_an_enemy(self, action: str) -> bool:
        """Return whether a move of that name has to end within reach of an enemy."""
        return self.inner.ends_by_an_enemy(action)

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return how far the action carries this operative, inches."""
        return self.inner.allowance(edition, position, mover, action)

    def with_move(
        self, name: str, like: str, rule: RuleId, *, extra: float, fixed: float | None
    ) -> MovementBetweenWalls:
        """Return the port with one more move, like another but so much farther, or so far."""
        return replace(self, inner=self.inner.with_move(name, like, rule, extra=extra, fixed=fixed))

    def mine_set_off(self, edition: Edition, position: Position) -> SetOff | None:
        """Return a mine that goes off as things stand, or may (J24-07); None for none."""
        return self.inner.mine_set_off(edition, position)

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> Search:
        """Return where that move of the operative may go, and the cheapest way to a place."""
        return self.inner.search(edition, built(position), mover, action)

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move (rules K21-04, K21-05)."""
        return self.inner.judge(edition, built(position), move)


@dataclass(frozen=True, slots=True)
class EngagementBetweenWalls(EngagementOverlay):
    """Engagement range where walls stop sight to the ceiling, and distances run round them."""

    spacing: Spacing

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within engagement range of each other."""
        straight = self.inner.engaged(built(position), a, b)
        if not straight.holds:
            return straight
        one, other = position.table.operative(a).base, position.table.operative(b).base
        more = self.spacing.also(position, one, other, f"{a} is near {b}", CONTROL_RANGE)
        return with_findings(straight, more) if more else straight

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return what stops sight within engagement range, walls to the ceiling."""
        return self.inner.sight_blockers(built(position))


def with_findings(ruling: Ruling, more: Sequence[Finding], notes: tuple[str, ...] = ()) -> Ruling:
    """Return a ruling that these findings bear on, too."""
    p_yes = min((ruling.p_yes, *(finding.p_yes for finding in more)))
    return Ruling(ruling.claim, (*ruling.findings, *more), p_yes, (*ruling.notes, *notes))
