"""Run the program on a folder of images that are held in memory: `python benchmarks/table/held_pictures.py run ...`.

Each image costs one copy into a free buffer, as with a camera that hands over its own buffer; reading and decoding nine
megabytes from a file ten times a second would cost more than a table at rest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.cameras import opencv
from hardware.cameras.camera import FrameBufferPool
from overlook.cli.main import main

_read = opencv.read_image
POOL = FrameBufferPool()


@cache
def _held(file: Path) -> NDArray[np.uint8]:
    return _read(file)


def _copied(path: Path) -> NDArray[np.uint8]:
    held = _held(path.resolve())
    picture = POOL.acquire((held.shape[1], held.shape[0]))
    picture[...] = held
    return picture


if __name__ == "__main__":
    opencv.read_image = _copied
    main()
