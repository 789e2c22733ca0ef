"""How far a base stands where it cannot: over the board's edge, inside terrain (rules A24-01, A24-13, H24-15)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import Base
from geometry.prisms import convex_pieces, edges
from geometry.table import Board
from geometry.terrain import Part

_TURNS = np.linspace(0, 2 * np.pi, 360, endpoint=False)
AROUND = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=-1)
"""Unit directions a degree apart, shape (360, 2)."""


def edge_rooms(base: Base, board: Board) -> tuple[float, float, float, float]:
    """Return how far a base is from each edge of the board (left, right, near, far); below zero it hangs over."""
    along_x = float(ellipse.reach(base, np.array([1.0, 0.0])))
    along_y = float(ellipse.reach(base, np.array([0.0, 1.0])))
    return base.x - along_x, board.width - base.x - along_x, base.y - along_y, board.depth - base.y - along_y


def overhang(base: Base, board: Board) -> float:
    """Return how far a base hangs over the edge of the board, inches; zero when it does not."""
    return max(0.0, -min(edge_rooms(base, board)))


def depth_in(base: Base, part: Part) -> float:
    """Return how deep a base is inside a prism of terrain, inches: the least level push that frees it.

    Zero when it touches, stands on top, or is under it. A concave part counts by the convex piece it is deepest in.
    Exact for round bases; for ovals to 1e-3 where a corner is inside the base.
    """
    if not part.bottom <= base.z < part.top:
        return 0.0
    return max(0.0, *(_depth_in_piece(base, corners) for corners in convex_pieces(part.outline)))


def push_out(base: Base, part: Part) -> NDArray[np.float64]:
    """Return the least level push (x, y) that frees a base of the piece of terrain that it is deepest in, whatever
    their heights; zero where it only touches.
    """
    deepest, way = max((_least_push(base, corners) for corners in convex_pieces(part.outline)), key=lambda one: one[0])
    return max(0.0, deepest) * way


def _depth_in_piece(base: Base, corners: NDArray[np.float64]) -> float:
    return _least_push(base, corners)[0]


def _least_push(base: Base, corners: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Return the least overlap over the directions in which a push can be the shortest, and that direction.

    Off a side, or off a corner: the way off a corner that is inside an oval can be one of several, all around are
    tried.
    """
    off_corners = np.array([-ellipse.separation_from_point(base, corner)[1] for corner in corners])
    ways = np.concatenate([edges(corners)[0], off_corners, *([] if base.is_round else [AROUND])])
    overlaps = (ways @ corners.T).max(axis=-1) + ellipse.reach(base, ways) - ways @ ellipse.centre(base)
    least = int(overlaps.argmin())
    return float(overlaps[least]), ways[least]
