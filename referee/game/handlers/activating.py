"""Handlers of activations, passes and reactions, and the order of turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from messages.message import Message
from referee.game.events import Event, activations, battle
from referee.game.handlers.handler import DICE_OPEN, Handler, condition, known_player, not_active
from referee.game.intents import Activate, EndActivation, PassTurn, React
from referee.game.policy import RuleIds
from referee.game.state import ActivationKind, GameState
from referee.rules.ruling import Finding, RuleId


class TurnOrder(Protocol):
    """Next turn after an activation, and the operatives that may be activated in it."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the player who has the turn after this operative has finished."""

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return that player's operatives of which one must be activated next."""


class AlternatingTurns:
    """The turns alternate (rules C24-01, C24-14)."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the other player."""
        return state.opponent(state.operative(operative).player)

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return all ready operatives."""
        return state.ready_of(player)


def closing(state: GameState, turn_order: TurnOrder) -> tuple[Event, ...]:
    """Return the end of the current work: a reaction before the activation it interrupts, and the turn with it."""
    if state.reaction is not None:
        operative = state.reaction.operative
        ended: Event = activations.ReactionEnded(operative=operative)
        gives_turn = state.reaction.doing is ActivationKind.REACTION
    elif state.activation is not None:
        operative = state.activation.operative
        ended = activations.ActivationEnded(operative=operative)
        gives_turn = True
    else:
        return ()
    if not gives_turn or state.alternation is None:
        return (ended,)
    player = state.operative(operative).player
    to = state.opponent(player) if state.reaction is not None else turn_order.after(state, operative)
    turn = battle.TurnTaken(player=state.alternation.turn, to=to)
    return (ended, turn)


@dataclass(frozen=True, slots=True)
class ActivateHandler(Handler):
    """Activate a ready operative in its player's turn, with an order."""

    def check(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return whether it is its player's turn, and the operative ready and on the killzone."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        ids = self.ids
        return (
            self.on_turn(state, operative.player, ids.alternation),
            *self.fit(state, intent),
            condition(ids.alternation, operative.ready, Message.of("refusal-expended", operative=intent.operative)),
        )

    def fit(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return whether no operative is active and this one is not incapacitated."""
        operative = state.operative(intent.operative)
        active = state.acting
        return (
            condition(
                self.ids.alternation,
                active is None,
                Message.of("refusal-other-active", active=active.operative if active else ""),
            ),
            condition(self.ids.sequence, state.sequence is None, DICE_OPEN),
            condition(
                self.ids.wounds, operative.standing, Message.of("refusal-not-standing", operative=intent.operative)
            ),
        )

    def apply(self, state: GameState, intent: Activate) -> tuple[Event, ...]:
        """Return the operative activated."""
        return (activations.Activated(operative=intent.operative, order=intent.order),)


@dataclass(frozen=True, slots=True)
class FreeActivateHandler(ActivateHandler):
    """Activate any standing operative at any time: free play."""

    def check(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return whether no operative is active and this one is not incapacitated."""
        if intent.operative not in state.operatives:
            return (self.known(state, intent.operative),)
        return self.fit(state, intent)


@dataclass(frozen=True, slots=True)
class EndActivationHandler(Handler):
    """End the activation of the active operative."""

    turn_order: TurnOrder

    def check(self, state: GameState, intent: EndActivation) -> tuple[Finding, ...]:
        """Return whether that operative is the active one and nothing must be resolved first."""
        acting = state.acting
        return (
            self.known(state, intent.operative),
            condition(
                self.ids.alternation,
                acting is not None and acting.operative == intent.operative,
                not_active(intent.operative, acting),
            ),
            condition(self.ids.sequence, state.sequence is None, DICE_OPEN),
            condition(
                self.ids.sequence,
                acting is None or not acting.awaiting,
                Message.of("refusal-may-interrupt", players=acting.awaiting if acting else ()),
            ),
        )

    def apply(self, state: GameState, intent: EndActivation) -> tuple[Event, ...]:
        """Return the activation or reaction ended, and the turn passed on; first, an interrupt that is still owed."""
        activation = state.activation
        if state.reaction is None and activation is not None and activation.owed:
            return (
                activations.InterruptOffered(
                    players=activation.owed, noticed=activation.noticed, perhaps=activation.perhaps
                ),
            )
        return closing(state, self.turn_order)


@dataclass(frozen=True, slots=True)
class PassTurnHandler(Handler):
    """Pass a turn in an alternation, or decline an interrupt.

    In the phases `obliging` a player with a ready operative may not pass.
    """

    obliging: frozenset[str]

    def check(self, state: GameState, intent: PassTurn) -> tuple[Finding, ...]:
        """Return whether that player has a decision to pass."""
        activation = state.activation
        asked = activation is not None and intent.player in activation.awaiting
        free = state.acting is None and state.turn == intent.player
        obliged = state.stage in self.obliging and bool(state.ready_of(intent.player))
        return (
            known_player(state, self.ids.seats, intent.player),
            condition(
                self.ids.alternation,
                asked or free,
                Message.of("refusal-nothing-to-pass", player=intent.player),
            ),
            condition(
                self.ids.alternation,
                asked or not obliged,
                Message.of("refusal-must-activate", player=intent.player),
            ),
        )

    def apply(self, state: GameState, intent: PassTurn) -> tuple[Event, ...]:
        """Return the turn passed, or the interrupt declined."""
        activation = state.activation
        if activation is not None and intent.player in activation.awaiting:
            near = activation.perhaps if intent.near else ()
            return (activations.InterruptDeclined(player=intent.player, near=near),)
        return (battle.TurnPassed(player=intent.player, to=state.opponent(intent.player)),)


class Reaction(Protocol):
    """An edition's actions out of turn."""

    @property
    def word(self) -> str:
        """Term for acting in place of an activation."""

    @property
    def interrupt(self) -> str:
        """Term for acting within the enemy's activation."""

    @property
    def letting_pass(self) -> Message | None:
        """Note on the reading when a guard that lets an enemy pass ends; None if the rules are clear."""

    @property
    def move_limit(self) -> float | None:
        """Total move limit in inches of an operative acting in place of an activation; None for no limit."""

    def may_react(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return the conditions to act in place of an activation, apart from the turn."""

    def may_interrupt(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return the conditions to interrupt the current activation."""

    def lapsing(self, state: GameState, operative: str) -> tuple[str, ...]:
        """Return the other guards that end once this one interrupts."""


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """Common part of the editions' reactions: a name, a move limit, and guards that interrupt (K24-09, K21-01)."""

    word: str
    guard_rule: RuleId
    move_limit: float | None
    letting_pass: Message | None = None

    @property
    def interrupt(self) -> str:
        """Term for acting within the enemy's activation."""
        return "guard"

    def may_interrupt(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it is on guard and its player has not interrupted this activation yet."""
        own = state.operative(operative)
        used = state.activation is not None and own.player in state.activation.interrupted
        return (
            condition(self.guard_rule, own.on_guard, Message.of("reaction-on-guard")),
            condition(self.guard_rule, not used, Message.of("reaction-first-interrupt")),
        )

    def lapsing(self, state: GameState, operative: str) -> tuple[str, ...]:
        """Return none: one interrupt answers for all guards (K24-08)."""
        return ()


def _interrupting(state: GameState, player: str) -> bool:
    """Return whether the player answers a running activation rather than taking a turn."""
    return state.activation is not None and state.operative(state.activation.operative).player != player


def free_action_findings(state: GameState, operative: str, ids: RuleIds) -> tuple[Finding, ...]:
    """Return whether an operative may begin a free action outside its activation now (rule C24-12)."""
    activation, acting = state.activation, state.acting
    awaiting = activation.awaiting if activation is not None and state.reaction is None else ()
    own = acting is not None and acting.operative == operative
    own = own or (activation is not None and activation.operative == operative)
    return (
        condition(ids.sequence, state.sequence is None, DICE_OPEN),
        condition(ids.sequence, not awaiting, Message.of("refusal-may-interrupt", players=awaiting)),
        condition(ids.alternation, state.extra is None, Message.of("refusal-free-action-open")),
        condition(ids.alternation, not own, Message.of("refusal-free-action-own", operative=operative)),
        condition(
            ids.wounds, state.operative(operative).standing, Message.of("refusal-not-standing", operative=operative)
        ),
    )


def begin_free_action(operative: str) -> activations.ReactionBegan:
    """Return the beginning of a free action outside an activation; the action itself follows, and ends it."""
    return activations.ReactionBegan(operative=operative, doing=ActivationKind.FREE, name=ActivationKind.FREE.value)


@dataclass(frozen=True, slots=True)
class ReactHandler(Handler):
    """Begin a reaction; the action itself follows, and ends it."""

    reaction: Reaction

    def check(self, state: GameState, intent: React) -> tuple[Finding, ...]:
        """Return whether the operative may act out of turn now."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        if intent.free:
            return free_action_findings(state, intent.operative, self.ids)
        ready_to = (
            condition(self.ids.sequence, state.sequence is None, DICE_OPEN),
            condition(self.ids.sequence, state.reaction is None, Message.of("refusal-reaction-open")),
            condition(
                self.ids.wounds,
                operative.standing,
                Message.of("refusal-not-standing", operative=intent.operative),
            ),
        )
        if _interrupting(state, operative.player):
            asked = state.activation is not None and operative.player in state.activation.awaiting
            answering = condition(
                self.ids.sequence, asked, Message.of("refusal-no-interrupt-now", player=operative.player)
            )
            return (*ready_to, answering, *self.reaction.may_interrupt(state, intent.operative))
        turn = self.on_turn(state, operative.player, self.ids.alternation)
        busy = condition(self.ids.alternation, state.activation is None, Message.of("refusal-activation-open"))
        return (*ready_to, turn, busy, *self.reaction.may_react(state, intent.operative))

    def apply(self, state: GameState, intent: React) -> tuple[Event, ...]:
        """Return the reaction begun."""
        if intent.free:
            return (begin_free_action(intent.operative),)
        within = _interrupting(state, state.operative(intent.operative).player)
        began = activations.ReactionBegan(
            operative=intent.operative,
            doing=ActivationKind.INTERRUPT if within else ActivationKind.REACTION,
            name=self.reaction.interrupt if within else self.reaction.word,
            move_limit=None if within else self.reaction.move_limit,
        )
        lapsing = self.reaction.lapsing(state, intent.operative) if within else ()
        return (*(activations.GuardEnded(operative=key) for key in lapsing), began)


@dataclass(frozen=True, slots=True)
class Able:
    """Operatives that may react or interrupt now: all conditions hold."""

    reaction: Reaction

    @property
    def word(self) -> str:
        """Term for acting in place of an activation."""
        return self.reaction.word

    @property
    def letting_pass(self) -> Message | None:
        """Note on the reading when a guard that lets an enemy pass ends; None if the rules are clear."""
        return self.reaction.letting_pass

    def reactors(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return that player's operatives that may act in place of an activation."""
        return tuple(
            key for key in state.standing_of(player) if all(each.holds for each in self.reaction.may_react(state, key))
        )

    def interrupters(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return that player's operatives that may interrupt the current activation."""
        return tuple(
            key
            for key in state.standing_of(player)
            if all(each.holds for each in self.reaction.may_interrupt(state, key))
        )
