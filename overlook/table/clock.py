"""The chess clock: whose thinking time runs, how much each has used, how long the round has lasted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from referee.game.state import GameState
from web.contract.table.game_views import ClockSeatView, ClockView


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds used by each player up to `at_s`, and whose time runs since; frozen: every change makes a new one.

    `limit_s` is what a round may last, 0 for no limit.
    """

    used_s: Mapping[str, float] = field(default_factory=dict)
    round_s: float = 0.0
    on: str | None = None
    running: bool = False
    at_s: float = 0.0
    limit_s: int = 0

    def now(self, at_s: float) -> Clock:
        """Return the clock at a later time."""
        gone = max(0.0, at_s - self.at_s) if self.running else 0.0
        used = dict(self.used_s)
        if self.on is not None and gone:
            used[self.on] = used.get(self.on, 0.0) + gone
        return replace(self, used_s=used, round_s=self.round_s + gone, at_s=at_s)

    def given(self, player: str | None, at_s: float) -> Clock:
        """Return the clock with that player's time running from now on."""
        return self if player == self.on else replace(self.now(at_s), on=player)

    def set_going(self, running: bool, at_s: float) -> Clock:
        """Return the clock started or stopped."""
        return replace(self.now(at_s), running=running)

    def cleared(self, at_s: float) -> Clock:
        """Return the clock with nothing used, stopped."""
        return Clock(on=self.on, at_s=at_s, limit_s=self.limit_s)

    def view(self, players: Iterable[str], at_s: float) -> ClockView:
        """Return what the surfaces show, in whole seconds."""
        here = self.now(at_s)
        return ClockView(
            running=here.running,
            on=here.on,
            seats=tuple(ClockSeatView(player=player, used_s=int(here.used_s.get(player, 0.0))) for player in players),
            round_s=int(here.round_s),
            limit_s=here.limit_s,
        )


def whose_time(state: GameState) -> str | None:
    """Return the player whose time runs: of the active operative, of the dice, else whose turn it is."""
    acting = state.acting
    if acting is not None:
        awaited = acting.awaiting[0] if acting.awaiting else None
        return awaited or state.operative(acting.operative).player
    return state.turn
