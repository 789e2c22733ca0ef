"""Terrain parts by where they stand: a tree of their outlines (STRtree), asked before anything exact is worked out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely.geometry import LineString, Point, Polygon

from geometry.base import Base
from geometry.measure import gap_to_part_horizontal
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE


class PartIndex:
    """Terrain parts that can be asked for by place. Answers keep the order in which the parts were given."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.parts = tuple(parts)
        self._tree = shapely.STRtree([part.polygon for part in self.parts])

    def near(self, base: Base, distance: float) -> tuple[Part, ...]:
        """Return the parts at most `distance` inches from a base, seen from above."""
        around = Point(base.x, base.y)
        reach = base.radius + distance + EXACT_TOLERANCE
        found = self._in_order(self._tree.query(around, predicate="dwithin", distance=reach))
        return tuple(part for part in found if gap_to_part_horizontal(base, part) <= distance + EXACT_TOLERANCE)

    def under(self, x: float, y: float) -> tuple[Part, ...]:
        """Return the parts whose outlines hold a point, edges included."""
        return self._in_order(self._tree.query(Point(x, y), predicate="intersects"))

    def between(self, a: Base, b: Base, margin: float = 0.0) -> tuple[Part, ...]:
        """Return the parts that reach into the way between two bases, grown by `margin` inches, seen from above.

        The way is a strip with round ends as wide as the larger base: no part between the bases is left out.
        """
        strip = LineString([(a.x, a.y), (b.x, b.y)])
        reach = max(a.radius, b.radius) + margin + EXACT_TOLERANCE
        return self._in_order(self._tree.query(strip, predicate="dwithin", distance=reach))

    def meeting(self, area: Polygon) -> tuple[Part, ...]:
        """Return the parts that touch or overlap an area."""
        return self._in_order(self._tree.query(area, predicate="intersects"))

    def _in_order(self, found: object) -> tuple[Part, ...]:
        return tuple(self.parts[int(row)] for row in np.sort(np.asarray(found)))
