"""Put down what is carried (rules D24-12, D21-08)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, markers
from referee.game.handlers.handler import Handler
from referee.game.intent_handler import condition
from referee.game.intents import DropMarker
from referee.game.state import GameState, LifeState
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class DropMarkerHandler(Handler):
    """Place a carried marker for nothing: when incapacitated, or at will in its activation where `at_will` says so.

    The judge says whether the place is within control range and visible.
    """

    at_will: bool

    def check(self, state: GameState, intent: DropMarker) -> tuple[Finding, ...]:
        """Return whether it carries one, and may put it down now."""
        operative = state.operatives.get(intent.operative)
        if operative is None:
            return (self.known(state, intent.operative),)
        acting = state.acting
        active = self.at_will and acting is not None and acting.operative == intent.operative
        fallen = operative.life is LifeState.INCAPACITATED
        return (
            condition(self.ids.carried, operative.carrying is not None, f"{intent.operative} carries nothing"),
            condition(
                self.ids.put_down, fallen or active or state.free, f"{intent.operative} puts it down by an action"
            ),
        )

    def apply(self, state: GameState, intent: DropMarker) -> tuple[Event, ...]:
        """Return the marker placed."""
        return (markers.MarkerPlaced(marker=str(state.operative(intent.operative).carrying), place=intent.place),)
