"""Corners of grown obstacles: the only places at which a shortest path turns.

A core grown by a distance has round corners. They are replaced by polygons: one through points of the arc, which lies
inside the true obstacle and serves lower bounds, and one of tangents, which lies outside and serves true paths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.paths.obstacle_field import Field

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """The places that a way from `start` to `target` of at most `limit` inches can touch: an ellipse."""

    start: Array
    target: Array
    limit: float

    def holds(self, points: Array) -> Flags:
        """Return which points (m, 2) lie in it."""
        from_start, to_target = points - self.start, points - self.target
        way = np.hypot(from_start[:, 0], from_start[:, 1]) + np.hypot(to_target[:, 0], to_target[:, 1])
        return np.asarray(way <= self.limit + 1e-9)


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """Corners `at` (n, 2) with points `before` and `after` them on the same outline, which lies to their left."""

    at: Array
    before: Array
    after: Array

    def chosen(self, flags: Flags) -> Corners:
        """Return those that are flagged."""
        return Corners(self.at[flags], self.before[flags], self.after[flags])

    def mapped(self, matrix: Array) -> Corners:
        """Return them in other coordinates."""
        return Corners(self.at @ matrix.T, self.before @ matrix.T, self.after @ matrix.T)


def inner_corners(field: Field, quarter: int) -> Corners:
    """Return points on the round corners at most a quarter turn / `quarter` apart, the ends of the arcs included."""
    middle, radius, first, angle = _arcs(field)
    pieces = np.maximum(np.ceil(angle * quarter / (math.pi / 2) - 1e-9).astype(int), 1)
    row, step = _counted(pieces + 1)
    turn = (angle / pieces)[row]
    facing = first[row] + step * turn
    at = middle[row] + radius[row, None] * _unit(facing)
    chord = 2 * radius[row] * np.sin(turn / 2)
    ends, begins = step == pieces[row], step == 0
    after = at + chord[:, None] * _unit(facing + math.pi / 2 + np.where(ends, 0.0, turn / 2))
    before = at - chord[:, None] * _unit(facing + math.pi / 2 - np.where(begins, 0.0, turn / 2))
    return Corners(at, before, after)


def outer_corners(field: Field, quarter: int) -> Corners:
    """Return where tangents to the round corners meet, at most a quarter turn / `quarter` apart."""
    middle, radius, first, angle = _arcs(field)
    pieces = np.maximum(np.ceil(angle * quarter / (math.pi / 2) - 1e-9).astype(int), 1)
    row, step = _counted(pieces)
    turn = (angle / pieces)[row]
    facing = first[row] + (step + 0.5) * turn
    at = middle[row] + (radius[row] / np.cos(turn / 2))[:, None] * _unit(facing)
    side = (radius[row] * np.tan(turn / 2))[:, None]
    after = at + side * _unit(facing + (math.pi + turn) / 2)
    before = at - side * _unit(facing + (math.pi - turn) / 2)
    return Corners(at, before, after)


def _arcs(field: Field) -> tuple[Array, Array, Array, Array]:
    """Round corners: their middles, radii, the direction in which each arc begins, and how far it turns (radians)."""
    outlines = field.outlines
    along = outlines.ends - outlines.starts
    heading = np.arctan2(along[:, 1], along[:, 0])
    turn = np.remainder(heading[outlines.following] - heading + math.pi, 2 * math.pi) - math.pi
    convex = turn > 1e-9
    discs = field.discs
    return (
        np.concatenate([outlines.ends[convex], discs[:, :2]]),
        np.concatenate([field.keep[outlines.owner[convex]], discs[:, 2]]),
        np.concatenate([heading[convex] - math.pi / 2, np.zeros(len(discs))]),
        np.concatenate([turn[convex], np.full(len(discs), 2 * math.pi)]),
    )


def _counted(counts: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Row numbers, each repeated as often as its count, and the number of the repeat."""
    row = np.repeat(np.arange(len(counts)), counts)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)


def _unit(angles: Array) -> Array:
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)
