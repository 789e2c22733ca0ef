"""Whether a thing whose tag is hidden still stands where it stood: its base, as it looked, against the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project
from calibration.tag_geometry import Pose2D

SAME_SHARE = 0.5
"""Share of a base's cells that must look as before for it to be taken to stand there still."""

_CELLS = 12
_LEAST_NOISE = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class AppearancePatch:
    """How a base and a little of its surroundings looked: mean colours, (rows, columns, channels), and on what pixels.

    `maps` are the pixels, (rows, columns, 2), that are sampled; `on_base` which cells lie on the base.
    """

    maps: NDArray[np.float32]
    on_base: NDArray[np.bool_]
    colours: NDArray[np.float32]


def remember(
    image: NDArray[np.uint8], camera: CameraModel, pose: BoardPose, base_pose: Pose2D, half_axes_mm: tuple[float, float]
) -> AppearancePatch:
    """Return how a base looks where it stands."""
    side = np.linspace(-1, 1, _CELLS)
    u, v = np.meshgrid(side, side)
    flat = np.column_stack([u.ravel() * half_axes_mm[0], v.ravel() * half_axes_mm[1], np.zeros(u.size)])
    maps = project(camera, pose, base_pose.carry(flat)).reshape(_CELLS, _CELLS, 2).astype(np.float32)
    return AppearancePatch(maps, np.asarray(u**2 + v**2 <= 1), _sample(image, maps))


def still_there(image: NDArray[np.uint8], look: AppearancePatch) -> bool:
    """Return whether enough of the base looks as it did, an overall change of brightness aside."""
    now = _sample(image, look.maps)
    before = look.colours
    gain = float(np.median((now[look.on_base] + 1) / (before[look.on_base] + 1)))
    apart = np.abs(now - before * np.float32(np.clip(gain, 0.6, 1.6))).max(axis=2)
    contrast = float(before[look.on_base].std())
    same = apart[look.on_base] < max(_LEAST_NOISE, 0.5 * contrast)
    return bool(same.mean() >= SAME_SHARE)


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
