"""Bases as arrays, and broad-phase culling of terrain near a base or between two bases."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon

from geometry import ellipse
from geometry.base import Base
from geometry.terrain import Part, Prisms

Array = NDArray[np.float64]


def norm(vectors: Array) -> Array:
    """Return the lengths (...) of vectors (..., 2)."""
    return np.asarray(np.hypot(vectors[..., 0], vectors[..., 1]))


def dot(one: Array, other: Array) -> Array:
    """Return the dot products (...) of vectors (..., 2), broadcast against each other."""
    return np.asarray(one[..., 0] * other[..., 0] + one[..., 1] * other[..., 1])


def unit_at(angle: Array) -> Array:
    """Return the unit vectors (..., 2) at angles (...) in radians."""
    vectors = np.empty((*angle.shape, 2))
    np.cos(angle, out=vectors[..., 0])
    np.sin(angle, out=vectors[..., 1])
    return vectors


def next_vertex(corners: Array) -> Array:
    """Return for each corner of outlines (..., n, 2) the next corner."""
    return np.concatenate([corners[..., 1:, :], corners[..., :1, :]], axis=-2)


Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class BaseArrays:
    """Bases as arrays: `middle` (b, 2), `axes` (b, 2, 2), `radius` (b,) half the long diameter, `z`, `round` (b,)."""

    middle: Array
    axes: Array
    radius: Array
    z: Array
    round: Flags

    @classmethod
    def of(cls, bases: Sequence[Base]) -> BaseArrays:
        """Return the arrays of these bases; equal bases are computed once."""
        numbers: dict[Base, int] = {}
        rows = np.array([numbers.setdefault(base, len(numbers)) for base in bases], dtype=np.intp)
        once = cls(
            middle=np.array([[base.x, base.y] for base in numbers]).reshape(-1, 2),
            axes=np.array([ellipse.axes(base) for base in numbers]).reshape(-1, 2, 2),
            radius=np.array([base.radius for base in numbers]),
            z=np.array([base.z for base in numbers]),
            round=np.array([base.is_round for base in numbers], dtype=bool),
        )
        return once.take(rows)

    @classmethod
    def all(cls, bases: Sequence[Base] | BaseArrays) -> BaseArrays:
        """Convert bases to arrays; arrays are returned unchanged."""
        return bases if isinstance(bases, BaseArrays) else cls.of(bases)

    def take(self, rows: Index) -> BaseArrays:
        """Return the bases with these row numbers."""
        return BaseArrays(self.middle[rows], self.axes[rows], self.radius[rows], self.z[rows], self.round[rows])

    def reach(self, direction: Array) -> Array:
        """Return the support function from the centre along unit directions (b, ..., 2), shape (b, ...)."""
        axes = self.axes.reshape(len(self.z), *([1] * (direction.ndim - 2)), 2, 2)
        return np.asarray(np.linalg.norm(np.einsum("...k,...kj->...j", direction, axes), axis=-1))


def gaps(shooter: BaseArrays, target: BaseArrays) -> Array:
    """Three-dimensional gaps between paired bases, (b,), inches."""
    between = target.middle - shooter.middle
    flat = np.linalg.norm(between, axis=-1) - shooter.radius - target.radius
    oval = ~(shooter.round & target.round)
    for row in np.flatnonzero(oval):
        flat[row] = ellipse.best_direction(between[row], (shooter.axes[row], target.axes[row]))[0]
    return np.asarray(np.hypot(np.maximum(flat, 0.0), shooter.z - target.z))


def may_reach_corridor(prisms: Prisms, shooter: BaseArrays, target: BaseArrays, margin: float) -> Flags:
    """Return whether each prism may reach into the convex hull of both bases, grown by `margin`: (duels, prisms).

    Conservative: never False for a prism that does. Tests for a separating line parallel to each side of the prism,
    along the corridor and across it.
    """
    sides = prisms.normals.reshape(-1, 2)
    near = shooter.middle @ sides.T - shooter.radius[:, None]
    far = target.middle @ sides.T - target.radius[:, None]
    apart = np.minimum(near, far) > prisms.offsets.reshape(-1) + margin
    shape = (len(near), *prisms.offsets.shape)
    beside = apart.reshape(shape).any(axis=-1)
    between = target.middle - shooter.middle
    span = norm(between)
    unit = between / np.where(span > 0, span, 1.0)[:, None]
    across = np.empty_like(unit)
    across[:, 0], across[:, 1] = -unit[:, 1], unit[:, 0]
    corners = prisms.corners.reshape(-1, 2)
    shape = (len(span), *prisms.corners.shape[:2])
    aside = (across @ corners.T - dot(across, shooter.middle)[:, None]).reshape(shape)
    ahead = (unit @ corners.T - dot(unit, shooter.middle)[:, None]).reshape(shape)
    wide = np.maximum(shooter.radius, target.radius)[:, None] + margin
    beside |= (aside.min(axis=-1) > wide) | (aside.max(axis=-1) < -wide)
    beside |= ahead.max(axis=-1) < -(shooter.radius + margin)[:, None]
    beside |= ahead.min(axis=-1) > (span + target.radius + margin)[:, None]
    return np.asarray(~beside)


def may_reach_base(prisms: Prisms, rows: Index, base: BaseArrays, reach: float) -> Flags:
    """Return whether prisms `rows` (c,) may be within `reach` of bases (c,) seen from above; never wrongly False."""
    away = dot(prisms.normals[rows], base.middle[:, None]) - base.radius[:, None]
    return np.asarray((away <= prisms.offsets[rows] + reach).all(axis=-1))


WITHIN = 0.995
"""Share of the width within which a point is certainly inside the strip, whose round ends are approximated by chords.
"""

ROOM = 1e-6
"""Inches added to a required distance in bounding-box tests; more than any rounding error."""


def between(parts: Sequence[Part], one: Base, other: Base, width: float) -> tuple[Part, ...]:
    """Return the parts that overlap a strip from above: `width` inches to every side of the centres' line."""
    far = width + ROOM
    left, right = min(one.x, other.x) - far, max(one.x, other.x) + far
    low, high = min(one.y, other.y) - far, max(one.y, other.y) + far
    kept = tuple(
        part
        for part in parts
        if part.box[0] <= right and left <= part.box[2] and part.box[1] <= high and low <= part.box[3]
    )
    strip: Polygon | None = None
    found = []
    for part in kept:
        meets = _plainly(part, one, other, width)
        if meets is None:
            strip = strip or LineString([(one.x, one.y), (other.x, other.y)]).buffer(width)
            meets = bool(part.polygon.intersects(strip))
        if meets:
            found.append(part)
    return tuple(found)


Way = tuple[Base, Base, float]
"""Two bases, and half the width of the strip between their centres, inches."""


def between_each(parts: Sequence[Part], ways: Sequence[Way]) -> list[tuple[Part, ...]]:
    """Return the result of `between` for each strip, all computed at once."""
    if not parts or not ways:
        return [() for _ in ways]
    boxes = np.array([part.box for part in parts]).T
    start = np.array([(one.x, one.y) for one, _, _ in ways], dtype=np.float64)
    end = np.array([(other.x, other.y) for _, other, _ in ways], dtype=np.float64)
    width = np.array([wide for _, _, wide in ways])
    far = (width + ROOM)[:, None]
    low, high = np.minimum(start, end), np.maximum(start, end)
    close = (boxes[0] <= high[:, :1] + far) & (low[:, :1] - far <= boxes[2])
    close &= (boxes[1] <= high[:, 1:] + far) & (low[:, 1:] - far <= boxes[3])
    way, met = np.nonzero(close)
    most = max(len(part.outline) for part in parts)
    corners = np.array([(*part.outline, *part.outline[-1:] * (most - len(part.outline))) for part in parts])[met]
    along = (end - start)[way]
    length = np.hypot(along[:, 0], along[:, 1])
    open_ = length < ROOM
    along /= np.where(open_, 1.0, length)[:, None]
    x, y = np.moveaxis(corners - start[way][:, None], -1, 0)
    ahead = x * along[:, :1] + y * along[:, 1:]
    aside = y * along[:, :1] - x * along[:, 1:]
    inside = np.hypot(ahead - np.clip(ahead, 0.0, length[:, None]), aside) < WITHIN * width[way][:, None]
    outer = far[way]
    beside = (aside > outer).all(axis=1) | (aside < -outer).all(axis=1)
    within = ~open_ & inside.any(axis=1)
    found: list[list[Part]] = [[] for _ in ways]
    rows = zip(way.tolist(), met.tolist(), within.tolist(), (open_ | ~(within | beside)).tolist(), strict=True)
    for number, place, meets, asked in rows:
        if meets or (asked and between(parts[place : place + 1], *ways[number])):
            found[number].append(parts[place])
    return [tuple(one) for one in found]


def _plainly(part: Part, one: Base, other: Base, width: float) -> bool | None:
    """Return whether a part overlaps a strip if one corner or one side of the part decides it, else None."""
    along_x, along_y = other.x - one.x, other.y - one.y
    length = math.hypot(along_x, along_y)
    if length < ROOM:
        return None
    along_x, along_y = along_x / length, along_y / length
    inner, outer = width * WITHIN, width + ROOM
    left = right = True
    for x, y in part.outline:
        ahead = (x - one.x) * along_x + (y - one.y) * along_y
        aside = (y - one.y) * along_x - (x - one.x) * along_y
        if math.hypot(ahead - min(max(ahead, 0.0), length), aside) < inner:
            return True
        left, right = left and aside > outer, right and aside < -outer
    return False if left or right else None


def parts_with_box_near(parts: Iterable[Part], base: Base, reach: float) -> Iterable[Part]:
    """Yield the parts whose bounding box is within `reach` inches of a base seen from above; conservative."""
    far = reach + base.radius + ROOM
    for part in parts:
        left, low, right, high = part.box
        aside = math.hypot(max(left - base.x, 0.0, base.x - right), max(low - base.y, 0.0, base.y - high))
        if aside <= far:
            yield part
