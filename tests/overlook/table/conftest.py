"""An armed game of the referee's own tests, for what a table shows of dice."""

from __future__ import annotations

from tests.referee.game.armed_game import armed
from tests.referee.game.conftest import driver, make_card, seats

__all__ = ["armed", "driver", "make_card", "seats"]
