"""A simulated camera that is shown a ChArUco sheet, to try the lens wizard without a camera."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.lens.target import Target
from calibration.rig import Rig
from hardware.cameras.camera import CameraIdentity
from hardware.simulated.cameras.table import SimulatedCamera
from hardware.simulated.sheet import ShownSheet


class SheetCamera(SimulatedCamera):
    """A camera with the lens of a rig, before which somebody holds a sheet in many ways."""

    def __init__(self, target: Target, rig: Rig, *, fps: float = 8.0, seed: int = 0) -> None:
        super().__init__(None, rig, fps=fps, seed=seed)
        self._sheet = ShownSheet(target, rig.camera)

    @property
    def identity(self) -> CameraIdentity:
        """Which camera this is."""
        return CameraIdentity(self.rig.camera.id, "simulated camera with a sheet", "simulated")

    def _draw(self, t_s: float) -> NDArray[np.uint8]:
        self._taken += 1
        return self._sheet.picture(t_s, self._seed + self._taken)
