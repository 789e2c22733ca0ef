"""Between a picture and a tag's own plane, measured in modules: homographies of many tags at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Single = NDArray[np.float32]


def square(side: float) -> Array:
    """Return the corners (4, 2) of a tag `side` modules wide: top-left, top-right, bottom-right, bottom-left."""
    return np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float64)


def through_plane(homography: Single, x: Single, y: Single) -> tuple[Single, Single, Single]:
    """Return u, v and 1 / w for homographies (t, 3, 3) and points (t, ...)."""
    h = homography.reshape(homography.shape[0], 9, *([1] * (x.ndim - 1)))
    inverse: Single = np.float32(1) / (h[:, 6] * x + h[:, 7] * y + h[:, 8])
    return (h[:, 0] * x + h[:, 1] * y + h[:, 2]) * inverse, (h[:, 3] * x + h[:, 4] * y + h[:, 5]) * inverse, inverse


def points_through(homographies: Array, points: Array) -> Array:
    """Return points (n, 2) through homographies (t, 3, 3), shape (t, n, 2)."""
    mapped = np.column_stack([points, np.ones(len(points))]) @ homographies.transpose(0, 2, 1)
    return np.asarray(mapped[..., :2] / mapped[..., 2:])


def corners_by_homography(h: Array, corners: Array, square: Array) -> Array:
    """Return the derivative, (t, 8, 8), of corners by the first eight entries of the H that map them to the square."""
    x, y = corners[..., 0], corners[..., 1]
    u, v = square[:, 0], square[:, 1]
    flat = h.reshape(-1, 9)[:, :, None]
    by_place = np.stack(
        [
            flat[:, 0] - u * flat[:, 6],
            flat[:, 1] - u * flat[:, 7],
            flat[:, 3] - v * flat[:, 6],
            flat[:, 4] - v * flat[:, 7],
        ],
        axis=-1,
    ).reshape(*x.shape, 2, 2)
    by_entry = np.zeros((*x.shape, 2, 8))
    by_entry[..., 0, 0], by_entry[..., 0, 1], by_entry[..., 0, 2] = x, y, 1
    by_entry[..., 1, 3], by_entry[..., 1, 4], by_entry[..., 1, 5] = x, y, 1
    by_entry[..., 0, 6], by_entry[..., 0, 7] = -u * x, -u * y
    by_entry[..., 1, 6], by_entry[..., 1, 7] = -v * x, -v * y
    return np.asarray(-np.linalg.solve(by_place, by_entry).reshape(-1, 8, 8), dtype=np.float64)
