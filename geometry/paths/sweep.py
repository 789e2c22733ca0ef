"""Base swept along a stride: overlap intervals and least clearance, closed form for discs, search for ovals.

Round bases: the centre is within rho of a polygon if it is inside it or within rho of one of its edges. The
neighbourhood of each edge is convex, so a stride meets it in one interval. Ovals are mapped onto the unit circle, which
reduces overlap to the round case; distances from ovals are computed from support functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon

from geometry import ellipse
from geometry.base import Base
from geometry.paths.strides import Interval, Stretches, Stride, merged

Array = NDArray[np.float64]


def within_edges(here: Array, step: Array, starts: Array, ends: Array, rho: float) -> tuple[Array, Array]:
    """Return the shares [low, high] of a stride within rho of each edge (m,); low > high if it never is.

    `here` and `step` are the stride's origin and extent, (2,), or (k, 1, 2) for many strides and the same edges.
    """
    edge = ends - starts
    length = np.hypot(edge[..., 0], edge[..., 1])
    unit = edge / np.where(length > 0, length, 1.0)[..., None]
    normal = np.stack([-unit[..., 1], unit[..., 0]], axis=-1)
    offset = here - starts
    along = _between((offset * unit).sum(axis=-1), (unit * step).sum(axis=-1), np.zeros_like(length), length)
    across = _between((offset * normal).sum(axis=-1), (normal * step).sum(axis=-1), -rho, rho)
    low, high = np.maximum(along[0], across[0]), np.minimum(along[1], across[1])
    empty = (low > high) | (length == 0)
    low, high = np.where(empty, np.inf, low), np.where(empty, -np.inf, high)
    for corners in (starts, ends):
        first, last = within_points(here, step, corners, rho)
        seen = first <= last
        low = np.where(seen, np.minimum(low, first), low)
        high = np.where(seen, np.maximum(high, last), high)
    return low, high


def within_points(here: Array, step: Array, points: Array, rho: float) -> tuple[Array, Array]:
    """Return the shares [low, high] of strides within rho of each point; low > high if they never are."""
    offset = here - points
    square = (step * step).sum(axis=-1)
    moves = square > 0
    safe = np.where(moves, square, 1.0)
    middle = -(offset * step).sum(axis=-1) / safe
    nearest = offset + middle[..., None] * step
    room = rho * rho - (nearest * nearest).sum(axis=-1)
    half = np.sqrt(np.maximum(room, 0.0) / safe)
    low = np.where(moves, np.maximum(middle - half, 0.0), 0.0)
    high = np.where(moves, np.minimum(middle + half, 1.0), 1.0)
    empty = (room < 0) | (low > high)
    return np.where(empty, np.inf, low), np.where(empty, -np.inf, high)


def _between(value: Array, slope: Array, least: Array | float, most: Array | float) -> tuple[Array, Array]:
    """Return the shares of [0, 1] at which value + share * slope is in [least, most]; low > high if it never is."""
    flat = slope == 0
    safe = np.where(flat, 1.0, slope)
    one, other = (least - value) / safe, (most - value) / safe
    low, high = np.maximum(np.minimum(one, other), 0.0), np.minimum(np.maximum(one, other), 1.0)
    always = flat & (value >= least) & (value <= most)
    never = (flat & ~always) | (~flat & (low > high))
    low, high = np.where(always, 0.0, low), np.where(always, 1.0, high)
    return np.where(never, np.inf, low), np.where(never, -np.inf, high)


_GRID = np.linspace(-math.pi, math.pi, 360, endpoint=False)
_UNITS = np.stack([np.cos(_GRID), np.sin(_GRID)], axis=-1)
_CELL = 2 * math.pi / len(_GRID)
_SKIP = 4
_COARSE = _GRID[::_SKIP]
_GOLDEN = (math.sqrt(5) - 1) / 2


def oval_separation(axes: tuple[Array, ...], offsets: Array) -> Array:
    """Return the signed distance from the Minkowski sum of ovals around the origin to points (m, 2): (m,), inches.

    `axes` are the 2x2 matrices of the ovals (see `geometry.ellipse.axes`). With two of them the result is the distance
    between two bases, one centred at the origin and the other at the point. It is negative if they overlap: minus the
    shortest push that separates them. It is the maximum over unit u of u . point - sum |axes^T u|, found with a grid
    and Newton's method. Accurate to 1e-9.
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
    """Return value, first and second derivative of u . point - sum sqrt(u M u) at angles (m,)."""
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

    Negative if they overlap: minus the shortest push that separates them. Accurate to 1e-9.
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


Index = NDArray[np.intp]

_ROUNDING = 1e-9
"""Inches, larger than any rounding error of these measurements."""

_CUTS = 24
"""Number of pieces into which each round of a search divides a stride."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Polygons as one row of edges: `starts`, `ends` (m, 2), `owner` (m,) into `polygons`; bounding `boxes` (n, 4).

    The inside is to the left of every edge; `following` (m,) is the edge that starts where it ends.
    """

    polygons: tuple[Polygon, ...]
    starts: Array
    ends: Array
    owner: Index
    following: Index
    boxes: Array

    @classmethod
    def of(cls, polygons: Sequence[Polygon]) -> Outlines:
        """Return the edges of these polygons, holes included."""
        starts: list[Array] = []
        ends: list[Array] = []
        owner: list[int] = []
        following: list[int] = []
        for number, polygon in enumerate(shapely.orient_polygons(list(polygons))):
            for ring in (polygon.exterior, *polygon.interiors):
                corners = shapely.get_coordinates(ring)
                starts.append(corners[:-1])
                ends.append(corners[1:])
                first, count = len(owner), len(corners) - 1
                owner += [number] * count
                following += [*range(first + 1, first + count), first]
        none = np.empty((0, 2))
        return cls(
            tuple(polygons),
            np.concatenate([none, *starts]),
            np.concatenate([none, *ends]),
            np.array(owner, dtype=np.intp),
            np.array(following, dtype=np.intp),
            np.array([polygon.bounds for polygon in polygons]).reshape(-1, 4),
        )


def swept_intervals_of_base(
    mover: Base, stride: Stride, outlines: Outlines, rows: Sequence[int], grow: float
) -> dict[int, Stretches]:
    """Return the stretches on which the base, grown by `grow` inches, overlaps each polygon of `rows` it meets."""
    near = _near(mover.radius + max(grow, 0.0), stride, outlines, rows)
    if not near:
        return {}
    if mover.is_round:
        return _disc_over(mover.radius + grow, np.eye(2), stride, outlines, near)
    if grow <= 0:
        half = np.array([mover.shape.long / 2, mover.shape.short / 2])
        shape = ellipse.axes(mover) * ((half + grow) / half)
        return _disc_over(1.0, np.linalg.inv(shape), stride, outlines, near)
    return _oval_near(mover, stride, outlines, near, grow)


def swept_intervals_of_centre(
    stride: Stride, outlines: Outlines, rows: Sequence[int], grow: float
) -> dict[int, Stretches]:
    """Return the stretches on which the base's centre is within `grow` inches of each polygon of `rows`."""
    near = _near(grow, stride, outlines, rows)
    return _disc_over(grow, np.eye(2), stride, outlines, near) if near else {}


def centre_inside(stride: Stride, outlines: Outlines, row: int, margin: float) -> Stretches:
    """Return the stretches on which the base's centre is inside a polygon and more than `margin` from its edge."""
    if not _near(0.0, stride, outlines, [row]):
        return ()
    here = np.array(stride.origin[:2])
    mine = outlines.owner == row
    low, high = within_edges(
        here, np.array(stride.target[:2]) - here, outlines.starts[mine], outlines.ends[mine], margin
    )
    near = merged(Interval(float(a), float(b)) for a, b in zip(low, high, strict=True) if a <= b)
    return tuple(_stretch(stride, one.start, one.end) for one in _inside(stride, outlines.polygons[row], near))


def near_base(mover: Base, stride: Stride, other: Base, distance: float) -> Stretches:
    """Return the stretches on which the horizontal distance between two outlines is at most `distance` inches.

    For a negative distance, the stretches with an overlap at least that deep.
    """
    if _way_off(stride, other) > mover.radius + other.radius + distance + _ROUNDING:
        return ()
    if mover.is_round and other.is_round:
        reach = mover.radius + other.radius + distance
        here, there = np.array(stride.origin[:2]), np.array(stride.target[:2])
        if reach < 0:
            return ()
        low, high = within_points(here, there - here, np.array([[other.x, other.y]]), reach)
        return (_stretch(stride, float(low[0]), float(high[0])),) if low[0] <= high[0] else ()

    if _nearest_oval(mover, stride, other)[1] > distance:
        return ()
    return _below(_apart_from_base(mover, stride, other), distance, stride)


def clearance_to_polygons(mover: Base, stride: Stride, outlines: Outlines, rows: Sequence[int]) -> tuple[Array, Array]:
    """Return the least signed horizontal distance along the stride to each polygon of `rows`, and its position.

    Both have shape (len(rows),), inches; the position is in inches travelled. Negative if the base overlaps the
    polygon: minus the base's reach towards the polygon and, if the centre is inside, its depth.
    """
    polygons = np.array([outlines.polygons[row] for row in rows], dtype=object)
    line = _centre_line(stride)
    apart = np.asarray(shapely.distance(line, polygons), dtype=np.float64)
    nearest = np.array([shapely.get_coordinates(item)[0] for item in shapely.shortest_line(line, polygons)])
    where = np.hypot(*(nearest - np.array(stride.origin[:2])).T)
    for index in np.flatnonzero(apart == 0.0):
        depth, at = _deepest(line, polygons[index])
        apart[index], where[index] = -depth, at
    apart = apart - mover.radius if mover.is_round else _oval_clearance(mover, stride, outlines, rows, apart)
    return apart, stride.start + np.minimum(where, stride.length) * (stride.origin[:2] != stride.target[:2])


def clearance_to_base(mover: Base, stride: Stride, other: Base) -> tuple[float, float]:
    """Return the least signed horizontal distance to another base along the stride, and the inches travelled there."""
    if mover.is_round and other.is_round:
        share = _nearest_share(stride, other)
        apart = _way_off(stride, other) - mover.radius - other.radius
    else:
        share, apart = _nearest_oval(mover, stride, other)
    return apart, stride.start + share * stride.length


@lru_cache(maxsize=512)
def _nearest_oval(mover: Base, stride: Stride, other: Base) -> tuple[float, float]:
    return _lowest(_apart_from_base(mover, stride, other), moves=stride.origin[:2] != stride.target[:2])


def _apart_from_base(mover: Base, stride: Stride, other: Base) -> Callable[[Array], Array]:
    """Return the signed distance to another base as a function of shares (m,) of the stride."""
    shapes = (ellipse.axes(mover), ellipse.axes(other))
    here, there = np.array(stride.origin[:2]), np.array(stride.target[:2])
    offset = np.array([other.x, other.y]) - here
    return lambda shares: oval_separation(shapes, offset - shares[:, None] * (there - here))


def _nearest_share(stride: Stride, other: Base) -> float:
    """Return the share of a stride, seen from above, at which its centre is nearest to another base's centre."""
    (x, y, _), (to_x, to_y, _) = stride.origin, stride.target
    along_x, along_y = to_x - x, to_y - y
    square = along_x * along_x + along_y * along_y
    return 0.0 if square == 0 else min(max(((other.x - x) * along_x + (other.y - y) * along_y) / square, 0.0), 1.0)


def _way_off(stride: Stride, other: Base) -> float:
    """Return the distance from the centre's line to another base's centre, seen from above."""
    (x, y, _), (to_x, to_y, _) = stride.origin, stride.target
    share = _nearest_share(stride, other)
    return math.hypot(x + share * (to_x - x) - other.x, y + share * (to_y - y) - other.y)


def _near(reach: float, stride: Stride, outlines: Outlines, rows: Sequence[int]) -> list[int]:
    """Return the rows whose bounding box is within reach of the stride's bounding box."""
    (x0, y0), (x1, y1) = stride.origin[:2], stride.target[:2]
    left, right, low, high = min(x0, x1) - reach, max(x0, x1) + reach, min(y0, y1) - reach, max(y0, y1) + reach
    boxes = outlines.boxes[list(rows)]
    hit = (boxes[:, 0] <= right) & (boxes[:, 2] >= left) & (boxes[:, 1] <= high) & (boxes[:, 3] >= low)
    return [row for row, near in zip(rows, hit, strict=True) if near]


def _disc_over(
    rho: float, to_unit: Array, stride: Stride, outlines: Outlines, rows: Sequence[int]
) -> dict[int, Stretches]:
    here = to_unit @ np.array(stride.origin[:2])
    step = to_unit @ np.array(stride.target[:2]) - here
    chosen = np.isin(outlines.owner, list(rows))
    owner = outlines.owner[chosen]
    low, high = within_edges(
        here, step, outlines.starts[chosen] @ to_unit.T, outlines.ends[chosen] @ to_unit.T, max(rho, 0.0)
    )
    found: dict[int, Stretches] = {}
    for row in rows:
        mine = (owner == row) & (low <= high)
        shares = merged(Interval(float(a), float(b)) for a, b in zip(low[mine], high[mine], strict=True))
        inside = _inside(stride, outlines.polygons[row], shares)
        shares = merged((*shares, *inside))
        if shares:
            found[row] = tuple(_stretch(stride, share.start, share.end) for share in shares)
    return found


def _inside(stride: Stride, polygon: Polygon, near_edges: Stretches) -> Stretches:
    """Return the shares of the stride, between those near an edge, at which the centre is inside the polygon."""
    cuts = [0.0, *(value for item in near_edges for value in (item.start, item.end)), 1.0]
    gaps = [Interval(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=True) if b > a]
    middles = [stride.place(stride.start + (gap.start + gap.end) / 2 * stride.length) for gap in gaps]
    return tuple(gap for gap, (x, y, _) in zip(gaps, middles, strict=True) if shapely.contains_xy(polygon, x, y))


def _oval_near(
    mover: Base, stride: Stride, outlines: Outlines, rows: Sequence[int], grow: float
) -> dict[int, Stretches]:
    shape = ellipse.axes(mover)
    here, step = np.array(stride.origin[:2]), np.array(stride.target[:2]) - np.array(stride.origin[:2])
    found: dict[int, Stretches] = {}
    for row in rows:
        parts: list[Interval] = list(swept_intervals_of_base(mover, stride, outlines, [row], 0.0).get(row, ()))
        for edge in np.flatnonzero(outlines.owner == row):
            corners = np.stack([outlines.starts[edge], outlines.ends[edge]]) - here

            def apart(shares: Array, corners: Array = corners) -> Array:
                return hull_separation(shape, corners - shares[:, None, None] * step)

            parts += _below(apart, grow, stride)
        if parts:
            found[row] = merged(parts)
    return found


def _oval_clearance(mover: Base, stride: Stride, outlines: Outlines, rows: Sequence[int], centre: Array) -> Array:
    """Return the clearance of an oval: exact if positive, else from `centre`, its centre line's signed distance."""
    here, there = np.array(stride.origin[:2]), np.array(stride.target[:2])
    chosen = np.isin(outlines.owner, list(rows))
    starts, ends = outlines.starts[chosen], outlines.ends[chosen]
    corners = np.stack([starts - here, ends - here, starts - there, ends - there], axis=1)
    apart = hull_separation(ellipse.axes(mover), corners)
    least = np.array([apart[outlines.owner[chosen] == row].min() for row in rows])
    return np.where(centre > 0, least, np.minimum(least, centre - mover.shape.short / 2))


def _deepest(line: LineString | Point, polygon: Polygon) -> tuple[float, float]:
    """Return the depth of a centre line inside a polygon that it meets, and its position along the line."""
    edge = polygon.boundary
    if isinstance(line, Point):
        return float(edge.distance(line)), 0.0
    samples = np.linspace(0.0, line.length, 65)
    points = shapely.line_interpolate_point(line, samples)
    depth = np.where(shapely.covers(polygon, points), shapely.distance(edge, points), 0.0)
    best = int(np.argmax(depth))
    return float(depth[best]), float(samples[best])


def _centre_line(stride: Stride) -> LineString | Point:
    if stride.origin[:2] == stride.target[:2]:
        return Point(stride.origin[:2])
    return LineString([stride.origin[:2], stride.target[:2]])


def _stretch(stride: Stride, low: float, high: float) -> Interval:
    return Interval(stride.start + low * stride.length, stride.start + high * stride.length)


def _lowest(value: Callable[[Array], Array], moves: bool = True) -> tuple[float, float]:
    """Return the share of [0, 1] that minimises a convex function, to 1e-6, and the minimum."""
    low, high = 0.0, 1.0
    for _ in range(4 if moves else 1):
        shares = np.linspace(low, high, _CUTS + 1)
        values = value(shares)
        best = int(np.argmin(values))
        share, least = float(shares[best]), float(values[best])
        low, high = float(shares[max(best - 1, 0)]), float(shares[min(best + 1, _CUTS)])
    return share, least


def _below(value: Callable[[Array], Array], limit: float, stride: Stride) -> Stretches:
    """Return the stretch on which a convex function of the share is at most `limit`: one or none."""
    inside, least = _lowest(value)
    if least > limit:
        return ()

    def crossing(outside: float) -> float:
        within = inside
        for _ in range(5):
            shares = np.linspace(within, outside, _CUTS + 1)
            reached = int(np.flatnonzero(np.append(value(shares) > limit, True))[0])
            if reached > _CUTS:
                return outside
            within, outside = float(shares[max(reached - 1, 0)]), float(shares[reached])
        return within

    return (_stretch(stride, crossing(0.0), crossing(1.0)),)
