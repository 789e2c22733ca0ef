"""Answers as plain drawings: the points, lines and areas that web and video overlays draw alike."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from geometry import ellipse
from geometry.base import Base
from geometry.measure import closest_points, gap
from geometry.sight import Sight
from geometry.targeting import LineRules, Place, ShotAreas, crossed_portion
from geometry.terrain import Part
from geometry.witness import Role, Stroke, Witness

PointXYZ = tuple[float, float, float]

_RING = 64


def draw_gap(a: Base, b: Base, things: tuple[str, ...] = (), *, role: Role = Role.MEASURE) -> Witness:
    """Return the line between the closest points of two bases, labelled with its length."""
    return Witness((Stroke(role, closest_points(a, b), label=f'{gap(a, b):.2f}"'),), things)


def draw_sight(sight: Sight, parts: Iterable[Part], things: tuple[str, ...] = ()) -> Witness:
    """Return the eye, the clear line if there is one, else the outlines of the parts that hide the target."""
    eye = Stroke(Role.EYE, (sight.eye,))
    if sight.line is not None:
        return Witness((eye, Stroke(Role.CLEAR_LINE, sight.line)), things)
    hiding = [part for part in parts if part.id in sight.blockers]
    outlines = tuple(Stroke(Role.BLOCKER, _corners(part), closed=True, label=part.id) for part in hiding)
    return Witness((eye, *outlines), (*things, *(part.id for part in hiding)))


def draw_shot(shooter: Base, target: Base, place: Place, rules: LineRules, things: tuple[str, ...] = ()) -> Witness:
    """Return the lines from one place to both sides of the target's base, and what of the terrain hinders them.

    The lines are clear ones where nothing hinders. Cover is drawn where it is crossed within reach of the target,
    obscuring terrain where it is crossed.
    """
    role = Role.CLEAR_LINE if place.clean else Role.BLOCKED_LINE
    strokes = [Stroke(Role.EYE, (place.point,))]
    strokes += [Stroke(role, (place.point, end)) for end in tangent_points(place.point, target)]
    point = place.point[:2]
    near = ring(target, rules.cover_reach if math.isfinite(rules.cover_reach) else 0.0)
    for part in place.cover:
        portion = crossed_portion(shooter, point, target, part)
        area = part.polygon if portion is None else portion.outline
        if math.isfinite(rules.cover_reach):
            area = area.intersection(Polygon(near))
        strokes += draw_area(area, Role.COVER, part.top, part.id)
    for part in place.obscuring:
        portion = crossed_portion(shooter, point, target, part)
        area = part.polygon if portion is None else portion.outline
        strokes += draw_area(area, Role.OBSCURED, part.top, part.id)
    hindering = dict.fromkeys(part.id for part in (*place.cover, *place.obscuring))
    return Witness(tuple(strokes), (*things, *hindering))


def draw_shot_areas(areas: ShotAreas, z: float, things: tuple[str, ...] = ()) -> Witness:
    """Return where on a shooter's base at height `z` a shot is clean, in cover, obscured; both means two strokes."""
    strokes = draw_area(areas.clean, Role.CLEAN, z)
    for area in (areas.cover_only, areas.both):
        strokes += draw_area(area, Role.COVER, z)
    for area in (areas.obscured_only, areas.both):
        strokes += draw_area(area, Role.OBSCURED, z)
    return Witness(tuple(strokes), things)


def draw_base(base: Base, role: Role, *, grown: float = 0.0, label: str = "") -> Stroke:
    """Return the outline of a base as an area, grown by some inches (a control range, a limit)."""
    return Stroke(role, tuple((x, y, base.z) for x, y in ring(base, grown).tolist()), closed=True, label=label)


def draw_area(area: Polygon | MultiPolygon, role: Role, z: float = 0.0, label: str = "") -> list[Stroke]:
    """Return the outer outlines of an area at a height; none for what has no area."""
    pieces = area.geoms if hasattr(area, "geoms") else [area]
    return [
        Stroke(role, tuple((x, y, z) for x, y, *_ in piece.exterior.coords[:-1]), closed=True, label=label)
        for piece in pieces
        if piece.geom_type == "Polygon" and not piece.is_empty
    ]


def ring(base: Base, grown: float = 0.0) -> NDArray[np.float64]:
    """Return 64 points (64, 2) on the outline of a base, each pushed outwards by `grown` inches."""
    turn = np.arange(_RING) * (2 * math.pi / _RING)
    unit = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    return np.asarray(ellipse.rim_point(base, unit) + grown * unit)


def tangent_points(point: PointXYZ, base: Base) -> tuple[PointXYZ, ...]:
    """Return where the lines from a point to both sides of a base touch it; none from a point over the base."""
    shape, middle = ellipse.axes(base), ellipse.centre(base)
    back = np.linalg.solve(shape, np.array(point[:2]) - middle)
    distance = float(np.hypot(*back))
    if distance <= 1:
        return ()
    half, bearing = math.acos(1 / distance), math.atan2(back[1], back[0])
    touching = (
        middle + shape @ np.array([math.cos(angle), math.sin(angle)]) for angle in (bearing - half, bearing + half)
    )
    return tuple((float(x), float(y), base.z) for x, y in touching)


def _corners(part: Part) -> tuple[PointXYZ, ...]:
    return tuple((x, y, part.top) for x, y in part.outline)
