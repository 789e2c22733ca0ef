"""What most handlers are made of: their edition's rule ids."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.intent_handler import condition
from referee.game.rule_ids import RuleIds
from referee.game.state import GameState
from referee.rules.ruling import Finding, RuleId


@dataclass(frozen=True, slots=True)
class Handler:
    """A handler with its edition's rule ids."""

    ids: RuleIds

    def known(self, state: GameState, operative: str) -> Finding:
        """Return whether there is such an operative."""
        return condition(self.ids.seats, operative in state.operatives, f"no operative {operative!r} in this game")

    @staticmethod
    def on_turn(state: GameState, player: str, rule: RuleId, *, at_any_time: bool = False) -> Finding:
        """Return whether it is that player's turn, by the rule that says who goes when, or need not be."""
        return condition(rule, at_any_time or state.turn == player, f"it is {state.turn or 'nobody'}'s turn")
