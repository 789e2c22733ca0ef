"""A phase in which nothing is asked and nothing goes on: what the others are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from referee.game.events import Event, flow
from referee.game.intents import Answer, Intent
from referee.game.phase import Means
from referee.game.prompt import Prompt
from referee.game.state import GameState
from referee.rules.errors import MalformedError


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
        return (flow.StageEntered(stage=self.name, first=self.first(state)),)

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
