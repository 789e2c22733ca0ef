"""Dice under an exact pinhole camera: where their faces are seen, and how they lean."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.dice.detections import DetectedDie

FOCAL_PX = 800.0
Vector = NDArray[np.float64]


def seen(place: Vector, normal: Vector, tilt_deg: float, away: float, present: float = 0.9) -> DetectedDie:
    """Return a face at `place`, edges, under a pinhole `away` edges from the table that is tilted about x."""
    c, s = np.cos(np.radians(tilt_deg)), np.sin(np.radians(tilt_deg))
    across = np.array([[1, 0, 0], [0, -c, -s], [0, s, -c]])
    eye = -away * across[2]
    towards = across @ (place - eye)
    sight = towards / np.linalg.norm(towards)
    facing = across @ normal
    x, y = facing[:2] - sight[:2] * (facing @ sight)
    px, py = FOCAL_PX * towards[:2] / towards[2]
    edge = FOCAL_PX / float(towards[2])
    return DetectedDie(3, float(px), float(py), edge, present, 0.0, 0.0, (float(x), float(y)))


def table(rng: np.random.Generator, count: int, tilt_deg: float, away: float, cocked_deg: float) -> list[DetectedDie]:
    """Return dice on a table, the first of them cocked."""
    dice = []
    for k in range(count):
        way, angle = rng.uniform(0, 2 * np.pi), np.radians(cocked_deg if k == 0 else 0)
        normal = np.array([np.sin(angle) * np.cos(way), np.sin(angle) * np.sin(way), np.cos(angle)])
        dice.append(seen(np.array([*rng.uniform(-0.18, 0.18, 2) * away, 0.0]), normal, tilt_deg, away))
    return dice


def both_faces(place: Vector, turn_deg: float, tilt_deg: float, away: float) -> tuple[DetectedDie, DetectedDie]:
    """Return the top of a flat die and the one of its sides that is turned most to the camera."""
    sides = [np.radians(turn_deg + 90 * k) for k in range(4)]
    normals = [np.array([np.cos(way), np.sin(way), 0.0]) for way in sides]
    near = min(normals, key=lambda normal: float(normal[1]))
    top = seen(place + np.array([0.0, 0.0, 0.5]), np.array([0.0, 0.0, 1.0]), tilt_deg, away)
    return top, seen(place + near / 2, near, tilt_deg, away, present=0.6)
