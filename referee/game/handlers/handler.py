"""What most handlers are made of: their edition's rule ids."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.intent_handler import condition
from referee.game.rule_ids import RuleIds
from referee.game.state import GameState
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class Handler:
    """A handler with its edition's rule ids."""

    ids: RuleIds

    def known(self, state: GameState, operative: str) -> Finding:
        """Return whether there is such an operative."""
        return condition(self.ids.seats, operative in state.operatives, f"no operative {operative!r} in this game")
