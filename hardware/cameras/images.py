"""Pictures from disk as a camera: one photograph that stays, or a folder that is shown once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.cameras.camera import CameraIdentity, CameraMode, Capability
from hardware.cameras.timing import Pacer, utc_at
from hardware.errors import CameraError
from vision import image_file as decoding
from vision.frame import Frame

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})


class ImageCamera:
    """A photograph that is given again and again, or the pictures of a folder in the order of their names.

    A folder ends with its last picture. Pictures are taken as they stand in the file: a turn that the file only asks
    for is not made, since the lens was calibrated without it.
    """

    def __init__(self, path: Path | str, *, fps: float = 5.0) -> None:
        self._path = Path(path)
        self._fps = fps
        self._paths: list[Path] = []
        self._mode: CameraMode | None = None
        self._closed = threading.Event()
        self._closed.set()

    @property
    def identity(self) -> CameraIdentity:
        """Which camera this is: the file or folder."""
        return CameraIdentity(self._path.stem, self._path.name, str(self._path))

    @property
    def capabilities(self) -> frozenset[Capability]:
        """A folder is finite, a photograph is not."""
        return frozenset({Capability.FINITE}) if self._path.is_dir() else frozenset()

    @property
    def mode(self) -> CameraMode:
        """The first picture's size and the pace."""
        if self._mode is None:
            raise CameraError(f"{self._path}: not open; open it first")
        return self._mode

    def open(self) -> None:
        """Look for the pictures and read the first."""
        if self._path.is_dir():
            self._paths = sorted(path for path in self._path.iterdir() if path.suffix.lower() in SUFFIXES)
            if not self._paths:
                raise CameraError(f"{self._path}: no pictures in this folder; expected {', '.join(sorted(SUFFIXES))}")
        else:
            self._paths = [self._path]
        height, width = read_image(self._paths[0]).shape[:2]
        self._mode = CameraMode((width, height), self._fps, "BGR888")
        self._closed.clear()

    def close(self) -> None:
        """End `frames`."""
        self._closed.set()
        self._mode = None

    def frames(self) -> Iterator[Frame]:
        """Yield the pictures at the pace; `CameraError` for one that cannot be read."""
        if self._closed.is_set():
            raise CameraError(f"{self._path}: not open; open it first")
        pacer = Pacer(self._fps)
        again = not self._path.is_dir()
        while True:
            for path in self._paths:
                image = read_image(path)
                due_s = pacer.next_due()
                if not pacer.wait_until(due_s, self._closed):
                    return
                yield Frame(image, due_s, utc_at(due_s), self.identity.id)
            if not again:
                return


def read_image(path: Path) -> NDArray[np.uint8]:
    """Return the picture in a file, uint8 BGR; `CameraError` when there is none or it cannot be read."""
    try:
        return decoding.read_image(path, as_stored=True)
    except OSError as fault:
        raise CameraError(f"{path}: cannot be read ({fault.strerror}); give a picture, folder or video") from None
    except decoding.ImageError as fault:
        raise CameraError(str(fault)) from None
