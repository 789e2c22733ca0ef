"""Models that stand elsewhere than the game has them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from geometry.placement import Placement
from geometry.table import Table
from referee.game.board_place import BoardPlace
from referee.game.state import GameState

ELSEWHERE_IN = 0.12
"""Inches from its accepted place at which a resting thing stands elsewhere: well beyond the camera's error."""

NUDGED_IN, NUDGED_SIGMAS = 0.03, 6.0
"""Inches, and standard deviations, beyond which a model that stands where it was accepted was touched."""


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


def nudged(seen: Placement, known: BoardPlace) -> Placement:
    """Return where a model is seen that stands a hair from where the game has it, with that hair as doubt.

    A hand brushed it, or the camera was off when it was accepted: a ruling that hangs on which it was is too close to
    call. What the camera's error explains is no more than that.
    """
    dx, dy = seen.x - known.x, seen.y - known.y
    apart = math.hypot(dx, dy)
    if apart <= NUDGED_IN or apart <= NUDGED_SIGMAS * seen.sigma:
        return seen
    along = np.array([dx, dy, 0.0, 0.0])
    return replace(seen, covariance=seen.covariance + np.outer(along, along))


def where_displaced(state: GameState, table: Table) -> frozenset[tuple[str, float, float]]:
    """Return the models that stand elsewhere with where, to a tenth of an inch: equal while what is said of them is."""
    return frozenset((name, round(at.x, 1), round(at.y, 1)) for name, at in displaced(state, table).items())
