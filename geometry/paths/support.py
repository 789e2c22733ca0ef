"""What a base stands on: the floor or tops of terrain; and where along a path nothing is under it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import MultiPolygon, Polygon

from geometry.base import Base
from geometry.ellipse import rim
from geometry.measure import inside_margin
from geometry.paths.intervals import Interval, Stretches, merged, without
from geometry.paths.strides import Stride
from geometry.paths.sweep import Outlines, centre_over, over
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

_SEAM = 1e-6
_OUTLINE_POINTS = 512


@dataclass(frozen=True, slots=True)
class Support:
    """What carries a base (rule A24-13): the floor, or the parts in `on` whose tops are at its height.

    `margin` is the least distance from the base to the edge of what carries it, negative when it hangs over by that
    much (at the farthest); infinite on the floor, whose edge is the board's. `overhang_area` is the area of the base
    that hangs over, square inches, to 1e-3.
    """

    floor: bool
    on: tuple[str, ...]
    margin: float
    overhang_area: float

    @property
    def whole(self) -> bool:
        """Whether every part of the base is carried."""
        return self.margin >= -EXACT_TOLERANCE


def support_of(base: Base, parts: Sequence[Part], tolerance: float = EXACT_TOLERANCE) -> Support:
    """Return what carries a base at its height; tops within `tolerance` inches of that height count."""
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
    """Return the polygons an area is made of."""
    found = area.geoms if isinstance(area, MultiPolygon) else (area,)
    return tuple(polygon for polygon in found if not polygon.is_empty)


def bare_stretches(mover: Base, stride: Stride, outlines: Outlines, tops: Sequence[int]) -> tuple[Stretches, Stretches]:
    """Return where along a level stride no part of the base, and where not its centre, is over one of the tops.

    A base that only touches the edge of a top is not over it.
    """
    whole = (Interval(stride.start, stride.end),)
    carried = over(mover, stride, outlines, tops, -EXACT_TOLERANCE)
    centred = centre_over(stride, outlines, tops, 0.0)
    bare = without(whole, merged(one for stretches in carried.values() for one in stretches))
    return bare, without(whole, merged(one for stretches in centred.values() for one in stretches))
