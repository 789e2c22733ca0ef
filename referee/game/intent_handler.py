"""What the rules say of an intent: which conditions are checked, and which events it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from referee.game.events import Event
from referee.game.intents import Act, Deploy, DropMarker, Intent, PlaceEquipment, React
from referee.game.state import GameState, OpenTest
from referee.rules.ruling import Finding, Ruling

I_contra = TypeVar("I_contra", bound=Intent, contravariant=True)


class IntentHandler(Protocol[I_contra]):
    """What the rules say of one kind of intent."""

    def check(self, state: GameState, intent: I_contra) -> tuple[Finding, ...]:
        """Return every condition checked, whether it holds or not."""

    def apply(self, state: GameState, intent: I_contra) -> tuple[Event, ...]:
        """Return the events that it brings. Nothing is checked here."""


IntentHandlers = Mapping[type[Intent], IntentHandler[Intent]]

TestOutcome = Callable[[GameState, OpenTest, tuple[int, ...]], tuple[Event, ...]]
"""What the dice of a test that a rule asked for do."""


def evidence(intent: Intent) -> tuple[Ruling, ...]:
    """Return the judge's rulings that an intent carries."""
    if isinstance(intent, Act):
        return intent.evidence.rulings
    return intent.rulings if isinstance(intent, React | DropMarker | Deploy | PlaceEquipment) else ()


def condition(rule: str, holds: bool, otherwise: str) -> Finding:
    """Return the finding of a condition that the game itself knows; `otherwise` says what is wrong when it fails."""
    return Finding.fact(rule, holds, otherwise)
