"""Pictures in and out: one line for a file that is none, and nothing half-written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from overlook.writing import write_file
from vision.frame import FrameError
from vision.image_file import read_image

Image = NDArray[np.uint8]


def read_picture(path: Path) -> Image:
    """Return a picture file as BGR; `FrameError` names the file and what is wrong with it."""
    try:
        return read_image(path)
    except OSError as error:
        raise FrameError(f"{path}: cannot be read ({error.strerror}): give the path of a photograph") from error


def write_picture(path: Path, image: Image) -> None:
    """Write a picture whole or not at all; `FrameError` for an ending that no picture has."""
    ending = path.suffix.lower() or ".png"
    try:
        done, data = cv2.imencode(ending, image)
    except cv2.error:
        done, data = False, None
    if not done or data is None:
        raise FrameError(f"{path}: no picture is written as {ending!r}: end the name in .png or .jpg")
    write_file(path, data.tobytes())


def picture_paths(wanted: Path | None, images: Sequence[Path]) -> list[Path | None]:
    """Return where each image's drawing goes: the file named, or a file of its own in the folder named; None unasked.

    `FrameError` where one would take the place of a photograph that was given, or of another one's drawing.
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
            raise FrameError(
                f"--picture: the drawings of {other} and of {image} would both be {path}: draw them by one run each, "
                "into folders of their own"
            )
    return [*paths]


def require_apart(path: Path, images: Sequence[Path], option: str) -> None:
    """Raise `FrameError` where what is to be written, by this option, would take the place of a photograph given."""
    for image in images:
        if path.resolve() == image.resolve():
            raise FrameError(f"{option}: {path} is a photograph that was given: name another file or folder")
