"""The form of everything that can happen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TypeVar

from referee.game.errors import OutOfOrderError
from referee.game.records import Record, Vocabulary
from referee.game.state import GameState

T = TypeVar("T")


class Event(Record):
    """Something that happened. It follows from an intent and is never taken away again, only undone."""

    @abstractmethod
    def apply(self, state: GameState) -> GameState:
        """Return the state after it; `OutOfOrderError` when it cannot have happened there."""

    def expect(self, holds: bool, otherwise: str) -> None:
        """Raise `OutOfOrderError` with the reason unless it holds."""
        if not holds:
            raise OutOfOrderError(f"{self.kind}: {otherwise}")

    def need(self, thing: T | None, otherwise: str) -> T:
        """Return the thing; `OutOfOrderError` with the reason when there is none."""
        if thing is None:
            raise OutOfOrderError(f"{self.kind}: {otherwise}")
        return thing


class TableNote(Event):
    """Something said about the table, not the game: no undo takes it back."""

    def apply(self, state: GameState) -> GameState:
        """Return the same state."""
        return state

    @abstractmethod
    def noted(self, called: Mapping[str, str]) -> Mapping[str, str]:
        """Return the faults that stand after it."""


EVENTS: Vocabulary[Event] = Vocabulary("event")
