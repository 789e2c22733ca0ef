"""The program on a folder whose pictures are held in memory: `python benchmarks/held_pictures.py run ...`.

Each picture costs one copy, as of a camera that hands over its own buffer; to read and decode nine megabytes from a
file ten times a second costs more than a table at rest.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.cameras import images
from overlook.cli.main import main

_read = images.read_image


@cache
def _held(file: Path) -> NDArray[np.uint8]:
    return _read(file)


def _copied(path: Path) -> NDArray[np.uint8]:
    return _held(path.resolve()).copy()


if __name__ == "__main__":
    images.read_image = _copied
    main()
