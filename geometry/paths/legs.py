"""Legs: the straight increments of a path, with their climbs, drops and support."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon

from geometry.base import EXACT_TOLERANCE, Base
from geometry.ellipse import rim
from geometry.measure import gap_to_part_horizontal, inside_margin
from geometry.paths.passages import Passage
from geometry.paths.strides import Interval, Motion, PathXYZ, Stretches, Stride, merged, without
from geometry.paths.sweep import Outlines, swept_intervals_of_base, swept_intervals_of_centre
from geometry.terrain import Part

_SEAM = 1e-6
_OUTLINE_POINTS = 512


@dataclass(frozen=True, slots=True)
class Support:
    """Support of a base (rule A24-13): the floor, or the parts in `on` whose tops are at its height.

    `margin` is the least distance from the base to the edge of its support, negative by the largest overhang; infinite
    on the floor, whose edge is the board's. `overhang_area` is the unsupported area of the base, square inches, to
    1e-3.
    """

    floor: bool
    on: tuple[str, ...]
    margin: float
    overhang_area: float

    @property
    def whole(self) -> bool:
        """Whether the whole base is supported."""
        return self.margin >= -EXACT_TOLERANCE


def support_of(base: Base, parts: Sequence[Part], tolerance: float = EXACT_TOLERANCE) -> Support:
    """Return the support of a base at its height; tops within `tolerance` inches of that height count."""
    if abs(base.z) <= tolerance:
        return Support(True, (), math.inf, 0.0)
    outline = Polygon(rim(base, np.linspace(0, 2 * math.pi, _OUTLINE_POINTS, endpoint=False)))
    level = [part for part in parts if abs(part.top - base.z) <= tolerance]
    under = [part for part in level if part.polygon.intersects(outline)]
    if not under:
        return Support(False, (), -2 * base.radius, outline.area)
    top = joined([part.polygon for part in under])
    margin = max(inside_margin(base, polygon) for polygon in polygons_of(top))
    area = 0.0 if margin >= -tolerance else float(outline.difference(top).area)
    return Support(False, tuple(part.id for part in under), margin, area)


def joined(polygons: Sequence[Polygon]) -> Polygon | MultiPolygon:
    """Return the union of polygons; seams narrower than 2e-6 in are closed."""
    grown = shapely.buffer(list(polygons), _SEAM, join_style="mitre")
    return shapely.buffer(shapely.union_all(grown), -_SEAM, join_style="mitre")


def polygons_of(area: Polygon | MultiPolygon) -> tuple[Polygon, ...]:
    """Return the polygons of an area."""
    found = area.geoms if isinstance(area, MultiPolygon) else (area,)
    return tuple(polygon for polygon in found if not polygon.is_empty)


def bare_stretches(mover: Base, stride: Stride, outlines: Outlines, tops: Sequence[int]) -> tuple[Stretches, Stretches]:
    """Return the stretches of a level stride with no part of the base over a top, and those without its centre.

    A base that only touches the edge of a top is not over it.
    """
    whole = (Interval(stride.start, stride.end),)
    carried = swept_intervals_of_base(mover, stride, outlines, tops, -EXACT_TOLERANCE)
    centred = swept_intervals_of_centre(stride, outlines, tops, 0.0)
    bare = without(whole, merged(one for stretches in carried.values() for one in stretches))
    return bare, without(whole, merged(one for stretches in centred.values() for one in stretches))


LADDER_REACH = 1.0
"""Largest distance in inches, seen from above, from the base to a ladder that it can climb."""


@dataclass(frozen=True, slots=True)
class Climb:
    """One climb in place (rules I24-02, I21-04): its height and the terrain that is climbed.

    `part` is the nearest terrain, seen from above, at the heights climbed through; parts whose top is at the height
    reached are preferred. `distance` is the distance to it and `top` the height of its top above the start; without
    such terrain `part` is None and both are infinite. `ladder` is the ladder within `LADDER_REACH`, if any.
    """

    height: float
    part: str | None
    distance: float
    top: float
    ladder: str | None


@dataclass(frozen=True, slots=True)
class Increment:
    """One straight increment of a path, from `start` to `end` inches travelled.

    `horizontal` is its length seen from above, `rise` the height gained (negative: lost). `climb` describes a rise.
    `bare` and `centre_bare` are the stretches of level travel above the floor on which no part of the base, or not its
    centre, is over a top at the height of either end; `edge_distance` is the farthest that the centre gets beyond the
    edge that it leaves.
    """

    start: float
    end: float
    horizontal: float
    rise: float
    climb: Climb | None = None
    bare: Stretches = ()
    centre_bare: Stretches = ()
    level: Interval | None = None

    @property
    def gaps(self) -> Stretches:
        """Stretches on which the centre crosses from edge to edge over nothing: the jumps (rules I24-04, I21-03)."""
        if self.level is None:
            return ()
        tolerance = EXACT_TOLERANCE
        return tuple(
            one
            for one in self.centre_bare
            if one.start > self.level.start + tolerance
            and one.end < self.level.end - tolerance
            and one.length > tolerance
        )


def legs_of(
    mover: Base,
    path: PathXYZ,
    strides: Sequence[Stride],
    parts: Sequence[Part],
    outlines: Outlines,
    ways: Mapping[int, Passage],
) -> tuple[Increment, ...]:
    """Return the legs of a path with their climbs and their stretches without support."""
    out: list[Increment] = []
    travelled = 0.0
    for number, (here, there) in enumerate(itertools.pairwise(path)):
        mine = [stride for stride in strides if stride.leg == number]
        end = mine[-1].end if mine else travelled
        level = next((stride for stride in mine if stride.motion is Motion.LEVEL), None)
        rising = next((stride for stride in mine if stride.motion is Motion.RISE), None)
        bare: Stretches = ()
        centre_bare: Stretches = ()
        if level is not None and max(here[2], there[2]) > EXACT_TOLERANCE:
            heights = (here[2], there[2])
            tops = [
                row
                for row, part in enumerate(parts)
                if row not in ways and any(abs(part.top - z) <= EXACT_TOLERANCE for z in heights)
            ]
            bare, centre_bare = bare_stretches(mover, level, outlines, tops)
        out.append(
            Increment(
                start=travelled,
                end=end,
                horizontal=math.dist(here[:2], there[:2]),
                rise=there[2] - here[2],
                climb=None if rising is None else _climb(mover, rising, parts, ways),
                bare=bare,
                centre_bare=centre_bare,
                level=None if level is None else Interval(level.start, level.end),
            )
        )
        travelled = end
    return tuple(out)


def _climb(mover: Base, stride: Stride, parts: Sequence[Part], ways: Mapping[int, Passage]) -> Climb:
    base = mover.at(*stride.origin)
    low, high = stride.origin[2], stride.target[2]
    best: tuple[bool, float, str, float] | None = None
    ladder: tuple[float, str] | None = None
    for row, part in enumerate(parts):
        if part.top <= low + EXACT_TOLERANCE or part.bottom >= high - EXACT_TOLERANCE:
            continue
        distance = gap_to_part_horizontal(base, part)
        if ways.get(row) is Passage.OPEN:
            if distance <= LADDER_REACH + EXACT_TOLERANCE and part.top >= high - EXACT_TOLERANCE:
                ladder = min(ladder or (math.inf, ""), (distance, part.id))
            continue
        other_height = abs(part.top - high) > EXACT_TOLERANCE
        candidate = (other_height, distance, part.id, part.top - low)
        best = candidate if best is None else min(best, candidate)
    by = None if ladder is None else ladder[1]
    if best is None:
        return Climb(high - low, None, math.inf, math.inf, by)
    _, distance, name, top = best
    return Climb(high - low, name, distance, top, by)
