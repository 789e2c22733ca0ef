"""Before the battle: equipment, and operatives set up by thirds (rules A24-04 to A24-07)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from referee.game.events import Event, flow
from referee.game.intents import Deploy, Intent
from referee.game.phases.plain import PlainPhase
from referee.game.prompt import Prompt
from referee.game.state import GameState, LifeState


def reserve_of(state: GameState, player: str) -> tuple[str, ...]:
    """Return the ids of that player's operatives that are not set up yet."""
    return tuple(
        key for key, each in state.operatives.items() if each.player == player and each.life is LifeState.RESERVE
    )


def next_to_deploy(state: GameState, player: str, *, parts: int) -> str:
    """Return who sets up next, once `player` has set up one more: a part of the team (rounded up), then the other."""
    team = sum(1 for each in state.operatives.values() if each.player == player)
    left = len(reserve_of(state, player)) - 1
    other = state.opponent(player)
    share_done = state.in_a_row + 1 >= math.ceil(team / parts)
    if left and (not share_done or not reserve_of(state, other)):
        return player
    return other if reserve_of(state, other) else player


@dataclass(frozen=True, slots=True)
class Deployment(PlainPhase):
    """Players set up their operatives in turn, a part of the team at a time, beginning with initiative."""

    parts: int

    OWN: ClassVar[frozenset[type[Intent]]] = frozenset({Deploy})

    def first(self, state: GameState) -> str | None:
        """Return the player with initiative, or the other one where that has nobody left to set up."""
        if state.initiative is not None and not reserve_of(state, state.initiative):
            return state.opponent(state.initiative)
        return state.initiative

    def over(self, state: GameState) -> bool:
        """Return whether everybody is set up."""
        return not any(reserve_of(state, player) for player in state.sides)

    def follow(self, state: GameState) -> tuple[Event, ...]:
        """Return the turn passed on when a player has nobody left to set up."""
        turn = state.turn
        if turn is None or self.over(state) or reserve_of(state, turn):
            return ()
        return (flow.TurnPassed(player=turn, to=state.opponent(turn)),)

    def prompts(self, state: GameState) -> tuple[Prompt, ...]:
        """Return nothing: setting up is seen by the camera or declared."""
        return ()
