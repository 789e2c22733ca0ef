"""How a position error becomes the error of a distance, and the probability of an answer.

A gap's standard deviation comes from both placements' covariances through its analytic gradient.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from geometry import ellipse
from geometry.base import Base
from geometry.table import Marker, Operative
from geometry.tolerance import EXACT_TOLERANCE

Array = NDArray[np.float64]

_TOUCHING = 1e-9


def gap_gradient(a: Base, b: Base) -> tuple[Array, Array]:
    """Return the derivatives of the gap between two bases by (x, y, z, rotation in degrees) of each, shape (4,) each.

    Where the bases overlap seen from above, at the same height, the derivative is that of minus the overlap, so that
    it goes on smoothly through touching.
    """
    apart, towards = ellipse.separation(a, b)
    rise = b.z - a.z
    span = math.hypot(max(apart, 0.0), rise)
    if span > _TOUCHING:
        level, upright = max(apart, 0.0) / span, rise / span
    else:
        level, upright = 1.0, 0.0
    turns = (-_turning(a, towards), -_turning(b, towards))
    by_a = np.array([-level * towards[0], -level * towards[1], -upright, level * turns[0]])
    by_b = np.array([level * towards[0], level * towards[1], upright, level * turns[1]])
    return by_a, by_b


def gap_sigma(a: Operative | Marker, b: Operative | Marker) -> float:
    """Return the standard deviation of the gap between two things, inches, from both covariances.

    Their errors count as independent; the error of a thing's rotation counts for oval bases.
    """
    if a.placement.exact and b.placement.exact:
        return 0.0
    by_a, by_b = gap_gradient(a.base, b.base)
    variance = by_a @ a.placement.covariance @ by_a + by_b @ b.placement.covariance @ by_b
    return math.sqrt(max(0.0, float(variance)))


def probability(margin: float, sigma: float) -> float:
    """Return the probability that a margin is not negative, its error being normal with that standard deviation.

    With no error: 1 for a margin of at least minus `EXACT_TOLERANCE`, else 0. Raises `ValueError` for a negative or
    non-finite sigma and for a margin that is not a number.
    """
    if math.isnan(margin):
        raise ValueError(f"margin {margin!r} in: expected a number")
    if not (math.isfinite(sigma) and sigma >= 0):
        raise ValueError(f"sigma {sigma!r} in: expected a finite standard deviation of at least zero")
    if sigma == 0:
        return 1.0 if margin >= -EXACT_TOLERANCE else 0.0
    return 0.5 * math.erfc(-margin / (sigma * math.sqrt(2)))


def _turning(base: Base, direction: Array) -> float:
    """Derivative of a base's reach along a direction by its rotation, inches per degree."""
    if base.is_round:
        return 0.0
    shape = ellipse.axes(base)
    metric = shape @ shape.T
    across = np.array([direction[1], -direction[0]])
    return math.radians(float(across @ metric @ direction) / math.sqrt(float(direction @ metric @ direction)))
