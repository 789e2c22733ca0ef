"""From the board to the picture: lines, the outlines of bases, what part of it holds an outline; in pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from geometry.base import Base
from geometry.witness import base_outline, densified
from web.contract.views import Point

ROUND_CORNERS = 32


class Projector(Protocol):
    """From the board to the picture: (n, 3) inches to (n, 2) pixels, through the lens."""

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        """Return the pixels of board points."""
        ...

    def __hash__(self) -> int:
        """What is drawn once is kept for it."""
        ...


def view_px(
    outline_px: Sequence[Point], size_px: tuple[int, int], *, margin: float = 0.06
) -> tuple[float, float, float, float]:
    """Return the part of the picture that holds the outline with a margin: (left, top, width, height) in pixels.

    `margin` is a share of the outline's own extent, on each side. Never beyond the picture.
    """
    points = np.asarray(outline_px, dtype=np.float64)
    room = margin * np.ptp(points, axis=0)
    low = np.clip(points.min(axis=0) - room, 0, size_px)
    high = np.clip(points.max(axis=0) + room, 0, size_px)
    (left, top), (width, height) = low, np.maximum(high - low, 1.0)
    return round(float(left), 1), round(float(top), 1), round(float(width), 1), round(float(height), 1)


def picture_line(
    points: Sequence[tuple[float, float, float]], projector: Projector | None, *, closed: bool
) -> tuple[Point, ...] | None:
    """Return a line or outline in the picture, with points every inch so that the lens can bend it."""
    return None if projector is None else _line_px(tuple(points), projector, closed)


def base_px(base: Base, projector: Projector | None) -> tuple[Point, ...] | None:
    """Return the outline of a base in the picture, 32 points; of where it stands to a thousandth of an inch."""
    if projector is None:
        return None
    turned = round(base.rotation_deg, 1)
    return _base_px(Base(base.shape, round(base.x, 3), round(base.y, 3), round(base.z, 3), turned), projector)


@lru_cache(maxsize=256)
def _line_px(points: tuple[tuple[float, float, float], ...], projector: Projector, closed: bool) -> tuple[Point, ...]:
    return _rounded(projector(densified(points, closed=closed)))


@lru_cache(maxsize=256)
def _base_px(base: Base, projector: Projector) -> tuple[Point, ...]:
    return _rounded(projector(base_outline(base, ROUND_CORNERS)))


def _rounded(points: Iterable[NDArray[np.float64]]) -> tuple[Point, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)
