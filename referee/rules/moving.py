"""Whether a model may go from where it was to where it stands, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from geometry.base import Base
from geometry.measure import gap_to_part
from geometry.paths import Body, Contact, Nearness, PathFacts, Way, path_facts
from geometry.sight import eye_of, sight_to_disc
from geometry.table import Operative
from geometry.tolerance import EXACT_TOLERANCE
from geometry.witness import Role, Stroke, Witness
from referee.rules.attempt import Attempt, judge_attempt
from referee.rules.edition import Edition, Leg, Move, MoveJudgement, Violation
from referee.rules.errors import MalformedError
from referee.rules.exemption import Exemption
from referee.rules.moves import MoveSpec, MoveTerms, Sticky
from referee.rules.position import Position
from referee.rules.pricing import PriceList
from referee.rules.reach import in_reach_at
from referee.rules.ruling import Finding, Ruling
from referee.rules.searching import Search, search_of

AT_END = math.inf
CLOSE_CALL = 0.05
ORDER = {violation: number for number, violation in enumerate(Violation)}


@dataclass(frozen=True, slots=True)
class Met:
    """One thing that a move met: the finding, which violation it is when it fails, and where along the path."""

    finding: Finding
    violation: Violation
    where: float = AT_END


@dataclass(frozen=True, slots=True)
class Mover:
    """Everything that judging one move needs, looked up once."""

    edition: Edition
    position: Position
    move: Move
    spec: MoveSpec
    terms: MoveTerms
    operative: Operative
    facts: PathFacts
    ways: Mapping[str, Way]

    def witness(self, role: Role, *things: str) -> Witness:
        """Return the path, drawn in that role, with the things it concerns."""
        return Witness((Stroke(role, self.facts.path),), (self.operative.id, *things))

    @property
    def flies(self) -> bool:
        """Whether the edition lets this operative fly (rule I21-06)."""
        return self.terms.flying and Exemption.FLY in self.position.status[self.operative.id].exempt

    def engaged_by_friend(self, enemy: str) -> bool:
        """Return whether a friend of the mover is already in reach of that enemy."""
        return any(
            self.edition.engagement.engaged(self.position, friend.id, enemy).holds
            for friend in self.position.friends_of(self.operative.id)
        )


@dataclass(frozen=True, slots=True)
class TableOfMoves:
    """The movement port, filled from an edition's table of moves, its terms and its price list.

    `otherwise` has, for each reading that the sources leave open, the price lists of the other readings.
    """

    moves: Mapping[str, MoveSpec]
    terms: MoveTerms
    pricing: PriceList
    otherwise: Mapping[str, tuple[PriceList, ...]] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves there are."""
        return tuple(self.moves)

    def spec(self, action: str) -> MoveSpec:
        """Return the row of that move; `MalformedError` lists those there are."""
        if action not in self.moves:
            raise MalformedError(f"move {action!r}: expected one of {', '.join(sorted(self.moves))}")
        return self.moves[action]

    def may_climb(self, action: str) -> bool:
        """Return whether a move of that name may climb; unknown names may."""
        return action not in self.moves or self.moves[action].may_climb

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return how far the action carries this operative, inches."""
        spec = self.spec(action)
        return spec.fixed if spec.fixed is not None else edition.stats.move(position.status[mover]) + spec.extra

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> Search:
        """Return where that move of the operative may go, and the cheapest way to a place."""
        return search_of(edition, position, mover, self.spec(action), self.terms, self.pricing)

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move, with every finding that fails and those that came close."""
        mover = self._prepare(edition, position, move)
        allowance = self.allowance(edition, position, move.mover, move.action)
        if move.counteracting:
            allowance = min(allowance, self.terms.reaction_limit)
        legs = [
            Leg(leg.horizontal, 0.0)
            if mover.flies
            else Leg(leg.horizontal, leg.rise, leg.climb is not None and leg.climb.ladder is not None)
            for leg in mover.facts.legs
        ]
        vertical = self.pricing.vertical_cost(legs)
        charged = self.pricing.distance_cost(legs) + surcharge(mover)
        allowance -= move.spent
        met = [*_met_along(mover), *_met_at_end(mover)]
        faults = sorted(
            (one for one in met if not one.finding.holds), key=lambda one: (one.where, ORDER[one.violation])
        )
        precondition = judge_attempt(edition, position, Attempt(move.mover, move.action, performed=move.performed))
        price = _price(mover, legs, charged, allowance, self.pricing)
        notes = tuple(
            said
            for said, others in self.otherwise.items()
            if any(other.vertical_cost(legs) != vertical for other in others)
        )
        jumped = terms_note(self.terms, mover)
        violations = [Violation.PRECONDITION] if not precondition.holds else []
        violations += [one.violation for one in faults]
        violations += [Violation.TOO_FAR] if not price.holds else []
        tested = [*precondition.findings, *(one.finding for one in met)]
        shown = [finding for finding in tested if not finding.holds or finding.margin < CLOSE_CALL]
        return MoveJudgement(
            Ruling.of(f"{move.mover} may {move.action} there", *shown, price, notes=(*notes, *jumped)),
            charged,
            vertical,
            allowance,
            tuple(dict.fromkeys(violations)),
            sprung(mover),
        )

    def _prepare(self, edition: Edition, position: Position, move: Move) -> Mover:
        operative = position.table.operative(move.mover)
        position = _shed(position, operative, self.spec(move.action))
        ways = {part.id: way for part in position.table.terrain if (way := self.terms.way(part)) is not None}

        def sees(base: Base, enemy: str) -> bool:
            return in_reach_at(edition, position, operative, base, enemy)

        facts = path_facts(
            operative.base,
            operative.head,
            move.path,
            parts=position.table.terrain,
            others={
                name: Body(other.base, other.head)
                for name, other in position.table.operatives.items()
                if name != operative.id
            },
            board=position.table.board,
            ways=ways,
            enemies=[enemy.id for enemy in position.enemies_of(operative.id)],
            sees=sees,
        )
        return Mover(edition, position, move, self.spec(move.action), self.terms, operative, facts, ways)


def terms_note(terms: MoveTerms, mover: Mover) -> tuple[str, ...]:
    """Return the reading that a move with a jump depends on, where the edition leaves its reach open."""
    jumps = any(leg.gaps for leg in mover.facts.legs) and not mover.flies
    return (terms.jump_note,) if jumps and terms.jump_note else ()


def _shed(position: Position, operative: Operative, spec: MoveSpec) -> Position:
    """Return the position without the terrain that the mover touches and takes along (rule J24-09)."""
    if spec.sheds is None:
        return position
    own = [one for one in position.table.terrain if one.has(spec.sheds)]
    nearest = min(own, key=lambda one: gap_to_part(operative.base, one), default=None)
    taken = {nearest.feature} if nearest is not None and gap_to_part(operative.base, nearest) <= CLOSE_CALL else set()
    left = tuple(one for one in position.table.terrain if one.feature not in taken)
    return replace(position, table=replace(position.table, terrain=left))


def sprung(mover: Mover) -> tuple[str, ...]:
    """Return the mines that come within reach of the mover somewhere along its path, seen by it (rule J24-07)."""
    table = mover.position.table
    mines = {key: each for key, each in table.markers.items() if each.kind in mover.terms.mines}
    lying = {key: each.base for key, each in mines.items() if each.carried_by is None}
    if not lying:
        return ()
    blockers = mover.edition.engagement.sight_blockers(mover.position)
    head = mover.operative.head

    def sees(base: Base, mine: str) -> bool:
        return sight_to_disc(eye_of(base, head), lying[mine], blockers).visible

    facts = path_facts(mover.operative.base, head, mover.move.path, markers=lying, sees=sees)
    return tuple(near.thing for near in facts.markers if near.in_range)


def surcharge(mover: Mover) -> float:
    """Return what passages, traverses and obstructions add to the price (rules I24-05, I24-06, I21-02)."""
    obstructive = {part.id for part in mover.position.table.terrain if part.has("Obstructive")}
    total = 0.0
    for crossing in mover.facts.crossings:
        if crossing.way.is_passage:
            total += mover.terms.passage_price * len(crossing.passes)
        elif crossing.way is Way.TRAVERSE and not mover.flies:
            total += (mover.terms.traverse_price or 0.0) * len(crossing.base)
        elif crossing.part in obstructive:
            total += mover.terms.wire_price * len(crossing.base)
    return total


def _met_along(mover: Mover) -> Iterable[Met]:
    facts, terms, sigma = mover.facts, mover.terms, mover.move.sigma
    for contact in facts.terrain:
        clearance = -1.0 if contact.hits and contact.clearance >= 0 else contact.clearance
        if (contact.excused and not contact.hits) or (mover.flies and not contact.ends_in):
            continue
        yield Met(
            Finding.at_least(
                terms.terrain_rule,
                f"the base {_gets_on(contact)} {contact.thing}",
                clearance,
                0.0,
                sigma=sigma,
                witness=mover.witness(Role.BREACH if contact.hits else Role.PATH, contact.thing),
            ),
            Violation.THROUGH_TERRAIN,
            contact.first if contact.first is not None else AT_END,
        )
    own = mover.operative.player
    for contact in facts.bases:
        enemy = mover.position.table.operative(contact.thing).player != own
        if contact.ends_in or mover.flies or not (enemy or not terms.through_friends):
            continue
        yield Met(
            Finding.at_least(
                terms.bases_rule,
                f"the base {_gets_on(contact)} {contact.thing}",
                contact.clearance,
                0.0,
                sigma=sigma,
                witness=mover.witness(Role.BREACH if contact.hits else Role.PATH, contact.thing),
            ),
            Violation.THROUGH_ENEMY_BASE if enemy and terms.through_friends else Violation.THROUGH_BASE,
            contact.first if contact.first is not None else AT_END,
        )
    edge = facts.edge
    yield Met(
        Finding.at_least("A24-01", f"the base {_gets_on(edge)} the board's edge", edge.clearance, 0.0, sigma=sigma),
        Violation.BOARD_EDGE,
        edge.first if edge.first is not None else AT_END,
    )
    yield from _climbs(mover)
    for near in facts.enemies:
        yield from _reach_along(mover, near)


def _gets_on(contact: Contact) -> str:
    return "runs into" if contact.hits else "stays clear of"


def _climbs(mover: Mover) -> Iterable[Met]:
    terms, spec = mover.terms, mover.spec
    for leg in () if mover.flies else mover.facts.legs:
        if spec.level and (abs(leg.rise) > EXACT_TOLERANCE or leg.gaps):
            yield Met(
                Finding.fact(spec.rule, False, f"{spec.action} neither climbs, drops nor jumps"),
                Violation.DASH_CLIMB,
                leg.start,
            )
        if leg.climb is not None:
            means = f'it climbs {leg.climb.height:.2f}"'
            if not spec.may_climb:
                yield Met(Finding.fact(spec.rule, False, means), Violation.DASH_CLIMB, leg.start)
            if leg.climb.ladder is None and terms.climb_limit is not None:
                tall = Finding.at_most(terms.climb_rule, means, leg.climb.height, terms.climb_limit)
                near = Finding.at_most(terms.climb_rule, "terrain to climb is near", leg.climb.distance, 1.0)
                yield Met(tall, Violation.CLIMB_HEIGHT, leg.start)
                yield Met(near, Violation.CLIMB_HEIGHT, leg.start)
        for gap in leg.gaps:
            yield Met(
                Finding.at_most(terms.jump_rule, "a jump carries so far", gap.length, terms.jump_limit),
                Violation.JUMP_TOO_FAR,
                gap.start,
            )


def _reach_along(mover: Mover, near: Nearness) -> Iterable[Met]:
    """Yield what coming near one enemy means along the way: entering, and leaving again."""
    spec, terms, enemy = mover.spec, mover.terms, near.thing
    clear = Finding.more_than(
        terms.reach_rule,
        f"it stays out of reach of {enemy}",
        near.gap if near.in_range or not near.near else max(near.gap, near.reach + 1.0),
        near.reach,
        sigma=mover.move.sigma,
        witness=mover.witness(Role.PATH, enemy),
    )
    if not spec.may_enter and not near.starts_in:
        if clear.holds or not mover.engaged_by_friend(enemy):
            yield Met(clear, Violation.ENTERS_CONTROL_RANGE, near.enters[0] if near.enters else AT_END)
        return
    if spec.sticky is Sticky.NO or near.starts_in or not near.enters or mover.engaged_by_friend(enemy):
        return
    if spec.sticky is Sticky.STAY and near.leaves:
        means = f"it does not leave the reach of {enemy} again"
        yield Met(Finding.fact(spec.rule, False, means), Violation.LEFT_CONTROL_RANGE, near.leaves[0])
    elif spec.sticky is Sticky.END and not near.ends_in:
        means = f"it ends in reach of {enemy}, which it came near to"
        yield Met(Finding.fact(spec.rule, False, means), Violation.LEFT_CONTROL_RANGE)


def _met_at_end(mover: Mover) -> Iterable[Met]:
    facts, terms, spec, sigma = mover.facts, mover.terms, mover.spec, mover.move.sigma
    for contact in facts.bases:
        yield Met(
            Finding.at_least(
                terms.bases_rule,
                f"it does not end on the base of {contact.thing}",
                contact.at_end,
                0.0,
                sigma=sigma,
                witness=mover.witness(Role.BREACH if contact.ends_in else Role.PATH, contact.thing),
            ),
            Violation.BASE_OVERLAP,
        )
    yield Met(
        Finding.at_least(terms.placement_rule, "its base is carried", facts.support.margin, 0.0, sigma=sigma),
        Violation.NOT_CARRIED,
    )
    carried_by = {} if terms.stand_on is None else {one.id: one for one in mover.position.table.terrain}
    for name in facts.support.on:
        if terms.stand_on is not None and not carried_by[name].has(terms.stand_on):
            means = f"it does not end on {name}, which is no {terms.stand_on}"
            yield Met(Finding.fact(terms.placement_rule, False, means), Violation.NOT_CARRIED)
    ends_on = [one.part for one in facts.crossings if one.at_end and _no_place_to_stand(mover, one.part, one.way)]
    for part in ends_on:
        yield Met(Finding.fact(terms.placement_rule, False, f"it does not end on {part}"), Violation.NOT_CARRIED)
    if spec.must_end:
        ends = [near for near in facts.enemies if near.ends_in]
        nearest = min((near.gap_at_end for near in facts.enemies), default=math.inf)
        measured = min((near.gap_at_end for near in ends), default=max(nearest, 1.0 + CLOSE_CALL))
        yield Met(
            Finding.at_most(spec.rule, "it ends in reach of an enemy", measured, 1.0, sigma=sigma),
            Violation.MUST_FINISH_IN_CONTROL_RANGE,
        )
        return
    for near in facts.enemies:
        if near.ends_in and (spec.may_enter or near.starts_in or mover.engaged_by_friend(near.thing)):
            yield Met(
                Finding.more_than(
                    terms.reach_rule, f"it does not end in reach of {near.thing}", near.gap_at_end, 1.0, sigma=sigma
                ),
                Violation.ENDS_IN_CONTROL_RANGE,
            )


def _no_place_to_stand(mover: Mover, part: str, way: Way) -> bool:
    """Whether a part that may be gone through bars ending a move on it: ladders and traversed terrain do."""
    solid = next(one for one in mover.position.table.terrain if one.id == part)
    if way.is_passage:
        return mover.terms.clear_of_passages
    return way is Way.TRAVERSE or (way is Way.OPEN and not solid.has("Insignificant") and not solid.has("Obstructive"))


def _price(mover: Mover, legs: list[Leg], charged: float, allowance: float, pricing: PriceList) -> Finding:
    """Return whether the price is within the allowance; the margin is how much one increment may still grow."""
    means = f'{mover.spec.action} costs {charged:g}" of {allowance:g}"'
    rule = mover.terms.reaction_rule if mover.move.counteracting else mover.spec.rule
    spare = min((pricing.room(leg.horizontal) for leg in legs if leg.horizontal > 0), default=0.0)
    over = charged - allowance
    if over <= EXACT_TOLERANCE:
        margin = allowance - charged + spare
    else:
        excess = min((pricing.excess(leg.horizontal) for leg in legs if leg.horizontal > 0), default=over)
        margin = -(over - min(over, pricing.step) + excess)
    return Finding(
        rule,
        means,
        allowance - margin,
        allowance,
        margin,
        sigma=mover.move.sigma * math.sqrt(2),
        witness=mover.witness(Role.PATH),
    )
