"""What is asked beside the phases of a battle: it holds nothing up, and may be answered or left."""

from __future__ import annotations

from typing import Protocol

from referee.game.intents import Answer, Intent
from referee.game.phase import Means
from referee.game.prompt import Prompt
from referee.game.state import GameState


class Aside(Protocol):
    """One matter that stands beside the phases."""

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return what is asked now."""

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the intent that the answer stands for, or the events that it brings."""

    def allows(self, state: GameState, intent: Intent) -> bool:
        """Return whether an intent belongs to it, and may be done whatever phase is on."""
