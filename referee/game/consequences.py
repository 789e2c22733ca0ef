"""What happens by itself once something is done: the fallen fall, leave, and end their own work."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.events import Event, markers, operatives
from referee.game.handlers.activating import TurnOrder, closing
from referee.game.state import ActivationKind, GameState, LifeState


@dataclass(frozen=True, slots=True)
class Consequences:
    """The steps that follow damage and work in every edition (rules L24-05, E24-11, D24-12, C24-09, L21-01)."""

    turn_order: TurnOrder

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the next thing that happens by itself; nothing when all is settled."""
        fallen = [key for key, each in state.operatives.items() if each.standing and each.wounds == 0]
        if fallen:
            return tuple(operatives.Incapacitated(operative=key) for key in fallen)
        if state.sequence is not None or state.tests:
            return ()
        acting = state.acting
        last = acting.operative if acting is not None and acting.doing is ActivationKind.LAST else None
        leaving = [
            key
            for key, each in state.operatives.items()
            if each.life is LifeState.INCAPACITATED and not each.carrying and not each.one_more and key != last
        ]
        if leaving:
            return tuple(operatives.Removed(operative=key) for key in leaving)
        spent = [key for key, each in state.markers.items() if each.timer is not None and each.timer <= 0]
        if spent:
            return tuple(markers.MarkerRemoved(marker=key, why="its time is up") for key in spent)
        if acting is not None and not acting.awaiting and not self.lasting(state):
            gone = not state.operative(acting.operative).standing and acting.operative != last
            if gone or acting.left == 0:
                return closing(state, self.turn_order)
        return ()

    def owed(self, state: GameState) -> tuple[str, ...]:
        """Return the incapacitated operatives that must place what they carry before they leave (rule D24-12)."""
        if state.sequence is not None or state.tests:
            return ()
        return tuple(
            key for key, each in state.operatives.items() if each.life is LifeState.INCAPACITATED and each.carrying
        )

    def lasting(self, state: GameState) -> tuple[str, ...]:
        """Return the incapacitated operatives that may perform one free action before they leave (rule L24-06)."""
        if state.sequence is not None or state.tests:
            return ()
        return tuple(
            key for key, each in state.operatives.items() if each.life is LifeState.INCAPACITATED and each.one_more
        )
