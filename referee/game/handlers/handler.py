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
    UsePloy,
)
from referee.game.policy import RuleIds
from referee.game.state import GameState, OpenTest
from referee.rules.ruling import Fact, Finding, RuleId, Ruling

IN_WORDS = {
    "seal": "secret choice",
    "end_stage": "end of the phase",
    "end_activation": "end of its activation",
    "pass_turn": "pass",
}
"""Player terms of intents whose kind is not one."""


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
    return (Fact.declared(rule, holds, f"that is {owner}'s to do, not {intent.by}'s"),)


def describe(intent: Intent) -> str:
    """Describe an intent in a few words."""
    operative = getattr(intent, "operative", None)
    if isinstance(intent, Act):
        target = f" at {intent.target}" if intent.target else ""
        return f"{operative} {intent.action}{target}"
    if isinstance(intent, UsePloy):
        price = "" if intent.cost is None else f", {intent.cost} CP"
        return f"{intent.player} uses the ploy {intent.name}{price}"
    if isinstance(intent, Seal | ChooseEquipment):
        return secret_choice(intent.player, intent.topic if isinstance(intent, Seal) else "equipment")
    who = operative or getattr(intent, "player", None)
    deed = kind_in_words(intent)
    return f"{who} {deed}" if who else deed


def secret_choice(player: str, topic: str) -> str:
    """Describe a secret choice by player and topic, without the choice."""
    return f"{player}: {spaced(topic)}, in secret"


def kind_in_words(intent: Intent) -> str:
    """Describe the kind of an intent: "undo", "place equipment"."""
    return IN_WORDS.get(intent.kind, spaced(intent.kind))


def spaced(name: str) -> str:
    """Convert the name of a kind, topic, op or phase to words: "tac_op_1:2" becomes "tac op 1, condition 2"."""
    return name.replace("_", " ").replace(":", ", condition ")


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
    return intent.rulings if isinstance(intent, React | DropMarker | Deploy | PlaceEquipment) else ()


def condition(rule: str, holds: bool, otherwise: Message | str) -> Finding:
    """Return the finding of a condition that the game itself knows; `otherwise` is the text of its failure."""
    return Fact.declared(rule, holds, otherwise)


@dataclass(frozen=True, slots=True)
class Handler:
    """A handler with its edition's rule ids."""

    ids: RuleIds

    def known(self, state: GameState, operative: str) -> Finding:
        """Return whether the operative exists."""
        return condition(self.ids.seats, operative in state.operatives, f"no operative {operative!r} in this game")

    @staticmethod
    def on_turn(state: GameState, player: str, rule: RuleId, *, at_any_time: bool = False) -> Finding:
        """Return whether it is that player's turn, or may be any time, by the rule of turns."""
        return condition(rule, at_any_time or state.turn == player, f"it is {state.turn or 'nobody'}'s turn")
