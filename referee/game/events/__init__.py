"""What can happen in a game: small frozen records, each of which makes the next state of the last."""

from referee.game.events import activations, calls, dice, flow, markers, operatives, score, setting, words
from referee.game.events.base import EVENTS, Event, same_but_for_wording

__all__ = [
    "EVENTS",
    "Event",
    "activations",
    "calls",
    "dice",
    "flow",
    "markers",
    "operatives",
    "same_but_for_wording",
    "score",
    "setting",
    "words",
]
