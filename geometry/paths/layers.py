"""One height of a scene with everything that can be done there: which increments are open, and what they cost extra."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry.paths.clearance_intervals import within_edges
from geometry.paths.free_space import FreeSpace, Scene, free_space, meets, tops_at
from geometry.paths.passages import Passage as Through
from geometry.paths.passages import is_beside
from geometry.paths.pricing import Tariff
from geometry.paths.sweep import Outlines
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(eq=False)
class Layer:
    """One height: its free space, and where the tops are that lie at it."""

    scene: Scene
    z: float
    tariff: Tariff

    @cached_property
    def space(self) -> FreeSpace:
        """What is in the way there, without the parts that may be gone through."""
        return free_space(self.scene, self.z)

    @cached_property
    def tops(self) -> shapely.Geometry | None:
        """The tops at this height; None on the floor, where one may stand anywhere."""
        return None if abs(self.z) <= EXACT_TOLERANCE else tops_at(self.scene, self.z)

    @cached_property
    def through(self) -> tuple[tuple[Part, Through], ...]:
        """The parts at this height that may be gone through at a price."""
        return tuple(
            (part, self.scene.ways[part.id])
            for part in self.scene.parts
            if part.id in self.scene.ways
            and self.scene.ways[part.id].is_charged
            and meets(self.z, self.scene.head, part.bottom, part.top)
        )

    @cached_property
    def beside(self) -> dict[str, dict[int, Part]]:
        """The walls beside each passage, by their row among the free space's polygons."""
        solid = [
            part
            for part in self.scene.parts
            if part.id not in self.scene.ways and meets(self.z, self.scene.head, part.bottom, part.top)
        ]
        return {
            door.id: {row: part for row, part in enumerate(solid) if is_beside(door, part)}
            for door, way in self.through
            if way.is_passage
        }

    def extra(self, starts: Array, ends: Array, off_top: tuple[Flags, Flags]) -> Array:
        """Return what comes on top of the price of increments (m, 2) to (m, 2); infinite where they are closed.

        `off_top` says of both ends whether they may lie beside the tops (portals).
        """
        to_disc = self.space.to_disc.T
        a, b = starts @ to_disc, ends @ to_disc
        out = np.zeros(len(a))
        rows = np.arange(len(a))
        if len(self.space.solid.discs):
            out[~self.space.solid.clear_of_discs(a, b)] = np.inf
        lines, polygons = self.space.solid.blocked(a, b, rows[np.isfinite(out)])
        stopped: dict[int, set[int]] = {}
        for line, polygon in zip(lines.tolist(), polygons.tolist(), strict=True):
            stopped.setdefault(line, set()).add(polygon)
        out[lines] = np.inf
        for part, way in self.through:
            out = self._through(part, way, starts, ends, stopped, out)
        if self.tops is not None:
            asked = np.flatnonzero(np.isfinite(out))
            out[asked[self._in_the_air(starts[asked], ends[asked], off_top[0][asked], off_top[1][asked])]] = np.inf
        return out

    def _through(
        self, part: Part, way: Through, starts: Array, ends: Array, stopped: dict[int, set[int]], out: Array
    ) -> Array:
        """Add what going through a part costs; open increments that it stops no more."""
        low, high = self._over(part, starts, ends)
        over = low <= high
        if not way.is_passage:
            return np.where(over, out + self.tariff.traverse, out)
        centre = shapely.intersects(part.polygon, shapely.linestrings(np.stack([starts, ends], axis=1)))
        passing = over & (centre | (way is not Through.CENTRE))
        out = np.where(over & ~passing, np.inf, out)
        for row in np.flatnonzero(passing):
            walls = stopped.get(int(row), set())
            if walls <= self.beside[part.id].keys():
                out[row] = self.tariff.passage + (0.0 if walls else out[row])
        held = {wall for walls in stopped.values() for wall in walls} & self.beside[part.id].keys()
        for wall in held:
            rows = np.array([row for row, walls in stopped.items() if wall in walls and passing[row]], dtype=np.intp)
            if not len(rows):
                continue
            first, last = self._over(self.beside[part.id][wall], starts[rows], ends[rows])
            apart = (first > high[rows]) | (last < low[rows])
            if way is Through.CENTRE:
                inner = shapely.buffer(self.beside[part.id][wall].polygon, -EXACT_TOLERANCE)
                apart |= shapely.intersects(inner, shapely.linestrings(np.stack([starts[rows], ends[rows]], axis=1)))
            out[rows[apart]] = np.inf
        return out

    def _over(self, part: Part, starts: Array, ends: Array) -> tuple[Array, Array]:
        """Shares of increments between which the base is over a part (m,), (m,); the first larger where it never is."""
        to_disc = self.space.to_disc.T
        a, b = starts @ to_disc, ends @ to_disc
        outlines = Outlines.of([shapely.transform(part.polygon, lambda corners: corners @ to_disc)])
        low, high = within_edges(
            a[:, None], (b - a)[:, None], outlines.starts, outlines.ends, self.space.radius - EXACT_TOLERANCE
        )
        return low.min(axis=1), high.max(axis=1)

    def _in_the_air(self, starts: Array, ends: Array, start_off: Flags, end_off: Flags) -> Flags:
        """Which increments leave the tops elsewhere than beside a portal at one of their ends."""
        lines = shapely.linestrings(np.stack([starts, ends], axis=1))
        pieces, row = shapely.get_parts(shapely.difference(lines, self.tops), return_index=True)
        long = shapely.length(pieces) > EXACT_TOLERANCE
        pieces, row = pieces[long], row[long]
        at_start = start_off[row] & (shapely.distance(pieces, shapely.points(starts[row])) <= EXACT_TOLERANCE)
        at_end = end_off[row] & (shapely.distance(pieces, shapely.points(ends[row])) <= EXACT_TOLERANCE)
        out = np.zeros(len(starts), dtype=bool)
        out[row[at_start == at_end]] = True
        return out
