"""What can happen in a game: small frozen records, each of which makes the next state of the last."""

from referee.rules.game.happenings import activations, calls, dice, flow, markers, operatives, score, setting, words
from referee.rules.game.happenings.base import HAPPENINGS, Happening

__all__ = [
    "HAPPENINGS",
    "Happening",
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
