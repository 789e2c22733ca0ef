"""Moves that a player names, with the model where the camera sees it: free ones, dearer ones, those of a team."""

from __future__ import annotations

from overlook.table.began_on_a_level import LevelsStood, interpret_from_each
from overlook.table.carried_terrain import Stood
from overlook.table.displaced import displaced
from overlook.table.seen_table import SeenTable
from referee.game.intents import Act
from referee.game.state import GameState
from referee.rules.edition import Edition


def as_seen(
    edition: Edition, state: GameState, *, seen: SeenTable | None, act: Act, stood: Stood, levels: LevelsStood
) -> Act:
    """Return a move with where its operative stands now, by which way and at which price; others as they are.

    An operative that has not left its place moves nowhere. What was said of the action's price in AP stays.
    """
    if seen is None or act.to is not None or act.action not in edition.movement.names:
        return act
    if act.operative not in displaced(state, seen.table):
        return act
    way = seen.paths.get(act.operative, ())
    began = levels.of(state, act.operative)
    how = {"seen_way": way, "stood": stood, "only": act.action}
    readings = interpret_from_each(edition, state, seen.table, mover=act.operative, began=began, **how)
    if not readings:
        return act
    read = readings[0].act
    found = {name: getattr(read, name) for name in ("to", "path", "charged", "goes_on", "evidence")}
    return act.model_copy(update=found)
