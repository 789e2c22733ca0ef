"""Camera above a rendered tray: a pinhole at any position, or at a typical one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tools.training.dice.die import Array


@dataclass(frozen=True)
class Camera:
    """Pinhole camera above the ground z = 0, unit = one die edge; the rows of `across` are right, down, forward."""

    eye: Array
    across: Array
    focal_px: float
    centre_px: tuple[float, float]

    def project(self, points: Array) -> Array:
        """Return pixels, (n, 2)."""
        seen = (points - self.eye) @ self.across.T
        pixels = seen[:, :2] / seen[:, 2:] * self.focal_px + np.array(self.centre_px, np.float32)
        return np.asarray(pixels, dtype=np.float32)

    def depth(self, point: Array) -> float:
        """Return the distance of a point along the optical axis."""
        return float((point - self.eye) @ self.across[2])


def random_camera(rng: np.random.Generator, size: int, edge_px: float) -> Camera:
    """Return a camera in which a die at the image's middle has an edge of `edge_px`; its axis may be off-centre."""
    tilt = abs(rng.normal(0, 0.09)) if rng.random() < 0.55 else rng.uniform(0.1, 1.0)
    turn = rng.uniform(0, 2 * np.pi)
    away = rng.uniform(9, 40)
    sight = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)])
    roll = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else -turn + rng.normal(0, 0.2)
    right = np.cross(sight, [np.cos(roll), np.sin(roll), 0.05])
    right /= np.linalg.norm(right)
    across = np.stack([right, np.cross(sight, right), sight]).astype(np.float32)
    offset = rng.uniform(-1.2, 1.2, 2) * size if rng.random() < 0.5 else rng.uniform(-0.3, 0.3, 2) * size
    focal = edge_px * away
    centre = (size / 2 + float(offset[0]), size / 2 + float(offset[1]))
    middle = np.array([(size / 2 - centre[0]) / focal, (size / 2 - centre[1]) / focal, 1.0])
    ray = middle @ across
    if ray[2] > -0.35:
        return random_camera(rng, size, edge_px)
    eye = -(ray / np.linalg.norm(ray) * away)
    return Camera(eye.astype(np.float32), across, focal, centre)


def tray_camera(rng: np.random.Generator, size: int, edge_px: float, tilt: float) -> Camera:
    """Return a typical camera above a tray, 20 to 45 edges away (32-72 cm), with its axis at the image's middle.

    Seen from the side, up in the scene is up in the image.
    """
    focal = edge_px * rng.uniform(20, 45)
    turn, roll = rng.uniform(0, 2 * np.pi, 2)
    sight = np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)])
    right = np.cross(sight, [0, 0, 1] if tilt > 0.3 else [np.cos(roll), np.sin(roll), 0.05])
    right /= np.linalg.norm(right)
    across = np.stack([right, np.cross(sight, right), sight]).astype(np.float32)
    return Camera((-sight * focal / edge_px).astype(np.float32), across, float(focal), (size / 2, size / 2))
