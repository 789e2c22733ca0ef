"""Bases as arrays, and which terrain can lie between two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import Base
from geometry.plane import dot, length
from geometry.prisms import Prisms

Array = NDArray[np.float64]
Index = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class BaseArrays:
    """Bases as arrays: `middle` (b, 2), `axes` (b, 2, 2), `radius` (b,) half the long diameter, `z`, `round` (b,)."""

    middle: Array
    axes: Array
    radius: Array
    z: Array
    round: Flags

    @classmethod
    def of(cls, bases: Sequence[Base]) -> BaseArrays:
        """Return the arrays of these bases; one that comes often is worked out once."""
        numbers: dict[Base, int] = {}
        rows = np.array([numbers.setdefault(base, len(numbers)) for base in bases], dtype=np.intp)
        once = cls(
            middle=np.array([[base.x, base.y] for base in numbers]).reshape(-1, 2),
            axes=np.array([ellipse.axes(base) for base in numbers]).reshape(-1, 2, 2),
            radius=np.array([base.radius for base in numbers]),
            z=np.array([base.z for base in numbers]),
            round=np.array([base.is_round for base in numbers], dtype=bool),
        )
        return once.take(rows)

    @classmethod
    def all(cls, bases: Sequence[Base] | BaseArrays) -> BaseArrays:
        """Return bases as arrays, or the arrays themselves."""
        return bases if isinstance(bases, BaseArrays) else cls.of(bases)

    def take(self, rows: Index) -> BaseArrays:
        """Return the bases of these rows."""
        return BaseArrays(self.middle[rows], self.axes[rows], self.radius[rows], self.z[rows], self.round[rows])

    def reach(self, direction: Array) -> Array:
        """Reach from the middle along unit directions (b, ..., 2): (b, ...)."""
        axes = self.axes.reshape(len(self.z), *([1] * (direction.ndim - 2)), 2, 2)
        return np.asarray(np.linalg.norm(np.einsum("...k,...kj->...j", direction, axes), axis=-1))


def gaps(shooter: BaseArrays, target: BaseArrays) -> Array:
    """Three-dimensional gaps between paired bases, (b,), inches."""
    between = target.middle - shooter.middle
    flat = np.linalg.norm(between, axis=-1) - shooter.radius - target.radius
    oval = ~(shooter.round & target.round)
    for row in np.flatnonzero(oval):
        flat[row] = ellipse.best_direction(between[row], (shooter.axes[row], target.axes[row]))[0]
    return np.asarray(np.hypot(np.maximum(flat, 0.0), shooter.z - target.z))


def near_corridor(prisms: Prisms, shooter: BaseArrays, target: BaseArrays, margin: float) -> Flags:
    """Whether prisms may reach into the hull of both bases grown by `margin`, (duels, prisms).

    Never False for one that does; a separating line along a side, along the corridor or across it is looked for.
    """
    sides = prisms.normals.reshape(-1, 2)
    near = shooter.middle @ sides.T - shooter.radius[:, None]
    far = target.middle @ sides.T - target.radius[:, None]
    apart = np.minimum(near, far) > prisms.offsets.reshape(-1) + margin
    shape = (len(near), *prisms.offsets.shape)
    beside = apart.reshape(shape).any(axis=-1)
    between = target.middle - shooter.middle
    span = length(between)
    unit = between / np.where(span > 0, span, 1.0)[:, None]
    across = np.empty_like(unit)
    across[:, 0], across[:, 1] = -unit[:, 1], unit[:, 0]
    corners = prisms.corners.reshape(-1, 2)
    shape = (len(span), *prisms.corners.shape[:2])
    aside = (across @ corners.T - dot(across, shooter.middle)[:, None]).reshape(shape)
    ahead = (unit @ corners.T - dot(unit, shooter.middle)[:, None]).reshape(shape)
    wide = np.maximum(shooter.radius, target.radius)[:, None] + margin
    beside |= (aside.min(axis=-1) > wide) | (aside.max(axis=-1) < -wide)
    beside |= ahead.max(axis=-1) < -(shooter.radius + margin)[:, None]
    beside |= ahead.min(axis=-1) > (span + target.radius + margin)[:, None]
    return np.asarray(~beside)


def near_base(prisms: Prisms, rows: Index, base: BaseArrays, reach: float) -> Flags:
    """Whether prisms `rows` (c,) may come within `reach` of the bases (c,) seen from above; never False wrongly."""
    away = dot(prisms.normals[rows], base.middle[:, None]) - base.radius[:, None]
    return np.asarray((away <= prisms.offsets[rows] + reach).all(axis=-1))
