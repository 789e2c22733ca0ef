"""Pictures as JPEG, as pages show them and as they are kept beside a game."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

QUALITY = 82

SMALL_STEP = 1.5
"""Up to so much smaller a picture is made between its pixels: means of areas take four times as long and look alike."""


def jpeg(picture: NDArray[np.uint8], scale: float = 1.0, *, quality: int = QUALITY) -> bytes:
    """Return a picture, uint8 (height, width, 3) BGR, as JPEG, made smaller by `scale` where that is less than one.

    Halving first is faster than one step by far.
    """
    height, width = picture.shape[:2]
    if scale < 1:
        size_px = round(width * scale), round(height * scale)
        while picture.shape[1] >= 2 * size_px[0] and picture.shape[0] >= 2 * size_px[1]:
            half = picture.shape[1] // 2, picture.shape[0] // 2
            picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
        how = cv2.INTER_LINEAR if picture.shape[1] <= SMALL_STEP * size_px[0] else cv2.INTER_AREA
        picture = np.asarray(cv2.resize(picture, size_px, interpolation=how), np.uint8)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes())
