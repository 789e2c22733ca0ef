"""Counteract and guard: conditions, limits, hooks."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE
from messages.message import Message
from referee.editions.kt24.options import AFTER_CHANGES, AS_PRINTED, COUNTERACT, GUARD
from referee.game.handlers.act_handler import ActionHook
from referee.game.handlers.activating import OnGuard, OnlyThese, Reactions, ReactionWindow
from referee.game.handlers.handler import condition
from referee.game.intents import Act
from referee.game.judging.position import moved_so_far
from referee.game.state import STATS, ActivationKind, GameState
from referee.rules.errors import MalformedError
from referee.rules.judgement import Attempt, Shot
from referee.rules.ports.actions import judge_attempt
from referee.rules.ports.edition import GUARDS_ANSWER, PAUSED, ActionSpec, Edition, note
from referee.rules.position import Exemption, Order, Position
from referee.rules.ruling import Fact, Finding, Ruling
from referee.rules.weapon import RuleUse

COUNTERACT_MOVE = 2.0
POINT_BLANK_HIT_PENALTY = 1


@dataclass(frozen=True, slots=True)
class ReactionFacts:
    """The game's facts for an action out of turn.

    `own_ready` and `opponent_ready` count ready operatives; `already`: this operative has reacted this turning point;
    `interrupted_on_guard`: it has interrupted on guard in it; `exempt` are its card's exemptions (N24-02).
    """

    own_ready: int
    opponent_ready: int
    order: Order
    already: bool = False
    interrupted_on_guard: bool = False
    action: str | None = None
    exempt: Collection[Exemption] = ()


def counteract(edition: Edition, by: str, facts: ReactionFacts) -> Ruling:
    """Return whether the operative may counteract (rules C24-14 to C24-18).

    Its own activation does not matter: restrictions do not carry over.
    """
    findings = [
        Fact.declared("C24-14", facts.own_ready == 0, Message.of("reaction-own-expended", ready=facts.own_ready)),
        Fact.declared("C24-14", facts.opponent_ready > 0, Message.of("reaction-opponent-ready")),
        Fact.declared(
            "C24-03",
            facts.order is Order.ENGAGE or Exemption.REACT_CONCEALED in facts.exempt,
            Message.of("reaction-order-engage"),
        ),
        Fact.declared(
            "C24-15",
            not facts.already,
            Message.of("reaction-counteract-once"),
        ),
        Fact.declared("C24-17", not facts.interrupted_on_guard, Message.of("reaction-not-after-guard")),
    ]
    if facts.action == "Guard":
        findings.append(Fact.declared("C24-14", False, Message.of("reaction-no-guard")))
    elif facts.action is not None:
        spec = edition.action(facts.action)
        findings.append(
            Fact.declared(
                "C24-18", spec.cost_ap == 1, Message.of("reaction-one-ap", action=spec.name, cost=spec.cost_ap)
            )
        )
    return Ruling.of(Message.of("reaction-claim-counteract", operative=by), *findings)


@dataclass(frozen=True, slots=True)
class GuardFacts:
    """The game's facts about a guard: whether it is active, the state of the enemy's activation, its order and weapon.

    `order` overrides the position's; `weapon_rules` are those of the weapon that it would use.
    """

    on_guard: bool
    enemy_action_finished: bool
    interrupts_used: int = 0
    order: Order | None = None
    weapon_rules: tuple[RuleUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Interruption:
    """Whether a guard may interrupt, and the consequences."""

    ruling: Ruling
    point_blank: bool

    @property
    def hit_worsened_by(self) -> int:
        """Change of Hit of the interrupting weapon (rule K24-10)."""
        return POINT_BLANK_HIT_PENALTY if self.point_blank else 0


def guard_interrupt(
    edition: Edition, position: Position, by: str, enemy: str, action: str, facts: GuardFacts
) -> Interruption:
    """Return whether an operative on guard may interrupt the enemy's activation (rules K24-09, K24-10).

    A free action must meet its conditions (C24-12), so a concealed guard shoots only with a Silent weapon (D24-13). A
    Shoot while engaged is a point-blank shot at an enemy in control range; otherwise it needs a selectable target. A
    Fight needs the enemy in control range; an action treated as one must meet its own conditions. Raises
    `MalformedError` for other kinds of action.
    """
    spec = edition.action(action)
    kind = spec.treated_as or spec.name
    if kind not in {"Fight", "Shoot"}:
        raise MalformedError("reaction-interrupt-kind", action=action)
    engaged = edition.engagement.engaged(position, by, enemy)
    point_blank = kind == "Shoot" and bool(edition.engagement.enemies_engaging(position, by))
    findings: list[Finding] = [
        Fact.declared("K24-09", facts.on_guard, Message.of("reaction-on-guard")),
        Fact.declared(
            "K24-09",
            facts.enemy_action_finished,
            Message.of("reaction-enemy-action-finished"),
        ),
        Fact.declared(
            "K24-09",
            facts.interrupts_used == 0,
            Message.of("reaction-first-interrupt"),
        ),
        Fact.declared("K24-09", spec.name != "Guard", Message.of("reaction-guard-no-interrupt")),
    ]
    order = facts.order or position.status[by].order
    if order is Order.CONCEAL and not spec.conceal:
        lifted = spec.lifts_conceal(facts.weapon_rules, position.status[by].exempt)
        findings.append(Fact.declared(spec.rule, lifted, Message.of("action-not-concealed", action=spec.name)))
    if kind == "Shoot" and not point_blank:
        findings.extend(edition.judge_shot(position, Shot(by, enemy, facts.weapon_rules)).selectable.findings)
    elif spec.name == kind:
        findings.extend(engaged.findings)
    else:
        findings.extend(judge_attempt(edition, position, Attempt(by, action, enemy)).findings)
    return Interruption(
        Ruling.of(Message.of("reaction-claim-interrupt", operative=by, enemy=enemy, action=action), *findings),
        point_blank,
    )


def still_on_guard(
    *, was_on_guard: bool, enemy_ended_action_in_reach: bool, interrupted: bool, acted: bool, order: Order
) -> bool:
    """Return whether a guard is still active (rule K24-08): an interrupt is an action, and an action ends it."""
    unanswered = enemy_ended_action_in_reach and not interrupted
    return was_on_guard and not (unanswered or interrupted or acted or order is Order.CONCEAL)


@dataclass(frozen=True, slots=True)
class Counteracting:
    """Conditions of an operative that counteracts, as `ReactionWindow.who`: expended, with an Engage order."""

    edition: Edition

    def __call__(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it may counteract now (rules C24-03, C24-14, C24-15, C24-17)."""
        own = state.operative(operative)
        facts = ReactionFacts(
            own_ready=len(state.ready_of(own.player)),
            opponent_ready=len(state.ready_of(state.opponent(own.player))),
            order=own.order,
            already=own.counteracted,
            interrupted_on_guard=own.interrupted,
            exempt=own.card.exempt,
        )
        return counteract(self.edition.in_killzone(state.killzone), operative, facts).findings


@dataclass(frozen=True, slots=True)
class OneActionPoint:
    """Conditions of a counteraction's action, as `ReactionWindow.what`: it costs 1AP and is not Guard.

    A free action that a rule gives beside it may cost more (C24-12). `printed` uses the printed price, not the one
    after changes (an option).
    """

    printed: bool = False

    def __call__(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the action is permitted as a counteraction."""
        guard = condition("C24-14", spec.name != "Guard", Message.of("reaction-no-guard"))
        if act.free:
            return (guard,)
        printed, changed = spec.cost_ap, STATS.ap_cost(spec.cost_ap, act.cost_changes)
        cost = printed if self.printed else changed
        one_ap = Message.of("reaction-one-ap", action=spec.name, cost=cost)
        if printed != changed:
            read_as = note(COUNTERACT, AS_PRINTED if self.printed else AFTER_CHANGES)
            one_ap = Message.of("reaction-one-ap-read", action=spec.name, cost=cost, note=read_as)
        return (guard, condition("C24-18", cost == 1, one_ap))


@dataclass(frozen=True, slots=True)
class MoveLimit(ActionHook):
    """All moves of a counteraction together are limited, those of free actions too."""

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether all moves of the counteraction together are within its limit (rule C24-15)."""
        acting = state.acting
        if acting is None or act.charged is None or acting.move_limit is None:
            return ()
        before = moved_so_far(acting)
        total = before + act.charged
        about: dict[str, float] = {"measured": total, "required": acting.move_limit}
        fault = Message.of("reaction-move-limit", **about)
        if before:
            fault = Message.of("reaction-moves-limit", **about, before=before, now=act.charged)
        return (condition("C24-15", total <= acting.move_limit + EXACT_TOLERANCE, fault),)


def reactions_of(edition: Edition) -> Reactions:
    """Return the rows of 2024: counteract in place of an activation (C24-14), guards within the enemy's (K24-09)."""
    return Reactions(
        instead=ReactionWindow(
            ActivationKind.REACTION,
            "counteract",
            who=Counteracting(edition),
            what=OneActionPoint(printed=edition.readings.get(COUNTERACT) == AS_PRINTED),
            move_limit=COUNTERACT_MOVE,
        ),
        within=ReactionWindow(
            ActivationKind.INTERRUPT,
            "guard",
            who=OnGuard("K24-09"),
            what=OnlyThese("K24-09", frozenset({"Fight", "Shoot"})),
        ),
        in_pauses=edition.readings.get(PAUSED) == GUARDS_ANSWER,
        paused=note(PAUSED, edition.readings[PAUSED]) if PAUSED in edition.readings else None,
        letting_pass=note(GUARD, edition.readings[GUARD]) if GUARD in edition.readings else None,
    )
