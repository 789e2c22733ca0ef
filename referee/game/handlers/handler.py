"""Base of intent handlers: conditions, evidence, ownership, descriptions of intents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from messages.message import Message
from referee.game.events import Event
from referee.game.intents import (
    ANY,
    Act,
    ChooseEquipment,
    DeclareDamage,
    DeclarePlace,
    DeclareStat,
    Deploy,
    DropMarker,
    Intent,
    PlaceEquipment,
    React,
    Seal,
    SetUpAgain,
    UsePloy,
)
from referee.game.policy import RuleIds
from referee.game.state import Activation, GameState, OpenTest
from referee.rules.ruling import Fact, Finding, RuleId, Ruling


def ownership(state: GameState, intent: Intent, rule: str) -> tuple[Finding, ...]:
    """Return whether the intent belongs to its author: players act for their own operatives and themselves."""
    if intent.by not in state.sides:
        return ()
    named = (getattr(intent, field, None) for field in ("player", "owner", "conceded_by"))
    owner = next((player for player in named if player), None)
    operative = state.operatives.get(getattr(intent, "operative", None) or "")
    if operative is not None:
        owner = operative.player
    correction = isinstance(intent, DeclareDamage | DeclareStat | DeclarePlace)
    holds = owner in (None, ANY, intent.by) or correction
    return (condition(rule, holds, Message.of("refusal-not-yours", owner=owner or ANY, player=intent.by)),)


def describe(intent: Intent) -> Message:
    """Describe an intent in a few words."""
    operative = getattr(intent, "operative", None)
    if isinstance(intent, Act):
        if not intent.target:
            return Message.of("intent-act", operative=intent.operative, action=intent.action)
        return Message.of("intent-act-target", operative=intent.operative, action=intent.action, target=intent.target)
    if isinstance(intent, UsePloy):
        if intent.cost is None:
            return Message.of("intent-ploy", player=intent.player, ploy=intent.name)
        return Message.of("intent-ploy-cost", player=intent.player, ploy=intent.name, cost=intent.cost)
    if isinstance(intent, Seal | ChooseEquipment):
        return secret_choice(intent.player, intent.topic if isinstance(intent, Seal) else "equipment")
    who = operative or getattr(intent, "player", None)
    deed = Message.of("intent-deed", who=who or "", deed=intent_name(intent))
    return deed if who else Message.of("intent-alone", kind=intent.kind)


def secret_choice(player: str, topic: str) -> Message:
    """Describe a secret choice by player and topic, without the choice."""
    return Message.of("intent-secret-choice", player=player, topic=op_name(topic))


def intent_name(intent: Intent) -> Message:
    """Return a noun for the kind of an intent."""
    return Message.of("term-intent", kind=intent.kind)


def distinct(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the findings without duplicates in rule and message."""
    return tuple({(each.rule, each.message, each.holds): each for each in findings}.values())


I_contra = TypeVar("I_contra", bound=Intent, contravariant=True)


class IntentHandler(Protocol[I_contra]):
    """Rules of one kind of intent."""

    def check(self, state: GameState, intent: I_contra) -> tuple[Finding, ...]:
        """Return every condition checked, whether it holds or not."""

    def apply(self, state: GameState, intent: I_contra) -> tuple[Event, ...]:
        """Return the resulting events. Nothing is checked here."""


IntentHandlers = Mapping[type[Intent], IntentHandler[Intent]]

TestOutcome = Callable[[GameState, OpenTest, tuple[int, ...]], tuple[Event, ...]]
"""Effect of the dice of a test that a rule asked for."""


def evidence(intent: Intent) -> tuple[Ruling, ...]:
    """Return the rulings that an intent carries."""
    if isinstance(intent, Act):
        return intent.evidence.rulings
    return intent.rulings if isinstance(intent, React | DropMarker | Deploy | PlaceEquipment | SetUpAgain) else ()


DICE_OPEN = Message.of("refusal-dice-open")


def condition(rule: str, holds: bool, reason: Message) -> Finding:
    """Return the finding of a condition that the game itself knows."""
    return Fact.declared(rule, holds, reason)


def not_active(operative: str, acting: Activation | None) -> Message:
    """Return the reason why an operative cannot act: another one is active, or none is."""
    if acting is None:
        return Message.of("refusal-not-activated", operative=operative)
    return Message.of("refusal-not-active", operative=operative, active=acting.operative)


def other_turn(state: GameState) -> Message:
    """Return whose turn it is, as the reason why another player cannot act."""
    return Message.of("refusal-no-turn") if state.turn is None else Message.of("refusal-other-turn", player=state.turn)


def known_player(state: GameState, rule: str, player: str) -> Finding:
    """Return whether the player has a seat in this game."""
    return condition(rule, player in state.sides, Message.of("refusal-player-unknown", player=player))


def op_name(op: str) -> Message:
    """Return the name of an op or another secret choice, as in a sentence: "tac_op_1:2" is tac op 1, condition 2."""
    name, _, number = op.partition(":")
    return Message.of("term-op-condition", op=name, condition=number) if number else Message.of("term-op", op=name)


def op_title(op: str) -> Message:
    """Return the name of an op or another secret choice, as at the beginning of a line."""
    name, _, number = op.partition(":")
    if number:
        return Message.of("term-op-condition-title", op=name, condition=number)
    return Message.of("term-op-title", op=name)


def phase_name(phase: str) -> Message:
    """Return the name of a phase, as in a sentence."""
    return Message.of("term-phase", phase=phase)


@dataclass(frozen=True, slots=True)
class Handler:
    """A handler with its edition's rule ids."""

    ids: RuleIds

    def known(self, state: GameState, operative: str) -> Finding:
        """Return whether the operative exists."""
        unknown = Message.of("refusal-operative-unknown", operative=operative)
        return condition(self.ids.seats, operative in state.operatives, unknown)

    @staticmethod
    def on_turn(state: GameState, player: str, rule: RuleId, *, at_any_time: bool = False) -> Finding:
        """Return whether it is that player's turn, or may be any time, by the rule of turns."""
        return condition(rule, at_any_time or state.turn == player, other_turn(state))
