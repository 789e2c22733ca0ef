"""A picture without its light: each pixel between the darkest and the brightest near it, so that shadow edges fade."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]

WINDOW_PX = 17
"""Half as wide as a tag or more: near every pixel of a tag is black and white of it."""

BAND = 256
"""Rows that are divided at once: of a whole picture of 12 megapixels that would take 200 MB."""

LEAST_RANGE = 40
"""Range of logarithms, of 255, that makes a whole one of its own: less is paper, cloth, noise."""


def without_light(picture: Grey) -> Grey:
    """Return where each pixel lies, 0 to 255, between the least and the most near it, by their logarithms.

    White in a shadow to a fifth of the light is brighter than black beside it: halfway between, by logarithms, lies
    between them on both sides of the edge, where a mean of the neighbourhood does not.
    """
    table = np.round(255 * np.log1p(np.arange(256) / 4) / np.log1p(255 / 4)).astype(np.uint8)
    level = cv2.LUT(picture, table)
    window = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    least, most = cv2.erode(level, window), cv2.dilate(level, window)
    even = np.empty(picture.shape, dtype=np.uint8)
    for first in range(0, len(level), BAND):
        band = slice(first, first + BAND)
        above = cv2.subtract(level[band], least[band]).astype(np.float32)
        span = np.maximum(cv2.subtract(most[band], least[band]), LEAST_RANGE).astype(np.float32)
        even[band] = above * (255 / span)
    return even


def darker_half(even: Grey, picture: Grey) -> Grey:
    """Return the mask, 0 or 255, of what is in the darker half of a picture without its light, but no plain ground."""
    window = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    spread = cv2.dilate(even, window)
    dark = (even < 128) & (spread > 200) & (picture < 160)
    return np.asarray(dark.astype(np.uint8) * np.uint8(255), dtype=np.uint8)
