"""Handlers of activations, passes and reactions, and the order of turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from messages.message import Message
from referee.game.events import Event, activations, battle
from referee.game.handlers.handler import DICE_OPEN, Handler, condition, known_player, not_active
from referee.game.intents import Act, Activate, EndActivation, PassTurn, React
from referee.game.policy import RuleIds
from referee.game.state import Activation, ActivationKind, GameState
from referee.rules.ports.edition import ActionSpec
from referee.rules.ruling import Finding, RuleId


class TurnOrder(Protocol):
    """Next turn after an activation, and the operatives that may be activated in it."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the player who has the turn after this operative has finished."""

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return that player's operatives of which one must be activated next."""

    def left(self, state: GameState, operative: str) -> int:
        """Return how many of this operative's group are not activated yet when the turn passes."""

    def note(self, state: GameState, player: str) -> Message | None:
        """Return the note on the reading on which it depends which operatives that player activates now."""


class AlternatingTurns:
    """The turns alternate (rules C24-01, C24-14)."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the other player."""
        return state.opponent(state.operative(operative).player)

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return all ready operatives."""
        return state.ready_of(player)

    def left(self, state: GameState, operative: str) -> int:
        """Return 0: there are no groups."""
        return 0

    def note(self, state: GameState, player: str) -> Message | None:
        """Return None."""
        return None


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
    left = turn_order.left(state, operative) if to != player and state.reaction is None else 0
    turn = battle.TurnTaken(player=state.alternation.turn, to=to, group_left=left)
    return (ended, turn)


@dataclass(frozen=True, slots=True)
class ActivateHandler(Handler):
    """Activate a ready operative in its player's turn, with an order.

    With `keeps_apl` changes of its APL count from its next activation.
    """

    keeps_apl: bool = False

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
        return (activations.Activated(operative=intent.operative, order=intent.order, keeps_apl=self.keeps_apl),)


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


@dataclass(frozen=True, slots=True)
class ReactionWindow:
    """One row of an edition's reactions: a step of the game, who may act out of turn in it, and what it may perform.

    `doing` is the step: REACTION in place of an activation, INTERRUPT after an action in the enemy's. `word` is the
    edition's term. `who` returns the conditions of an operative apart from the turn, `what` those of its action.
    `move_limit` is the total length of its moves in inches; None for no limit.
    """

    doing: ActivationKind
    word: str
    who: Callable[[GameState, str], tuple[Finding, ...]]
    what: Callable[[GameState, Act, ActionSpec], tuple[Finding, ...]]
    move_limit: float | None = None


@dataclass(frozen=True, slots=True)
class Reactions:
    """An edition's actions out of turn, one row for each step.

    `letting_pass` is the note on the reading when a guard that lets an enemy pass ends; None if the rules are clear.
    With `each_for_itself` other guards near the enemy end once one interrupts (K21-01); else one answers for all.
    `in_pauses`: guards answer in the middle of a paused move; `paused` is the note on that reading.
    """

    instead: ReactionWindow
    within: ReactionWindow
    letting_pass: Message | None = None
    each_for_itself: bool = False
    in_pauses: bool = False
    paused: Message | None = None

    def notes_on(self, activation: Activation) -> tuple[Message, ...]:
        """Return the notes on the readings on which it depends that guards may answer now."""
        done = activation.performed
        resumed = any(first.action == last.action for first, last in zip(done, done[2:], strict=False))
        in_pause = bool(done and done[-1].pauses)
        found = [self.letting_pass] if activation.noticed or activation.let_pass else []
        found += [self.paused] if (in_pause if self.in_pauses else resumed) else []
        return tuple(one for one in found if one is not None)

    def row(self, doing: ActivationKind) -> ReactionWindow | None:
        """Return the row of a step; None for an activation and for the actions that a rule gives."""
        return next((one for one in (self.instead, self.within) if one.doing is doing), None)

    def open_for(self, state: GameState, player: str) -> ReactionWindow | None:
        """Return the row that is open to a player, or None.

        `within` is open while an activation awaits the player's answer, `instead` while only the opponent has ready
        operatives.
        """
        activation = state.activation
        if activation is not None and player in activation.awaiting and state.reaction is None:
            return self.within
        waits = state.alternation is not None and bool(state.ready_of(state.opponent(player)))
        return self.instead if waits and not state.ready_of(player) else None

    def able(self, state: GameState, player: str, row: ReactionWindow) -> tuple[str, ...]:
        """Return that player's operatives that fulfil every condition of a row."""
        return tuple(key for key in state.standing_of(player) if all(finding.holds for finding in row.who(state, key)))

    def barred(self, state: GameState, player: str, row: ReactionWindow) -> dict[str, Finding]:
        """Return that player's operatives that may not act by a row, each with the first condition that fails."""
        failed = {
            key: next((finding for finding in row.who(state, key) if not finding.holds), None)
            for key in state.standing_of(player)
        }
        return {key: finding for key, finding in failed.items() if finding is not None}

    def lapsing(self, state: GameState, operative: str) -> tuple[str, ...]:
        """Return the other guards that end once this one interrupts (rules K24-08, K21-01)."""
        noticed = state.activation.noticed if self.each_for_itself and state.activation is not None else ()
        return tuple(key for key in noticed if key != operative)


@dataclass(frozen=True, slots=True)
class OnGuard:
    """Conditions of a guard that interrupts (K24-09, K21-01), as `ReactionWindow.who`."""

    rule: RuleId

    def __call__(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it is on guard and its player has not interrupted this activation yet."""
        own = state.operative(operative)
        used = state.activation is not None and own.player in state.activation.interrupted
        return (
            condition(self.rule, own.on_guard, Message.of("reaction-on-guard")),
            condition(self.rule, not used, Message.of("reaction-first-interrupt")),
        )


@dataclass(frozen=True, slots=True)
class OnlyThese:
    """Actions (or what they are treated as) that a guard may interrupt with, other than Guard itself."""

    rule: RuleId
    actions: frozenset[str]

    def __call__(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return whether the action is one of them."""
        allowed = (spec.treated_as or spec.name) in self.actions and spec.name != GUARD
        other = Message.of("refusal-interrupt-action", allowed=sorted(self.actions), action=spec.name)
        return (condition(self.rule, allowed, other),)


GUARD = "Guard"
"""Name of the action in both editions."""


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

    reactions: Reactions

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
            return (*ready_to, answering, *self.reactions.within.who(state, intent.operative))
        turn = self.on_turn(state, operative.player, self.ids.alternation)
        busy = condition(self.ids.alternation, state.activation is None, Message.of("refusal-activation-open"))
        return (*ready_to, turn, busy, *self.reactions.instead.who(state, intent.operative))

    def apply(self, state: GameState, intent: React) -> tuple[Event, ...]:
        """Return the reaction begun."""
        if intent.free:
            return (begin_free_action(intent.operative),)
        within = _interrupting(state, state.operative(intent.operative).player)
        row = self.reactions.within if within else self.reactions.instead
        began = activations.ReactionBegan(
            operative=intent.operative, doing=row.doing, name=row.word, move_limit=row.move_limit
        )
        lapsing = self.reactions.lapsing(state, intent.operative) if within else ()
        return (*(activations.GuardEnded(operative=key) for key in lapsing), began)
