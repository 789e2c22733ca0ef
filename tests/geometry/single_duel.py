"""One shooter and one target, judged by `draw_lines`, with answers in parts and areas: an oracle for tests alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import MultiPoint, MultiPolygon, Polygon

from geometry import ellipse
from geometry.base import EXACT_TOLERANCE, Base
from geometry.base_arrays import BaseArrays, gaps
from geometry.measure import distance_to_outline
from geometry.targeting.clipping import TargetFrame
from geometry.targeting.level_shadows import level_wedges
from geometry.targeting.line_rules import LineRules
from geometry.targeting.lines import Lines, draw_lines, slant_shadows
from geometry.targeting.shadow_hulls import Hulls
from geometry.terrain import Part, Prisms
from geometry.visibility.sight import sight_to_disc

PointXYZ = tuple[float, float, float]
Array = NDArray[np.float64]

_DEFAULT_RULES = LineRules()
_RIM_CORNERS = 128
_ARC_STEP = 0.05
"""Radians between the tangents that stand for an arc: 4e-4 of its radius off it."""

CROSSING = LineRules(cover_reach=math.inf, cover_beyond=-1.0, obscured_beyond_shooter=-1.0, obscured_beyond_target=-1.0)
"""Every crossing counts, wherever it is: what "intervening" means before cover and obscured are asked."""


@dataclass(frozen=True, slots=True)
class Place:
    """A point of the shooter's base to draw targeting lines from, and what they meet from there.

    `cover`: the parts that give cover; `obscuring`: those that obscure. `room`: how wide the cell around the point is,
    inches; zero for a point that was asked for.
    """

    point: PointXYZ
    cover: tuple[Part, ...]
    obscuring: tuple[Part, ...]
    room: float

    @property
    def in_cover(self) -> bool:
        """Whether something gives cover."""
        return bool(self.cover)

    @property
    def obscured(self) -> bool:
        """Whether something obscures."""
        return bool(self.obscuring)

    @property
    def clean(self) -> bool:
        """Whether nothing covers or obscures."""
        return not self.cover and not self.obscuring


Preference = Callable[[Place], tuple[float, ...]]


def least_hindered(place: Place) -> tuple[float, ...]:
    """Order of places that wants no obscured first, then no cover."""
    return (place.obscured, place.in_cover)


def least_covered(place: Place) -> tuple[float, ...]:
    """Order of places that wants no cover first (a concealed target must not be in cover), then no obscured."""
    return (place.in_cover, place.obscured)


@dataclass(frozen=True, slots=True)
class Targeting:
    """What a shooter's targeting lines can meet: one place for every combination of hindrances that exists.

    `gap`: between the bases, inches. `places` begin with the widest. `probe`: what was found at the point asked for.
    """

    gap: float
    places: tuple[Place, ...]
    probe: Place | None = None

    @property
    def clean(self) -> Place | None:
        """The widest place without cover and without obscured, if there is one."""
        return next((place for place in self.places if place.clean), None)

    @property
    def cover_only(self) -> Place | None:
        """The widest place with cover that is not obscured, if there is one."""
        return next((place for place in self.places if place.in_cover and not place.obscured), None)

    @property
    def obscured_only(self) -> Place | None:
        """The widest obscured place without cover, if there is one."""
        return next((place for place in self.places if place.obscured and not place.in_cover), None)

    def best_point(self, preference: Preference = least_hindered) -> Place:
        """Return the place that comes first in an order of preference; among equals the widest."""
        return min(self.places, key=lambda place: (preference(place), -place.room))

    def tied(self, preference: Preference = least_hindered) -> tuple[Place, ...]:
        """Return all places that share the best rank of a preference, the widest first."""
        best = preference(self.best_point(preference))
        return tuple(place for place in self.places if preference(place) == best)


def targeting(
    shooter: Base,
    target: Base,
    covering: Sequence[Part],
    obscuring: Sequence[Part],
    *,
    rules: LineRules = _DEFAULT_RULES,
    ceiling: float = math.inf,
    probe: tuple[float, float] | None = None,
) -> Targeting:
    """Return from where on its base a shooter's lines meet which terrain (rules H24-06 to H24-09, H21-02 to H21-04).

    `covering`, `obscuring`: the parts that may give cover and that may obscure, by the edition's word; `ceiling`: the
    taller head, above which a part does not count between level bases; `probe`: a point (x, y) of the shooter's base
    to judge as well.
    """
    parts = tuple({part.id: part for part in (*covering, *obscuring)}.values())
    prisms = Prisms.of(parts)
    cover_ids, obscure_ids = {part.id for part in covering}, {part.id for part in obscuring}
    covers = np.array([[part.id in cover_ids for part in parts]], dtype=bool).reshape(1, -1)
    obscures = np.array([[part.id in obscure_ids for part in parts]], dtype=bool).reshape(1, -1)
    probes = None if probe is None else np.array([probe], dtype=np.float64)
    lines = draw_lines(prisms, [shooter], [target], covers, obscures, rules=rules, ceilings=ceiling, probes=probes)
    places = list(places_of(lines, prisms, shooter.z))
    asked = places.pop() if probe is not None else None
    widest: dict[tuple[tuple[str, ...], tuple[str, ...]], Place] = {}
    for place in sorted(places, key=lambda place: -place.room):
        key = (tuple(part.id for part in place.cover), tuple(part.id for part in place.obscuring))
        widest.setdefault(key, place)
    return Targeting(float(lines.gap[0]), tuple(widest.values()), asked)


def places_of(lines: Lines, prisms: Prisms, z: float) -> tuple[Place, ...]:
    """Return the places of the first duel, in the order of its cells; `z`: height of the shooter's base."""
    cells = lines.cells
    rows = np.nonzero(cells.duel == 0)[0]
    cover: dict[int, dict[int, Part]] = {int(row): {} for row in rows}
    obscuring: dict[int, dict[int, Part]] = {int(row): {} for row in rows}
    for cell, prism, covers in zip(cells.hit_cell, cells.hit_prism, cells.hit_covers, strict=True):
        kept = cover if covers else obscuring
        if int(cell) in kept:
            owner = int(prisms.owner[prism])
            kept[int(cell)][owner] = prisms.parts[owner]
    return tuple(
        Place(
            (float(cells.point[row, 0]), float(cells.point[row, 1]), z),
            tuple(cover[int(row)][owner] for owner in sorted(cover[int(row)])),
            tuple(obscuring[int(row)][owner] for owner in sorted(obscuring[int(row)])),
            float(cells.room[row]),
        )
        for row in rows
    )


@dataclass(frozen=True, slots=True)
class Crossing:
    """What lines from one point cross.

    `intervening`: parts that at least one line crosses. `wholly`: parts that every line crosses, each by itself.
    `all_blocked`: every line crosses some part.
    """

    intervening: tuple[Part, ...]
    wholly: tuple[Part, ...]
    all_blocked: bool


def crossings(
    shooter: Base, point: tuple[float, float], target: Base, parts: Sequence[Part], *, ceiling: float = math.inf
) -> Crossing:
    """Return which parts the lines from `point` of the shooter's base to the target's base cross."""
    level = abs(shooter.z - target.z) <= EXACT_TOLERANCE
    answer = targeting(shooter, target, parts, (), rules=CROSSING, ceiling=ceiling, probe=point)
    assert answer.probe is not None
    met = answer.probe.cover
    if level:
        # Seen from above, a part that counts at all stands in the way at every height.
        standing = [replace(part, bottom=shooter.z - 1, top=shooter.z + 1) for part in met]
        goal = target.at(target.x, target.y, shooter.z)
    else:
        standing, goal = list(met), target
    eye = (*point, shooter.z)
    wholly = tuple(
        part
        for part, upright in zip(met, standing, strict=True)
        if not sight_to_disc(eye, goal, Prisms.of([upright])).visible
    )
    blocked = bool(standing) and not sight_to_disc(eye, goal, Prisms.of(standing)).visible
    return Crossing(met, wholly, blocked)


@dataclass(frozen=True, slots=True)
class Portion:
    """The portion of a part that lines from one point cross, seen from above, and how far it is from both bases."""

    part: Part
    outline: Polygon
    from_shooter: float
    from_target: float


def crossed_portion(shooter: Base, point: tuple[float, float], target: Base, part: Part) -> Portion | None:
    """Return the portion of a part between a point and a target's base seen from above; None where it is not.

    For drawing and for saying distances: rims are polygons of 128 corners (1e-3 inches), lines have no width.
    """
    rim = ellipse.rim(target, np.linspace(0, 2 * math.pi, _RIM_CORNERS, endpoint=False))
    fan = MultiPoint([point, *map(tuple, rim)]).convex_hull
    outline = fan.intersection(part.polygon)
    if outline.is_empty or outline.area == 0:
        return None
    if outline.geom_type != "Polygon":
        outline = max((piece for piece in outline.geoms if piece.geom_type == "Polygon"), key=lambda one: one.area)
    return Portion(part, outline, distance_to_outline(shooter, outline), distance_to_outline(target, outline))


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
    frame = TargetFrame.of(other, rules.half_width)
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
