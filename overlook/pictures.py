"""Pictures in and out: one line for a file that is none, and nothing half-written."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from overlook.writing import write_file
from vision.frame import FrameError

Image = NDArray[np.uint8]


def read_picture(path: Path) -> Image:
    """Return a picture file as BGR; `FrameError` names the file and what is wrong with it."""
    try:
        data = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        raise FrameError(f"{path}: cannot be read ({error.strerror}): give the path of a photograph") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise FrameError(f"{path}: is no picture that can be read (JPEG or PNG): take it again, or convert it")
    return np.asarray(image, dtype=np.uint8)


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


def picture_path(wanted: Path, image: Path, *, many: bool) -> Path:
    """Return where an image's drawing goes: the file named, or a file of its own in the folder named."""
    if many or wanted.is_dir() or not wanted.suffix:
        return wanted / f"{image.stem}.png"
    return wanted
