"""The drawings that belong to findings."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from shapely import Geometry, LineString, Point, Polygon, box
from shapely.ops import nearest_points

from geometry.base import EXACT_TOLERANCE, Base
from geometry.ellipse import rim
from geometry.measure import closest_points
from geometry.table import Board
from geometry.witness import Role, Stroke, Witness

RIM_POINTS = 256


def gap_witness(a: Base, b: Base, names: tuple[str, ...], label: str = "") -> Witness:
    """Return the line between the closest points of two bases."""
    return Witness((Stroke(Role.MEASURE, closest_points(a, b), label=label),), names)


def line_witness(
    line: tuple[tuple[float, float, float], tuple[float, float, float]] | None, things: tuple[str, ...], role: Role
) -> Witness:
    """Return a straight line with a role, or only the things it concerns when there is no line."""
    return Witness((Stroke(role, line),) if line is not None else (), things)


def footprint(base: Base) -> Polygon:
    """Return what a base covers seen from above."""
    return Polygon(rim(base, np.linspace(0, 2 * math.pi, RIM_POINTS, endpoint=False)))


def area_of(board: Board) -> Polygon:
    """Return the board seen from above."""
    return box(0, 0, board.width, board.depth)


def where(*shapes: Geometry, things: tuple[str, ...] = (), z: float = 0.0) -> Witness:
    """Return the witness that shows these places: areas closed, lines and points open; specks are left out."""
    strokes = [Stroke(Role.BREACH, points, closed) for shape in shapes for points, closed in _drawn(shape, z)]
    return Witness(tuple(strokes), things)


def between(one: Geometry, other: Geometry, things: tuple[str, ...] = (), label: str = "") -> Witness:
    """Return the witness that shows where two shapes are nearest."""
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
