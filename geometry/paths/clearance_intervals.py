"""Where along a straight stride its moving point is near edges and points: shares of the stride, in closed form."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def within_edges(here: Array, step: Array, starts: Array, ends: Array, rho: float) -> tuple[Array, Array]:
    """Return the shares [low, high] of a stride within rho of each edge (m,); low > high where it never is.

    `here` and `step` are the stride's origin and extent, (2,), or (k, 1, 2) for many strides against the same edges.
    """
    edge = ends - starts
    length = np.hypot(edge[..., 0], edge[..., 1])
    unit = edge / np.where(length > 0, length, 1.0)[..., None]
    normal = np.stack([-unit[..., 1], unit[..., 0]], axis=-1)
    offset = here - starts
    along = _between((offset * unit).sum(axis=-1), (unit * step).sum(axis=-1), np.zeros_like(length), length)
    across = _between((offset * normal).sum(axis=-1), (normal * step).sum(axis=-1), -rho, rho)
    low, high = np.maximum(along[0], across[0]), np.minimum(along[1], across[1])
    empty = (low > high) | (length == 0)
    low, high = np.where(empty, np.inf, low), np.where(empty, -np.inf, high)
    for corners in (starts, ends):
        first, last = within_points(here, step, corners, rho)
        seen = first <= last
        low = np.where(seen, np.minimum(low, first), low)
        high = np.where(seen, np.maximum(high, last), high)
    return low, high


def within_points(here: Array, step: Array, points: Array, rho: float) -> tuple[Array, Array]:
    """Return the shares [low, high] of strides within rho of each point; low > high where they never are."""
    offset = here - points
    square = (step * step).sum(axis=-1)
    moves = square > 0
    safe = np.where(moves, square, 1.0)
    middle = -(offset * step).sum(axis=-1) / safe
    nearest = offset + middle[..., None] * step
    room = rho * rho - (nearest * nearest).sum(axis=-1)
    half = np.sqrt(np.maximum(room, 0.0) / safe)
    low = np.where(moves, np.maximum(middle - half, 0.0), 0.0)
    high = np.where(moves, np.minimum(middle + half, 1.0), 1.0)
    empty = (room < 0) | (low > high)
    return np.where(empty, np.inf, low), np.where(empty, -np.inf, high)


def _between(value: Array, slope: Array, least: Array | float, most: Array | float) -> tuple[Array, Array]:
    """Shares of [0, 1] where value + share * slope lies in [least, most]; low > high where it never does."""
    flat = slope == 0
    safe = np.where(flat, 1.0, slope)
    one, other = (least - value) / safe, (most - value) / safe
    low, high = np.maximum(np.minimum(one, other), 0.0), np.minimum(np.maximum(one, other), 1.0)
    always = flat & (value >= least) & (value <= most)
    never = (flat & ~always) | (~flat & (low > high))
    low, high = np.where(always, 0.0, low), np.where(always, 1.0, high)
    return np.where(never, np.inf, low), np.where(never, -np.inf, high)
