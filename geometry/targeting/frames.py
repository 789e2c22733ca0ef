"""The frame in which a target's base is a circle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.base_arrays import BaseArrays

Array = NDArray[np.float64]
Index = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Where the target's base is a circle around the origin: p -> `inverse` (p - `origin`).

    For a round target only the origin moves and `radius` is the base's; for an oval one the map is affine, `radius`
    is 1 and `width` 0: there points of terrain are grown by the half width of a line before they are mapped.
    """

    origin: Array
    inverse: Array
    radius: Array
    width: Array
    oval: bool

    @classmethod
    def of(cls, target: BaseArrays, half_width: float) -> Frame:
        """Return the frames of targets that are all round or all oval."""
        count = len(target.z)
        if target.round.all():
            same = np.broadcast_to(np.eye(2), (count, 2, 2))
            return cls(target.middle, same, target.radius, np.full(count, half_width), False)
        return cls(target.middle, np.asarray(np.linalg.inv(target.axes)), np.ones(count), np.zeros(count), True)

    def points(self, rows: Index, points: Array) -> Array:
        """Map points (c, ..., 2) of the frames `rows` (c,)."""
        extra = points.ndim - 2
        origin = self.origin[rows].reshape(len(rows), *([1] * extra), 2)
        moved = points - origin
        if not self.oval:
            return moved
        inverse = self.inverse[rows].reshape(len(rows), *([1] * extra), 2, 2)
        return np.asarray(np.einsum("...ij,...j->...i", inverse, moved))

    def axes(self, shooter: BaseArrays) -> Array:
        """Axes (b, 2, 2) of the shooters' bases in the frames."""
        return np.asarray(self.inverse @ shooter.axes) if self.oval else shooter.axes


_OCTAGON = np.arange(8) * (np.pi / 4)
_GROWTH = np.stack([np.cos(_OCTAGON), np.sin(_OCTAGON)], axis=-1) * (2 / (1 + np.cos(np.pi / 8)))


def grow(points: Array, half_width: float) -> Array:
    """Points (c, k, 2) replaced by octagons of the half width around them, (c, 8 k, 2); within 4 % of a circle."""
    grown = points[:, :, None, :] + half_width * _GROWTH
    return np.asarray(grown.reshape(len(points), points.shape[1] * len(_GROWTH), 2))
