"""Pictures that nobody holds any more are written over: a new one costs the kernel thousands of empty pages."""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

_OURS_ALONE = 2
"""References to a picture while it is counted, where it is in the pool's list and nowhere else."""


class PicturePool:
    """The pictures of one camera, uint8 (h, w, 3). One thread at a time asks.

    Whoever holds a picture, a part of it or its bytes keeps it as it is; of those that nobody holds one is kept for
    the next, the others go back to the machine.
    """

    def __init__(self) -> None:
        self._pictures: list[NDArray[np.uint8]] = []

    def picture(self, size_px: tuple[int, int]) -> NDArray[np.uint8]:
        """Return a picture (width, height) to write into: its content is whatever it was."""
        shape = (size_px[1], size_px[0], 3)
        free = [at for at in range(len(self._pictures)) if sys.getrefcount(self._pictures[at]) <= _OURS_ALONE]
        again = next((self._pictures[at] for at in free if self._pictures[at].shape == shape), None)
        held = [one for at, one in enumerate(self._pictures) if at not in free]
        given = np.empty(shape, np.uint8) if again is None else again
        self._pictures = [*held, given]
        return given
