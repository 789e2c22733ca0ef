"""Distances between bases, terrain and areas, penetration depth and push-out vectors.

Distances are between the closest parts: three-dimensional between objects, horizontal to areas. Bases are flat discs at
their height. "Within d" means d or less; `EXACT_TOLERANCE` absorbs the rounding of exact inputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Point, Polygon

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.errors import ShapeError
from geometry.table import Board
from geometry.terrain import Part, convex_pieces, edges

Array = NDArray[np.float64]
PointXYZ = tuple[float, float, float]
OutlineLike: TypeAlias = Polygon | Sequence[Sequence[float]]


def gap(a: Base, b: Base) -> float:
    """Distance in inches between the closest points of two bases, in 3D (rule H24-01).

    Zero if they touch or overlap. Exact to 1e-9.
    """
    return math.hypot(gap_horizontal(a, b), a.z - b.z)


def gap_horizontal(a: Base, b: Base) -> float:
    """Distance in inches between two outlines seen from above; zero if they touch or overlap."""
    if a.is_round and b.is_round:
        return max(0.0, float(np.hypot(b.x - a.x, b.y - a.y)) - a.radius - b.radius)
    return max(0.0, ellipse.separation(a, b)[0])


def overlap(a: Base, b: Base) -> float:
    """Overlap of two outlines seen from above, inches: the shortest push that separates them; zero if apart."""
    return max(0.0, -ellipse.separation(a, b)[0])


def closest_points(a: Base, b: Base) -> tuple[PointXYZ, PointXYZ]:
    """Return the point of each base that is closest to the other, (x, y, z) in inches.

    If the outlines overlap seen from above, both have the same (x, y) inside the overlap, each at its base's height.
    """
    apart, towards = ellipse.separation(a, b)
    on_a, on_b = ellipse.rim_point(a, towards), ellipse.rim_point(b, -towards)
    if apart < 0:
        within_a = ellipse.separation_from_point(a, ellipse.centre(b))[0] <= 0
        within_b = ellipse.separation_from_point(b, ellipse.centre(a))[0] <= 0
        on_a = on_b = ellipse.centre(b) if within_a else ellipse.centre(a) if within_b else (on_a + on_b) / 2
    return (float(on_a[0]), float(on_a[1]), a.z), (float(on_b[0]), float(on_b[1]), b.z)


def farthest(a: Base, b: Base) -> float:
    """Distance in inches from base `a` to the farthest part of base `b`, in 3D."""
    if a.is_round and b.is_round:
        beyond = math.hypot(a.x - b.x, a.y - b.y) + b.radius - a.radius
        return math.hypot(max(0.0, beyond), a.z - b.z)

    def away(points: Array) -> Array:
        if a.is_round:
            return np.asarray(np.linalg.norm(points - ellipse.centre(a), axis=-1) - a.radius)
        return np.array([ellipse.separation_from_point(a, point)[0] for point in points])

    return math.hypot(_farthest_horizontal(b, away, 96), a.z - b.z)


def within(a: Base, b: Base, distance: float, *, tolerance: float = EXACT_TOLERANCE) -> bool:
    """Whether some part of one base is at most `distance` inches from the other (rule H24-02)."""
    return gap(a, b) <= distance + tolerance


def wholly_within(subject: Base, of: Base, distance: float, *, tolerance: float = EXACT_TOLERANCE) -> bool:
    """Whether every part of `subject` is at most `distance` inches from the base `of` (rule H24-02)."""
    return farthest(of, subject) <= distance + tolerance


def distance_to_outline(base: Base, outline: OutlineLike) -> float:
    """Horizontal distance in inches from a base to an area given by its (x, y) corners; zero if they overlap.

    Raises `ShapeError` if the outline crosses itself or has no area.
    """
    area = polygon(outline)
    if area.covers(Point(base.x, base.y)):
        return 0.0
    return max(0.0, _distance_to_rings(base, area))


def inside_margin(base: Base, outline: OutlineLike) -> float:
    """Margin in inches by which a base is wholly inside an area.

    Positive: the least distance from the base to the area's edge. Negative: minus how far it extends outside. Heights
    do not count (rule H24-01). Raises `ShapeError` if the outline crosses itself or has no area.
    """
    area = polygon(outline)
    middle = Point(base.x, base.y)
    if area.covers(middle):
        clearance = _distance_to_rings(base, area)
        if clearance >= 0:
            return clearance
    return -farthest_from_outline(base, area)


def farthest_from_outline(base: Base, outline: OutlineLike) -> float:
    """Horizontal distance in inches from an area to the farthest part of the base; zero if the base is wholly inside.

    Accurate to 1e-6. Raises `ShapeError` if the outline crosses itself or has no area.
    """
    area = polygon(outline)
    return _farthest_horizontal(base, lambda points: np.asarray(shapely.distance(area, shapely.points(points))), 720)


def within_area(base: Base, outline: OutlineLike, distance: float = 0.0, *, tolerance: float = EXACT_TOLERANCE) -> bool:
    """Whether some part of a base is in an area, or at most `distance` inches from it, seen from above."""
    return distance_to_outline(base, outline) <= distance + tolerance


def gap_to_part(base: Base, part: Part) -> float:
    """Distance in inches between a base and an upright prism of terrain, in 3D; zero if they touch or overlap."""
    return math.hypot(gap_to_part_horizontal(base, part), height_gap(base.z, part))


def gap_to_part_horizontal(base: Base, part: Part) -> float:
    """Distance in inches between a base and a terrain part seen from above; zero if they touch or overlap."""
    return distance_to_outline(base, part.polygon)


def gap_between_parts(a: Part, b: Part) -> float:
    """Distance in inches between two terrain parts, in 3D; zero if they touch or overlap."""
    vertical = max(0.0, a.bottom - b.top, b.bottom - a.top)
    return math.hypot(float(a.polygon.distance(b.polygon)), vertical)


def height_gap(z: float, part: Part) -> float:
    """Vertical distance in inches from a height to the height range of a part; zero inside it."""
    return max(0.0, part.bottom - z, z - part.top)


def polygon(outline: OutlineLike) -> Polygon:
    """Return the area with these (x, y) corners; raises `ShapeError` if it crosses itself, is empty or not finite."""
    if isinstance(outline, Polygon):
        return outline
    corners = np.asarray(outline, dtype=np.float64)
    if corners.ndim != 2 or corners.shape[0] < 3 or corners.shape[1] != 2 or not np.isfinite(corners).all():
        raise ShapeError("geometry-area-corners", corners=repr(outline))
    area = Polygon(corners)
    if not area.is_valid or area.area <= 0:
        raise ShapeError("geometry-area-polygon", corners=repr(outline), fault=shapely.is_valid_reason(area))
    return area


def _distance_to_rings(base: Base, area: Polygon) -> float:
    """Signed distance from the outline of a base to the edge of an area; negative if they cross."""
    rings = [area.exterior, *area.interiors]
    if base.is_round:
        middle = Point(base.x, base.y)
        return min(float(ring.distance(middle)) for ring in rings) - base.radius
    to_unit = np.linalg.inv(ellipse.axes(base))
    middle = Point(0.0, 0.0)
    for ring in rings:
        mapped = LineString((np.asarray(ring.coords) - ellipse.centre(base)) @ to_unit.T)
        if mapped.distance(middle) < 1.0:
            return -1.0
    return _nearest_on_edge(base, area)


def _to_segment(base: Base, start: Array, end: Array) -> float:
    """Distance from an outline to a segment."""
    along = end - start
    length = float(np.hypot(*along))
    nearest = min(ellipse.separation_from_point(base, corner)[0] for corner in (start, end))
    if length == 0:
        return nearest
    normal = np.array([along[1], -along[0]]) / length
    if float(normal @ (start - ellipse.centre(base))) < 0:
        normal = -normal
    touching = ellipse.rim_point(base, normal)
    if 0 <= float((touching - start) @ along) <= length * length:
        return min(nearest, float(normal @ (start - touching)))
    return nearest


def _nearest_on_edge(base: Base, area: Polygon) -> float:
    """Least distance from an outline to the edge of an area that it does not cross."""
    rings = [np.asarray(ring.coords) for ring in (area.exterior, *area.interiors)]
    starts, ends = np.concatenate([ring[:-1] for ring in rings]), np.concatenate([ring[1:] for ring in rings])
    along, away = ends - starts, ellipse.centre(base) - starts
    square = np.maximum(np.einsum("ij,ij->i", along, along), 1e-300)
    share = np.clip(np.einsum("ij,ij->i", along, away) / square, 0.0, 1.0)
    least = np.linalg.norm(away - share[:, None] * along, axis=-1) - base.radius
    best = math.inf
    for row in np.argsort(least):
        if least[row] >= best:
            break
        best = min(best, _to_segment(base, starts[row], ends[row]))
    return best


def _farthest_horizontal(base: Base, distances: Callable[[Array], Array], samples: int) -> float:
    """Largest value of a distance over the rim of a base (sampling, then golden-section search), at least zero."""

    def at(angle: float) -> float:
        return float(distances(ellipse.rim(base, np.array([angle])))[0])

    angles = np.linspace(0, 2 * math.pi, samples, endpoint=False)
    values = distances(ellipse.rim(base, angles))
    start, step = float(angles[int(np.argmax(values))]), 2 * math.pi / samples
    low, high = start - step, start + step
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(40):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if at(left) < at(right):
            low = left
        else:
            high = right
    return max(0.0, float(values.max()), at((low + high) / 2))


_TURNS = np.linspace(0, 2 * np.pi, 360, endpoint=False)
AROUND = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=-1)
"""Unit directions a degree apart, shape (360, 2)."""


def edge_rooms(base: Base, board: Board) -> tuple[float, float, float, float]:
    """Return the clearance from each edge of the board (left, right, near, far); negative if the base overhangs it."""
    along_x = float(ellipse.reach(base, np.array([1.0, 0.0])))
    along_y = float(ellipse.reach(base, np.array([0.0, 1.0])))
    return base.x - along_x, board.width - base.x - along_x, base.y - along_y, board.depth - base.y - along_y


def depth_in(base: Base, part: Part) -> float:
    """Return how deep a base is inside a prism of terrain, inches: the shortest horizontal push that frees it.

    Zero if it touches, is on top, or is underneath. For a concave part the convex piece with the deepest overlap
    counts. Exact for round bases; for ovals to 1e-3 if a corner is inside the base.
    """
    if not part.bottom <= base.z < part.top:
        return 0.0
    return max(0.0, *(_depth_in_piece(base, corners) for corners in convex_pieces(part.outline)))


def push_out(base: Base, part: Part) -> NDArray[np.float64]:
    """Return the shortest horizontal push (x, y) that frees a base from the convex piece it is deepest in.

    Heights are ignored; zero if the base only touches the part.
    """
    deepest, way = max((_least_push(base, corners) for corners in convex_pieces(part.outline)), key=lambda one: one[0])
    return max(0.0, deepest) * way


def _depth_in_piece(base: Base, corners: NDArray[np.float64]) -> float:
    return _least_push(base, corners)[0]


def _least_push(base: Base, corners: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """Return the least overlap over all candidate directions of the shortest push, and that direction.

    Candidates are the normals of the sides and the directions away from corners. From a corner inside an oval there can
    be several such directions, so for ovals 360 directions are added.
    """
    off_corners = np.array([-ellipse.separation_from_point(base, corner)[1] for corner in corners])
    ways = np.concatenate([edges(corners)[0], off_corners, *([] if base.is_round else [AROUND])])
    overlaps = (ways @ corners.T).max(axis=-1) + ellipse.reach(base, ways) - ways @ ellipse.centre(base)
    least = int(overlaps.argmin())
    return float(overlaps[least]), ways[least]
