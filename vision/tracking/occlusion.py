"""Occlusion: whether a thing with a hidden tag is still there, from the appearance of its base and surroundings."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project
from calibration.tag_geometry import Pose2D
from vision.intensity import largest

SAME_SHARE = 0.5
"""Share of a base's cells that must be unchanged for it to be still there."""

COVERED_SHARE = 0.5
"""Share of a base's surroundings that must have changed for something to cover both.

Lifting a model changes its place and those of its tab and shadow, but leaves most of the ring around it unchanged.
"""

_CELLS = 12
_LEAST_NOISE = 6.0
_RING_MM = (5.0, 13.0, 21.0, 29.0)
"""Distances of the ring's points from the base's rim."""
_RING_POINTS = 32
_LEAST_RING_NOISE = 4.0
_GAIN = (0.6, 1.6)


@dataclass(frozen=True, slots=True, eq=False)
class AppearancePatch:
    """Appearance of a base and its surroundings: mean colours, (rows, columns, channels), and the pixels sampled.

    `maps` are the sampled pixels, (rows, columns, 2); `on_base` marks the cells on the base. `ring_maps` and `ring` are
    the same for its surroundings on its level. Taken at `t_s`.
    """

    maps: NDArray[np.float32]
    on_base: NDArray[np.bool_]
    colours: NDArray[np.float32]
    ring_maps: NDArray[np.float32]
    ring: NDArray[np.float32]
    t_s: float


def snapshot_appearance(
    image: NDArray[np.uint8],
    camera: CameraModel,
    pose: BoardPose,
    base_pose: Pose2D,
    half_axes_mm: tuple[float, float],
    t_s: float,
) -> AppearancePatch:
    """Return the appearance of a base at its position, and of its surroundings."""
    side = np.linspace(-1, 1, _CELLS)
    u, v = np.meshgrid(side, side)
    flat = np.column_stack([u.ravel() * half_axes_mm[0], v.ravel() * half_axes_mm[1], np.zeros(u.size)])
    maps = project(camera, pose, base_pose.carry(flat)).reshape(_CELLS, _CELLS, 2).astype(np.float32)
    turn, off = np.meshgrid(np.linspace(0, 2 * np.pi, _RING_POINTS, endpoint=False), _RING_MM)
    ring = np.column_stack(
        [
            ((half_axes_mm[0] + off) * np.cos(turn)).ravel(),
            ((half_axes_mm[1] + off) * np.sin(turn)).ravel(),
            np.zeros(turn.size),
        ]
    )
    ring_maps = project(camera, pose, base_pose.carry(ring)).reshape(*turn.shape, 2).astype(np.float32)
    on_base = np.asarray(u**2 + v**2 <= 1)
    return AppearancePatch(maps, on_base, _sample(image, maps), ring_maps, _sample(image, ring_maps), t_s)


def matches_appearance(image: NDArray[np.uint8], look: AppearancePatch) -> bool:
    """Return whether enough of the base is unchanged, apart from overall brightness."""
    now = _sample(image, look.maps)
    before = look.colours
    gain = float(np.median((now[look.on_base] + 1) / (before[look.on_base] + 1)))
    apart = largest(np.abs(now - before * np.float32(np.clip(gain, *_GAIN))))
    contrast = float(before[look.on_base].std())
    same = apart[look.on_base] < max(_LEAST_NOISE, 0.5 * contrast)
    return bool(same.mean() >= SAME_SHARE)


def is_occluded(image: NDArray[np.uint8], look: AppearancePatch) -> bool:
    """Return whether a thing and its surroundings are covered: by a sheet, a book, a case or darkness.

    A change of overall brightness around it is no cover.
    """
    now = _sample(image, look.ring_maps)
    gain = float(np.median((now + 1) / (look.ring + 1)))
    apart = largest(np.abs(now - look.ring * np.float32(np.clip(gain, *_GAIN))))
    # A robust spread, because a white tab or a wall in the ring says nothing about the contrast of the floor.
    texture = 1.4826 * float(np.median(np.abs(look.ring - np.median(look.ring, axis=(0, 1)))))
    return bool(np.mean(apart > max(_LEAST_RING_NOISE, 0.35 * texture)) >= COVERED_SHARE)


def _sample(image: NDArray[np.uint8], maps: NDArray[np.float32]) -> NDArray[np.float32]:
    height, width = image.shape[:2]
    low = np.floor(maps.reshape(-1, 2).min(axis=0) - 3).astype(int).clip(0)
    high = np.ceil(maps.reshape(-1, 2).max(axis=0) + 4).astype(int).clip(None, [width, height])
    crop = image[low[1] : high[1], low[0] : high[0]]
    if crop.size == 0:
        return np.zeros((*maps.shape[:2], image.shape[2] if image.ndim == 3 else 1), dtype=np.float32)
    smooth = cv2.blur(crop, (3, 3))
    at = maps - low.astype(np.float32)
    values = cv2.remap(smooth, at[..., 0].copy(), at[..., 1].copy(), cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    return np.asarray(values, dtype=np.float32).reshape(*maps.shape[:2], -1)
