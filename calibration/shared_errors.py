"""What all places on a board are off by alike: the camera's pose and lens, as one registration has them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.board_pose import Registration
from calibration.rig import CameraModel, project_with_jacobians

Array = NDArray[np.float64]


def shared_shifts(camera: CameraModel, registration: Registration, places_mm: Array) -> Array:
    """Return how each independent cause that all places share, at one sigma, shifts every place, (n, 2, k) mm."""
    camera, pose = registration.measured_by(camera)
    _, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, places_mm)
    back = np.linalg.inv(by_point[:, :, :2])
    misfit = registration.misfit
    by_intrinsics = registration.pose_by_intrinsics if misfit is None else misfit.pose_by_intrinsics
    causes = []
    if pose.covariance is not None:
        causes.append(back @ by_pose @ _root(pose.covariance))
    if camera.covariance is not None:
        causes.append(back @ (by_lens + by_pose @ by_intrinsics) @ _root(camera.covariance))
    return np.concatenate(causes, axis=2) if causes else np.zeros((len(places_mm), 2, 0))


def common_variance(shifts: Array) -> float:
    """Return the variance, of x and of y, that all places have alike for certain, square mm.

    It is the most that no two places share less than, along any direction: what two places share beyond it counts as
    if each had it by itself, so that a distance is never surer than it is. Zero where the causes move any two places
    against each other: errors that are opposite count as independent.
    """
    if not shifts.size:
        return 0.0
    shared = np.einsum("iak,jbk->ijab", shifts, shifts)
    least = np.linalg.eigvalsh((shared + shared.transpose(0, 1, 3, 2)) / 2)[..., 0]
    return max(0.0, float(least.min()))


def _root(covariance: Array) -> Array:
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    return np.asarray(vectors * np.sqrt(np.clip(values, 0.0, None)))
