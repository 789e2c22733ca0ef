"""One phase of a battle: what is asked in it, what may be done in it, and when it is over."""

from __future__ import annotations

from typing import Protocol

from referee.game.events import Event
from referee.game.intents import Answer, Intent
from referee.game.prompt import Prompt
from referee.game.state import GameState

Means = Intent | tuple[Event, ...]
"""What an answer stands for: an intent that is still to be checked, or the events that it brings."""


class Phase(Protocol):
    """One phase of the battle."""

    @property
    def name(self) -> str:
        """What it is called in the state."""

    @property
    def allows(self) -> frozenset[type[Intent]]:
        """The flow's intents that belong to it."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the events of its beginning."""

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return what happens by itself now; nothing while somebody must decide."""

    def over(self, state: GameState) -> bool:
        """Return whether it is done."""

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return what is asked now."""

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the intent that the answer stands for, or the events that it brings."""
