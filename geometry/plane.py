"""Small helpers for arrays of points and directions in the plane, (..., 2)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def length(vectors: Array) -> Array:
    """Return the lengths (...) of vectors (..., 2)."""
    return np.asarray(np.hypot(vectors[..., 0], vectors[..., 1]))


def dot(one: Array, other: Array) -> Array:
    """Return the products (...) of vectors (..., 2), broadcast against each other."""
    return np.asarray(one[..., 0] * other[..., 0] + one[..., 1] * other[..., 1])


def unit_at(angle: Array) -> Array:
    """Return the unit vectors (..., 2) at angles (...) in radians."""
    vectors = np.empty((*angle.shape, 2))
    np.cos(angle, out=vectors[..., 0])
    np.sin(angle, out=vectors[..., 1])
    return vectors


def following(corners: Array) -> Array:
    """Return for each corner of outlines (..., n, 2) the next one round."""
    return np.concatenate([corners[..., 1:, :], corners[..., :1, :]], axis=-2)
