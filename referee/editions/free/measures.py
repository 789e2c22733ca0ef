"""Measures of the free table: from bases and terrain to a value with its error, and a verdict at a limit.

All are pure functions. Lengths are inches, angles degrees. A measure's sensitivities to the errors of all placements
come from central differences over one standard deviation, so that an error which placements share cancels.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from shapely import Geometry
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from geometry import ellipse
from geometry.base import Base
from geometry.limits import Limit
from geometry.measure import depth_in, gap, gap_to_part_horizontal, inside_margin
from geometry.position_errors import Thing, numeric_sensitivity
from geometry.table import Marker, Operative, Table
from geometry.terrain import Part, convex_pieces
from referee.rules.errors import MalformedError
from referee.rules.findings import footprint
from referee.rules.ruling import Threshold, Verdict

Array = NDArray[np.float64]
PointXY = tuple[float, float]
Interval = tuple[float, float]


class Kind(StrEnum):
    """Kind of a measure."""

    GAP = "gap"
    ARC = "arc"
    SIGHT = "sight"
    CHAIN = "chain"
    MOVE = "move"
    TEMPLATE = "template"


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of `things`: its value, its standard deviation, and whether it keeps its limit.

    `limit` is None if none was asked; then `verdict` is None too. `p_yes` is the probability that it keeps the limit.
    """

    kind: Kind
    things: tuple[str, ...]
    value: float
    sigma: float
    limit: float | None = None
    p_yes: float | None = None
    verdict: Verdict | None = None


Value = Callable[[Sequence[Base], Sequence[Part]], float]
CALL = Threshold()
ROUND = 128
"""Corners of a template in a quarter of a circle."""

LOW = 100.0
"""Heights of a template in inches: every base is at its height."""


def _measure(
    kind: Kind,
    things: Sequence[Thing],
    value: Value,
    *,
    common: Array | None,
    limit: float | None,
    parts: Sequence[Part] = (),
    at_least: bool = False,
    named: Sequence[Thing] | None = None,
) -> Measured:
    """Return a measure that keeps its limit if it is at most the limit or, if `at_least`, not below it."""
    found = value([one.base for one in things], parts)
    by_cause = numeric_sensitivity(things, parts, common, value)
    names = tuple(one.id for one in (things if named is None else named))
    sign = 1.0 if at_least else -1.0
    kept = Limit(sign * (found - (limit or 0.0)), {cause: sign * pull for cause, pull in by_cause.items()})
    if limit is None:
        return Measured(kind, names, found, kept.sigma)
    return Measured(kind, names, found, kept.sigma, limit, kept.p, CALL.call(kept.p))


def measure_gap(a: Thing, b: Thing, limit: float | None = None, common: Array | None = None) -> Measured:
    """Return the distance between the closest points of two bases; it is kept if at most the limit."""
    return _measure(Kind.GAP, (a, b), lambda bases, _: gap(*bases), common=common, limit=limit)


def find_in_range(a: Thing, others: Iterable[Thing], reach: float, common: Array | None = None) -> tuple[Measured, ...]:
    """Return the gap from a base to each of the others against a range, the nearest first."""
    found = [measure_gap(a, other, reach, common) for other in others if other.id != a.id]
    return tuple(sorted(found, key=lambda one: one.value))


def off_axis_deg(a: Base, b: Base, facing_deg: float) -> float:
    """Return the least angle between a direction and the line from the middle of `a` to a point of base `b`.

    `facing_deg` is added to the rotation of `a`. Zero if the direction meets the base.
    """
    low, high = _sweep(a, b)
    facing = math.radians(a.rotation_deg + facing_deg)
    middle = (low + high) / 2
    off = abs((facing - middle + math.pi) % (2 * math.pi) - math.pi)
    return math.degrees(max(0.0, off - (high - low) / 2))


def measure_arc(
    a: Operative, b: Thing, limit: float | None = None, *, facing_deg: float = 0.0, common: Array | None = None
) -> Measured:
    """Return how far base `b` is off the facing of `a`; it is in an arc of twice the limit if at most the limit."""
    return _measure(
        Kind.ARC, (a, b), lambda bases, _: off_axis_deg(bases[0], bases[1], facing_deg), common=common, limit=limit
    )


def _sweep(a: Base, b: Base) -> Interval:
    """Return the directions in radians from the middle of `a` to the two tangents of base `b`."""
    back = ellipse.inverse(b) @ (ellipse.centre(a) - ellipse.centre(b))
    apart = float(np.hypot(*back))
    if apart <= 1:
        return -math.pi, math.pi
    turn, half = math.atan2(back[1], back[0]), math.acos(1 / apart)
    rims = ellipse.rim(b, np.array([turn - half, turn + half])) - ellipse.centre(a)
    towards = ellipse.centre(b) - ellipse.centre(a)
    middle = math.atan2(towards[1], towards[0])
    ends = [middle + _turn(towards, rim) for rim in rims]
    return min(ends), max(ends)


def _turn(start: Array, end: Array) -> float:
    """Return the angle from one direction to another, radians from -pi to pi."""
    cross, dot = start[0] * end[1] - start[1] * end[0], start @ end
    return math.atan2(float(cross), float(dot))


def widest_view_deg(a: Base, b: Base, bases: Iterable[Base], parts: Iterable[Part]) -> float:
    """Return the widest angle, seen from the middle of `a`, in which nothing stands before base `b`.

    If `b` is hidden it is negative: minus the angle by which the least covering footprint overlaps its neighbour or the
    edge of `b`. Footprints of bases and terrain count, heights do not.
    """
    pieces = [footprint(base) for base in bases]
    pieces += [Polygon(corners) for part in parts if not part.see_through for corners in convex_pieces(part.outline)]
    view = _View.of(a, b)
    shadows = [shadow for piece in pieces if (shadow := view.shadow(piece)) is not None]
    return math.degrees(_widest_gap(view.low, view.high, sorted(shadows)))


BESIDE = 6.0
"""Width to which the shadow of a base is followed at its sides, in distances to it."""

EDGE = 1e-3
"""Angle in radians up to which a shadow reaches the edge of a base: that of the footprint's corners."""


@dataclass(frozen=True, slots=True)
class _View:
    """The view from a point `at` to a base: its directions, the field between them, and one that is wider."""

    at: Array
    low: float
    high: float
    field: Polygon
    wide: Polygon

    @classmethod
    def of(cls, a: Base, b: Base) -> _View:
        low, high = _sweep(a, b)
        at, end = ellipse.centre(a), ellipse.centre(b)
        aside = BESIDE * np.array([at[1] - end[1], end[0] - at[0]])
        field = unary_union([footprint(b), Point(at)]).convex_hull
        return cls(at, low, high, field, Polygon([at, end - aside, end + aside]))

    def shadow(self, piece: Polygon) -> Interval | None:
        """Return the directions that a convex piece covers; None if it does not stand before the base.

        Where it covers the base's edge, it goes on as far as the piece does.
        """
        found = self._turns(piece.intersection(self.field))
        if found is None:
            return None
        around = self._turns(piece.intersection(self.wide)) or found
        start = min(found[0], around[0]) if found[0] <= self.low + EDGE else found[0]
        end = max(found[1], around[1]) if found[1] >= self.high - EDGE else found[1]
        return start, end

    def _turns(self, piece: Geometry) -> Interval | None:
        """Return the directions of a convex piece in radians, near the middle of the view; None without an area."""
        if not isinstance(piece, Polygon) or piece.is_empty:
            return None
        middle = (self.low + self.high) / 2
        if piece.covers(Point(self.at)):
            return middle - math.pi, middle + math.pi
        axis = np.array([math.cos(middle), math.sin(middle)])
        turns = [_turn(axis, corner) for corner in np.asarray(piece.exterior.coords) - self.at]
        return middle + min(turns), middle + max(turns)


def _widest_gap(low: float, high: float, shadows: Sequence[Interval]) -> float:
    """Return the widest part of an interval without shadow; minus the least overlap of shadows if there is none."""
    reached, widest = low, -math.inf
    for start, end in shadows:
        if end <= reached:
            continue
        widest = max(widest, start - reached)
        reached = end
    return max(widest, high - reached)


def measure_sight(table: Table, a: str, b: str, *, blocking: frozenset[str] | None = None) -> Measured:
    """Return the widest clear view in degrees from the middle of `a` to base `b`, by footprints; seen if above zero.

    Other models block the view, or only those in `blocking`.
    """
    others = [
        one for name, one in table.operatives.items() if name not in (a, b) and (blocking is None or name in blocking)
    ]
    things = [table.operative(a), table.operative(b), *others]

    def view(bases: Sequence[Base], parts: Sequence[Part]) -> float:
        return widest_view_deg(bases[0], bases[1], bases[2:], parts)

    return _measure(
        Kind.SIGHT,
        things,
        view,
        common=table.common,
        limit=0.0,
        parts=table.terrain,
        at_least=True,
        named=things[:2],
    )


def shortest_tree(bases: Sequence[Base]) -> tuple[tuple[int, int], ...]:
    """Return the links of the shortest tree that connects all bases, by their numbers."""
    near = {number: (gap(bases[0], bases[number]), 0) for number in range(1, len(bases))}
    links = []
    while near:
        at = min(near, key=lambda number: near[number])
        links.append((near.pop(at)[1], at))
        near = {number: min(known, (gap(bases[at], bases[number]), at)) for number, known in near.items()}
    return tuple(links)


def longest_link(bases: Sequence[Base]) -> float:
    """Return the longest gap that a chain through all bases has to cross."""
    return max(gap(bases[one], bases[other]) for one, other in shortest_tree(bases))


def measure_chain(things: Sequence[Thing], limit: float | None = None, common: Array | None = None) -> Measured:
    """Return the longest link of a group's chain; the group is coherent if it is at most the limit."""
    if len(things) < 2:
        raise MalformedError("free-chain-alone")
    return _measure(Kind.CHAIN, things, lambda bases, _: longest_link(bases), common=common, limit=limit)


def measure_move(thing: Thing, start: Base, through: Sequence[PointXY] = (), limit: float | None = None) -> Measured:
    """Return the length of the path of a base's middle, from `start` through points to where it is now.

    The error is that of its placement, at the start as at the end.
    """
    there = replace(thing.placement, x=start.x, y=start.y, z=start.z, rotation_deg=start.rotation_deg)
    before = Marker(f"{thing.id} before", "start", thing.base.shape.long, there)

    def length(bases: Sequence[Base], _: Sequence[Part]) -> float:
        points = [(bases[0].x, bases[0].y), *through, (bases[1].x, bases[1].y)]
        return math.fsum(math.dist(*pair) for pair in pairwise(points))

    return _measure(Kind.MOVE, (before, thing), length, common=None, limit=limit, named=(thing,))


def template_margin(base: Base, template: Part, *, wholly: bool) -> float:
    """Return by how much a template covers some part of a base or, if `wholly`, all of it; negative if it does not.

    Inches of the shortest push after which that is no longer so, or is so.
    """
    if wholly:
        return inside_margin(base, template.polygon)
    return depth_in(base, template) or -gap_to_part_horizontal(base, template)


def measure_template(thing: Thing, template: Part, *, wholly: bool = False, common: Array | None = None) -> Measured:
    """Return by how much a template covers a base; the base is under it if not below zero."""
    return _measure(
        Kind.TEMPLATE,
        (thing,),
        lambda bases, _: template_margin(bases[0], template, wholly=wholly),
        common=common,
        limit=0.0,
        at_least=True,
    )


def circle(x: float, y: float, radius: float) -> Part:
    """Return a round template, as a polygon with 512 corners."""
    return _template(Point(x, y).buffer(radius, quad_segs=ROUND))


def teardrop(x: float, y: float, facing_deg: float, *, length: float, width: float) -> Part:
    """Return a template that begins at a point and ends in a half circle, `length` away and `width` across."""
    turn, far = math.radians(facing_deg), length - width / 2
    end = Point(x + far * math.cos(turn), y + far * math.sin(turn)).buffer(width / 2, quad_segs=ROUND)
    return _template(unary_union([Point(x, y), end]).convex_hull)


def _template(area: Polygon) -> Part:
    return Part("template", "template", tuple(area.exterior.coords[:-1]), -LOW, LOW)


def range_outline(base: Base, reach: float) -> tuple[PointXY, ...]:
    """Return the outline of all points within a range of a base, for drawing."""
    return tuple((float(x), float(y)) for x, y in footprint(base).buffer(reach).exterior.coords)
