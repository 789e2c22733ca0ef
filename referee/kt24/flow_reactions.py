"""Acting out of turn in a 2024 battle: counteract, and guards that interrupt (rules C24-14 to C24-18, K24-09)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.kt24.reactions import COUNTERACT_MOVE, ReactionFacts, counteract
from referee.rules.edition import Edition
from referee.rules.game.law import test
from referee.rules.game.state import GameState
from referee.rules.ruling import Finding


@dataclass(frozen=True, slots=True)
class Counteract:
    """One free 1AP action by an expended Engage operative, while the opponent still has ready ones."""

    edition: Edition

    @property
    def word(self) -> str:
        """What acting in place of an activation is called."""
        return "counteract"

    @property
    def interrupt(self) -> str:
        """What acting within the enemy's activation is called."""
        return "guard"

    @property
    def move_limit(self) -> float | None:
        """How far an operative moves in all while counteracting, inches (rule C24-15)."""
        return COUNTERACT_MOVE

    def may_react(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it may counteract now (rules C24-03, C24-14, C24-15, C24-17)."""
        own = state.operative(operative)
        facts = ReactionFacts(
            own_ready=len(state.ready_of(own.player)),
            opponent_ready=len(state.ready_of(state.opponent(own.player))),
            order=own.order,
            already=own.counteracted,
            interrupted_on_guard=own.interrupted,
            exempt=own.card.exempt,
        )
        return counteract(self.edition.in_killzone(state.killzone), operative, facts).findings

    def may_interrupt(self, state: GameState, operative: str) -> tuple[Finding, ...]:
        """Return whether it is on guard and its player has not interrupted this activation yet (rule K24-09)."""
        own = state.operative(operative)
        activation = state.activation
        used = activation is not None and own.player in activation.interrupted
        return (
            test("K24-09", own.on_guard, f"{operative} is not on guard"),
            test("K24-09", not used, f"{own.player} has interrupted this activation already"),
        )
