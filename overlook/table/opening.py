"""What is asked before the first activation, as programs answer it where nobody cares to choose."""

from __future__ import annotations

from referee.game.engine.battle_flow import FIREFIGHT
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState

MOST = 200
"""Answers after which an opening that does not end is given up; the longest takes about forty."""

WINS, LOSES = 6, 1


def is_opened(state: GameState) -> bool:
    """Return whether everything was answered that comes before the first activation."""
    return state.stage == FIREFIGHT


def default_choice(prompt: Prompt, first: str) -> str | None:
    """Return the key of the choice that is taken: the player `first` where players are named; None for dice."""
    keys = [choice.key for choice in prompt.choices]
    if not keys:
        return None
    return first if first in keys else prompt.default or keys[0]


def default_dice(prompt: Prompt, first: str) -> tuple[int, ...]:
    """Return the faces that are rolled, so that `first` wins every roll-off; none where there is a choice."""
    if prompt.choices:
        return ()
    loses = prompt.topic is Topic.ROLL_OFF and prompt.owner != first
    return (LOSES if loses else WINS,) * prompt.dice
