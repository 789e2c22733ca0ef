"""Decode pictures that come from outside: one place, which refuses by size before a decoder sees the data."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.image_limits import MOST_PIXELS, MOST_SIDE_PX, is_too_large
from vision.frame import FrameError
from vision.image_header import HeaderError, read_header

Image = NDArray[np.uint8]

MOST_BYTES = 256 * 2**20
"""A little more than the largest picture takes uncompressed, 8 bits a colour."""

FORMATS = "JPEG, PNG, BMP, TIFF or WebP"


class ImageError(FrameError):
    """A file that is no picture, or a larger one than is decoded; the message says what, where and what to do."""


def read_image(path: Path, *, as_stored: bool = False) -> Image:
    """Return the picture in a file, uint8 BGR (height, width, 3), upright by its EXIF unless `as_stored`.

    Raises `ImageError`, and `OSError` for a file that cannot be read.
    """
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        data = b"" if size > MOST_BYTES else file.read((size or MOST_BYTES) + 1)
    if max(size, len(data)) > MOST_BYTES:
        raise ImageError(f"{path}: the file is larger than {MOST_BYTES // 2**20} MB: scale the picture down")
    return decode_image(data, str(path), as_stored=as_stored)


def decode_image(data: bytes, where: str, *, as_stored: bool = False, most_side_px: int = MOST_SIDE_PX) -> Image:
    """Return a picture, uint8 BGR (height, width, 3); `where` names it in the `ImageError` of what is none.

    Formats are JPEG, PNG, BMP, TIFF and WebP, of 8 or 16 bits; animations are refused, and sides longer than
    `most_side_px`.
    """
    try:
        header = read_header(memoryview(data))
    except HeaderError as fault:
        raise ImageError(_not_read(where, str(fault))) from None
    if is_too_large(header.width, header.height):
        raise ImageError(
            f"{where}: the picture is {header.width} x {header.height} pixels, at most {MOST_PIXELS / 1e6:.0f} "
            "megapixels are read: take it in a smaller mode, or scale it down"
        )
    if max(header.width, header.height) > most_side_px:
        raise ImageError(
            f"{where}: the picture is {header.width} x {header.height} pixels; expected at most {most_side_px} a side"
        )
    if header.animated:
        raise ImageError(f"{where}: is an animation: give a still picture")
    flags = cv2.IMREAD_COLOR | (cv2.IMREAD_IGNORE_ORIENTATION if as_stored else 0)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        image = None
    if image is None:
        raise ImageError(_not_read(where, "its data are damaged"))
    return np.asarray(image, dtype=np.uint8)


def _not_read(where: str, why: str) -> str:
    return f"{where}: is no picture that can be read ({FORMATS}; {why}): take it again, or convert it"
