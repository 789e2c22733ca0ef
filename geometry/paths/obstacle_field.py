"""Obstacles that a base's centre must keep clear of, and the test whether straight increments do, for many at once.

Each obstacle is a core and a distance that the centre keeps from it: a terrain part and the base's radius, another
round base's centre and the sum of both radii. That is the Minkowski-grown obstacle without ever building it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

from geometry.paths.sweep import Outlines

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """Polygons (n) with the distance the centre keeps from each (`keep`, shape (n,)), and discs (k, 3) of x, y, radius.

    `middles` (n, 2) and `reaches` (n,) are circles around the polygons; `first` (n + 1,) says where each polygon's
    edges begin in `outlines`.
    """

    outlines: Outlines
    keep: Array
    discs: Array
    middles: Array
    reaches: Array
    first: Index

    @classmethod
    def of(
        cls, polygons: Sequence[Polygon], keep: Sequence[float], discs: Sequence[tuple[float, float, float]]
    ) -> Field:
        """Return the field of these obstacles."""
        outlines = Outlines.of(polygons)
        boxes = outlines.boxes
        middles = (boxes[:, :2] + boxes[:, 2:]) / 2
        reaches = np.zeros(len(polygons))
        np.maximum.at(reaches, outlines.owner, np.hypot(*(outlines.starts - middles[outlines.owner]).T))
        first = np.searchsorted(outlines.owner, np.arange(len(polygons) + 1))
        return cls(
            outlines, np.asarray(keep, dtype=np.float64), np.array(discs).reshape(-1, 3), middles, reaches, first
        )

    def scaled(self, by: float) -> Field:
        """Return the same cores with every distance multiplied."""
        discs = self.discs * np.array([1.0, 1.0, by])
        return Field(self.outlines, self.keep * by, discs, self.middles, self.reaches, self.first)

    def eroded(self, by: float) -> Field:
        """Return the same cores with every distance `by` less."""
        discs = self.discs - np.array([0.0, 0.0, by])
        return Field(self.outlines, self.keep - by, discs, self.middles, self.reaches, self.first)

    def grown(self, quarter: int) -> list[Polygon]:
        """Return every obstacle as a polygon, each quarter turn of its round corners in `quarter` pieces."""
        out = [shapely.buffer(*one, quad_segs=quarter) for one in zip(self.outlines.polygons, self.keep, strict=True)]
        return out + [shapely.buffer(shapely.Point(x, y), radius, quad_segs=quarter) for x, y, radius in self.discs]

    def free(self, points: Array) -> Flags:
        """Return which points (m, 2) are clear of every obstacle."""
        out = np.ones(len(points), dtype=bool)
        if len(self.discs):
            offset = points[:, None] - self.discs[None, :, :2]
            out &= (offset[..., 0] ** 2 + offset[..., 1] ** 2 >= self.discs[:, 2] ** 2).all(axis=1)
        rows = np.flatnonzero(out)
        offset = points[rows, None] - self.middles[None]
        near = offset[..., 0] ** 2 + offset[..., 1] ** 2 < (self.reaches + self.keep) ** 2
        for column in np.flatnonzero(near.any(axis=0)):
            mine = rows[near[:, column]]
            edges = slice(self.first[column], self.first[column + 1])
            starts, ends = self.outlines.starts[edges], self.outlines.ends[edges]
            here = points[mine, None]
            along = ends - starts
            square = np.einsum("ek,ek->e", along, along)
            share = np.clip(np.einsum("mek,ek->me", here - starts, along) / square, 0.0, 1.0)
            apart = here - starts - share[..., None] * along
            close = ((apart**2).sum(axis=-1) < self.keep[column] ** 2).any(axis=1)
            out[mine[close | shapely.contains_xy(self.outlines.polygons[column], points[mine, 0], points[mine, 1])]] = (
                False
            )
        return out

    def clear(self, starts: Array, ends: Array) -> Flags:
        """Return which segments from `starts` to `ends` (m, 2) are clear of every obstacle.

        Segments must begin outside the cores of the polygons; `free` says whether a place does.
        """
        out = self.clear_of_discs(starts, ends)
        blocked, _ = self.blocked(starts, ends, np.flatnonzero(out))
        out[blocked] = False
        return out

    def clear_of_discs(self, starts: Array, ends: Array) -> Flags:
        """Return which segments (m, 2) to (m, 2) are clear of the discs."""
        if not len(self.discs):
            return np.ones(len(starts), dtype=bool)
        return np.asarray((_from_points(starts, ends, self.discs[:, :2]) >= self.discs[:, 2] ** 2).all(axis=1))

    def blocked(self, starts: Array, ends: Array, rows: Index) -> tuple[Index, Index]:
        """Return the pairs (segment, polygon) of the segments `rows` that come too close to a polygon."""
        near_rows, near_columns = np.nonzero(self._near(starts[rows], ends[rows]))
        near_rows = rows[near_rows]
        counts = (self.first[1:] - self.first[:-1])[near_columns]
        pair = np.repeat(np.arange(len(near_rows)), counts)
        edge = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        edge += np.repeat(self.first[near_columns], counts)
        a, b = starts[near_rows][pair], ends[near_rows][pair]
        apart = _between_segments(a, b, self.outlines.starts[edge], self.outlines.ends[edge])
        close = apart < np.repeat(self.keep[near_columns] ** 2, counts)
        hit = np.unique(pair[close])
        return near_rows[hit], near_columns[hit]

    def _near(self, starts: Array, ends: Array) -> Flags:
        reach = self.reaches + self.keep
        return _from_points(starts, ends, self.middles) < reach**2


def _from_points(starts: Array, ends: Array, points: Array) -> Array:
    """Squared distances (m, n) of segments to points."""
    step = ends - starts
    square = np.einsum("mk,mk->m", step, step)
    offset_x = points[None, :, 0] - starts[:, None, 0]
    offset_y = points[None, :, 1] - starts[:, None, 1]
    along = offset_x * step[:, None, 0] + offset_y * step[:, None, 1]
    share = np.clip(along / np.where(square > 0, square, 1.0)[:, None], 0.0, 1.0)
    return (offset_x - share * step[:, None, 0]) ** 2 + (offset_y - share * step[:, None, 1]) ** 2


def _between_segments(a: Array, b: Array, c: Array, d: Array) -> Array:
    """Squared distances (m,) between segments ab and cd; zero where they cross."""
    ab, cd = b - a, d - c
    ac, ad, bc = c - a, d - a, c - b
    least = np.minimum(_to_segment(-ac, cd), _to_segment(-bc, cd))
    least = np.minimum(least, np.minimum(_to_segment(ac, ab), _to_segment(ad, ab)))
    one = _cross(ab, ac) * _cross(ab, ad)
    other = _cross(cd, ac) * _cross(cd, bc)
    return np.where((one < 0) & (other < 0), 0.0, least)


def _to_segment(offset: Array, along: Array) -> Array:
    """Squared distance of points at `offset` from the beginning of segments `along`."""
    square = along[:, 0] ** 2 + along[:, 1] ** 2
    dot = offset[:, 0] * along[:, 0] + offset[:, 1] * along[:, 1]
    share = np.clip(dot / np.where(square > 0, square, 1.0), 0.0, 1.0)
    return np.asarray((offset[:, 0] - share * along[:, 0]) ** 2 + (offset[:, 1] - share * along[:, 1]) ** 2)


def _cross(u: Array, v: Array) -> Array:
    return np.asarray(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0])
