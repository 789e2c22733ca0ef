"""What paths are laid among: a round base, upright boxes, a small board, a price for level ground alone."""

from __future__ import annotations

from geometry.base import BaseShape
from geometry.paths.pricing import Tariff
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
SIDE = 10.0
FLAT = Tariff(climbs=None, drops=None)


def box(name: str, x0: float, y0: float, x1: float, y1: float, bottom: float = 0.0, top: float = 5.0) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)
