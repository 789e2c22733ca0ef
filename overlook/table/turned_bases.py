"""Oval bases that were turned on the spot: no rule turns a model but its own move; called, and judged as before."""

from __future__ import annotations

import math
from dataclasses import replace

from geometry.placement import Placement
from geometry.table import Operative, Table
from overlook.table.displaced import ELSEWHERE_IN
from referee.game.board_place import BoardPlace
from referee.game.state import GameState

SIGMAS = 5.0


def turned_bases(state: GameState, table: Table) -> dict[str, str]:
    """Return what to call about oval bases that stand turned where the game has them: the sentence, by operative."""
    found = {}
    for name, seen in table.operatives.items():
        known = state.operatives.get(name)
        if known is None or not known.on_board or known.place is None or not state.turning_point:
            continue
        by = turned_by(seen, known.place)
        if by and known.place.distance_to(seen.placement) <= ELSEWHERE_IN:
            found[name] = f"{name} is turned by {by:.0f}° where it stands: turn it back, only its own move turns it"
    return found


def as_it_faced(seen: Operative, known: BoardPlace) -> Placement:
    """Return where a model is seen, turned as the game has it where it was turned on the spot."""
    if not turned_by(seen, known):
        return seen.placement
    return replace(seen.placement, rotation_deg=known.rotation_deg)


def turned_by(seen: Operative, known: BoardPlace) -> float:
    """Return by how many degrees an oval base is turned, 0 where that is the camera's error or moves no rim."""
    if seen.shape.is_round or known.declared:
        return 0.0
    by = abs((seen.placement.rotation_deg - known.rotation_deg + 90.0) % 180.0 - 90.0)
    sigma = math.sqrt(float(seen.placement.covariance[3, 3]))
    far = math.radians(by) * seen.shape.long / 2
    return by if far > ELSEWHERE_IN and by > SIGMAS * sigma else 0.0
