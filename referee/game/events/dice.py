"""Dice that are being resolved: the game keeps the dice machine's plain data and never looks inside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.game.events.base import EVENTS, Event
from referee.game.state import GameState, OpenSequence


@EVENTS.word("sequence_opened")
class SequenceOpened(Event):
    """Shooting or fighting began."""

    sort: str
    operative: str
    opening: dict[str, Any]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the dice open."""
        self.expect(state.sequence is None, "other dice are still being resolved")
        number = state.dice_actions + 1
        wounds = {name: one.wounds for name, one in state.operatives.items()}
        opened = OpenSequence(self.sort, self.operative, self.opening, number, wounds)
        return replace(state, sequence=opened, dice_actions=number)


@EVENTS.word("sequence_advanced")
class SequenceAdvanced(Event):
    """One answer was taken in; `now` is the whole of the dice machine's data after it."""

    now: dict[str, Any]

    def apply(self, state: GameState) -> GameState:
        """Return the state with the dice one step on."""
        sequence = self.need(state.sequence, "no dice are being resolved")
        return replace(state, sequence=replace(sequence, data=self.now))


@EVENTS.word("sequence_closed")
class SequenceClosed(Event):
    """Shooting or fighting is over; `summary` says in one line what came of it."""

    summary: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with no dice open; what they came to is remembered."""
        sequence = self.need(state.sequence, "no dice are being resolved")
        return replace(state, sequence=None, resolved=sequence)
