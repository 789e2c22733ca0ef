"""Which points of the board the camera sees, and where in its picture: terrain hides what lies behind it.

Points are board inches, shape (n, 3); places in the picture are pixels, shape (n, 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from geometry.witness import densified
from web.contract.pictures import Perspective
from web.contract.table_views import TerrainView
from web.contract.views import Point, Point3

STEP_IN = 0.25
"""So far apart, at most, are the points of a line of which each is seen or not."""

CLEAR_IN = 0.03
"""By so much terrain is taken to be smaller: what stands against a wall, or on it, is not hidden by it."""

MOST_KEPT = 512

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SeenLine:
    """A line in the picture: its points in pixels, shape (n, 2), and which of them are seen, shape (n,)."""

    points_px: Array
    seen: NDArray[np.bool_]


def seen_from(eye: Point3, points: ArrayLike, terrain: Sequence[TerrainView]) -> NDArray[np.bool_]:
    """Return which points an eye above the board sees past the terrain, shape (n,).

    A point is hidden by a prism that the straight line from it to the eye goes through above it. What is see-through
    hides nothing; neither do bases.
    """
    places = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    seen = np.ones(len(places), dtype=np.bool_)
    below = eye[2] - places[:, 2]
    for part in terrain:
        low = np.maximum(part.bottom, places[:, 2]) + CLEAR_IN
        high = min(part.top, eye[2] - CLEAR_IN)
        asked = np.flatnonzero(seen & (low < high) & (below > CLEAR_IN))
        prism = _footprint(part.outline)
        if part.see_through or prism is None or not len(asked):
            continue
        shares = (np.stack([low[asked], np.full(len(asked), high)], axis=1) - places[asked, 2:3]) / below[asked, None]
        towards = np.asarray(eye[:2]) - places[asked, :2]
        rays = places[asked, None, :2] + shares[:, :, None] * towards[:, None, :]
        seen[asked] = ~shapely.intersects(shapely.linestrings(rays), prism)
    return seen


class CameraSight:
    """One camera above one terrain: every line is worked out once."""

    def __init__(self, perspective: Perspective, terrain: tuple[TerrainView, ...]) -> None:
        self.perspective, self.terrain = perspective, terrain
        self._lines: dict[tuple[tuple[Point3, ...], bool], SeenLine] = {}

    def line(self, points: tuple[Point3, ...], *, closed: bool) -> SeenLine:
        """Return a line or an outline of the board in the picture; an outline does not say its first point twice."""
        key = points, closed
        if key not in self._lines:
            if len(self._lines) >= MOST_KEPT:
                self._lines.clear()
            places = densified(points, closed=closed, step=STEP_IN)
            self._lines[key] = SeenLine(self.perspective(places), seen_from(self.perspective.eye, places, self.terrain))
        return self._lines[key]


@lru_cache(maxsize=256)
def _footprint(outline: tuple[Point, ...]) -> shapely.Polygon | None:
    smaller = shapely.Polygon(outline).buffer(-CLEAR_IN)
    if smaller.is_empty:
        return None
    shapely.prepare(smaller)
    return smaller
