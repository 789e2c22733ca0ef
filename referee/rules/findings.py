"""Findings about distances, the tolerance of contact, and the drawings of findings."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from shapely import Geometry, LineString, Point, Polygon, box
from shapely.ops import nearest_points

from geometry.base import EXACT_TOLERANCE, Base
from geometry.ellipse import rim
from geometry.measure import closest_points, gap
from geometry.position_errors import gap_sigma
from geometry.table import Board, Marker, Operative
from geometry.terrain import Part
from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.rules.ruling import Measurement, RuleId

RIM_POINTS = 256


def gap_witness(a: Base, b: Base, names: tuple[str, ...], label: str = "") -> Witness:
    """Return the line between the closest points of two bases."""
    return Witness((Stroke(Role.MEASURE, closest_points(a, b), label=label),), names)


def line_witness(
    line: tuple[tuple[float, float, float], tuple[float, float, float]] | None, things: tuple[str, ...], role: Role
) -> Witness:
    """Return a straight line with a role, or only the objects concerned if there is no line."""
    return Witness((Stroke(role, line),) if line is not None else (), things)


def footprint(base: Base) -> Polygon:
    """Return the area under a base, seen from above."""
    return Polygon(rim(base, np.linspace(0, 2 * math.pi, RIM_POINTS, endpoint=False)))


def area_of(board: Board) -> Polygon:
    """Return the board's area, seen from above."""
    return box(0, 0, board.width, board.depth)


def where(*shapes: Geometry, things: tuple[str, ...] = (), z: float = 0.0) -> Witness:
    """Return a witness of these shapes: areas closed, lines and points open; tiny areas are left out."""
    strokes = [Stroke(Role.BREACH, points, closed) for shape in shapes for points, closed in _drawn(shape, z)]
    return Witness(tuple(strokes), things)


def between(one: Geometry, other: Geometry, things: tuple[str, ...] = (), label: str = "") -> Witness:
    """Return a witness of the closest points of two shapes."""
    points = tuple((float(point.x), float(point.y), 0.0) for point in nearest_points(one, other))
    return Witness((Stroke(Role.BREACH, points, label=label),), things)


def _drawn(shape: Geometry, z: float) -> Iterable[tuple[tuple[tuple[float, float, float], ...], bool]]:
    if shape.is_empty:
        return
    if isinstance(shape, Polygon):
        if shape.area > EXACT_TOLERANCE:
            yield tuple((float(x), float(y), z) for x, y in shape.exterior.coords[:-1]), True
    elif isinstance(shape, LineString | Point):
        yield tuple((float(x), float(y), z) for x, y in shape.coords), False
    else:
        for each in getattr(shape, "geoms", ()):
            yield from _drawn(each, z)


HUNDREDTH = 0.01

CONTACT = 0.04
"""Largest gap in inches (a millimetre) at which a camera still counts two objects as touching.

Hands leave a gap of that size, and a base that touches is measured apart as often as not.
"""


def contact_tolerance(*things: Operative | Marker | Part) -> float:
    """Return the largest gap at which objects count as touching, inches: zero if their placements are exact."""
    exact = (one.exact if isinstance(one, Part) else one.placement.exact for one in things)
    return 0.0 if all(exact) else CONTACT


def in_inches(length: float) -> str:
    """Format a length for players, such as `5.99"`: to a hundredth, rounded up."""
    return f'{math.ceil(length / HUNDREDTH - EXACT_TOLERANCE) * HUNDREDTH:.6g}"'


def gap_finding(
    rule: RuleId,
    reason: Message,
    a: Operative | Marker,
    b: Operative | Marker,
    limit: float,
    *,
    beyond: bool = False,
    sigma: float | None = None,
) -> Measurement:
    """Return whether the gap is at most the limit or, if `beyond`, more than it.

    `sigma` is the distance's standard deviation; by default that of two independent errors.
    """
    measured = gap(a.base, b.base)
    witness = gap_witness(a.base, b.base, (a.id, b.id), f'{measured:.2f}"')
    make = Measurement.more_than if beyond else Measurement.at_most
    return make(rule, reason, measured, limit, sigma=gap_sigma(a, b) if sigma is None else sigma, witness=witness)
