"""Events of a game: small frozen records that each transform the state."""

from referee.game.events import activations, battle, decisions, pieces
from referee.game.events.base import EVENTS, Event, same_but_for_wording

__all__ = ["EVENTS", "Event", "activations", "battle", "decisions", "pieces", "same_but_for_wording"]
