"""What an intent leaves unsaid and the table knows: where who moved stands, where a marker lies, what a ploy costs."""

from __future__ import annotations

from overlook.table.began_on_a_level import LevelsStood
from overlook.table.carried_terrain import Stood
from overlook.table.declared_moves import as_seen
from overlook.table.marker_placement import laid_down
from overlook.table.ploys import at_its_price
from overlook.table.seen_table import SeenTable
from referee.game.intents import Act, Intent, UsePloy
from referee.game.state import GameState
from referee.rules.ports.edition import Edition


def completed(
    edition: Edition, state: GameState, intent: Intent, *, seen: SeenTable | None, stood: Stood, levels: LevelsStood
) -> Intent:
    """Return an intent with what it leaves to the table to say; `stood` as in `interpret_move`.

    `levels` are those that models may have stood on.
    """
    if isinstance(intent, Act):
        act = as_seen(edition, state, seen=seen, act=intent, stood=stood, levels=levels)
        return laid_down(state, None if seen is None else seen.table, act)
    return at_its_price(state, intent) if isinstance(intent, UsePloy) else intent
