"""Shortest path between two bases around walls, on prepared geometries protected by a lock."""

from __future__ import annotations

import heapq
import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import Base
from geometry.measure import closest_points
from geometry.terrain import Part


class LockedPreparedGeometry:
    """Prepared geometry with a lock, so that one thread queries it at a time.

    GEOS changes its cached data of a prepared geometry in each query, and shapely releases the GIL meanwhile.
    """

    def __init__(self, geometry: shapely.Geometry) -> None:
        shapely.prepare(geometry)
        self._geometry, self._turn = geometry, threading.Lock()

    def meets(self, lines: NDArray[np.object_]) -> NDArray[np.bool_]:
        """Return which lines (n,) intersect it, (n,)."""
        with self._turn:
            return np.asarray(shapely.intersects(self._geometry, lines))

    def holds(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which points, x and y (n,) each, are inside it, (n,)."""
        with self._turn:
            return np.asarray(shapely.contains_xy(self._geometry, x, y))


Array = NDArray[np.float64]

_SKIN = 1e-7


@dataclass(frozen=True, slots=True)
class PathAroundWalls:
    """Shortest path: its length in inches and its points (x, y), from base to base.

    If walls separate the bases completely, the length is infinite and there are no points.
    """

    length: float
    points: tuple[tuple[float, float], ...]


class WallObstacles:
    """Walls seen from above as obstacles of straight segments; built once for all paths between them.

    A path may touch walls; walls that touch or overlap leave no gap between them.
    """

    def __init__(self, parts: Sequence[Part]) -> None:
        outline = shapely.union_all([part.polygon for part in parts])
        self._solid = LockedPreparedGeometry(outline.buffer(-_SKIN, join_style="mitre"))
        self._corners = np.unique(shapely.get_coordinates(outline), axis=0)

    @cached_property
    def _between(self) -> Array:
        return _between_corners(self._corners, self._solid)

    def bar(self, start: tuple[float, ...], end: tuple[float, ...]) -> bool:
        """Return whether a wall blocks the segment between two points (x, y)."""
        return not _free(self._solid, np.array([[start[:2], end[:2]]]))[0]

    def path(self, a: Base, b: Base) -> PathAroundWalls:
        """Return the shortest path from one base to another that crosses no wall, seen from above.

        It runs straight between corners of walls, and starts and ends at the parts of the bases that make it shortest.
        Exact except that walls are 1e-7 inches thinner.
        """
        start, goal = (point[:2] for point in closest_points(a, b))
        if not self.bar(start, goal):
            return PathAroundWalls(math.dist(start, goal), (start, goal))
        lengths, ends = _to_corners(a, self._corners, self._solid)
        far_lengths, far_ends = _to_corners(b, self._corners, self._solid)
        return _shortest(self._corners, lengths, ends, far_lengths, far_ends, self._between)


def _free(solid: LockedPreparedGeometry, segments: Array) -> NDArray[np.bool_]:
    """Return whether segments (s, 2, 2) are clear of the walls."""
    return np.asarray(~solid.meets(shapely.linestrings(segments)))


def _to_corners(base: Base, corners: Array, solid: LockedPreparedGeometry) -> tuple[Array, Array]:
    """Return straight distances (n,) from a base to the corners, infinite if blocked, and their start points."""
    found = [ellipse.separation_from_point(base, corner) for corner in corners]
    lengths = np.array([max(0.0, distance) for distance, _ in found])
    ends = np.array(
        [
            ellipse.rim_point(base, direction) if distance > 0 else corner
            for (distance, direction), corner in zip(found, corners, strict=True)
        ]
    )
    free = _free(solid, np.stack([ends, corners], axis=1)) | (lengths == 0)
    return np.where(free, lengths, np.inf), ends


def _between_corners(corners: Array, solid: LockedPreparedGeometry) -> Array:
    """Return straight distances (n, n) between corners, infinite if blocked by walls."""
    first, second = np.triu_indices(len(corners), 1)
    free = _free(solid, np.stack([corners[first], corners[second]], axis=1))
    lengths = np.full((len(corners), len(corners)), np.inf)
    straight = np.linalg.norm(corners[first] - corners[second], axis=-1)
    lengths[first[free], second[free]] = straight[free]
    return np.asarray(np.minimum(lengths, lengths.T))


def _shortest(
    corners: Array, near: Array, near_ends: Array, far: Array, far_ends: Array, between: Array
) -> PathAroundWalls:
    """Run Dijkstra's algorithm from the first base over the corners to the second base."""
    best = near.copy()
    before = np.full(len(corners), -1)
    open_ = [(float(length), corner) for corner, length in enumerate(near) if math.isfinite(length)]
    heapq.heapify(open_)
    done = np.zeros(len(corners), dtype=bool)
    while open_:
        _, corner = heapq.heappop(open_)
        if done[corner]:
            continue
        done[corner] = True
        through = best[corner] + between[corner]
        for shorter in np.flatnonzero(through < best):
            best[shorter], before[shorter] = through[shorter], corner
            heapq.heappush(open_, (float(through[shorter]), int(shorter)))
    whole = best + far
    last = int(np.argmin(whole)) if len(whole) else -1
    if last < 0 or not math.isfinite(whole[last]):
        return PathAroundWalls(math.inf, ())
    chain = [last]
    while before[chain[-1]] >= 0:
        chain.append(int(before[chain[-1]]))
    chain.reverse()
    points = [near_ends[chain[0]], *corners[chain], far_ends[last]]
    return PathAroundWalls(float(whole[last]), tuple((float(x), float(y)) for x, y in points))
