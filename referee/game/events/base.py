"""Base classes of events."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from messages.message import Message
from referee.game.record import OutOfOrderError, Record, TypeRegistry
from referee.game.state import GameState

T = TypeVar("T")


class Event(Record):
    """Something that happened. It follows from an intent and is never deleted, only undone."""

    NEWER: ClassVar[frozenset[str]] = frozenset()
    """Fields that earlier versions did not record, or spelt as they were entered."""

    @property
    def newly_recorded(self) -> bool:
        """Whether earlier versions recorded no event in this case."""
        return False

    @abstractmethod
    def apply(self, state: GameState) -> GameState:
        """Return the state after it; raises `OutOfOrderError` if it is impossible in this state."""

    def expect(self, holds: bool, otherwise: Message) -> None:
        """Raise `OutOfOrderError` with the reason unless the condition holds."""
        if not holds:
            raise OutOfOrderError(otherwise)

    def need(self, thing: T | None, otherwise: Message) -> T:
        """Return the value; raises `OutOfOrderError` with the reason if it is None."""
        if thing is None:
            raise OutOfOrderError(otherwise)
        return thing


class TableNote(Event):
    """A note about the table, not the game: undo does not remove it."""

    def apply(self, state: GameState) -> GameState:
        """Return the same state."""
        return state

    @abstractmethod
    def noted(self, called: Mapping[str, Message]) -> Mapping[str, Message]:
        """Return the open faults after it."""


WORDING = frozenset({"means", "claim", "question", "labels", "message", "messages"})
"""Fields of events with sentences, whose wording may change in later versions, and with their codes."""


def same_but_for_wording(first: Sequence[Event], second: Sequence[Event]) -> bool:
    """Return whether two sequences of events are equal apart from wording and from what earlier versions omitted."""
    one, other = ([_without_wording(each) for each in events if not each.newly_recorded] for events in (first, second))
    return one == other


def _without_wording(event: Event) -> tuple[str, Any]:
    return event.kind, _unworded({name: value for name, value in event.to_data().items() if name not in event.NEWER})


def _unworded(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _unworded(value) for key, value in data.items() if key not in WORDING}
    return [_unworded(each) for each in data] if isinstance(data, list) else data


EVENTS: TypeRegistry[Event] = TypeRegistry("event")
