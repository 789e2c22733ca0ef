"""Action table: rows, restrictions, and conditions of an action.

Rules C24-06, D24-03, D24-05, D24-06, D24-08, C21-03, D21-01, D21-04 to D21-06.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from geometry.limits import Limit, prob_all
from geometry.position_errors import gap_limit
from geometry.visibility.control_range import CONTROL_RANGE
from messages.message import Message
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt
from referee.rules.ports.edition import ActionSpec, Edition
from referee.rules.position import Order, Position
from referee.rules.ruling import Fact, Finding, FindingWithLimits, RuleId, Ruling
from referee.rules.weapon import RuleUse

Actions = Mapping[str, ActionSpec]


def counted_as(action: str, actions: Actions) -> frozenset[str]:
    """Return the names under which an action counts: its own, and those of the actions that it is treated as.

    An action that is not in the table, such as a team's own, counts only as itself.
    """
    names: list[str] = []
    following: str | None = action
    while following is not None and following not in names:
        names.append(following)
        spec = actions.get(following)
        following = spec.treated_as if spec is not None else None
    return frozenset(names)


def repeated(spec: ActionSpec, performed: Iterable[str], actions: Actions) -> tuple[str, ...]:
    """Return which of the performed actions are the same action, by name or treatment (rules C24-06, C21-03)."""
    if spec.repeatable:
        return ()
    own = counted_as(spec.name, actions)
    return tuple(done for done in performed if counted_as(done, actions) & own)


def excluded_by(spec: ActionSpec, performed: Iterable[str], actions: Actions) -> tuple[str, ...]:
    """Return the performed actions that exclude this one (rules D24-03 to D24-08, D21-01 to D21-06).

    An action treated as another is also excluded by everything that excludes the other.
    """
    likes = (actions[name] for name in counted_as(spec.name, actions) if name in actions)
    bars = spec.bars.union(*(like.bars for like in likes))
    return tuple(done for done in performed if counted_as(done, actions) & bars)


def restrictions(
    spec: ActionSpec, performed: Iterable[str], actions: Actions, *, once: RuleId, goes_on: bool = False
) -> tuple[Finding, ...]:
    """Return a failed finding for each performed action that excludes this one; empty if it is permitted.

    `once` is the edition's rule that an action is not repeated; an action that `goes_on` after a pause does not repeat
    itself (rule I24-14).
    """
    done = tuple(performed)
    if not done:
        return ()
    again = () if goes_on else repeated(spec, done, actions)
    return (
        *(
            Fact.declared(once, False, Message.of("action-not-repeated", action=spec.name, earlier=each))
            for each in again
        ),
        *(
            Fact.declared(spec.rule, False, Message.of("action-not-after", action=spec.name, earlier=each))
            for each in excluded_by(spec, done, actions)
        ),
    )


@dataclass(frozen=True, slots=True)
class Heavy:
    """Moves that are incompatible with a Heavy weapon in the same activation, with the edition's rule id."""

    rule: RuleId
    moves: frozenset[str]

    def bars(self, weapon: Iterable[RuleUse], names: Collection[str]) -> bool:
        """Return whether the weapon is Heavy and incompatible with the move; `Heavy (X only)` is compatible with X.

        `names` are the names under which the move counts (rule C24-06).
        """
        moved = not self.moves.isdisjoint(names)
        return moved and any(use.rule == "heavy" and not _permits(use.only, names) for use in weapon)

    def not_moved(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Yield a fault for each move made before the weapon is used."""
        return self.after_moves(attempt.weapon_rules, attempt.performed, edition.actions)

    def not_used(self, edition: Edition, position: Position, attempt: Attempt) -> Iterable[Finding]:
        """Yield a fault for each Heavy weapon used before the move."""
        return self.before_move(attempt.weapons_used, attempt.action, edition.actions)

    def after_moves(self, weapon: Iterable[RuleUse], done: Iterable[str], actions: Actions) -> tuple[Finding, ...]:
        """Return a fault for each performed action that is incompatible with the weapon."""
        rules = tuple(weapon)
        moves = (move for move in done if self.bars(rules, counted_as(move, actions)))
        return tuple(
            Fact.declared(self.rule, False, Message.of("action-heavy-after-move", move=move)) for move in moves
        )

    def add_bar(self, spec: ActionSpec) -> ActionSpec:
        """Return a row that also bars Heavy weapons used before it, if it is treated as a move; any other unchanged."""
        if spec.treated_as not in self.moves:
            return spec
        return replace(spec, conditions=(self.not_used, *spec.conditions))

    def before_move(self, used: Iterable[Iterable[RuleUse]], move: str, actions: Actions) -> tuple[Finding, ...]:
        """Return a fault for each used weapon that is incompatible with the move."""
        means, names = Message.of("action-move-after-heavy", move=move), counted_as(move, actions)
        return tuple(Fact.declared(self.rule, False, means) for weapon in used if self.bars(weapon, names))


def _permits(only: str | None, names: Collection[str]) -> bool:
    return only is not None and only.strip().lower() in {name.lower() for name in names}


def table_of(*specs: ActionSpec) -> Mapping[str, ActionSpec]:
    """Return the rows by name."""
    return {spec.name: spec for spec in specs}


class Named(Protocol):
    """A row with the action that it is treated as."""

    @property
    def treated_as(self) -> str | None:
        """The action that it counts as."""


Row = TypeVar("Row", bound=Named)


def lineage(row: Row, table: Mapping[str, Row]) -> Iterator[Row]:
    """Yield a row, then the row that it is treated as, and so on, each once."""
    seen: set[str | None] = set()
    now: Row | None = row
    while now is not None:
        yield now
        name = now.treated_as
        now = None if name is None or name in seen else table.get(name)
        seen.add(name)


def move(
    heavy: Heavy,
    name: str,
    rule: RuleId,
    *bars: str,
    cost_ap: int = 1,
    conceal: bool = True,
    engaged: bool = False,
) -> ActionSpec:
    """Return the row of a move: the actions of the same activation that exclude it, and Heavy weapons used before."""
    return ActionSpec(
        name,
        rule,
        cost_ap,
        bars=frozenset(bars),
        conceal=conceal,
        engaged=engaged,
        conditions=(heavy.not_used,),
    )


def controls_marker(edition: Edition, position: Position, rule: RuleId, by: str, marker: str) -> Finding:
    """Return whether the operative itself controls the marker: it contests it, and its player controls it."""
    own = position.table.operative(by).player
    return edition.markers.controlled(position, marker, rule, player=own, by=by)


UNLIKELY, ALIKE = 1e-6, 1e-6


def order_of(position: Position, attempt: Attempt) -> Order:
    """Return the acting operative's order: the declared one, or the game's."""
    return attempt.order or position.status[attempt.by].order


def is_engaged(edition: Edition, position: Position, attempt: Attempt) -> Finding:
    """Return the finding that an enemy is within control or engagement range of the acting operative."""
    rule, term = edition.engagement.rule, edition.engagement.term
    if attempt.engaged is not None:
        return Fact.declared(rule, attempt.engaged, Message.of("control-enemy-within", range=term))
    return _nearest(edition, _reaches(edition, position, attempt.by))


def _nearest(edition: Edition, rulings: Mapping[str, Ruling]) -> Finding:
    nearest = max(rulings.values(), key=lambda ruling: ruling.p_yes, default=None)
    if nearest is None or nearest.decisive is None:
        return Fact.declared(edition.engagement.rule, False, Message.of("control-enemy-on-table"))
    return nearest.decisive


def _reaches(edition: Edition, position: Position, by: str) -> dict[str, Ruling]:
    """Return whether each possibly near enemy is within range, by id; includes at least one enemy if there is any."""
    asked = (*position.enemies_of(by)[:1], *position.enemies_perhaps_near(by))
    return {name: edition.engagement.engaged(position, by, name) for name in dict.fromkeys(one.id for one in asked)}


def tested_attempt(edition: Edition, position: Position, attempt: Attempt) -> tuple[FindingWithLimits, ...]:
    """Return the conditions of an action, each with its limits (rules C24-06, D24-*, D21-*).

    Raises `MalformedError` for an unknown action or operative.
    """
    if attempt.by not in position.status:
        raise MalformedError("action-operative-unknown", operative=attempt.by)
    spec = edition.action(attempt.action)
    findings = list(restrictions(spec, attempt.performed, edition.actions, once=edition.rule_of_restriction))
    if (
        not spec.conceal
        and order_of(position, attempt) is Order.CONCEAL
        and not spec.lifts_conceal(attempt.weapon_rules, position.status[attempt.by].exempt)
    ):
        findings.append(Fact.declared(spec.rule, False, Message.of("action-not-concealed", action=spec.name)))
    tested = [FindingWithLimits(finding) for finding in findings]
    if spec.engaged is not None:
        tested += _reach_tested(edition, position, attempt, wanted=spec.engaged)
    for condition in spec.conditions:
        tested += [FindingWithLimits(finding) for finding in condition(edition, position, attempt)]
    return tuple(tested)


def judge_attempt(edition: Edition, position: Position, attempt: Attempt) -> Ruling:
    """Return whether the action's conditions are met, with every failed one (rules C24-06, D24-*, D21-*).

    Raises `MalformedError` for an unknown action or operative.
    """
    tested = tested_attempt(edition, position, attempt)
    return Ruling.joint(
        Message.of("action-claim-may-perform", operative=attempt.by, action=edition.action(attempt.action).name),
        tested,
        position.table,
    )


def _reach_tested(edition: Edition, position: Position, attempt: Attempt, *, wanted: bool) -> list[FindingWithLimits]:
    """Return whether an enemy is (or none is) within control or engagement range of the acting operative."""
    nobody = Message.of("control-no-enemy-within", range=edition.engagement.term)
    if attempt.engaged is not None:
        reach = is_engaged(edition, position, attempt)
        return [FindingWithLimits(reach if wanted else reach.negated(nobody))]
    rulings = _reaches(edition, position, attempt.by)
    reach = _nearest(edition, rulings)
    near = [
        (ruling, _limit_of(position, attempt.by, enemy, ruling))
        for enemy, ruling in rulings.items()
        if ruling.p_yes > UNLIKELY
    ]
    if not near:
        return [FindingWithLimits(reach if wanted else reach.negated(nobody))]
    if not wanted:
        return [
            FindingWithLimits(
                _as_probable(_decisive(ruling).negated(nobody), 1 - ruling.p_yes),
                None if limit is None else (limit.opposite,),
            )
            for ruling, limit in near
        ]
    limits = [limit for _, limit in near if limit is not None]
    if len(near) == len(limits) == 1:
        return [FindingWithLimits(reach, (limits[0],))]
    nobody_near = prob_all(limit.opposite for limit in limits)
    nobody_near *= math.prod(1 - ruling.p_yes for ruling, limit in near if limit is None)
    return [FindingWithLimits(_as_probable(reach, 1 - nobody_near))]


def _decisive(ruling: Ruling) -> Finding:
    decisive = ruling.decisive
    assert decisive is not None
    return decisive


def _limit_of(position: Position, by: str, enemy: str, ruling: Ruling) -> Limit | None:
    """Return the distance limit that decides whether an enemy is in range; None if other factors also decide."""
    one, other = position.table.operative(by), position.table.operative(enemy)
    limit = gap_limit(one, other, CONTROL_RANGE, position.table.common)
    return limit if limit.sigma and abs(limit.p - ruling.p_yes) < ALIKE else None


def _as_probable(finding: Finding, p: float) -> Finding:
    """Return a finding with the margin that corresponds to the probability, if it differs from its own."""
    if finding.sigma == 0 or abs(finding.p_yes - p) < ALIKE:
        return finding
    return finding.with_probability(p)
