"""Victory points, secrets, the end of the battle."""

from __future__ import annotations

from dataclasses import replace

from referee.game.events.base import EVENTS, Event
from referee.game.state import ENDED, GameState


@EVENTS.word("scored")
class Scored(Event):
    """A player scored victory points from an op (rules L24-14, B21-07); negative ones take a mistake back."""

    player: str
    op: str
    vp: int
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with the points."""
        vp = dict(state.side(self.player).vp)
        vp[self.op] = vp.get(self.op, 0) + self.vp
        self.expect(vp[self.op] >= 0, f"{self.player!r} would have {vp[self.op]} VP from {self.op!r}")
        return state.with_side(self.player, vp=vp)


@EVENTS.word("sealed")
class Sealed(Event):
    """A player made a secret choice (rules A24-04, A24-08, A24-10)."""

    player: str
    topic: str
    value: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the choice sealed."""
        side = state.side(self.player)
        return state.with_side(self.player, sealed={**side.sealed, self.topic: self.value})


@EVENTS.word("revealed")
class Revealed(Event):
    """A player's secret choice was revealed."""

    player: str
    topic: str

    def apply(self, state: GameState) -> GameState:
        """Return the state with the choice open to all."""
        side = state.side(self.player)
        self.expect(self.topic in side.sealed, f"{self.player!r} has sealed no {self.topic!r}")
        return state.with_side(self.player, revealed={**side.revealed, self.topic: side.sealed[self.topic]})


@EVENTS.word("battle_ended")
class BattleEnded(Event):
    """The battle is over (rule A24-12); `winner` is None for a draw."""

    winner: str | None
    why: str = ""

    def apply(self, state: GameState) -> GameState:
        """Return the state with nobody to act any more."""
        return replace(
            state, stage=ENDED, winner=self.winner, activation=None, reaction=None, alternation=None, rolls={}
        )
