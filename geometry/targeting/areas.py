"""Where on the shooter's base a shot is clean, in cover only, obscured only or both: areas to draw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPolygon, Polygon

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.base_arrays import BaseArrays, gaps
from geometry.targeting.clipping import Frame
from geometry.targeting.level_shadows import level_wedges
from geometry.targeting.line_rules import LineRules
from geometry.targeting.shadow_hulls import Hulls
from geometry.targeting.slant_shadows import slant_shadows
from geometry.terrain import Part, Prisms

Array = NDArray[np.float64]

_DEFAULT_RULES = LineRules()
_RIM_CORNERS = 128
_ARC_STEP = 0.05
"""Radians between the tangents that stand for an arc: 4e-4 of its radius off it."""


@dataclass(frozen=True, slots=True)
class ShotAreas:
    """The shooter's base, parted by what the lines from there meet; outlines to 1e-3 inches, for drawing.

    What is decided is decided by `targeting`; an area narrower than a drawing shows may be missing here.
    """

    clean: MultiPolygon
    cover_only: MultiPolygon
    obscured_only: MultiPolygon
    both: MultiPolygon


def shot_areas(
    shooter: Base,
    target: Base,
    covering: Sequence[Part],
    obscuring: Sequence[Part],
    *,
    rules: LineRules = _DEFAULT_RULES,
    ceiling: float = math.inf,
) -> ShotAreas:
    """Return the areas of the shooter's base from which lines meet cover, what obscures, both or neither (H24-06).

    The arguments are those of `targeting`.
    """
    parts = tuple({part.id: part for part in (*covering, *obscuring)}.values())
    prisms, one, other = Prisms.of(parts), BaseArrays.of([shooter]), BaseArrays.of([target])
    far = bool(gaps(one, other)[0] > rules.cover_beyond + EXACT_TOLERANCE)
    cover_ids, obscure_ids = {part.id for part in covering}, {part.id for part in obscuring}
    covers = np.array([far and part.id in cover_ids for part in parts], dtype=bool)[prisms.owner][None]
    obscures = np.array([part.id in obscure_ids for part in parts], dtype=bool)[prisms.owner][None]
    frame = Frame.of(other, rules.half_width)
    if abs(shooter.z - target.z) <= rules.level_tolerance:
        floor = min(shooter.z, target.z) + EXACT_TOLERANCE
        stands = (prisms.top > floor) & (prisms.bottom < ceiling)
        wedges = level_wedges(prisms, one, other, frame, covers & stands, obscures & stands, rules)
        kinds, everywhere = wedges.covers, wedges.everywhere
        sides = list(zip(wedges.normals, wedges.limits, strict=True))
    else:
        shadows = slant_shadows(prisms, one, other, frame, covers, obscures, rules)
        kinds, everywhere = shadows.covers, shadows.everywhere
        sides = [_tangents(shadows.hulls, row) for row in range(len(kinds))]
    rim = ellipse.rim(shooter, np.linspace(0, 2 * math.pi, _RIM_CORNERS, endpoint=False))
    base = frame.points(np.zeros(1, dtype=np.intp), rim[None])[0]
    back = np.linalg.inv(frame.inverse[0]).T

    def joined(covers: bool) -> shapely.Geometry:
        pieces = [
            rim if everywhere[row] else _clipped(base, *sides[row]) @ back + frame.origin[0]
            for row in np.nonzero(kinds == covers)[0]
        ]
        return shapely.union_all([Polygon(piece) for piece in pieces if len(piece) > 2])

    whole, covered, obscured = Polygon(rim), joined(True), joined(False)
    return ShotAreas(
        _areas(whole.difference(shapely.union(covered, obscured))),
        _areas(covered.difference(obscured)),
        _areas(obscured.difference(covered)),
        _areas(covered.intersection(obscured)),
    )


def _tangents(hulls: Hulls, row: int) -> tuple[Array, Array]:
    """Half-planes normal . p <= limit, (n, 2) and (n,), that bound a hull, its arcs as tangents."""
    real = np.isfinite(hulls.limits[row]) & (hulls.normals[row] != 0).any(axis=-1)
    normals, limits = [hulls.normals[row][real]], [hulls.limits[row][real]]
    for arc in np.nonzero(hulls.chord_limits[row] < np.inf)[0]:
        unit, centre, radius = hulls.chord_normals[row, arc], hulls.centres[row, arc], hulls.radii[row, arc]
        half = math.acos(min(max((hulls.chord_limits[row, arc] - unit @ centre) / radius, -1.0), 1.0))
        turn = math.atan2(unit[1], unit[0]) + np.linspace(-half, half, math.ceil(2 * half / _ARC_STEP) + 1)
        tangents = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
        normals.append(tangents)
        limits.append(tangents @ centre + radius)
    return np.concatenate(normals), np.concatenate(limits)


def _clipped(polygon: Array, normals: Array, limits: Array) -> Array:
    """What half-planes leave of a convex polygon (n, 2)."""
    for normal, limit in zip(normals, limits, strict=True):
        beyond = polygon @ normal - limit
        if (beyond <= 0).all():
            continue
        if (beyond >= 0).all():
            return np.empty((0, 2))
        following, after = np.roll(polygon, -1, axis=0), np.roll(beyond, -1)
        crossing = (beyond > 0) != (after > 0)
        share = np.where(crossing, beyond / np.where(crossing, beyond - after, 1.0), 0.0)
        cut = polygon + share[:, None] * (following - polygon)
        kept = np.stack([beyond <= 0, crossing], axis=1).ravel()
        polygon = np.stack([polygon, cut], axis=1).reshape(-1, 2)[kept]
    return polygon


def _areas(area: shapely.Geometry) -> MultiPolygon:
    return MultiPolygon([one for one in shapely.get_parts(area) if isinstance(one, Polygon) and one.area > 0])
