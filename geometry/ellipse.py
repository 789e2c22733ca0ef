"""Round and oval outlines as support functions: the basis of every measurement of a base.

An ellipse is given by its centre and a 2x2 matrix `axes` that maps the unit circle onto it around the centre.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from geometry.base import Base

Array = NDArray[np.float64]


def centre(base: Base) -> Array:
    """Return the centre (x, y) of a base, shape (2,), inches."""
    return np.array([base.x, base.y])


def axes(base: Base) -> Array:
    """Return the 2x2 matrix that maps the unit circle onto the base's outline around its centre, inches."""
    turn = math.radians(base.rotation_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    half_long, half_short = base.shape.long / 2, base.shape.short / 2
    return np.array([[cos * half_long, -sin * half_short], [sin * half_long, cos * half_short]])


def inverse(base: Base) -> Array:
    """Return the 2x2 matrix that maps the base's outline around its centre onto the unit circle, per inch."""
    turn = math.radians(base.rotation_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    half_long, half_short = base.shape.long / 2, base.shape.short / 2
    return np.array([[cos / half_long, sin / half_long], [-sin / half_short, cos / half_short]])


def reach(base: Base, direction: Array) -> Array:
    """Return the support function of the base from its centre along unit directions of shape (..., 2), inches."""
    return np.asarray(np.linalg.norm(direction @ axes(base), axis=-1))


def rim_point(base: Base, direction: Array) -> Array:
    """Return the point(s) of the outline farthest along direction(s) of shape (..., 2), same shape, inches."""
    shape = axes(base)
    inner = direction @ shape
    return np.asarray(centre(base) + (inner / np.linalg.norm(inner, axis=-1, keepdims=True)) @ shape.T)


def rim(base: Base, angle: Array) -> Array:
    """Return the points of the outline at parameter angles (radians, shape (...)), shape (..., 2), inches."""
    unit = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return np.asarray(centre(base) + unit @ axes(base).T)


def separation(base: Base, other: Base) -> tuple[float, Array]:
    """Return the horizontal distance between two outlines and the unit direction from `base` to `other`.

    The distance is the maximum over unit directions u of the offset of the centres along u minus both reaches along u.
    If it is positive, there is only one maximum. It is negative if the outlines overlap: minus the shortest push that
    separates them. Accurate to 1e-12 for round bases and 1e-10 for ovals.
    """
    between = centre(other) - centre(base)
    apart = float(np.hypot(*between))
    if base.is_round and other.is_round:
        towards = between / apart if apart > 0 else np.array([1.0, 0.0])
        return apart - base.radius - other.radius, towards
    return best_direction(between, (axes(base), axes(other)))


def separation_from_point(base: Base, point: Array) -> tuple[float, Array]:
    """Return the horizontal distance from an outline to a point (x, y), and the unit direction to it.

    Inside the outline it is negative: minus the distance to the rim.
    """
    between = np.asarray(point, dtype=np.float64) - centre(base)
    if base.is_round:
        apart = float(np.hypot(*between))
        towards = between / apart if apart > 0 else np.array([1.0, 0.0])
        return apart - base.radius, towards
    return best_direction(between, (axes(base),))


_GRID = np.linspace(-math.pi, math.pi, 128, endpoint=False)
_GRID_UNIT = np.stack([np.cos(_GRID), np.sin(_GRID)], axis=-1)
_STEP = 2 * math.pi / len(_GRID)
_CLOSE_ENOUGH = 1e-15


def best_direction(between: Array, shapes: tuple[Array, ...]) -> tuple[float, Array]:
    """Return the maximum of u . between - sum |shape^T u| over unit directions u, and the maximising u.

    `shapes` are the `axes` of the outlines. Starts at the best of 128 directions and takes Newton steps, which are
    replaced by bisection if they leave the bracket.
    """
    values = _GRID_UNIT @ between
    for shape in shapes:
        values = values - np.linalg.norm(_GRID_UNIT @ shape, axis=-1)
    angle = float(_GRID[int(np.argmax(values))])
    x, y = float(between[0]), float(between[1])
    metrics = [
        (
            float(shape[0, 0] ** 2 + shape[0, 1] ** 2),
            float(shape[0, 0] * shape[1, 0] + shape[0, 1] * shape[1, 1]),
            float(shape[1, 0] ** 2 + shape[1, 1] ** 2),
        )
        for shape in shapes
    ]
    low, high = angle - _STEP, angle + _STEP
    for _ in range(60):
        cos, sin = math.cos(angle), math.sin(angle)
        slope, bend = y * cos - x * sin, -(x * cos + y * sin)
        for xx, xy, yy in metrics:
            reach = math.sqrt(xx * cos * cos + 2 * xy * cos * sin + yy * sin * sin)
            sway = (yy - xx) * cos * sin + xy * (cos * cos - sin * sin)
            swing = (yy - xx) * (cos * cos - sin * sin) - 4 * xy * cos * sin
            slope -= sway / reach
            bend -= swing / reach - sway * sway / reach**3
        if slope > 0:
            low = angle
        else:
            high = angle
        following = angle - slope / bend if bend < 0 else math.inf
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - angle) <= _CLOSE_ENOUGH:
            break
        angle = following
    cos, sin = math.cos(angle), math.sin(angle)
    value = x * cos + y * sin
    for xx, xy, yy in metrics:
        value -= math.sqrt(xx * cos * cos + 2 * xy * cos * sin + yy * sin * sin)
    return value, np.array([cos, sin])
