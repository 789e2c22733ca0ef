"""Which lines between two bases cross no wall, for many places of the shooter at once (rule K21-04)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import numpy as np
import shapely
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import Base
from geometry.terrain import Part
from geometry.visibility.path_around_walls import AskedInTurn

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Point = tuple[float, float]
Place = TypeVar("Place")

SKIN = 1e-7
AROUND, ACROSS = 72, 16
_AROUND = np.linspace(0, 2 * math.pi, AROUND, endpoint=False)
_ACROSS = np.linspace(0, 2 * math.pi, ACROSS, endpoint=False)


class Sightlines(Generic[Place]):
    """The walls between two bases, and which lines from a point of the one to the other are clear of them.

    A line that touches a wall is clear: walls count as `SKIN` inches thinner than they are, all around. Lines along a
    wall's corner pass it as far outside, so that they are clear of it whatever the rounding.
    """

    def __init__(self, solid: Sequence[Part], target: Base) -> None:
        self._known: tuple[Place, ...] | None = None
        self._clear: dict[Point, bool] = {}
        outline = shapely.union_all([part.polygon for part in solid])
        block = outline.buffer(-SKIN, join_style="mitre")
        self._here, self._next = _sides_of(block)
        self._block = AskedInTurn(block)
        self._corners = np.unique(shapely.get_coordinates(outline.buffer(SKIN, join_style="mitre")), axis=0)
        self._middle, self._axes, self._back = ellipse.centre(target), ellipse.axes(target), ellipse.inverse(target)
        self._rim = ellipse.rim(target, _ACROSS)

    def clear_from(self, point: Point) -> bool:
        """Return whether some line from a point to the rim of the target's base crosses no wall."""
        return self.clear_from_each([point])[0]

    def clear_from_each(self, points: Sequence[Point]) -> list[bool]:
        """Return the same for several points; each is looked at once.

        Between two walls that leave a way open there is a line along a corner, or along the base's own side.
        """
        new = [point for point in dict.fromkeys(points) if point not in self._clear]
        if new:
            self._clear.update(zip(new, map(bool, self._look(np.array(new))), strict=True))
        return [self._clear[point] for point in points]

    def places(self, shooter: Base, places_at: Callable[[list[Point]], tuple[Place, ...]]) -> tuple[Place, ...]:
        """Return what stands at the `clear_points`, as `places_at` has it; looked up once for one base."""
        if self._known is None:
            self._known = places_at(self.clear_points(shooter))
        return self._known

    def clear_points(self, shooter: Base) -> list[Point]:
        """Return points of the shooter's rim from which some line crosses no wall: as many as `AROUND`, and those in
        line with two corners; none where walls part the bases."""
        spots = self._spots(shooter)
        return [point for point, clear in zip(spots, self.clear_from_each(spots), strict=True) if clear]

    def _look(self, starts: Array) -> Flags:
        """Return from which starts (n, 2) some line is clear, (n,)."""
        outside = ~self._block.holds(*starts.T)
        clear = outside & ~self._crossing(starts, np.broadcast_to(self._rim, (len(starts), ACROSS, 2))).all(axis=1)
        left = np.flatnonzero(outside & ~clear)
        if len(left):
            along = [self._touching(starts[left]), self._beyond(starts[left])]
            ends, real = (np.concatenate(one, axis=1) for one in zip(*along, strict=True))
            clear[left] = (real & ~self._crossing(starts[left], ends)).any(axis=1)
        return np.asarray(clear)

    def _crossing(self, starts: Array, ends: Array) -> Flags:
        """Return which lines from starts (n, 2) to ends (n, m, 2) meet a side of a wall, (n, m)."""
        ahead, to_side = ends - starts[:, None], self._here - starts[:, None]
        left_of = ahead[:, :, None, 0] * to_side[:, None, :, 1] - ahead[:, :, None, 1] * to_side[:, None, :, 0]
        side = self._here[self._next] - self._here
        start_of = side[:, 1] * to_side[..., 0] - side[:, 0] * to_side[..., 1]
        turned = ahead[:, :, None, 0] * side[:, 1] - ahead[:, :, None, 1] * side[:, 0]
        end_of = start_of[:, None] - turned
        parted = left_of * left_of[:, :, self._next] <= 0
        return np.asarray((parted & (start_of[:, None] * end_of <= 0)).any(axis=2))

    def _spots(self, shooter: Base) -> list[Point]:
        """Return points of the rim all around, and where it is met by the lines through any two corners."""
        one, other = np.triu_indices(len(self._corners), 1)
        corners, ahead = self._corners[one], self._corners[other] - self._corners[one]
        back = ellipse.inverse(shooter)
        starts, along = (corners - ellipse.centre(shooter)) @ back.T, ahead @ back.T
        square, half = (along * along).sum(axis=1), (along * starts).sum(axis=1)
        root = half * half - square * ((starts * starts).sum(axis=1) - 1)
        met = (root >= 0) & (square > 0)
        shares = np.concatenate([(-half[met] + sign * np.sqrt(root[met])) / square[met] for sign in (-1, 1)])
        crossed = np.tile(corners[met], (2, 1)) + shares[:, None] * np.tile(ahead[met], (2, 1))
        return [(float(x), float(y)) for x, y in np.concatenate([ellipse.rim(shooter, _AROUND), crossed])]

    def _touching(self, starts: Array) -> tuple[Array, Flags]:
        """Return the points of the target's rim that lines from starts (n, 2) touch, (n, 2, 2), and which there are."""
        away = (starts - self._middle) @ self._back.T
        far = np.hypot(away[:, 0], away[:, 1])
        turn, half = np.arctan2(away[:, 1], away[:, 0]), np.arccos(1 / np.maximum(far, 1))
        angle = np.stack([turn + half, turn - half], axis=1)
        unit = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        return self._middle + unit @ self._axes.T, np.repeat(far[:, None] > 1, 2, axis=1)

    def _beyond(self, starts: Array) -> tuple[Array, Flags]:
        """Return where lines from starts (n, 2) along the k corners first meet the target's rim, (n, k, 2), and which
        do."""
        own, ahead = (starts - self._middle) @ self._back.T, self._corners - starts[:, None]
        aims = ahead @ self._back.T
        square, half = (aims * aims).sum(axis=2), (aims * own[:, None]).sum(axis=2)
        root = half * half - square * ((own * own).sum(axis=1)[:, None] - 1)
        met = (root >= 0) & (square > 0)
        share = (-half - np.sqrt(np.where(met, root, 0.0))) / np.where(met, square, 1.0)
        return starts[:, None] + share[..., None] * ahead, met & (share >= 0)


def _sides_of(block: shapely.Geometry) -> tuple[Array, NDArray[np.intp]]:
    """Return all corners (k, 2) of a block of polygons, and for each which one its side goes on to."""
    rings = [shapely.get_coordinates(ring)[:-1] for ring in shapely.get_rings(shapely.get_parts(block))]
    counts = [len(ring) for ring in rings]
    firsts = np.cumsum([0, *counts])[:-1]
    onward = [np.roll(np.arange(count), -1) + first for count, first in zip(counts, firsts, strict=True)]
    return np.concatenate(rings or [np.empty((0, 2))]), np.concatenate(onward or [np.empty(0, dtype=np.intp)])
