"""Protocols of phases and of questions independent of them, and a base class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from referee.game.events import Event, battle
from referee.game.intents import Answer, Intent
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.errors import MalformedError

AnswerEffect = Intent | tuple[Event, ...]
"""Meaning of an answer: an intent that is still to be checked, or its events."""


class Phase(Protocol):
    """One phase of the battle."""

    @property
    def name(self) -> str:
        """Its name in the state."""

    @property
    def allows(self) -> frozenset[type[Intent]]:
        """The flow's intents that belong to it."""

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the events of its beginning."""

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return automatic events; empty while a player must decide."""

    def over(self, state: GameState) -> bool:
        """Return whether it is over."""

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return its open prompts."""

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the intent that the answer represents, or its events."""


class SideQuestion(Protocol):
    """One subject independent of the phases."""

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return its open prompts."""

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Return the intent that the answer represents, or its events."""

    def allows(self, state: GameState, intent: Intent) -> bool:
        """Return whether an intent belongs to it, and is permitted in every phase."""


@dataclass(frozen=True, slots=True)
class PlainPhase:
    """A named phase that is over at once; `OWN` are the flow's intents that belong to it."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset()

    name: str

    @property
    def allows(self) -> frozenset[type[Intent]]:
        """The flow's intents that belong to it."""
        return self.OWN

    def first(self, state: GameState) -> str | None:
        """Return who begins if players alternate in it; None if they do not."""
        return None

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the phase entered."""
        return (battle.StageEntered(stage=self.name, first=self.first(state)),)

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return nothing: it has no automatic events."""
        return ()

    def over(self, state: GameState) -> bool:
        """Return whether it is over."""
        return True

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return nothing: it has no prompts."""
        return ()

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> AnswerEffect:
        """Raise `MalformedError`: it has no prompts."""
        raise MalformedError("prompt-not-asked", phase=self.name, prompt=prompt.id)
