"""Rectified trays drawn from squares and discs, so that what lies where is exact."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie
from vision.dice.networks import EDGE_PX

SIZE = (480, 320)
NOISE = 1.5
FELT = (60, 110, 50)

CORNERS = np.array([[90.0, 60.0], [560.0, 80.0], [600.0, 420.0], [50.0, 400.0]])
DIE_PX = 32.0


def felt(light: float = 1.0) -> NDArray[np.float64]:
    """An empty tray, (h, w, 3), the same grain each time, without noise."""
    return _felt() * light


@lru_cache(maxsize=1)
def _felt() -> NDArray[np.float64]:
    rng = np.random.default_rng(99)
    grain = cv2.GaussianBlur(rng.normal(0, 12, (SIZE[1], SIZE[0])), (0, 0), 2)
    return np.asarray(np.array(FELT, dtype=np.float64) + grain[..., None])


def taken(scene: NDArray[np.float64], seed: int) -> NDArray[np.uint8]:
    """A picture of a scene with the camera's noise."""
    return np.clip(scene + _noise(seed, scene.shape), 0, 255).round().astype(np.uint8)


@lru_cache(maxsize=64)
def _noise(seed: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return a camera's noise in one picture: hundreds of pictures of many tests have the same few."""
    return np.random.default_rng(seed).normal(0, NOISE, shape)


def square(
    scene: NDArray[np.float64], x: float, y: float, colour: Sequence[float] = (225, 225, 230), size: float = 1.0
) -> None:
    """Lay a plain square as large as a die, turned a little."""
    corners = cv2.boxPoints(((x, y), (EDGE_PX * size, EDGE_PX * size), 20.0))
    cv2.fillConvexPoly(scene, corners.round().astype(np.int32), [float(v) for v in colour])


def die(x: float, y: float, value: int = 3) -> DetectedDie:
    """A die as the network would see it there."""
    return DetectedDie(value, x, y, EDGE_PX, 0.95, 0.02, 0.01, (0.0, 0.0))


def pictures(level: float = 120.0, count: int = 4) -> list[NDArray[np.uint8]]:
    """Pictures of a plain tray in a camera's picture of 640 x 480."""
    rng = np.random.default_rng(0)
    ground = np.full((480, 640, 3), level) + rng.normal(0, 4, (480, 640, 3))
    return [np.clip(ground + rng.normal(0, 2, ground.shape), 0, 255).astype(np.uint8) for _ in range(count)]
