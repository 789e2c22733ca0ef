"""A tray, and dice at rest in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tools.training.dice.scene import COCKED, Camera, Label

HIGHEST = 2.4
"""Largest height of a die's centre, stacked on others."""


@dataclass(frozen=True)
class TracedTray:
    """A rectangle around the origin on the ground z = 0; its walls lean outward by `draft` at the top."""

    width: float
    height: float
    wall: float
    thick: float
    draft: float

    def holds(self, centre: NDArray[np.float64]) -> bool:
        """Whether a die with that centre is inside."""
        half = np.array([self.width, self.height]) / 2
        return bool((np.abs(centre[:2]) < half).all() and 0 < centre[2] < HIGHEST)

    @property
    def floor_corners(self) -> NDArray[np.float64]:
        """Corners of the floor, (4, 3)."""
        x, y = self.width / 2, self.height / 2
        return np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]])


def random_tray(rng: np.random.Generator, width: float, height: float) -> TracedTray:
    """Return a tray with a floor of that size and random walls, 1 to 2.6 edges high."""
    wall = rng.uniform(1.0, 2.6)
    draft = wall * np.tan(np.radians(rng.uniform(0, 14))) if rng.random() < 0.4 else 0.0
    return TracedTray(width, height, wall, rng.uniform(0.2, 1.0), float(draft))


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
