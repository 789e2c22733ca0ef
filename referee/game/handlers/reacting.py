"""Act out of turn: in place of an activation, or within the enemy's (rules C24-14, K24-09, C21-04, K21-01)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from referee.game.events import Event, activations
from referee.game.handlers.handler import Handler
from referee.game.intent_handler import condition
from referee.game.intents import React
from referee.game.state import ActivationKind, GameState
from referee.rules.ruling import Finding, RuleId


class Reaction(Protocol):
    """What an edition allows out of turn."""

    @property
    def word(self) -> str:
        """What acting in place of an activation is called."""

    @property
    def interrupt(self) -> str:
        """What acting within the enemy's activation is called."""

    @property
    def letting_pass(self) -> str:
        """How it is read when a guard ends that lets an enemy pass; empty where nothing is left open."""

    @property
    def move_limit(self) -> float | None:
        """How far an operative moves in all when it acts in place of an activation, inches; None for no limit."""

    def may_react(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return the conditions to act in place of an activation, beyond whose turn it is."""

    def may_interrupt(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return the conditions to interrupt the running activation."""

    def lapsing(self, state: GameState, operative: str) -> tuple[str, ...]:
        """Return the other guards that are on guard no longer once this one interrupts."""


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """What the editions' reactions have alike: a name, a limit to moves, and guards that interrupt (K24-09, K21-01)."""

    word: str
    guard_rule: RuleId
    move_limit: float | None
    letting_pass: str = ""

    @property
    def interrupt(self) -> str:
        """What acting within the enemy's activation is called."""
        return "guard"

    def may_interrupt(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it is on guard and its player has not interrupted this activation yet."""
        own = state.operative(operative)
        used = state.activation is not None and own.player in state.activation.interrupted
        return (
            condition(self.guard_rule, own.on_guard, f"{operative} is not on guard"),
            condition(self.guard_rule, not used, f"{own.player} has interrupted this activation already"),
        )

    def lapsing(self, state: GameState, operative: str) -> tuple[str, ...]:
        """Return nobody: an activation that is interrupted by one is answered for all (K24-08)."""
        return ()


def _interrupting(state: GameState, player: str) -> bool:
    """Return whether the player answers a running activation rather than taking a turn."""
    return state.activation is not None and state.operative(state.activation.operative).player != player


@dataclass(frozen=True, slots=True)
class ReactHandler(Handler):
    """Begin a reaction; the action itself follows, and ends it."""

    reaction: Reaction

    def check(self, state: GameState, intent: React) -> tuple[Finding, ...]:
        """Return whether the operative may act out of turn now."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        ready_to = (
            condition(self.ids.sequence, state.sequence is None, "dice are still being resolved"),
            condition(
                self.ids.sequence, state.reaction is None, "another reaction is not finished yet: finish it first"
            ),
            condition(
                self.ids.wounds,
                operative.standing,
                f"{intent.operative} is not on the killzone, or incapacitated",
            ),
        )
        if _interrupting(state, operative.player):
            asked = state.activation is not None and operative.player in state.activation.awaiting
            answering = condition(
                self.ids.sequence, asked, f"{operative.player} may not interrupt now: no enemy action has just ended"
            )
            return (*ready_to, answering, *self.reaction.may_interrupt(state, intent.operative))
        turn = self.on_turn(state, operative.player, self.ids.alternation)
        busy = condition(
            self.ids.alternation, state.activation is None, "an activation is not finished yet: finish it first"
        )
        return (*ready_to, turn, busy, *self.reaction.may_react(state, intent.operative))

    def apply(self, state: GameState, intent: React) -> tuple[Event, ...]:
        """Return the reaction begun."""
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
    """Who may react or interrupt now: those for whom every condition holds."""

    reaction: Reaction

    @property
    def word(self) -> str:
        """What acting in place of an activation is called."""
        return self.reaction.word

    @property
    def letting_pass(self) -> str:
        """How it is read when a guard ends that lets an enemy pass; empty where nothing is left open."""
        return self.reaction.letting_pass

    def reactors(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return that player's operatives that may act in place of an activation."""
        return tuple(
            key for key in state.standing_of(player) if all(each.holds for each in self.reaction.may_react(state, key))
        )

    def interrupters(self, state: GameState, player: str) -> tuple[str, ...]:
        """Return that player's operatives that may interrupt the running activation."""
        return tuple(
            key
            for key in state.standing_of(player)
            if all(each.holds for each in self.reaction.may_interrupt(state, key))
        )
