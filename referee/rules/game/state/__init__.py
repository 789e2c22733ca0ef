"""What stands: the game at one moment, frozen. Only happenings make a new one of it (`happenings`)."""

from referee.rules.game.state.accounts import Alternation, Side
from referee.rules.game.state.acting import Activation, Doing, Performed
from referee.rules.game.state.frozen import frozen
from referee.rules.game.state.game_state import ENDED, GameState
from referee.rules.game.state.pieces import STATS, Life, MarkerState, OperativeState, StatChange, Until
from referee.rules.game.state.waiting import OpenChallenge, OpenProposal, OpenSequence, OpenTest, Reading, Simultaneous

__all__ = [
    "ENDED",
    "STATS",
    "Activation",
    "Alternation",
    "Doing",
    "GameState",
    "Life",
    "MarkerState",
    "OpenChallenge",
    "OpenProposal",
    "OpenSequence",
    "OpenTest",
    "OperativeState",
    "Performed",
    "Reading",
    "Side",
    "Simultaneous",
    "StatChange",
    "Until",
    "frozen",
]
