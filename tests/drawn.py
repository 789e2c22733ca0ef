"""The example's table as a camera sees it, drawn once for all tests: its stage is a second and a half of work."""

from __future__ import annotations

import numpy as np

from calibration.rig import Rig
from simulation import Renderer, example_catalogue

_DRAWERS: dict[tuple[object, bytes], Renderer] = {}


def drawer(rig: Rig) -> Renderer:
    """Return what draws the example's table for one camera in one place; a picture does not tell what was before it."""
    assert rig.pose is not None
    camera = rig.camera
    numbers = (camera.camera_matrix, camera.dist_coeffs, rig.pose.rvec, rig.pose.tvec_mm)
    key = camera.size_px, np.concatenate([np.ravel(each) for each in numbers]).tobytes()
    if key not in _DRAWERS:
        _DRAWERS[key] = Renderer(example_catalogue(), rig)
    return _DRAWERS[key]
