"""Markers: set up, lifted, placed, removed."""

from __future__ import annotations

from dataclasses import replace

from referee.game.board_place import BoardPlace
from referee.game.events.base import EVENTS, Event
from referee.game.state import GameState, MarkerState


@EVENTS.word("marker_set_up")
class MarkerSetUp(Event):
    """A marker came to the killzone (rules L24-01, A24-06)."""

    marker: MarkerState

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker."""
        self.expect(self.marker.id not in state.markers, f"marker {self.marker.id!r} is there already")
        return replace(state, markers={**state.markers, self.marker.id: self.marker})


@EVENTS.word("marker_taken")
class MarkerTaken(Event):
    """An operative carries a marker now (rules D24-10, D21-08)."""

    operative: str
    marker: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker off the board and carried."""
        self.expect(state.marker(self.marker).carried_by is None, f"{self.marker!r} is carried already")
        self.expect(state.operative(self.operative).carrying is None, f"{self.operative!r} carries one already")
        state = state.with_operative(self.operative, carrying=self.marker)
        return state.with_marker(self.marker, carried_by=self.operative, place=None)


@EVENTS.word("marker_placed")
class MarkerPlaced(Event):
    """A marker lies there now, and nobody carries it (rules D24-11, D24-12)."""

    marker: str
    place: BoardPlace

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker on the board."""
        carrier = state.marker(self.marker).carried_by
        if carrier is not None:
            state = state.with_operative(carrier, carrying=None)
        return state.with_marker(self.marker, carried_by=None, place=self.place)


@EVENTS.word("marker_removed")
class MarkerRemoved(Event):
    """A marker left the game (rules B24-11, J24-07)."""

    marker: str
    why: str

    def apply(self, state: GameState) -> GameState:
        """Return the state without the marker."""
        carrier = state.marker(self.marker).carried_by
        if carrier is not None:
            state = state.with_operative(carrier, carrying=None)
        return replace(state, markers={key: each for key, each in state.markers.items() if key != self.marker})


@EVENTS.word("marker_timed")
class MarkerTimed(Event):
    """A marker goes after that many completed activations, or at the end of the turning point (rule B24-11)."""

    marker: str
    activations: int

    def apply(self, state: GameState) -> GameState:
        """Return the state with the marker counting down."""
        return state.with_marker(self.marker, timer=self.activations)
