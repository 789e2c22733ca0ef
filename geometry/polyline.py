"""Lines and outlines as points, close enough together to follow a lens that bends what is straight."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.base import Base
from geometry.ellipse import rim

Array = NDArray[np.float64]


def densified(points: ArrayLike, *, closed: bool, step: float = 1.0) -> Array:
    """Return points (n, d) with further ones evenly between them, neighbours at most `step` inches apart, (m, d).

    `closed` lines go on from the last point to the first, which is not said twice. A single point stays as it is.
    """
    corners = np.asarray(points, dtype=np.float64)
    if len(corners) < 2:
        return corners
    ends = np.roll(corners, -1, axis=0) if closed else corners[1:]
    starts = corners if closed else corners[:-1]
    pieces = [
        start + (end - start) * np.arange(count)[:, None] / count
        for start, end in zip(starts, ends, strict=True)
        for count in [max(1, math.ceil(float(np.linalg.norm(end - start)) / step))]
    ]
    return np.concatenate(pieces if closed else [*pieces, corners[-1:]])


def base_outline(base: Base, count: int) -> Array:
    """Return `count` points (x, y, z) round the underside of a base, shape (count, 3), inches."""
    angles = np.linspace(0.0, 2 * math.pi, count, endpoint=False, dtype=np.float64)
    return np.column_stack((rim(base, angles), np.full(count, base.z)))
