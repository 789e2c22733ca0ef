"""Whether a game allows an intent."""

from __future__ import annotations

from referee.game.engine.game import Game
from referee.game.intents import Intent
from referee.rules.errors import RefereeError


def is_allowed(game: Game, intent: Intent) -> bool:
    """Return whether the intent may be done now."""
    try:
        game.fork().submit(intent)
    except RefereeError:
        return False
    return True
