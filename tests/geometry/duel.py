"""A shooter and its target eight inches apart on the open board, and walls to put between."""

from __future__ import annotations

from geometry.base import Base, BaseShape
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
SHOOTER, TARGET = Base(ROUND, 5, 11), Base(ROUND, 5 + 8 + 2 * R, 11)


def wall(name: str, x0: float, y0: float, x1: float, y1: float, top: float = 3.0, bottom: float = 0.0) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)
