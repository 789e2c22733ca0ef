"""Poses of dice in a traced scene, and their labels for a camera above."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.training.dice.camera import Camera
from tools.training.dice.scene import COCKED, Label

FLAT_DEG, COCKED_DEG = 3.0, 12.0
"""A die is flat up to the first tilt and cocked from the second; those between are not used for training."""

LEAST_SEEN = 0.66
"""Least visible share of a face that can be read."""

FACES = np.array([(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)], np.float64)
"""Directions of a die's faces, in the order of its values."""


@dataclass(frozen=True)
class Thrown:
    """A die to throw: its make, and its edge in the scene's unit."""

    make: int
    scale: float


@dataclass(frozen=True)
class Pose:
    """Position of a die in the scene's unit, and its rotation, (3, 3)."""

    die: Thrown
    centre: NDArray[np.float64]
    rotation: NDArray[np.float64]

    @property
    def tilt_deg(self) -> float:
        """Angle between the topmost face and level."""
        return float(np.degrees(np.arccos(min(1.0, float(np.abs(self.rotation[2]).max())))))


def topmost(pose: Pose) -> int:
    """Return the index in `FACES` of the topmost face."""
    return int((FACES @ pose.rotation.T)[:, 2].argmax())


def label_of(pose: Pose, values: tuple[int, ...], camera: Camera, seen: float) -> Label:
    """Return the label of a die with those values; `seen` is the visible share of its topmost face."""
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
