"""Which terrain can be met by the lines of a duel, and which portions of it count for cover and for obscured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.plane import dot, following
from geometry.prisms import Prisms
from geometry.targeting.clip import stretch_within

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """Edges of prisms taken for duels: `start`, `end` (c, n, 2) on the board."""

    start: Array
    end: Array

    @classmethod
    def of(cls, prisms: Prisms, rows: Index) -> Outline:
        """Return the edges of these prisms; padding makes edges without length."""
        corners = prisms.corners[rows]
        return cls(corners, following(corners))

    def chords(self, unit: Array, level: Array) -> tuple[Array, Array, Flags]:
        """Ends (c, 2) of the stretches of lines unit . p = level (c,) that run through the outlines, and whether any.

        A line that misses its outline gets the outline's first corner twice.
        """
        before = dot(self.start, unit[:, None]) - level[:, None]
        after = dot(self.end, unit[:, None]) - level[:, None]
        crossing = (before > 0) != (after > 0)
        share = np.where(crossing, before / np.where(crossing, before - after, 1.0), 0.0)
        point = self.start + share[..., None] * (self.end - self.start)
        across = np.stack([-unit[:, 1], unit[:, 0]], axis=-1)
        aside = np.einsum("cnk,ck->cn", point, across)
        least = np.argmin(np.where(crossing, aside, np.inf), axis=-1)
        most = np.argmax(np.where(crossing, aside, -np.inf), axis=-1)
        some = crossing.any(axis=-1)
        rows = np.arange(len(some))
        first = np.where(some[:, None], point[rows, least], self.start[:, 0])
        last = np.where(some[:, None], point[rows, most], self.start[:, 0])
        return first, last, np.asarray(some)


def holds_middle(prisms: Prisms, rows: Index, base: BaseArrays) -> Flags:
    """Whether prisms `rows` (c,) hold the middles of bases (c,), seen from above."""
    away = np.einsum("csk,ck->cs", prisms.normals[rows], base.middle)
    return np.asarray((away <= prisms.offsets[rows]).all(axis=-1))


def points_within(outline: Outline, base: BaseArrays, reach: Array) -> tuple[Array, Index, Flags]:
    """Corners (c, k, 2) of the portions of outlines within reaches (c, j) of the bases, for all j together.

    Also which reach each corner belongs to (c, k), and whether there is any (c,). The portion of a convex outline is
    bounded by its edges and by one arc (it does not hold the base). The arc is replaced by its chord: a line that
    comes from outside and ends on the base crosses both or neither. Corners of one reach come in order; rows are
    padded by repeating their first corner.
    """
    start, along = outline.start[:, None], (outline.end - outline.start)[:, None]
    enter, leave = stretch_within(base, start, outline.end[:, None], reach[:, :, None])
    valid = enter <= leave
    count, slices, sides = valid.shape
    points = np.empty((count, slices, sides, 2, 2))
    points[..., 0, :] = start + np.where(valid, enter, 0.0)[..., None] * along
    points[..., 1, :] = start + np.where(valid, leave, 0.0)[..., None] * along
    there = np.repeat(valid.reshape(count, -1), 2, axis=1)
    most = max(2, int(there.sum(axis=1).max(initial=0)))
    order = np.argsort(~there, axis=1, kind="stable")[:, :most]
    order = np.where(np.take_along_axis(there, order, axis=1), order, order[:, :1])
    cloud = np.take_along_axis(points.reshape(count, -1, 2), order[..., None], axis=1)
    return cloud, order // (2 * sides), np.asarray(there.any(axis=1))


def stretches_beyond(
    outline: Outline, shooter: BaseArrays, target: BaseArrays, from_shooter: Array, from_target: Array
) -> tuple[Array, Array]:
    """Shares (c, n, ..., 3) at which the stretches of edges that are farther than given from both bases start and end.

    `from_shooter`, `from_target` (c, n, ...) in inches, negative where nothing is taken away. The three stretches lie
    before, between and after what the two bases take away; where a base takes nothing it parts the edge at the point
    nearest to it, so that stretches of neighbouring heights belong together.
    """
    first_in, first_out = _taken(outline, shooter, from_shooter)
    second_in, second_out = _taken(outline, target, from_target)
    swap = first_in + first_out > second_in + second_out
    low_in, low_out = np.where(swap, second_in, first_in), np.where(swap, second_out, first_out)
    high_in, high_out = np.where(swap, first_in, second_in), np.where(swap, first_out, second_out)
    starts = np.stack([np.zeros_like(low_in), low_out, np.maximum(low_out, high_out)], axis=-1)
    ends = np.stack([np.minimum(low_in, high_in), high_in, np.ones_like(low_in)], axis=-1)
    return starts, ends


def _taken(outline: Outline, base: BaseArrays, reach: Array) -> tuple[Array, Array]:
    axes = (*outline.start.shape[:2], *([1] * (reach.ndim - 2)), 2)
    start, end = outline.start.reshape(axes), outline.end.reshape(axes)
    enter, leave = stretch_within(base, start, end, reach)
    along, middle = end - start, base.middle.reshape(-1, *([1] * (reach.ndim - 1)), 2)
    foot = np.clip(dot(along, middle - start) / np.maximum(dot(along, along), 1e-24), 0.0, 1.0)
    none = ~(enter < leave)
    return np.where(none, foot, enter), np.where(none, foot, leave)
