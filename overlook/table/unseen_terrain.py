"""Terrain that the game knows and the camera has not seen yet, as after a restart with something over its tags."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geometry.terrain import Part
from overlook.table.seen_table import SeenTable
from referee.game.board import as_operated
from referee.game.state import GameState
from referee.rules.edition import Edition

SIGMA = 0.04
"""Inches, one standard deviation, of where a piece stands that was measured once and may have been touched since."""

_NAMED = 4


def with_recorded_terrain(edition: Edition, state: GameState, seen: SeenTable) -> SeenTable:
    """Return what is seen, with the terrain of the battle's set-up where the camera has not seen it, and saying so.

    Nobody is judged as if it were not there. What equipment brings, and what an action takes along, is left out: such
    things come and go while a battle is on.
    """
    there = {part.id for part in seen.table.terrain}
    again = edition.set_up.again
    unseen = [known.part() for known in state.terrain if known.id not in there and known.equipment is None]
    missing = [part for part in unseen if again is None or not part.has(again.trait)]
    if not missing:
        return seen
    doubted = [replace(part, covariance=np.diag([SIGMA**2, SIGMA**2, 0.0, 0.0])) for part in missing]
    table = replace(seen.table, terrain=(*seen.table.terrain, *as_operated(state, doubted)))
    return replace(seen, table=table, warnings=(_said(missing), *seen.warnings))


def _said(missing: list[Part]) -> str:
    names = list(dict.fromkeys(part.feature for part in missing))
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return (
        f"terrain that is not seen is taken to stand where it stood when the battle began: {', '.join(names[:_NAMED])}"
        f"{more}; uncover its tags, or put it back"
    )
