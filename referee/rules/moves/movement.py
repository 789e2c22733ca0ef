"""The movement port: judges a move, including divided climbs and markers that go off."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import CERTAIN_SIGMAS, ndtr
from geometry.measure import gap, gap_to_part
from geometry.paths import StandingBody, path_facts
from geometry.table import Operative
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.visibility.sight import eye_of, sight_to_disc
from messages.message import Message
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt, Leg, Move, MoveJudgement, TriggerReached, TriggerSetOff, Violation
from referee.rules.moves.move_table import MarkerTrigger, MoveSpec, MoveTerms, PriceList
from referee.rules.moves.mover import CLOSE_CALL, Mover, jump_edge, surcharge, terms_notes
from referee.rules.moves.path_findings import PathFinding, end_findings, path_findings, split_at_ledges
from referee.rules.moves.path_search import Search, path_search
from referee.rules.moves.path_uncertainty import price_tested
from referee.rules.ports.actions import judge_attempt, tested_attempt
from referee.rules.ports.edition import Edition
from referee.rules.position import Position
from referee.rules.ruling import (
    Fact,
    Finding,
    FindingWithLimits,
    RuleId,
    Ruling,
    joint_contributions,
    joint_probability,
)
from referee.rules.sight.control_range import in_control_range_at
from referee.rules.sight.duel import UNLIKELY
from referee.rules.support import snap_path_to_surfaces

CLIMB_STEPS = 4
"""Parts of a climb at whose ends an operative is tested for enemies in range."""


def continues_climb(
    edition: Edition, mover: Mover, prices: PriceList, *, shares: tuple[float, float]
) -> Iterator[PathFinding]:
    """Yield whether another move may continue a climb of this one: its conditions, and the point of division.

    `shares` are the allowances of both moves, inches. The first move must end within a climb, and the rest after it
    must cost less than the second move's allowance. Who is engaged is tested there, not where the first move began: a
    Fall Back begins near an enemy (D21-05).
    """
    move, rule = mover.move, mover.terms.rules.climb
    then = move.then or ""
    knows = then == mover.terms.climb_goes_on and then != move.action
    yield PathFinding(
        Fact.declared(rule, knows, Message.of("move-may-finish-climb", action=then)), Violation.PRECONDITION
    )
    divisions = list(_divisions(mover.priced_legs, prices, shares))
    engaged = bool(divisions) and not any(_free_within(mover, *division) for division in divisions)
    attempt = Attempt(move.mover, then, performed=(*move.performed, move.action), engaged=engaged)
    may = judge_attempt(edition, mover.position, attempt)
    yield from (PathFinding(fault, Violation.PRECONDITION) for fault in may.faults)
    means = Message.of("move-climb-divided", action=move.action, then=then)
    yield PathFinding(Fact.declared(rule, bool(divisions), means), Violation.TOO_FAR)


def _free_within(mover: Mover, number: int, climbed: float) -> bool:
    """Return whether the mover is out of every enemy's range somewhere on its way up to that height, inches."""
    x, y, z = mover.move.path[number]
    own = mover.operative.base
    enemies = mover.position.enemies_of(mover.operative.id)

    def engaged(base: Base) -> bool:
        return any(
            gap(base, enemy.base) <= CONTROL_RANGE + EXACT_TOLERANCE
            and in_control_range_at(mover.edition, mover.position, mover.operative, base, enemy.id)
            for enemy in enemies
        )

    heights = (z + climbed * step / CLIMB_STEPS for step in range(CLIMB_STEPS + 1))
    return any(not engaged(replace(own, x=x, y=y, z=height)) for height in heights)


def _divisions(legs: Sequence[Leg], prices: PriceList, shares: tuple[float, float]) -> Iterator[tuple[int, float]]:
    """Yield the climbs within which one move can end and the other continue: the increment, and how high at most."""
    first, second = shares
    for number, leg in enumerate(legs):
        if leg.rise <= EXACT_TOLERANCE:
            continue
        before, after = prices.distance_cost(legs[:number]), prices.distance_cost(legs[number + 1 :])
        after += prices.increment(leg.horizontal)
        if before < first - EXACT_TOLERANCE and after < second - EXACT_TOLERANCE:
            yield number, min(leg.rise, first - before)


def trigger_set_off(edition: Edition, position: Position, trigger: MarkerTrigger) -> TriggerSetOff | None:
    """Return a marker that goes off now or may go off; None if none is near enough.

    The nearest of several operatives counts, and the most likely of several markers.
    """
    found = []
    for key, marker in sorted(position.table.markers.items()):
        if marker.kind not in trigger.kinds or marker.carried_by is not None:
            continue
        spared = position.owners.get(key) if trigger.spares_owner else None
        near = {
            name: edition.markers.near(position, name, key).p_yes
            for name, one in sorted(position.table.operatives.items())
            if one.player != spared
        }
        may = [name for name, p in near.items() if p > UNLIKELY]
        if may:
            first = min(may, key=lambda name: gap(position.table.operative(name).base, marker.base))
            found.append(TriggerSetOff(key, first, near[first]))
    return max(found, key=lambda one: one.p, default=None)


def triggers_reached(mover: Mover, trigger: MarkerTrigger) -> tuple[TriggerReached, ...]:
    """Return the markers that come, or may come, within control range of the mover along its path (rule J24-07)."""
    table = mover.position.table
    markers = {key: each for key, each in table.markers.items() if each.kind in trigger.kinds}
    lying = {key: each.base for key, each in markers.items() if each.carried_by is None}
    if not lying:
        return ()
    blockers = mover.edition.engagement.sight_blockers(mover.position)
    head = mover.operative.head

    def sees(base: Base, marker: str) -> bool:
        return sight_to_disc(eye_of(base, head), lying[marker], blockers).visible

    facts = path_facts(mover.operative.base, head, mover.move.path, markers=lying, sees=sees)
    found = []
    for near in facts.markers:
        sigma = math.hypot(mover.move.sigma, markers[near.thing].placement.sigma)
        p = _chance(CONTROL_RANGE - near.gap, sigma)
        at = near.first
        if at is None and p > UNLIKELY and not near.near:
            x, y, z = facts.place(near.gap_at)
            at = near.gap_at if sees(mover.operative.base.at(x, y, z), near.thing) else None
        if at is not None:
            found.append(TriggerReached(near.thing, facts.place(at), p))
    return tuple(found)


def _going_off(mover: Mover, trigger: MarkerTrigger | None) -> tuple[tuple[TriggerReached, ...], tuple[Message, ...]]:
    """Return the markers that go off on the way, or may, and how it is read whom they spare, if that matters here."""
    if trigger is None:
        return (), ()
    reached = triggers_reached(mover, trigger)
    own = {one.marker for one in reached if mover.position.owners.get(one.marker) == mover.operative.player}
    gone_off = tuple(one for one in reached if not (trigger.spares_owner and one.marker in own))
    return gone_off, (trigger.note,) if own and trigger.note is not None else ()


def _chance(margin: float, sigma: float) -> float:
    return float(ndtr(margin / sigma)) if sigma else float(margin >= -EXACT_TOLERANCE)


CLOSE_SIGMAS = 3.0
"""Standard deviations within which a near miss is reported."""

ORDER = {violation: number for number, violation in enumerate(Violation)}


def as_it_stands(position: Position) -> Position:
    """Return the position unchanged: terrain keeps its given traits."""
    return position


@dataclass(frozen=True, slots=True)
class TableMovement:
    """Movement port built from an edition's table of moves, its terms and its price list.

    `otherwise` maps each open reading to the price lists of the other readings. `dressed` adds the traits that terrain
    has by its kind to a position.
    """

    moves: Mapping[str, MoveSpec]
    terms: MoveTerms
    pricing: PriceList
    otherwise: Mapping[Message, tuple[PriceList, ...]] = field(default_factory=dict)
    dressed: Callable[[Position], Position] = as_it_stands

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the moves."""
        return tuple(self.moves)

    @property
    def climb_goes_on(self) -> str | None:
        """The move that may finish a climb begun by another (rule I21-04)."""
        return self.terms.climb_goes_on

    def spec(self, action: str) -> MoveSpec:
        """Return the row of that move; raises `MalformedError` that lists the known ones."""
        if action not in self.moves:
            raise MalformedError("move-unknown", action=action, known=sorted(self.moves))
        return self.moves[action]

    def ends_by_an_enemy(self, action: str) -> bool:
        """Return whether the move must end within range of an enemy; raises `MalformedError` for an unknown move."""
        return self.spec(action).must_end

    def may_climb(self, action: str, height: float = 0.0) -> bool:
        """Return whether that move may climb this height at once (rule I24-02); unknown moves may climb."""
        limit = math.inf if self.terms.climb_limit is None else self.terms.climb_limit
        may = action not in self.moves or self.moves[action].may_climb
        return may and height <= limit + EXACT_TOLERANCE

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return the operative's allowance for the action, inches."""
        spec = self.spec(action)
        return spec.fixed if spec.fixed is not None else edition.stats.move(position.status[mover]) + spec.extra

    def with_move(self, name: str, like: str, rule: RuleId, *, extra: float, fixed: float | None) -> TableMovement:
        """Return the port with one more move: like another, with an `extra` distance or a `fixed` one (rule D24-16)."""
        base = self.spec(like)
        far = base.fixed + extra if fixed is None and base.fixed is not None else fixed
        own = replace(base, action=name, rule=rule, extra=base.extra + extra, fixed=far)
        return replace(self, moves={**self.moves, name: own})

    def trigger_set_off(self, edition: Edition, position: Position) -> TriggerSetOff | None:
        """Return a marker that goes off in this position, or may (J24-07); None without one."""
        trigger = self.terms.trigger
        return None if trigger is None else trigger_set_off(edition, position, trigger)

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> Search:
        """Return the search for that move: its reachable area, and the cheapest path to a position."""
        position = self.dressed(position)
        friends = (one.id for one in position.friends_of(mover))
        held = {enemy for friend in friends for enemy in edition.engagement.enemies_engaging(position, friend)}
        return path_search(
            position,
            mover,
            allowance=edition.movement.allowance(edition, position, mover, action),
            spec=self.spec(action),
            terms=self.terms,
            prices=self.pricing,
            held=held,
        )

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move, with every failed finding and the near misses."""
        position = self.dressed(position)
        base, terrain = position.table.operative(move.mover).base, position.table.terrain
        move = replace(move, path=snap_path_to_surfaces(base, move.path, terrain))
        mover = self._prepare(edition, position, move)
        allowance = self.allowance(edition, position, move.mover, move.action)
        if move.counteracting:
            allowance = min(allowance, max(0.0, self.terms.reaction_limit - move.reacted))
        legs = mover.priced_legs
        vertical = self.pricing.vertical_cost(legs)
        charged = self.pricing.distance_cost(legs) + surcharge(mover)
        allowance -= move.spent
        met = [*path_findings(mover), *end_findings(mover)]
        if move.then is not None:
            more = self.allowance(edition, position, move.mover, move.then)
            met += continues_climb(edition, mover, self.pricing, shares=(allowance, more))
            allowance += more
        faults = sorted(
            (one for one in met if not one.finding.holds), key=lambda one: (one.where, ORDER[one.violation])
        )
        conditions = tested_attempt(edition, position, Attempt(move.mover, move.action, performed=move.performed))
        priced = price_tested(mover, legs, charged, allowance, self.pricing)
        notes = tuple(
            said
            for said, others in self.otherwise.items()
            if any(other.vertical_cost(legs) != vertical for other in others)
        )
        jumped = terms_notes(self.terms, mover)
        gone_off, spared = _going_off(mover, self.terms.trigger)
        broken = [(Violation.PRECONDITION, one.finding) for one in conditions if not one.finding.holds]
        broken += [(one.violation, one.finding) for one in faults]
        broken += [(Violation.TOO_FAR, priced.finding)] if not priced.finding.holds else []
        tested = [*conditions, *(FindingWithLimits(one.finding, one.limits) for one in met), priced]
        p_yes = joint_probability(tested)
        causes = joint_contributions(tested, p_yes, position.table)
        shown = [one.finding for one in tested[:-1] if not one.finding.holds or _close(one.finding)]
        return MoveJudgement(
            Ruling(
                Message.of("move-claim-may-move", operative=move.mover, action=move.action),
                (*shown, priced.finding),
                p_yes,
                (*notes, *jumped, *spared),
                contributions=causes,
            ),
            charged,
            vertical,
            allowance,
            tuple(dict.fromkeys(violation for violation, _ in broken)),
            gone_off,
            jump_edge(mover) if self.terms.jump_test else None,
            tuple(
                dict.fromkeys(
                    violation for violation, finding in broken if finding.margin <= -CERTAIN_SIGMAS * finding.sigma
                )
            ),
        )

    def _prepare(self, edition: Edition, position: Position, move: Move) -> Mover:
        operative = position.table.operative(move.mover)
        position = _shed(position, operative, self.spec(move.action))
        ways = {part.id: way for part in position.table.terrain if (way := self.terms.way(part)) is not None}

        def sees(base: Base, enemy: str) -> bool:
            return in_control_range_at(edition, position, operative, base, enemy)

        path, owners = move.path, tuple(range(len(move.path) - 1))
        if self.terms.drop_reach is not None:
            solid = [part for part in position.table.terrain if part.id not in ways]
            path, owners = split_at_ledges(operative.base, move.path, solid)
        facts = path_facts(
            operative.base,
            operative.head,
            path,
            parts=position.table.terrain,
            others={
                name: StandingBody(other.base, other.head)
                for name, other in position.table.operatives.items()
                if name != operative.id
            },
            board=position.table.board,
            ways=ways,
            enemies=[enemy.id for enemy in position.enemies_of(operative.id)],
            sees=sees,
        )
        return Mover(edition, position, move, self.spec(move.action), self.terms, operative, facts, ways, owners)


def _shed(position: Position, operative: Operative, spec: MoveSpec) -> Position:
    """Return the position without the terrain that the mover touches and takes along (rule J24-09)."""
    if spec.sheds is None:
        return position
    own = [one for one in position.table.terrain if one.has(spec.sheds)]
    nearest = min(own, key=lambda one: gap_to_part(operative.base, one), default=None)
    taken = {nearest.feature} if nearest is not None and gap_to_part(operative.base, nearest) <= CLOSE_CALL else set()
    left = tuple(one for one in position.table.terrain if one.feature not in taken)
    return replace(position, table=replace(position.table, terrain=left))


def _close(finding: Finding) -> bool:
    return finding.margin < max(CLOSE_CALL, CLOSE_SIGMAS * finding.sigma)
