"""What stands: the game at one moment, frozen. Only events make a new one of it (`events`)."""

from referee.game.state.accounts import Alternation, Side
from referee.game.state.acting import Activation, ActivationKind, Performed
from referee.game.state.frozen import frozen
from referee.game.state.game_state import ENDED, GameState
from referee.game.state.pieces import STATS, LifeState, MarkerState, OperativeState, StatChange
from referee.game.state.waiting import OpenChallenge, OpenProposal, OpenSequence, OpenTest, Reading, SimultaneousRule
from referee.game.until import Until

__all__ = [
    "ENDED",
    "STATS",
    "Activation",
    "ActivationKind",
    "Alternation",
    "GameState",
    "LifeState",
    "MarkerState",
    "OpenChallenge",
    "OpenProposal",
    "OpenSequence",
    "OpenTest",
    "OperativeState",
    "Performed",
    "Reading",
    "Side",
    "SimultaneousRule",
    "StatChange",
    "Until",
    "frozen",
]
