"""Limits of image size: this program's, and OpenCV's own, which it reads when it is loaded."""

from __future__ import annotations

import os

MOST_PIXELS = 9248 * 6944
"""Largest sensor that a Raspberry Pi supports, 64 megapixels (OV64A40). Decoding such an image needs 370 MB."""

MOST_SIDE_PX = 20_000


def is_too_large(width: int, height: int) -> bool:
    """Return whether an image of this size exceeds the limits."""
    return max(width, height) > MOST_SIDE_PX or width * height > MOST_PIXELS


def limit_opencv() -> None:
    """Set OpenCV's own limits, for data that it decodes by itself, such as the JPEGs of a USB camera.

    Every package that imports cv2 calls this in its `__init__.py`, before any module of it is loaded.
    """
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_WIDTH", str(MOST_SIDE_PX))
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_HEIGHT", str(MOST_SIDE_PX))
