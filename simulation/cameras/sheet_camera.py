"""Simulated camera in front of a ChArUco sheet, for the lens wizard."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens.target import Target
from calibration.rig import BoardPose, CameraModel, Rig
from hardware.cameras.camera import CameraIdentity
from simulation.cameras.table_camera import SimulatedCamera
from simulation.render.sensor import Sensor

Array = NDArray[np.float64]

PAPER, INK, GROUND = 0.80, 0.03, 0.16
HOLD_S, MOVE_S = 1.6, 0.7
_TEXELS_MM = 4.0
_MARGIN_MM = 15.0


@dataclass(frozen=True, slots=True)
class _Show:
    """Position of the sheet's centre in the image (0 to 1), its width as a share, and its tilts about x and y."""

    x: float
    y: float
    wide: float
    tip_deg: float
    turn_deg: float
    spin_deg: float = 0.0


SHOWS = (
    _Show(0.50, 0.50, 0.62, 0, 0),
    _Show(0.27, 0.32, 0.48, 24, 0, 4),
    _Show(0.73, 0.30, 0.48, 0, 26, -5),
    _Show(0.74, 0.70, 0.48, -25, 0, 6),
    _Show(0.26, 0.70, 0.48, 0, -26, 3),
    _Show(0.50, 0.30, 0.52, 28, 8, 0),
    _Show(0.50, 0.70, 0.52, -28, -8, 2),
    _Show(0.24, 0.50, 0.42, 5, 30, 8),
    _Show(0.76, 0.50, 0.42, -5, -30, -8),
    _Show(0.24, 0.27, 0.40, 3, -3, -3),
    _Show(0.76, 0.27, 0.40, -22, 6, 5),
    _Show(0.76, 0.73, 0.40, 22, -6, -6),
    _Show(0.24, 0.73, 0.40, -4, 4, 4),
    _Show(0.50, 0.50, 0.45, 0, 32, 12),
    _Show(0.42, 0.45, 0.50, 30, 0, -12),
    _Show(0.58, 0.55, 0.50, -30, 0, 10),
)


class ShownSheet:
    """Renderer of a target that is shown in each pose of `SHOWS` in turn."""

    def __init__(self, target: Target, camera: CameraModel, sensor: Sensor | None = None) -> None:
        self.target = target
        self.camera = camera
        self._sensor = sensor or Sensor()
        width, height = camera.size_px
        grid = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2).astype(np.float64)
        flat = cv2.undistortPoints(grid, camera.camera_matrix, camera.dist_coeffs)
        self._rays = np.asarray(flat, dtype=np.float32).reshape(height, width, 2)
        self._paper = self._printed()

    def pose_at(self, t_s: float) -> BoardPose:
        """Return the sheet's pose in the camera's frame: held, then moved to the next pose."""
        number, since_s = divmod(t_s, HOLD_S + MOVE_S)
        share = float(np.clip((since_s - HOLD_S) / MOVE_S, 0, 1))
        share = share * share * (3 - 2 * share)
        one, other = (SHOWS[(int(number) + k) % len(SHOWS)] for k in (0, 1))
        fields = ("x", "y", "wide", "tip_deg", "turn_deg", "spin_deg")
        x, y, wide, tip, turn, spin = (
            getattr(one, name) * (1 - share) + getattr(other, name) * share for name in fields
        )
        columns, rows = self.target.squares
        span_mm = columns * self.target.square_mm
        width, height = self.camera.size_px
        matrix = self.camera.camera_matrix
        distance = matrix[0, 0] * span_mm / (wide * width)
        middle = np.array([span_mm / 2, rows * self.target.square_mm / 2, 0.0])
        rotation = np.eye(3)
        for axis, angle in ((2, spin), (0, tip), (1, turn)):
            rotation = _turned(axis, angle) @ rotation
        at = np.array([(x * width - matrix[0, 2]) / matrix[0, 0], (y * height - matrix[1, 2]) / matrix[1, 1], 1.0])
        tvec = at * distance - rotation @ middle
        return BoardPose(np.asarray(cv2.Rodrigues(rotation)[0], dtype=np.float64).ravel(), tvec)

    def picture(self, t_s: float, seed: int = 0) -> NDArray[np.uint8]:
        """Return the image at a time, uint8 (height, width, 3) BGR."""
        pose = self.pose_at(t_s)
        across = np.linalg.inv(np.column_stack([pose.rotation[:, :2], pose.tvec_mm])).astype(np.float32)
        x, y = self._rays[..., 0], self._rays[..., 1]
        w = across[2, 0] * x + across[2, 1] * y + across[2, 2]
        u = (across[0, 0] * x + across[0, 1] * y + across[0, 2]) / w
        v = (across[1, 0] * x + across[1, 1] * y + across[1, 2]) / w
        scale, margin = np.float32(_TEXELS_MM), np.float32(_MARGIN_MM)
        light = cv2.remap(
            self._paper,
            (u + margin) * scale - np.float32(0.5),
            (v + margin) * scale - np.float32(0.5),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(GROUND,) * 4,
        )
        coloured = np.repeat(np.asarray(light, dtype=np.float32)[..., None], 3, axis=2)
        return self._sensor.codes(self._sensor.blurred(coloured), seed)

    def _printed(self) -> NDArray[np.float32]:
        columns, rows = self.target.squares
        size = (round(columns * self.target.square_mm * _TEXELS_MM), round(rows * self.target.square_mm * _TEXELS_MM))
        drawn = np.asarray(self.target.board().generateImage(size), dtype=np.float32) / 255
        pad = round(_MARGIN_MM * _TEXELS_MM)
        sheet = np.pad(drawn, pad, constant_values=1.0)
        return np.asarray(cv2.GaussianBlur(INK + sheet * (PAPER - INK), (0, 0), 0.8), dtype=np.float32)


def _turned(axis: int, angle_deg: float) -> Array:
    rvec = np.zeros(3)
    rvec[axis] = np.radians(angle_deg)
    return np.asarray(cv2.Rodrigues(rvec)[0], dtype=np.float64)


class SheetCamera(SimulatedCamera):
    """Camera with the lens of a rig, in front of which a sheet is held in many poses."""

    def __init__(self, target: Target, rig: Rig, *, fps: float = 8.0, seed: int = 0) -> None:
        super().__init__(None, rig, fps=fps, seed=seed)
        self._sheet = ShownSheet(target, rig.camera)

    @property
    def identity(self) -> CameraIdentity:
        """Identity of the camera."""
        return CameraIdentity(self.rig.camera.id, "simulated sheet camera", "simulated")

    def _draw(self, t_s: float) -> NDArray[np.uint8]:
        self._taken += 1
        return self._sheet.picture(t_s, self._seed + self._taken)
