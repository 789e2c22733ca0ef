"""What can happen in a game: small frozen records, each of which makes the next state of the last."""

from referee.game.events import activations, calls, dice, flow, markers, operatives, score, setting, words
from referee.game.events.base import EVENTS, Event

__all__ = [
    "EVENTS",
    "Event",
    "activations",
    "calls",
    "dice",
    "flow",
    "markers",
    "operatives",
    "score",
    "setting",
    "words",
]
