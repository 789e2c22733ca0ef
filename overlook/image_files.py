"""Image files: reading, atomic writing, JPEG encoding, and names of output files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from overlook.atomic_files import write_file
from vision.frame import FrameError
from vision.image_file import read_image

QUALITY = 82

SMALL_STEP = 1.5
"""Largest reduction done by bilinear interpolation; area averaging takes four times as long and looks the same."""


def jpeg(picture: NDArray[np.uint8], scale: float = 1.0, *, quality: int = QUALITY) -> bytes:
    """Return an image, uint8 (height, width, 3) BGR, as JPEG, reduced by `scale` if that is less than 1.

    Large reductions are done by repeated halving, which is much faster than one step.
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


Image = NDArray[np.uint8]


def read_picture(path: Path) -> Image:
    """Read an image file as BGR; raises `FrameError`, which names the file and what is wrong with it."""
    try:
        return read_image(path)
    except OSError as error:
        raise FrameError("photo-unreadable", file=path, reason=error.strerror) from error


def write_picture(path: Path, image: Image) -> None:
    """Write an image file atomically; raises `FrameError` for an unsupported file extension."""
    ending = path.suffix.lower() or ".png"
    try:
        done, data = cv2.imencode(ending, image)
    except cv2.error:
        done, data = False, None
    if not done or data is None:
        raise FrameError("photo-format-unknown", file=path, ending=ending)
    write_file(path, data.tobytes())


def picture_paths(wanted: Path | None, images: Sequence[Path]) -> list[Path | None]:
    """Return the output path for each image: the file, or a file in the folder, that is named; None if none is named.

    Raises `FrameError` if an output would overwrite an input or another output.
    """
    if wanted is None:
        return [None for _ in images]
    folder = len(images) > 1 or wanted.is_dir() or not wanted.suffix
    paths = [wanted / f"{image.stem}.png" if folder else wanted for image in images]
    drawn: dict[Path, Path] = {}
    for image, path in zip(images, paths, strict=True):
        require_apart(path, images, "--picture")
        other = drawn.setdefault(path.resolve(), image)
        if other is not image:
            raise FrameError("photo-same-drawing", one=other, other=image, file=path)
    return [*paths]


def require_apart(path: Path, images: Sequence[Path], option: str) -> None:
    """Raise `FrameError` if the file written for this option would overwrite an input image."""
    for image in images:
        if path.resolve() == image.resolve():
            raise FrameError("photo-overwritten", option=option, file=path)
