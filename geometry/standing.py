"""How far a base stands where it cannot: over the board's edge, inside terrain (rules A24-01, A24-13, H24-15)."""

from __future__ import annotations

import numpy as np

from geometry import ellipse
from geometry.base import Base
from geometry.prisms import Prisms
from geometry.table import Board
from geometry.terrain import Part


def overhang(base: Base, board: Board) -> float:
    """Return how far a base hangs over the edge of the board, inches; zero when it does not."""
    along_x = float(ellipse.reach(base, np.array([1.0, 0.0])))
    along_y = float(ellipse.reach(base, np.array([0.0, 1.0])))
    return max(0.0, along_x - base.x, base.x + along_x - board.width, along_y - base.y, base.y + along_y - board.depth)


def depth_in(base: Base, part: Part) -> float:
    """Return how deep a base is inside a prism of terrain, inches: the least push over one of its sides that frees it.

    Zero when it touches, stands on top, or is under it.
    """
    if not part.bottom <= base.z < part.top:
        return 0.0
    prisms = Prisms.of([part])
    reach = ellipse.reach(base, prisms.normals)
    inside = prisms.offsets + reach - prisms.normals @ ellipse.centre(base)
    return max(0.0, float(inside.min(axis=-1).max()))
