"""Lines that part the surroundings of two bases: a targeting line crosses one between leaving the first and the other.

A line from one base to the other that is outside both surroundings somewhere leaves the first and then enters the
second. Where the surroundings are apart, any line that separates them is crossed in between. Where they overlap, the
line through two crossings P and Q of their borders is: both surroundings are convex and have P and Q on their borders,
so beyond P and Q it is outside both. For round bases that line is the radical axis, which also serves where the
discs are apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays
from geometry.plane import dot, length, unit_at

Array = NDArray[np.float64]

_FAN = np.linspace(0.0, 2 * np.pi, 128, endpoint=False)
_FAN_UNIT = unit_at(_FAN)
_STEPS = 12
_EXACT = 1e-12
_MOST = 4
"""Crossings that the borders of two ellipses, each grown by a width, can have."""


def midlines(shooter: BaseArrays, target: BaseArrays, near: Array, far: Array) -> tuple[Array, Array]:
    """Return lines unit . p = level, (c, m, 2) and (c, m), that part the surroundings of paired bases (c,).

    `near`, `far` (c,): how far the surroundings reach beyond the shooters' and the targets' rims, inches. Round bases
    have one line each (exact), ovals two (to 1e-9), the second of which repeats the first where the borders cross only
    twice. Where one surrounding holds the other, the level is infinite: nothing runs between them.
    """
    between = target.middle - shooter.middle
    span = np.maximum(length(between), 1e-12)
    unit = between / span[:, None]
    first, second = shooter.radius + near, target.radius + far
    level = dot(unit, shooter.middle) + (span + (first**2 - second**2) / span) / 2
    oval = np.nonzero(~(shooter.round & target.round))[0]
    if not len(oval):
        return unit[:, None], level[:, None]
    units, levels = np.repeat(unit[:, None], 2, axis=1), np.repeat(level[:, None], 2, axis=1)
    units[oval], levels[oval] = _between_ovals(shooter.take(oval), target.take(oval), near[oval], far[oval])
    return units, levels


def _between_ovals(shooter: BaseArrays, target: BaseArrays, near: Array, far: Array) -> tuple[Array, Array]:
    one, other = _Grown(shooter, near), _Grown(target, far)
    angle, gap = _widest_gap(one, other)
    unit = unit_at(angle)
    level = dot(unit, shooter.middle) + one.support(angle) + gap / 2
    units, levels = np.repeat(unit[:, None], 2, axis=1), np.repeat(level[:, None], 2, axis=1)
    lens = np.nonzero(gap < 0)[0]
    if len(lens):
        units[lens], levels[lens] = _through_crossings(one.take(lens), other.take(lens), angle[lens])
    return units, levels


class _Grown:
    """Ellipses (c,) grown by widths (c,): supports, rims and signed distances by the angle of the outward normal."""

    def __init__(self, bases: BaseArrays, width: Array) -> None:
        self.bases, self.width = bases, width
        metric = bases.axes @ np.swapaxes(bases.axes, -1, -2)
        self.xx, self.xy, self.yy = metric[:, 0, 0], metric[:, 0, 1], metric[:, 1, 1]
        self.area = np.linalg.det(bases.axes) ** 2

    def take(self, rows: NDArray[np.intp]) -> _Grown:
        return _Grown(self.bases.take(rows), self.width[rows])

    def _wide(self, angle: Array) -> tuple[Array, ...]:
        shape = (-1, *([1] * (angle.ndim - 1)))
        return tuple(each.reshape(shape) for each in (self.xx, self.xy, self.yy, self.width, self.area))

    def slopes(self, angle: Array) -> tuple[Array, Array, Array]:
        """Support from the middle at angles (c, ...), its derivative, and the radius of curvature of the rim."""
        xx, xy, yy, width, area = self._wide(angle)
        cos, sin = np.cos(angle), np.sin(angle)
        reach = np.sqrt(xx * cos * cos + 2 * xy * cos * sin + yy * sin * sin)
        sway = ((yy - xx) * cos * sin + xy * (cos * cos - sin * sin)) / reach
        return reach + width, sway, area / reach**3 + width

    def support(self, angle: Array) -> Array:
        return self.slopes(angle)[0]

    def rim(self, angle: Array) -> Array:
        """Points (c, ..., 2) of the rim with outward normals at angles (c, ...)."""
        reach, sway, _ = self.slopes(angle)
        middle = self.bases.middle.reshape(-1, *([1] * (angle.ndim - 1)), 2)
        return np.asarray(middle + reach[..., None] * unit_at(angle) + sway[..., None] * unit_at(angle + np.pi / 2))

    def outside(self, points: Array) -> tuple[Array, Array]:
        """Signed distance of points (c, k, 2), positive outside, and the angle of the direction it is along."""
        away = points - self.bases.middle[:, None]
        fan = np.broadcast_to(_FAN, (len(points), len(_FAN)))
        angle = _FAN[np.argmax(away @ _FAN_UNIT.T - self.support(fan)[:, None], axis=-1)]
        for _ in range(3):
            reach, sway, bend = self.slopes(angle)
            ahead, aside = dot(away, unit_at(angle)), dot(away, unit_at(angle + np.pi / 2))
            # The second derivative of the support is the radius of curvature less the support.
            curve = -ahead - (bend - reach)
            step = (aside - sway) / np.where(curve < -1e-12, curve, -1.0)
            angle = angle - np.clip(step, -0.05, 0.05)
        return dot(away, unit_at(angle)) - self.support(angle), angle


def _widest_gap(one: _Grown, other: _Grown) -> tuple[Array, Array]:
    """Angle (c,) at which both are farthest apart or least overlapping, from `one` to `other`, and by how much."""
    between = other.bases.middle - one.bases.middle
    fan = np.broadcast_to(_FAN, (len(between), len(_FAN)))
    angle = _FAN[np.argmax(between @ _FAN_UNIT.T - one.support(fan) - other.support(fan + np.pi), axis=-1)]
    for _ in range(5):
        (reach, sway, bend), (reach_2, sway_2, bend_2) = one.slopes(angle), other.slopes(angle + np.pi)
        ahead, aside = dot(between, unit_at(angle)), dot(between, unit_at(angle + np.pi / 2))
        curve = -ahead - (bend - reach) - (bend_2 - reach_2)
        step = (aside - sway - sway_2) / np.where(curve < -1e-12, curve, -1.0)
        angle = angle - np.clip(step, -0.05, 0.05)
    gap = dot(between, unit_at(angle)) - one.support(angle) - other.support(angle + np.pi)
    return angle, np.asarray(gap)


def _through_crossings(one: _Grown, other: _Grown, deepest: Array) -> tuple[Array, Array]:
    """Lines through the crossings of the rims of overlapping ellipses; `deepest` (c,): where `one` dips in deepest."""
    turn = deepest[:, None] + np.append(_FAN, 2 * np.pi)
    apart = other.outside(one.rim(turn))[0]
    change = (apart[:, 1:] > 0) != (apart[:, :-1] > 0)
    count = change.sum(axis=1)
    at = np.argsort(~change, axis=1, kind="stable")[:, :_MOST]
    low, high = np.take_along_axis(turn, at, axis=1), np.take_along_axis(turn, at + 1, axis=1)
    rising = np.take_along_axis(apart, at + 1, axis=1) > 0
    angle = (low + high) / 2
    for _ in range(_STEPS):
        here, towards = other.outside(one.rim(angle))
        beyond = (here > 0) == rising
        low, high = np.where(beyond, low, angle), np.where(beyond, angle, high)
        speed = one.slopes(angle)[2] * dot(unit_at(angle + np.pi / 2), unit_at(towards))
        following = angle - here / np.where(np.abs(speed) > 1e-12, speed, np.inf)
        inside = (following >= low - _EXACT) & (following <= high + _EXACT)
        angle = np.where(inside, following, (low + high) / 2)
    points = one.rim(angle)
    twice, four = count == 2, count == _MOST
    # Two crossings make one line; of four the opposite ones belong together.
    pairs = ((np.zeros_like(count), np.where(four, 2, 1)), (np.where(four, 1, 0), np.where(four, 3, 1)))
    rows = np.arange(len(points))
    units, levels = np.zeros((len(points), 2, 2)), np.full((len(points), 2), np.inf)
    for line, (first, last) in enumerate(pairs):
        along = points[rows, last] - points[rows, first]
        unit = np.stack([-along[:, 1], along[:, 0]], axis=-1) / np.maximum(length(along), 1e-12)[:, None]
        unit *= np.where(dot(unit, unit_at(deepest)) < 0, -1.0, 1.0)[:, None]
        units[:, line] = unit
        levels[:, line] = np.where(twice | four, dot(unit, points[rows, first]), np.inf)
    return units, levels
