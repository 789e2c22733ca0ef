"""Which of the board's tags lie where they were printed, and which were moved, by how they miss their places."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.adjustment import Tags
from calibration.rig import BoardPose, CameraModel, project_with_jacobians

Array = NDArray[np.float64]

DISPLACED_MM = 1.5
"""Miss of a board tag's middle, on the board, above which it was moved, unless noise explains it."""

BEYOND_NOISE = 9.0
"""Squared miss of a tag's corners, over what they claim, that noise does not come to."""

_FAR = 96.0


def in_place(camera: CameraModel, pose: BoardPose, tags: Tags, kept: Sequence[int]) -> tuple[tuple[int, ...], Array]:
    """Return which board tags lie where a pose with its covariance has them, and how badly each fits it.

    A tag is out of place when noise, print and what the pose leaves open explain its corners not nearly, or its middle
    not well and it misses by more than `DISPLACED_MM`. Where those that the pose was fitted to, `kept`, miss by more
    than they claim, all may.
    """
    pixels, by_pose, _, by_point = project_with_jacobians(camera, pose, tags.own.reshape(-1, 3))
    spread = tags.spread(by_point, tags.motions)
    misses = tags.seen - pixels.reshape(-1, 4, 2)
    chi2 = _chi2(misses, spread)
    expected = chi2
    if pose.covariance is not None:
        by_pose = by_pose.reshape(-1, 8, 6)
        expected = _chi2(misses, spread + by_pose @ pose.covariance @ by_pose.transpose(0, 2, 1))
    expected = expected / max(1.0, float(np.median(expected[list(kept)])))
    off_mm = np.linalg.norm(misses.mean(axis=1), axis=1) * pose.camera_mm[2] / camera.camera_matrix[0, 0]
    moved = (expected > _FAR) | ((off_mm > DISPLACED_MM) & (expected > BEYOND_NOISE))
    return tuple(int(k) for k in np.flatnonzero(~moved)), chi2


def _chi2(misses: Array, spread: Array) -> Array:
    miss = misses.reshape(-1, 8, 1)
    return np.asarray((miss.transpose(0, 2, 1) @ np.linalg.solve(spread, miss)).ravel() / 8)
