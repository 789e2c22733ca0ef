"""Close Quarters: an overlay of the 2021 edition (rules K21-01 to K21-06)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely.geometry import MultiPoint, Polygon

from geometry.base import Base
from geometry.ellipse import rim
from geometry.measure import gap
from geometry.path_around_walls import path_around_walls
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE
from referee.editions.kt21.movement import movement
from referee.editions.kt21.options import INDIRECT
from referee.editions.kt21.sight import CoverLines, SightByCoverLines, sight
from referee.rules.actions import table_of
from referee.rules.dice.weapon import RuleUse
from referee.rules.edition import ActionSpec, Edition, Killzone, Pricing
from referee.rules.judgement import Move, MoveJudgement, Shot, ShotJudgement
from referee.rules.moves.doorways import hatch_near
from referee.rules.moves.hatchways import hatchway_fight, operating_hatch
from referee.rules.moves.movement import TableMovement
from referee.rules.moves.searching import Search
from referee.rules.options import note
from referee.rules.position import Order, Position
from referee.rules.ruling import Finding, Ruling
from referee.rules.sight.blockers import is_open
from referee.rules.sight.condensed_environment import condensed
from referee.rules.sight.control_range import ControlRange
from referee.rules.sight.environment import OpenGround

CEILING = 100.0
SPREADING = frozenset({"blast", "splash", "torrent"})
SMALL_WOUNDS = 5
RIM = 48
BY_ROLE = {
    "pipes": frozenset({"Insignificant"}),
    "broken pipes": frozenset({"Light", "Traversable"}),
    "ancient apparatus": frozenset({"Heavy", "Traversable"}),
    "wall": frozenset({"Heavy", "Wall"}),
}
"""The traits of what stands in these killzones, by its role (rules K21-04, K21-06)."""


def built(position: Position) -> Position:
    """Return the position with the traits that roles have here, and walls that nobody sees or goes over."""
    return replace(position, table=replace(position.table, terrain=tuple(map(_built, position.table.terrain))))


def _built(part: Part) -> Part:
    traits = part.traits | BY_ROLE.get(part.role or "", frozenset())
    if part.role == "access_point":
        traits |= {"Accessible"} if is_open(part) else {"Heavy", "Wall"}
    high = "Wall" in traits and not is_open(part)
    return replace(part, traits=traits, top=CEILING if high else part.top)


def walls(position: Position) -> tuple[Part, ...]:
    """Return the walls of a position as `built` has them; an open hatchway is none."""
    return tuple(part for part in position.table.terrain if part.has("Wall") and not is_open(part))


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

    def may_climb(self, action: str, height: float = 0.0) -> bool:
        """Return whether a move of that name may climb so high at once, inches."""
        return self.inner.may_climb(action, height)

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return how far the action carries this operative, inches."""
        return self.inner.allowance(edition, position, mover, action)

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> Search:
        """Return where that move of the operative may go, and the cheapest way to a place."""
        return self.inner.search(edition, built(position), mover, action)

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move (rules K21-04, K21-05)."""
        return self.inner.judge(edition, built(position), move)


@dataclass(frozen=True, slots=True)
class EngagementBetweenWalls:
    """Engagement range where walls stop sight to the ceiling."""

    inner: ControlRange

    @property
    def rule(self) -> str:
        """The rule's id."""
        return self.inner.rule

    @property
    def term(self) -> str:
        """The edition's word for the range."""
        return self.inner.term

    def engaged(self, position: Position, a: str, b: str) -> Ruling:
        """Return whether the two operatives are within engagement range of each other."""
        return self.inner.engaged(built(position), a, b)

    def sight_blockers(self, position: Position) -> tuple[Part, ...]:
        """Return what stops sight within engagement range."""
        return self.inner.sight_blockers(built(position))

    def enemies_engaging(self, position: Position, operative: str) -> tuple[str, ...]:
        """Return the enemies within engagement range of the operative, by the best estimate."""
        return self.inner.enemies_engaging(built(position), operative)


@dataclass(frozen=True, slots=True)
class SightBetweenWalls:
    """The sight port where walls stop every line, range runs round them, and friends stand in the way (K21-03/04)."""

    inner: SightByCoverLines

    def visible(self, position: Position, viewer: str, target: str) -> Ruling:
        """Return whether one operative sees the other."""
        return self.inner.visible(built(position), viewer, target)

    def judge(self, edition: Edition, position: Position, shot: Shot) -> ShotJudgement:
        """Return visibility, cover, obscured and validity, with what close quarters add."""
        here = built(position)
        judged = self.inner.judge(edition, here, shot)
        solid = walls(here)
        clear = some_line_is_clear(here, shot, solid)
        more = [
            Finding.fact("K21-04", clear, "a cover line crosses no wall", otherwise="every cover line crosses a wall")
        ]
        middle = () if clear else (Finding.fact("K21-04", False, "no cover line crosses a corner or an end of a wall"),)
        reach = shot.rule("range")
        if reach is not None and solid:
            one, other = (here.table.operative(name).base for name in (shot.shooter, shot.target))
            around = max(gap(one, other), path_around_walls(one, other, solid).length)
            far = f'{around:.1f}" away round the walls, beyond the weapon\'s range of {reach.x or 0.0:g}"'
            means = "within the weapon's range, round the walls"
            more.append(Finding.at_most("K21-04", means, around, reach.x or 0.0, otherwise=far))
        fewer = int(stands_between(self.inner.prepare(here, shot)))
        notes = () if shot.rule("indirect") is None else (note(INDIRECT, edition.reads(INDIRECT)),)
        return replace(
            judged,
            in_cover=_with(judged.in_cover, middle),
            obscured=_with(judged.obscured, middle),
            cover_saves=judged.cover_saves if clear else 0,
            target_ruling=_with(judged.target_ruling, more, notes),
            selectable=_with(judged.selectable, more, notes),
            modifiers=replace(judged.modifiers, fewer_attack_dice=fewer),
        )


def _with(ruling: Ruling, more: Sequence[Finding], notes: tuple[str, ...] = ()) -> Ruling:
    p_yes = min((ruling.p_yes, *(finding.p_yes for finding in more)))
    return Ruling(ruling.claim, (*ruling.findings, *more), p_yes, (*ruling.notes, *notes))


def _rim(base: Base) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return rim(base, np.linspace(0, 2 * math.pi, RIM, endpoint=False))


def some_line_is_clear(position: Position, shot: Shot, solid: Sequence[Part]) -> bool:
    """Return whether some cover line crosses no wall: from a point of one rim to a point of the other (K21-04)."""
    if not solid:
        return True
    shooter, target = (_rim(position.table.operative(name).base) for name in (shot.shooter, shot.target))
    ends = np.stack((np.repeat(shooter, len(target), axis=0), np.tile(target, (len(shooter), 1))), axis=1)
    block = shapely.union_all([part.polygon for part in solid])
    shapely.prepare(block)
    return bool((~shapely.intersects(block, shapely.linestrings(ends))).any())


def stands_between(duel: CoverLines) -> bool:
    """Return whether a cover line of the chosen point crosses an operative with an Engage order (rule K21-03).

    Those of few wounds do not count, nor friends whose base touches the shooter's.
    """
    position, shot = duel.position, duel.shot
    point = duel.best(duel.doubt.best_estimate).point
    lines = MultiPoint([point, *map(tuple, _rim(duel.target.base))]).convex_hull
    return any(
        lines.intersects(Polygon(_rim(other.base)))
        for name, other in position.table.operatives.items()
        if name not in (shot.shooter, shot.target)
        and position.status[name].order is Order.ENGAGE
        and position.status[name].start_wounds > SMALL_WOUNDS
        and not (other.player == duel.shooter.player and gap(other.base, duel.shooter.base) <= EXACT_TOLERANCE)
    )


@dataclass(frozen=True, slots=True)
class CondensedEnvironment(OpenGround):
    """What spreads gains Lethal 5+; Indirect, where it is used, gains a Range of `indirect` inches (rule K21-03)."""

    indirect: float

    def gained_rules(self, position: Position, rules: Sequence[RuleUse], target: str | None) -> tuple[RuleUse, ...]:
        """Return what the weapon gains."""
        ranged = any(use.rule == "indirect" for use in rules)
        return (*condensed(rules, SPREADING), *((RuleUse("range", self.indirect),) if ranged else ()))


ACTIONS = table_of(
    ActionSpec("Guard", "K21-01", 1, treated_as="Shoot", conceal=False, engaged=False, rolls=False),
    hatchway_fight("K21-02"),
    operating_hatch("K21-02", hatch_near, "Dash", "Normal Move"),
)


def close_quarters(edition: Edition) -> Edition:
    """Return the edition with guards, hatchways, walls that reach the ceiling, and tight air."""
    moves = movement(edition.readings)
    terms = replace(moves.terms, clear_of_passages=True)
    return replace(
        edition,
        actions={**edition.actions, **ACTIONS},
        engagement=EngagementBetweenWalls(ControlRange("A21-05", "engagement range")),
        movement=MovementBetweenWalls(replace(moves, terms=terms)),
        sight=SightBetweenWalls(sight(edition.readings)),
        environment=CondensedEnvironment(float(edition.reads(INDIRECT))),
    )


KILLZONES: dict[str, Killzone] = {"close quarters": close_quarters, "gallowdark": close_quarters}
