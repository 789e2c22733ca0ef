"""Models that stand elsewhere than the game has them."""

from __future__ import annotations

from geometry.placement import Placement
from geometry.table import Table
from referee.game.state import GameState

ELSEWHERE_IN = 0.12
"""Inches from its accepted place at which a resting thing stands elsewhere: well beyond the camera's error."""


def displaced(state: GameState, table: Table) -> dict[str, Placement]:
    """Return the models that stand elsewhere than the game has them, by operative: where they were seen."""
    return {
        name: seen.placement
        for name, seen in table.operatives.items()
        if (known := state.operatives.get(name)) is not None
        and known.on_board
        and known.place is not None
        and known.place.distance_to(seen.placement) > ELSEWHERE_IN
    }


def where_displaced(state: GameState, table: Table) -> frozenset[tuple[str, float, float]]:
    """Return the models that stand elsewhere with where, to a tenth of an inch: equal while what is said of them is."""
    return frozenset((name, round(at.x, 1), round(at.y, 1)) for name, at in displaced(state, table).items())
