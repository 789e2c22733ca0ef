"""Phase and SideQuestion protocols, PlainPhase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from referee.game.events import Event, battle
from referee.game.intents import Answer, Intent
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.errors import MalformedError

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


class Aside(Protocol):
    """One matter that stands beside the phases."""

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return what is asked now."""

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Return the intent that the answer stands for, or the events that it brings."""

    def allows(self, state: GameState, intent: Intent) -> bool:
        """Return whether an intent belongs to it, and may be done whatever phase is on."""


@dataclass(frozen=True, slots=True)
class PlainPhase:
    """A phase with a name that is over at once; `OWN` are the flow's intents that belong to it."""

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset()

    name: str

    @property
    def allows(self) -> frozenset[type[Intent]]:
        """The flow's intents that belong to it."""
        return self.OWN

    def first(self, state: GameState) -> str | None:
        """Return who begins where players alternate in it: the player with initiative."""
        return None

    def enter(self, state: GameState) -> tuple[Event, ...]:
        """Return the phase entered."""
        return (battle.StageEntered(stage=self.name, first=self.first(state)),)

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return nothing: nothing happens by itself."""
        return ()

    def over(self, state: GameState) -> bool:
        """Return whether it is done."""
        return True

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return nothing: nothing is asked."""
        return ()

    def answer(self, state: GameState, prompt: Prompt, reply: Answer) -> Means:
        """Raise `MalformedError`: nothing was asked."""
        raise MalformedError(f"phase {self.name!r} asked no {prompt.id!r}")
