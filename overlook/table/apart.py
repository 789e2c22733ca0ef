"""How far two places are from each other."""

from __future__ import annotations

import math

from geometry.placement import Placement
from referee.game.board_place import BoardPlace


def apart(place: BoardPlace | Placement, other: BoardPlace | Placement) -> float:
    """Return the distance between two places, inches."""
    return math.dist((place.x, place.y, place.z), (other.x, other.y, other.z))
