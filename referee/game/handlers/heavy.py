"""Heavy weapons in a battle: no use after a move, no move after use (rules G24-07, G21-07)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.game.edition_in_play import edition_of_game
from referee.game.handlers.acting import ActionHook, weapon_rules
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.edition import ActionSpec, Edition
from referee.rules.ruling import Finding
from referee.rules.sight.heavy import Heavy


@dataclass(frozen=True, slots=True)
class HeavyWeapons(ActionHook):
    """A Heavy weapon and the moves that it does not go with, in one activation or reaction; Guard is never hindered."""

    heavy: Heavy
    edition: Edition

    def findings(self, state: GameState, act: Act, spec: ActionSpec) -> tuple[Finding, ...]:
        """Return a fault for each pair of move and Heavy weapon that do not go together."""
        if state.acting is None:
            return ()
        done, actions = state.acting.performed, edition_of_game(self.edition, state).actions
        moves = self.heavy.after_moves(weapon_rules(state, act), (each.action for each in done), actions)
        return (*moves, *self.heavy.before_move((each.weapon_rules for each in done), spec.name, actions))
