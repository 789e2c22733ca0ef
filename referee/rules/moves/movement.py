"""Whether a model may go from where it was to where it stands, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from geometry.base import EXACT_TOLERANCE, Base
from geometry.limits import SURE
from geometry.measure import gap_to_part
from geometry.paths import Body, path_facts
from geometry.table import Operative
from referee.rules.attempt import tested_attempt
from referee.rules.edition import Edition
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt, Move, MoveJudgement, SetOff, Violation
from referee.rules.moves.at_its_height import way_at_its_heights
from referee.rules.moves.climbing_on import goes_on
from referee.rules.moves.edges import dropping_at_the_edge
from referee.rules.moves.mines import mine_set_off, mines_reached
from referee.rules.moves.move_specs import MoveSpec, MoveTerms
from referee.rules.moves.mover import CLOSE_CALL, Mover, jump_edge, surcharge, terms_note
from referee.rules.moves.path_findings import met_along, met_at_end
from referee.rules.moves.price_in_doubt import price_tested
from referee.rules.moves.pricing import PriceList
from referee.rules.moves.searching import Search, search_of
from referee.rules.position import Position
from referee.rules.ruling import Finding, RuleId, Ruling, Tested, together
from referee.rules.sight.control_range import in_control_range_at

CLOSE_SIGMAS = 3.0
"""Standard deviations within which what a move kept clear of is told."""

ORDER = {violation: number for number, violation in enumerate(Violation)}


def as_it_stands(position: Position) -> Position:
    """Return the position unchanged: terrain has the traits that it is given."""
    return position


@dataclass(frozen=True, slots=True)
class TableMovement:
    """The movement port, filled from an edition's table of moves, its terms and its price list.

    `otherwise` has, for each reading that the sources leave open, the price lists of the other readings. `dressed`
    returns a position with the traits that terrain has by its kind.
    """

    moves: Mapping[str, MoveSpec]
    terms: MoveTerms
    pricing: PriceList
    otherwise: Mapping[str, tuple[PriceList, ...]] = field(default_factory=dict)
    dressed: Callable[[Position], Position] = as_it_stands

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the moves there are."""
        return tuple(self.moves)

    @property
    def climb_goes_on(self) -> str | None:
        """The move that may finish a climb which another began (rule I21-04)."""
        return self.terms.climb_goes_on

    def spec(self, action: str) -> MoveSpec:
        """Return the row of that move; `MalformedError` lists those there are."""
        if action not in self.moves:
            raise MalformedError(f"move {action!r}: expected one of {', '.join(sorted(self.moves))}")
        return self.moves[action]

    def ends_by_an_enemy(self, action: str) -> bool:
        """Return whether the move has to end within reach of an enemy; `MalformedError` lists the moves there are."""
        return self.spec(action).must_end

    def may_climb(self, action: str, height: float = 0.0) -> bool:
        """Return whether a move of that name may climb so high at once (rule I24-02); unknown names may climb."""
        limit = math.inf if self.terms.climb_limit is None else self.terms.climb_limit
        may = action not in self.moves or self.moves[action].may_climb
        return may and height <= limit + EXACT_TOLERANCE

    def allowance(self, edition: Edition, position: Position, mover: str, action: str) -> float:
        """Return how far the action carries this operative, inches."""
        spec = self.spec(action)
        return spec.fixed if spec.fixed is not None else edition.stats.move(position.status[mover]) + spec.extra

    def with_move(self, name: str, like: str, rule: RuleId, *, extra: float, fixed: float | None) -> TableMovement:
        """Return the port with one more move, like another but so much farther, or so far (rule D24-16)."""
        base = self.spec(like)
        far = base.fixed + extra if fixed is None and base.fixed is not None else fixed
        own = replace(base, action=name, rule=rule, extra=base.extra + extra, fixed=far)
        return replace(self, moves={**self.moves, name: own})

    def mine_set_off(self, edition: Edition, position: Position) -> SetOff | None:
        """Return a mine that goes off as things stand, or may (J24-07); None for none."""
        return mine_set_off(edition, position, self.terms) if self.terms.mines else None

    def search(self, edition: Edition, position: Position, mover: str, action: str) -> Search:
        """Return where that move of the operative may go, and the cheapest way to a place."""
        position = self.dressed(position)
        friends = (one.id for one in position.friends_of(mover))
        held = {enemy for friend in friends for enemy in edition.engagement.enemies_engaging(position, friend)}
        return search_of(
            position,
            mover,
            allowance=edition.movement.allowance(edition, position, mover, action),
            spec=self.spec(action),
            terms=self.terms,
            prices=self.pricing,
            held=held,
        )

    def judge(self, edition: Edition, position: Position, move: Move) -> MoveJudgement:
        """Return price and legality of a move, with every finding that fails and those that came close."""
        position = self.dressed(position)
        base, terrain = position.table.operative(move.mover).base, position.table.terrain
        move = replace(move, path=way_at_its_heights(base, move.path, terrain))
        mover = self._prepare(edition, position, move)
        allowance = self.allowance(edition, position, move.mover, move.action)
        if move.counteracting:
            allowance = min(allowance, self.terms.reaction_limit)
        legs = mover.priced_legs
        vertical = self.pricing.vertical_cost(legs)
        charged = self.pricing.distance_cost(legs) + surcharge(mover)
        allowance -= move.spent
        met = [*met_along(mover), *met_at_end(mover)]
        if move.then is not None:
            more = self.allowance(edition, position, move.mover, move.then)
            met += goes_on(edition, mover, self.pricing, shares=(allowance, more))
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
        jumped = terms_note(self.terms, mover)
        near_mines = mines_reached(mover)
        own = tuple(one.mine for one in near_mines if position.owners.get(one.mine) == mover.operative.player)
        gone_off = tuple(one for one in near_mines if not (self.terms.mines_spare_owner and one.mine in own))
        mined = (self.terms.mine_note,) if own and self.terms.mine_note else ()
        broken = [(Violation.PRECONDITION, one.finding) for one in conditions if not one.finding.holds]
        broken += [(one.violation, one.finding) for one in faults]
        broken += [(Violation.TOO_FAR, priced.finding)] if not priced.finding.holds else []
        tested = [*conditions, *(Tested(one.finding, one.limits) for one in met), priced]
        shown = [one.finding for one in tested[:-1] if not one.finding.holds or _close(one.finding)]
        return MoveJudgement(
            Ruling(
                f"{move.mover} may {move.action} there",
                (*shown, priced.finding),
                together(tested),
                (*notes, *jumped, *mined),
            ),
            charged,
            vertical,
            allowance,
            tuple(dict.fromkeys(violation for violation, _ in broken)),
            gone_off,
            jump_edge(mover) if self.terms.jump_test else None,
            tuple(dict.fromkeys(violation for violation, finding in broken if finding.margin <= -SURE * finding.sigma)),
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
            path, owners = dropping_at_the_edge(operative.base, move.path, solid)
        facts = path_facts(
            operative.base,
            operative.head,
            path,
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
