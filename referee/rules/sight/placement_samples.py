"""Where an operative may really stand, given the camera's error."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from geometry.base import Base
from geometry.table import Operative

Array = NDArray[np.float64]

TRIED_SIGMAS = 2.0


def _axes(operative: Operative) -> Array:
    """Return the principal axes of a placement's errors in (x, y, rotation), one a row, each one sigma long."""
    values, vectors = np.linalg.eigh(operative.placement.covariance[np.ix_([0, 1, 3], [0, 1, 3])])
    axes: Array = (vectors * np.sqrt(np.clip(values, 0, None))).T
    return axes


def _moved(base: Base, shift: Array) -> Base:
    return Base(base.shape, base.x + shift[0], base.y + shift[1], base.z, base.rotation_deg + shift[2])


def pushed_samples(operative: Operative) -> list[Base]:
    """Return the operative's base moved by `TRIED_SIGMAS` either way along each axis of its errors; none when exact."""
    axes = [axis for axis in _axes(operative) if np.abs(axis[: 3 if not operative.shape.is_round else 2]).max() > 1e-9]
    return [_moved(operative.base, sign * TRIED_SIGMAS * axis) for axis in axes for sign in (1, -1)]


def drawn_samples(operative: Operative, stream: np.random.Generator, count: int) -> list[Base]:
    """Return an even number of bases drawn from the operative's placement, in pairs about the mean."""
    half = stream.standard_normal((count // 2, 3)) @ _axes(operative)
    return [_moved(operative.base, shift) for shift in np.concatenate([half, -half])]
