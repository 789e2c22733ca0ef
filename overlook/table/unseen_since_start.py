"""What the game knows and the camera has not seen yet, as after a restart with something over its tags."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from geometry.terrain import Part
from overlook.table.seen_table import SeenTable
from referee.game.judging.position import as_operated
from referee.game.state import GameState
from referee.rules.ports.edition import Edition

SIGMA = 0.04
"""Inches, one standard deviation, of where a piece stands that was measured once and may have been touched since."""

_NAMED = 4


class UnseenSinceStart:
    """What of the battle the camera has not seen since the program was started: terrain of its set-up, and models."""

    def __init__(self) -> None:
        self._seen: set[str] = set()

    def completed(self, edition: Edition, state: GameState, seen: SeenTable) -> SeenTable:
        """Return what is seen, with the terrain that was not seen yet where it stood, in doubt, and what else was not.

        Nobody is judged as if it were not there. What was seen and is no more was lifted off: that is called elsewhere.
        What equipment brings, and what an action takes along, is left out: such things come and go in a battle.
        """
        self._seen |= {part.id for part in seen.table.terrain} | seen.table.operatives.keys()
        again = edition.set_up.again
        unseen = [one.part() for one in state.terrain if one.id not in self._seen and one.equipment is None]
        missing = [part for part in unseen if again is None or not part.has(again.trait)]
        models = [
            name.upper()
            for name, one in sorted(state.operatives.items())
            if one.on_board and one.place is not None and not one.place.declared and name not in self._seen
        ]
        if not missing and not models:
            return seen
        doubted = [replace(part, covariance=np.diag([SIGMA**2, SIGMA**2, 0.0, 0.0])) for part in missing]
        table = replace(seen.table, terrain=(*seen.table.terrain, *as_operated(state, doubted)))
        return replace(seen, table=table, warnings=(_said(missing, models), *seen.warnings))


def _said(missing: list[Part], models: list[str]) -> str:
    names = [*dict.fromkeys(part.feature for part in missing), *models]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"not seen since the start: {', '.join(names[:_NAMED])}{more}; taken to stand where they stood"
