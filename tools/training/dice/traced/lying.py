"""Dice as they lie in a traced scene, and what a camera above sees of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.training.dice.camera import Camera
from tools.training.dice.scene import COCKED, Label

FLAT_DEG, COCKED_DEG = 3.0, 12.0
"""Up to which lean a die lies flat, and from which it is cocked; between them nobody is to learn anything."""

LEAST_SEEN = 0.66
"""How much of a face must be seen for anybody to read it."""

FACES = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], np.float64)
"""Which way a die's faces look, in the order of its values."""


@dataclass(frozen=True)
class Thrown:
    """A die to throw: which make it is of, how long its edge is in the scene's unit."""

    make: int
    scale: float


@dataclass(frozen=True)
class Pose:
    """Where a die lies, in the scene's unit, and how it is turned, (3, 3)."""

    die: Thrown
    centre: NDArray[np.float64]
    rotation: NDArray[np.float64]

    @property
    def tilt_deg(self) -> float:
        """How far its topmost face is from level."""
        return float(np.degrees(np.arccos(min(1.0, float(np.abs(self.rotation[2]).max())))))


def topmost(pose: Pose) -> int:
    """Return which of `FACES` is highest."""
    return int((FACES @ pose.rotation.T)[:, 2].argmax())


def label_of(pose: Pose, values: tuple[int, ...], camera: Camera, seen: float) -> Label:
    """Return what a die shows that has those values, of whose topmost face the camera sees the share `seen`."""
    top = topmost(pose)
    out = pose.rotation @ FACES[top]
    face = pose.centre + out * pose.die.scale / 2
    sight = face - camera.eye
    sight /= np.linalg.norm(sight)
    across = camera.across @ (out - sight * (out @ sight))
    x, y = camera.project(face[None].astype(np.float32))[0]
    edge = camera.focal_px / camera.depth(face.astype(np.float32)) * pose.die.scale
    tilt = pose.tilt_deg
    value = COCKED if tilt > COCKED_DEG else values[top]
    sure = not FLAT_DEG < tilt <= COCKED_DEG and seen > LEAST_SEEN
    return Label(value, float(x), float(y), edge, (float(across[0]), float(across[1])), sure, tilt)
