"""How far ovals are from points and segments, for many at once: the support-function form of separation."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_GRID = np.linspace(-math.pi, math.pi, 360, endpoint=False)
_UNITS = np.stack([np.cos(_GRID), np.sin(_GRID)], axis=-1)
_CELL = 2 * math.pi / len(_GRID)
_SKIP = 4
_COARSE = _GRID[::_SKIP]
_GOLDEN = (math.sqrt(5) - 1) / 2


def oval_separation(axes: tuple[Array, ...], offsets: Array) -> Array:
    """Return the signed distance from the sum of ovals around the origin to points (m, 2), shape (m,), inches.

    `axes` are the 2x2 matrices of the ovals (see `geometry.ellipse.axes`). With two of them the answer is the
    distance between two bases, one centred at the origin and the other at the point; negative where they overlap:
    then minus the least push that parts them. It is the maximum over unit u of u . point - sum |axes^T u|: a grid,
    then Newton's method. Accurate to 1e-9.
    """
    reach = np.zeros(len(_COARSE))
    for shape in axes:
        reach = reach + np.linalg.norm(_UNITS[::_SKIP] @ shape, axis=-1)
    values = offsets @ _UNITS[::_SKIP].T - reach
    best = np.argmax(values, axis=1)
    start = _COARSE[best]
    cell = _CELL * _SKIP
    metrics = [shape @ shape.T for shape in axes]
    angle = start
    for _ in range(7):
        value, slope, bend = _at(metrics, offsets, angle)
        step = np.where(bend < 0, -slope / np.where(bend < 0, bend, 1.0), np.sign(slope) * cell / 4)
        angle = np.clip(angle + step, start - cell, start + cell)
    value = _at(metrics, offsets, angle)[0]
    return np.asarray(np.maximum(value, values[np.arange(len(offsets)), best]))


def _at(metrics: list[Array], offsets: Array, angle: Array) -> tuple[Array, Array, Array]:
    """Value, slope and second derivative of u . point - sum sqrt(u M u) at angles (m,)."""
    cos, sin = np.cos(angle), np.sin(angle)
    along = offsets[:, 0] * cos + offsets[:, 1] * sin
    value, slope, bend = along, offsets[:, 1] * cos - offsets[:, 0] * sin, -along
    for metric in metrics:
        a, b, c = metric[0, 0], metric[0, 1], metric[1, 1]
        square = a * cos * cos + 2 * b * cos * sin + c * sin * sin
        first = (c - a) * sin * cos + b * (cos * cos - sin * sin)
        second = (c - a) * (cos * cos - sin * sin) - 4 * b * sin * cos
        root = np.sqrt(square)
        value = value - root
        slope = slope - first / root
        bend = bend - (second / root - first * first / (root * square))
    return value, slope, bend


def hull_separation(axes: Array, points: Array) -> Array:
    """Return the distance from one oval around the origin to the hulls of `points` (m, k, 2), shape (m,), inches.

    Negative where they overlap: then minus the least push that parts them. Accurate to 1e-9.
    """

    def value(units: Array) -> Array:
        nearest = np.einsum("mkc,mjc->mjk", points, units).min(axis=-1)
        return np.asarray(nearest - np.linalg.norm(units @ axes, axis=-1))

    everywhere = (np.einsum("mkc,jc->mjk", points, _UNITS).min(axis=-1)) - np.linalg.norm(_UNITS @ axes, axis=-1)
    best = _GRID[np.argmax(everywhere, axis=1)]
    low, high = best - _CELL, best + _CELL
    for _ in range(42):
        span = _GOLDEN * (high - low)
        left, right = high - span, low + span
        both = value(_units(np.stack([left, right], axis=1)))
        smaller = both[:, 0] < both[:, 1]
        low, high = np.where(smaller, left, low), np.where(smaller, high, right)
    final = value(_units(((low + high) / 2)[:, None]))[:, 0]
    return np.asarray(np.maximum(final, everywhere.max(axis=1)))


def _units(angles: Array) -> Array:
    return np.stack([np.cos(angles), np.sin(angles)], axis=-1)
