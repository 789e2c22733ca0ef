"""Clipping of terrain edges to within or beyond a distance of a base, target frames, and separating lines.

The surroundings of a base are the points within a distance of it. A line from one base to the other that is outside
both surroundings somewhere leaves the first and then enters the second. If the surroundings are apart, the line crosses
every line that separates them. If they overlap, it crosses the line through two crossings P and Q of their borders:
both surroundings are convex with P and Q on their borders, so beyond P and Q that line is outside both. For round bases
it is the radical axis, which also works for discs that are apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays, dot, next_vertex, norm, unit_at
from geometry.terrain import Prisms

Array = NDArray[np.float64]

_CLIP_FAN = np.arange(128) * (2 * math.pi / 128)
_CLIP_FAN_UNIT = np.stack([np.cos(_CLIP_FAN), np.sin(_CLIP_FAN)], axis=-1)
_REFINEMENTS = 4


def stretch_within(discs: BaseArrays, start: Array, end: Array, distance: Array) -> tuple[Array, Array]:
    """Return the shares (0 to 1) at which edges enter and leave the area near bases; enter > leave if they miss it.

    The area is everything within `distance` of a base. `discs` hold c bases; `start`, `end` (c, ..., 2); `distance` (c,
    ...) in inches, negative for an empty area. Axes of length one in the edges are broadcast against `distance`. Closed
    form for round bases; ovals to 1e-9 (Newton on the distance, whose gradient is the direction to the base).
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
    """Return the same from half-planes direction . p <= reach + distance: a fan of them, then the best ones refined."""
    extra = back.ndim - 2
    reach = np.linalg.norm(_CLIP_FAN_UNIT @ discs.axes, axis=-1).reshape(-1, *([1] * extra), len(_CLIP_FAN))
    limit = reach + distance[..., None] - back @ _CLIP_FAN_UNIT.T
    speed = along @ _CLIP_FAN_UNIT.T
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = limit / speed
    falls, rises = np.where(speed < 0, crossing, -np.inf), np.where(speed > 0, crossing, np.inf)
    empty = (distance < 0) | ((limit < 0) & (np.abs(speed) < 1e-15)).any(axis=-1)
    at_point = (limit >= 0).all(axis=-1) & (distance >= 0)
    first, last = np.argmax(falls, axis=-1), np.argmin(rises, axis=-1)
    enter = np.take_along_axis(falls, first[..., None], axis=-1)[..., 0]
    leave = np.take_along_axis(rises, last[..., None], axis=-1)[..., 0]
    enter = _refine(discs, back, along, distance, enter, _CLIP_FAN[first])
    leave = _refine(discs, back, along, distance, leave, _CLIP_FAN[last])
    missed = empty | ~(enter <= leave)
    return np.where(missed, np.inf, enter), np.where(missed, -np.inf, leave), at_point


def _refine(discs: BaseArrays, back: Array, along: Array, distance: Array, share: Array, angle: Array) -> Array:
    """Refine a share with Newton steps; the inner Newton steps find the direction from the base to the point."""
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


Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class TargetFrame:
    """Coordinates in which the target's base is a circle around the origin: p -> `inverse` (p - `origin`).

    For a round target it is a translation and `radius` is the base's. For an oval one the map is affine, `radius` is 1
    and `width` 0: then points of terrain are grown by half the width of a line before they are mapped.
    """

    origin: Array
    inverse: Array
    radius: Array
    width: Array
    oval: bool

    @classmethod
    def of(cls, target: BaseArrays, half_width: float) -> TargetFrame:
        """Return the frames of targets, which must be all round or all oval."""
        count = len(target.z)
        if target.round.all():
            same = np.broadcast_to(np.eye(2), (count, 2, 2))
            return cls(target.middle, same, target.radius, np.full(count, half_width), False)
        return cls(target.middle, np.asarray(np.linalg.inv(target.axes)), np.ones(count), np.zeros(count), True)

    def points(self, rows: Index, points: Array) -> Array:
        """Map points (c, ..., 2) into the frames `rows` (c,)."""
        extra = points.ndim - 2
        origin = self.origin[rows].reshape(len(rows), *([1] * extra), 2)
        moved = points - origin
        if not self.oval:
            return moved
        inverse = self.inverse[rows].reshape(len(rows), *([1] * extra), 2, 2)
        return np.asarray(np.einsum("...ij,...j->...i", inverse, moved))

    def axes(self, shooter: BaseArrays) -> Array:
        """Return the axes (b, 2, 2) of the shooters' bases in the frames."""
        return np.asarray(self.inverse @ shooter.axes) if self.oval else shooter.axes


_OCTAGON = np.arange(8) * (np.pi / 4)
_GROWTH = np.stack([np.cos(_OCTAGON), np.sin(_OCTAGON)], axis=-1) * (2 / (1 + np.cos(np.pi / 8)))


def grow(points: Array, half_width: float) -> Array:
    """Replace points (c, k, 2) by octagons of the half width around them, (c, 8 k, 2); within 4 % of a circle."""
    grown = points[:, :, None, :] + half_width * _GROWTH
    return np.asarray(grown.reshape(len(points), points.shape[1] * len(_GROWTH), 2))


Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class EdgeBatch:
    """Edges of prisms, one row per duel: `start`, `end` (c, n, 2) on the board."""

    start: Array
    end: Array

    @classmethod
    def of(cls, prisms: Prisms, rows: Index) -> EdgeBatch:
        """Return the edges of these prisms; padding becomes edges without length."""
        corners = prisms.corners[rows]
        return cls(corners, next_vertex(corners))

    def chords(self, unit: Array, level: Array) -> tuple[Array, Array, Flags]:
        """Return the end points (c, 2) of the chords of lines unit . p = level (c,) in outlines, and which exist.

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
    """Return whether prisms `rows` (c,) contain the centres of bases (c,), seen from above."""
    away = np.einsum("csk,ck->cs", prisms.normals[rows], base.middle)
    return np.asarray((away <= prisms.offsets[rows]).all(axis=-1))


def points_within(outline: EdgeBatch, base: BaseArrays, reach: Array) -> tuple[Array, Index, Flags]:
    """Return corners (c, k, 2) of the portions of outlines within reaches (c, j) of the bases, for all j together.

    Also returns the reach of each corner (c, k), and whether there is any portion (c,). The portion of a convex outline
    is bounded by its edges and by one arc (it does not contain the base). The arc is replaced by its chord: a line that
    comes from outside and ends on the base crosses both or neither. Corners of one reach are in order; rows are padded
    by repeating their first corner.
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
    outline: EdgeBatch, shooter: BaseArrays, target: BaseArrays, from_shooter: Array, from_target: Array
) -> tuple[Array, Array]:
    """Return the shares (c, n, ..., 3) at which the stretches of edges beyond both distances start and end.

    `from_shooter`, `from_target` (c, n, ...) are the distances in inches, negative if nothing is removed. The three
    stretches are before, between and after the portions near the two bases. A base that removes nothing splits the edge
    at its nearest point, so that stretches at neighbouring heights correspond.
    """
    first_in, first_out = _taken(outline, shooter, from_shooter)
    second_in, second_out = _taken(outline, target, from_target)
    swap = first_in + first_out > second_in + second_out
    low_in, low_out = np.where(swap, second_in, first_in), np.where(swap, second_out, first_out)
    high_in, high_out = np.where(swap, first_in, second_in), np.where(swap, first_out, second_out)
    starts = np.stack([np.zeros_like(low_in), low_out, np.maximum(low_out, high_out)], axis=-1)
    ends = np.stack([np.minimum(low_in, high_in), high_in, np.ones_like(low_in)], axis=-1)
    return starts, ends


def _taken(outline: EdgeBatch, base: BaseArrays, reach: Array) -> tuple[Array, Array]:
    axes = (*outline.start.shape[:2], *([1] * (reach.ndim - 2)), 2)
    start, end = outline.start.reshape(axes), outline.end.reshape(axes)
    enter, leave = stretch_within(base, start, end, reach)
    along, middle = end - start, base.middle.reshape(-1, *([1] * (reach.ndim - 1)), 2)
    foot = np.clip(dot(along, middle - start) / np.maximum(dot(along, along), 1e-24), 0.0, 1.0)
    none = ~(enter < leave)
    return np.where(none, foot, enter), np.where(none, foot, leave)


_FAN = np.linspace(0.0, 2 * np.pi, 128, endpoint=False)
_FAN_UNIT = unit_at(_FAN)
_STEPS = 12
_EXACT = 1e-12
_MOST = 4
"""Largest number of crossings of the borders of two ellipses, each grown by a width."""


def midlines(shooter: BaseArrays, target: BaseArrays, near: Array, far: Array) -> tuple[Array, Array]:
    """Return lines unit . p = level, (c, m, 2) and (c, m), that separate the surroundings of paired bases (c,).

    `near`, `far` (c,): how far the surroundings extend beyond the shooters' and the targets' rims, inches. Round bases
    have one line each (exact), ovals two (to 1e-9); the second repeats the first if the borders cross only twice. If
    one area contains the other, the level is infinite, since no line crosses between them.
    """
    between = target.middle - shooter.middle
    span = np.maximum(norm(between), 1e-12)
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
    """Ellipses (c,) grown by widths (c,): support, rim and signed distance by the angle of the outward normal."""

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
        """Return the support from the centre at angles (c, ...), its derivative, and the rim's radius of curvature."""
        xx, xy, yy, width, area = self._wide(angle)
        cos, sin = np.cos(angle), np.sin(angle)
        reach = np.sqrt(xx * cos * cos + 2 * xy * cos * sin + yy * sin * sin)
        sway = ((yy - xx) * cos * sin + xy * (cos * cos - sin * sin)) / reach
        return reach + width, sway, area / reach**3 + width

    def support(self, angle: Array) -> Array:
        return self.slopes(angle)[0]

    def rim(self, angle: Array) -> Array:
        """Return the points (c, ..., 2) of the rim with outward normals at angles (c, ...)."""
        reach, sway, _ = self.slopes(angle)
        middle = self.bases.middle.reshape(-1, *([1] * (angle.ndim - 1)), 2)
        return np.asarray(middle + reach[..., None] * unit_at(angle) + sway[..., None] * unit_at(angle + np.pi / 2))

    def outside(self, points: Array) -> tuple[Array, Array]:
        """Return the signed distance of points (c, k, 2), positive outside, and the angle of its direction."""
        away = points - self.bases.middle[:, None]
        fan = np.broadcast_to(_FAN, (len(points), len(_FAN)))
        angle = _FAN[np.argmax(away @ _FAN_UNIT.T - self.support(fan)[:, None], axis=-1)]
        for _ in range(3):
            reach, sway, bend = self.slopes(angle)
            ahead, aside = dot(away, unit_at(angle)), dot(away, unit_at(angle + np.pi / 2))
            # The second derivative of the support is the radius of curvature minus the support.
            curve = -ahead - (bend - reach)
            step = (aside - sway) / np.where(curve < -1e-12, curve, -1.0)
            angle = angle - np.clip(step, -0.05, 0.05)
        return dot(away, unit_at(angle)) - self.support(angle), angle


def _widest_gap(one: _Grown, other: _Grown) -> tuple[Array, Array]:
    """Return the angle (c,) of greatest distance or least overlap, from `one` to `other`, and that signed distance."""
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
    """Return lines through the crossings of overlapping rims; `deepest` (c,): angle where `one` dips in deepest."""
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
    # Two crossings give one line; of four crossings, opposite ones are paired.
    pairs = ((np.zeros_like(count), np.where(four, 2, 1)), (np.where(four, 1, 0), np.where(four, 3, 1)))
    rows = np.arange(len(points))
    units, levels = np.zeros((len(points), 2, 2)), np.full((len(points), 2), np.inf)
    for line, (first, last) in enumerate(pairs):
        along = points[rows, last] - points[rows, first]
        unit = np.stack([-along[:, 1], along[:, 0]], axis=-1) / np.maximum(norm(along), 1e-12)[:, None]
        unit *= np.where(dot(unit, unit_at(deepest)) < 0, -1.0, 1.0)[:, None]
        units[:, line] = unit
        levels[:, line] = np.where(twice | four, dot(unit, points[rows, first]), np.inf)
    return units, levels
