"""Which stretch of an edge lies within a distance of a base."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.plane import dot

Array = NDArray[np.float64]

_FAN = np.arange(128) * (2 * math.pi / 128)
_FAN_UNIT = np.stack([np.cos(_FAN), np.sin(_FAN)], axis=-1)
_REFINEMENTS = 4


def stretch_within(discs: BaseArrays, start: Array, end: Array, distance: Array) -> tuple[Array, Array]:
    """Shares (0 to 1) at which edges enter and leave the region within `distance` of the bases; enter > leave: never.

    `discs` hold c bases; `start`, `end` (c, ..., 2); `distance` (c, ...) in inches, negative for an empty region. Edges
    may have axes of length one where distances have more.
    Round bases in closed form; ovals to 1e-9 (Newton on the distance, whose gradient is the direction to the base).
    """
    extra = start.ndim - 2
    middle = discs.middle.reshape(-1, *([1] * extra), 2)
    back, along = start - middle, end - start
    square = dot(along, along)
    degenerate = square < 1e-24
    square = np.where(degenerate, 1.0, square)
    if discs.round.all():
        limit = discs.radius.reshape(-1, *([1] * extra)) + distance
        half = dot(along, back)
        rest = dot(back, back) - limit * limit
        root = half * half - square * rest
        hit = (root >= 0) & (distance >= 0)
        root = np.sqrt(np.maximum(root, 0))
        enter = np.where(hit, (-half - root) / square, np.inf)
        leave = np.where(hit, (-half + root) / square, -np.inf)
        at_point = (rest <= 0) & (distance >= 0)
    else:
        enter, leave, at_point = _stretch_in_support(discs, back, along, distance)
    enter, leave = np.maximum(enter, 0.0), np.minimum(leave, 1.0)
    enter = np.where(degenerate, np.where(at_point, 0.0, np.inf), enter)
    leave = np.where(degenerate, np.where(at_point, 1.0, -np.inf), leave)
    return enter, leave


def _stretch_in_support(
    discs: BaseArrays, back: Array, along: Array, distance: Array
) -> tuple[Array, Array, NDArray[np.bool_]]:
    """The same through the half-planes direction . p <= reach + distance: a fan of them, then the best ones."""
    extra = back.ndim - 2
    reach = np.linalg.norm(_FAN_UNIT @ discs.axes, axis=-1).reshape(-1, *([1] * extra), len(_FAN))
    limit = reach + distance[..., None] - back @ _FAN_UNIT.T
    speed = along @ _FAN_UNIT.T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = limit / speed
    falls, rises = np.where(speed < 0, crossing, -np.inf), np.where(speed > 0, crossing, np.inf)
    empty = (distance < 0) | ((limit < 0) & (np.abs(speed) < 1e-15)).any(axis=-1)
    at_point = (limit >= 0).all(axis=-1) & (distance >= 0)
    first, last = np.argmax(falls, axis=-1), np.argmin(rises, axis=-1)
    enter = np.take_along_axis(falls, first[..., None], axis=-1)[..., 0]
    leave = np.take_along_axis(rises, last[..., None], axis=-1)[..., 0]
    enter = _refine(discs, back, along, distance, enter, _FAN[first])
    leave = _refine(discs, back, along, distance, leave, _FAN[last])
    missed = empty | ~(enter <= leave)
    return np.where(missed, np.inf, enter), np.where(missed, -np.inf, leave), at_point


def _refine(discs: BaseArrays, back: Array, along: Array, distance: Array, share: Array, angle: Array) -> Array:
    """Newton steps on the share, with Newton steps on the direction from the base to the point inside."""
    extra = back.ndim - 2
    metric = discs.axes @ np.swapaxes(discs.axes, -1, -2)
    xx, xy, yy = (metric[:, row, column].reshape(-1, *([1] * extra)) for row, column in ((0, 0), (0, 1), (1, 1)))
    share = np.where(np.isfinite(share), share, 0.0)
    for _ in range(_REFINEMENTS):
        x, y = back[..., 0] + share * along[..., 0], back[..., 1] + share * along[..., 1]
        for _ in range(2):
            cos, sin = np.cos(angle), np.sin(angle)
            reach = np.sqrt(xx * cos * cos + 2 * xy * cos * sin + yy * sin * sin)
            sway = (yy - xx) * cos * sin + xy * (cos * cos - sin * sin)
            bend = xx * sin * sin - 2 * xy * cos * sin + yy * cos * cos
            slope = y * cos - x * sin - sway / reach
            curve = -(x * cos + y * sin) - (bend / reach - reach - sway**2 / reach**3)
            safe = np.where(np.abs(curve) > 1e-12, curve, -1.0)
            angle = angle - np.clip(slope / safe, -0.05, 0.05)
        cos, sin = np.cos(angle), np.sin(angle)
        reach = np.sqrt(xx * cos * cos + 2 * xy * cos * sin + yy * sin * sin)
        speed = along[..., 0] * cos + along[..., 1] * sin
        excess = x * cos + y * sin - reach - distance
        share = share - np.where(np.abs(speed) > 1e-9, excess / np.where(speed == 0, 1.0, speed), 0.0)
    return share
