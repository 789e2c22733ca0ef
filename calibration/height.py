"""How high a tag of known size lies, from its size and shape in the picture."""

from __future__ import annotations

import numpy as np

from calibration.board_pose import Registration
from calibration.catalogue import ThingTag
from calibration.pose_fit import fit_pose
from calibration.rig import BoardPose, CameraModel
from calibration.sighting import TagSighting
from calibration.tolerance import DEFAULT_TOLERANCE

_STEPS = 4
_ENOUGH_MM = 0.05


def tag_height_mm(camera: CameraModel, pose: BoardPose, sighting: TagSighting, size_mm: float) -> tuple[float, float]:
    """Return the height above the board at which a level tag of that size looks as it does, and its sigma, mm."""
    known = Registration(pose, {}, pose_by_intrinsics=np.zeros((6, 4 + camera.dist_coeffs.size)), ignored=())
    tag = ThingTag(id=sighting.id, size_mm=size_mm, offset_mm=(0.0, 0.0, 0.0))
    z_mm, sigma_mm = 0.0, 0.0
    for _ in range(_STEPS):
        fit = fit_pose(camera, known, [(tag, sighting)], z_mm, DEFAULT_TOLERANCE)
        z_mm, sigma_mm = z_mm + fit.raise_mm, fit.raise_sigma_mm
        if abs(fit.raise_mm) < _ENOUGH_MM:
            break
    return z_mm, sigma_mm
