"""Activate an operative, end its activation, pass (rules C24-01, C24-02, C24-09, C21-01)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from referee.game.events import Event, activations, flow
from referee.game.handlers.handler import Handler
from referee.game.intent_handler import condition
from referee.game.intents import Activate, EndActivation, PassTurn
from referee.game.state import ActivationKind, GameState
from referee.rules.ruling import Finding


class TurnOrder(Protocol):
    """Whose turn follows an activation, and whom that player may activate in it."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the player whose turn it is once this operative has finished."""

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return that player's operatives of which one is activated next in its turn."""


class AlternatingTurns:
    """The other player's turn follows (rules C24-01, C24-14)."""

    def after(self, state: GameState, operative: str) -> str:
        """Return the other player."""
        return state.opponent(state.operative(operative).player)

    def able(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return all that are ready."""
        return state.ready_of(player)


def closing(state: GameState, turn_order: TurnOrder) -> tuple[Event, ...]:
    """Return what ends the work at hand: a reaction before the activation it interrupts, and the turn with it."""
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
    turn = flow.TurnTaken(player=state.alternation.turn, to=to)
    return (ended, turn)


@dataclass(frozen=True, slots=True)
class ActivateHandler(Handler):
    """Activate a ready operative in one's own turn, with an order that it keeps."""

    def check(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return whether it is its player's turn, and the operative ready and on the killzone."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        ids = self.ids
        return (
            self.on_turn(state, operative.player, ids.alternation),
            *self.fit(state, intent),
            condition(ids.alternation, operative.ready, f"{intent.operative} is expended"),
        )

    def fit(self, state: GameState, intent: Activate) -> tuple[Finding, ...]:
        """Return whether no operative is active and this one is not incapacitated."""
        operative = state.operative(intent.operative)
        active = state.acting
        return (
            condition(
                self.ids.alternation,
                active is None,
                f"{active and active.operative} is still the active operative: finish with it first",
            ),
            condition(self.ids.sequence, state.sequence is None, "dice are still being resolved"),
            condition(
                self.ids.wounds, operative.standing, f"{intent.operative} is not on the killzone, or incapacitated"
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
    """Finish with the active operative."""

    turn_order: TurnOrder

    def check(self, state: GameState, intent: EndActivation) -> tuple[Finding, ...]:
        """Return whether that operative is the active one and nothing waits to be resolved first."""
        acting = state.acting
        return (
            self.known(state, intent.operative),
            condition(
                self.ids.alternation,
                acting is not None and acting.operative == intent.operative,
                f"{acting.operative} is the active operative" if acting else "no operative is active",
            ),
            condition(self.ids.sequence, state.sequence is None, "dice are still being resolved"),
            condition(
                self.ids.sequence,
                acting is None or not acting.awaiting,
                f"{', '.join(acting.awaiting) if acting else ''} may interrupt first: ask or pass",
            ),
        )

    def apply(self, state: GameState, intent: EndActivation) -> tuple[Event, ...]:
        """Return the activation or reaction ended, and the turn given on."""
        return closing(state, self.turn_order)


@dataclass(frozen=True, slots=True)
class PassTurnHandler(Handler):
    """Pass one's turn in an alternation, or let an interrupt go by.

    In the phases `obliging` nobody passes who has a ready operative.
    """

    obliging: frozenset[str]

    def check(self, state: GameState, intent: PassTurn) -> tuple[Finding, ...]:
        """Return whether that player is asked at all."""
        activation = state.activation
        asked = activation is not None and intent.player in activation.awaiting
        free = state.acting is None and state.turn == intent.player
        obliged = state.stage in self.obliging and bool(state.ready_of(intent.player))
        return (
            condition(self.ids.seats, intent.player in state.sides, f"no player {intent.player!r} in this game"),
            condition(
                self.ids.alternation,
                asked or free,
                f"{intent.player} has nothing to pass now: it is not that player's decision",
            ),
            condition(
                self.ids.alternation,
                asked or not obliged,
                f"{intent.player} may not pass: a friendly operative is still ready",
            ),
        )

    def apply(self, state: GameState, intent: PassTurn) -> tuple[Event, ...]:
        """Return the turn passed, or the interrupt declined."""
        activation = state.activation
        if activation is not None and intent.player in activation.awaiting:
            near = activation.perhaps if intent.near else ()
            return (activations.InterruptDeclined(player=intent.player, near=near),)
        return (flow.TurnPassed(player=intent.player, to=state.opponent(intent.player)),)
