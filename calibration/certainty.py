"""How surely tags say where the board is: a row of them along one edge hardly says how it is tilted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.adjustment import Adjustment
from calibration.errors import RegistrationError
from calibration.rig import BoardPose, CameraModel, project, project_with_jacobians
from calibration.tolerance import exceeds

Array = NDArray[np.float64]

MAX_OPEN_MM = 4.0
"""Standard deviation of the board's floor, where the picture shows it worst, above which nothing can be placed."""

FEW_TAGS = 6
"""Seen board tags below which half of that is allowed: a moved one may pass among them, and all is less certain."""

_GRID = (9, 7)
_SAME_RAY = 1e-2


def require_certain(camera: CameraModel, fit: Adjustment, size_mm: tuple[float, float], tags: int) -> None:
    """Raise `RegistrationError` when a pose by so many board tags leaves open where the board's floor is.

    Asked is the floor that the picture shows. Terrain among what the pose was fitted to may have settled it. The stated
    covariance counts tags that miss by more than they claim twice, as weighing less and as erring more; here once.
    """
    floor = _floor_in_picture(camera, fit.pose, size_mm)
    if fit.pose.covariance is None or not len(floor):
        return
    weight = float(np.mean(1 / np.sqrt(1 + fit.chi2 / 4)))
    open_mm = float(_sigmas_mm(camera, fit.pose, fit.pose.covariance * weight, floor).max())
    most_mm = MAX_OPEN_MM if tags >= FEW_TAGS else MAX_OPEN_MM / 2
    if exceeds(open_mm, most_mm):
        raise RegistrationError(
            f"the {tags} board tags seen leave open by {open_mm:.1f} mm where the board is; "
            f"expected under {most_mm:g} mm: they lie near one line or close together, "
            "uncover tags along another edge of the board"
        )


def _floor_in_picture(camera: CameraModel, pose: BoardPose, size_mm: tuple[float, float]) -> Array:
    """Return points of the board's floor that the picture shows, (n, 3) mm."""
    x, y = (np.linspace(0, size, count) for size, count in zip(size_mm, _GRID, strict=True))
    floor = np.pad(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2), ((0, 0), (0, 1)))
    there = floor @ pose.rotation.T + pose.tvec_mm
    pixels = project(camera, pose, floor)
    shown = ((pixels >= 0) & (pixels < camera.size_px)).all(axis=1) & (there[:, 2] > 0)
    bent = np.abs(camera.rays(pixels) - there[:, :2] / there[:, 2:]).max(axis=1) > _SAME_RAY
    return np.asarray(floor[shown & ~bent])


def _sigmas_mm(camera: CameraModel, pose: BoardPose, covariance: Array, floor: Array) -> Array:
    """Return how unsure a pose's covariance leaves points of the floor, (n,) mm, along the worst direction."""
    pinhole = CameraModel(camera.size_px, camera.camera_matrix, np.zeros(5))
    _, by_pose, _, by_point = project_with_jacobians(pinhole, pose, floor)
    shifts = np.linalg.solve(by_point[:, :, :2], by_pose)
    spread = shifts @ covariance @ shifts.transpose(0, 2, 1)
    return np.asarray(np.sqrt(np.linalg.eigvalsh(spread)[:, -1]))
