"""What paths are laid among: a round base, upright boxes, a small board, a price for level ground alone."""

from __future__ import annotations

from geometry.base import BaseShape
from geometry.paths.pricing import Tariff
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
SIDE = 10.0
FLAT = Tariff(climbs=None, drops=None)


def box(name, x0, y0, x1, y1, bottom=0.0, top=5.0):
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)
