"""How a picture is blurred: by its lens alike in all directions, by a camera or a table that moved along one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Single = NDArray[np.float32]

_TEXELS_A_STEP = 1.5


@dataclass(frozen=True, slots=True)
class Blur:
    """The lens's Gaussian sigma, and the way that things went on the picture while the shutter was open."""

    lens_px: float = 0.7
    moved_px: tuple[float, float] = (0.0, 0.0)

    @property
    def motion_px(self) -> float:
        """Return how far things went."""
        return float(np.hypot(*self.moved_px))

    @property
    def spread_px(self) -> float:
        """Return how wide a point becomes: of a Gaussian its standard deviation thrice, of motion its length."""
        return float(np.hypot(3 * self.lens_px, self.motion_px))


SHARP = Blur()
"""What a lens in focus leaves of a table at rest."""


def on_tag(homography: Array, half_px: float, moved_px: tuple[float, float]) -> tuple[float, float]:
    """Return a way on the picture in modules of a tag, by the homography from its centre in `half_px` to modules."""
    h = homography / homography[2, 2]
    middle = h[:2, 2]
    slope = h[:2, :2] - np.outer(middle, h[2, :2])
    along = slope @ np.asarray(moved_px) / half_px
    return float(along[0]), float(along[1])


def smeared(texture: Single, texels: int, way: tuple[float, float]) -> Single:
    """Return a tag's texture, all channels, as it looks when it moves along `way`, in modules, while it is seen."""
    length = float(np.hypot(*way)) * texels
    steps = int(np.ceil(length / _TEXELS_A_STEP)) + 1
    if steps < 2:
        return texture
    total = np.zeros_like(texture)
    size = (texture.shape[1], texture.shape[0])
    for share in (np.arange(steps) + 0.5) / steps - 0.5:
        shift = np.array([[1, 0, share * way[0] * texels], [0, 1, share * way[1] * texels]], dtype=np.float32)
        moved = cv2.warpAffine(texture, shift, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        total += moved.reshape(texture.shape)
    return np.asarray(total / np.float32(steps))
