"""When dice lie still: nothing moves for long enough, no hand is in, something lies there."""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.blobs import LEAST_AREA, foreground, hand_in
from vision.dice.network import Image
from vision.dice.tray import MEAN_OF_UNIT_NOISE, Tray

STILL = 1.5
"""Difference between two pictures, in deviations of the tray's noise, under which nothing moves."""

STILL_FRAMES = 8
"""Pictures in a row that must show no movement."""

_CELL_PX = 8


class Phase(StrEnum):
    """What goes on in the tray."""

    EMPTY = "empty"
    ROLLING = "rolling"
    HAND = "hand"
    SETTLED = "settled"


class Settling:
    """Follows rectified pictures of one tray and says in which phase each finds it."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._before: NDArray[np.float32] | None = None
        self._still = 0

    def forget(self) -> None:
        """Begin anew, as after a picture that never came."""
        self._before, self._still = None, 0

    def see(self, view: Image) -> Phase:
        """Return the phase after one more rectified picture."""
        now = view.astype(np.float32)
        before, self._before = self._before, now
        seen = foreground(view, self._tray.empty, self._tray.noise)
        if hand_in(seen):
            self._still = 0
            return Phase.HAND
        if before is None or movement(before, now) > STILL * self._tray.noise * MEAN_OF_UNIT_NOISE:
            self._still = 0
        else:
            self._still += 1
        if seen.area < LEAST_AREA:
            return Phase.EMPTY
        return Phase.SETTLED if self._still >= STILL_FRAMES else Phase.ROLLING


def movement(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    """Return the largest mean absolute difference, in grey levels, of a cell of 8 x 8 pixels between two pictures.

    A slow change of the whole picture's light is no movement: its median is taken off.
    """
    size = (before.shape[1] // _CELL_PX, before.shape[0] // _CELL_PX)
    difference = now - before
    difference = np.abs(difference - np.median(difference, axis=(0, 1)))
    return float(cv2.resize(difference.mean(axis=2), size, interpolation=cv2.INTER_AREA).max())
