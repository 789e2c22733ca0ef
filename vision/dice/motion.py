"""When dice lie still: nothing moves for long enough, no hand is in, something lies there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.dice.blobs import LEAST_AREA, foreground, hand_in
from vision.dice.network import Image
from vision.dice.tray import MEAN_OF_UNIT_NOISE, Tray, floor_of, movement

STILL = 1.5
"""Difference between two pictures, in deviations of the tray's noise, under which nothing moves."""

STIRS = 2.5
"""The same in the largest difference that the empty tray itself showed: a picture that was compressed, or that lies
between the camera's pixels in bands, is not equally noisy everywhere, and most of all at the edges of dice."""

STILL_LEVELS = 4.5
"""The same in grey levels, whatever the noise: a die that creeps a pixel a picture shows five times as much."""

STILL_FRAMES = 8
"""Pictures in a row that must show no movement."""

LONG_STILL_FRAMES = 3 * STILL_FRAMES
"""Pictures in a row without movement after which what looked like a hand is none: dice that touch, or a thing."""


class Phase(StrEnum):
    """What goes on in the tray."""

    EMPTY = "empty"
    ROLLING = "rolling"
    HAND = "hand"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """A picture that was compared with the empty tray: whether a hand was in, whether nothing was."""

    view: NDArray[np.float32]
    hand: bool
    empty: bool


class Settling:
    """Follows rectified pictures of one tray and says in which phase each finds it."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._still_bar = max(STILL * tray.noise * MEAN_OF_UNIT_NOISE, STIRS * tray.stir, STILL_LEVELS)
        self._before: NDArray[np.float32] | None = None
        self._judged: _Judged | None = None
        self._still = 0

    def forget(self) -> None:
        """Begin anew, as after a picture that never came."""
        self._before, self._judged, self._still = None, None, 0

    def see(self, view: Image) -> Phase:
        """Return the phase after one more rectified picture.

        One that is as the last that was looked at closely is not looked at closely again.
        """
        now = floor_of(view, self._tray.rim_px).astype(np.float32)
        before, self._before = self._before, now
        judged = self._judged
        if judged is None or movement(judged.view, now) > self._still_bar:
            seen = foreground(view, self._tray.empty, self._tray.noise, self._tray.rim_px, self._tray.shadow_tint)
            judged = _Judged(now, hand_in(seen), seen.area < LEAST_AREA)
            self._judged = judged
        if before is None or movement(before, now) > self._still_bar:
            self._still = 0
        else:
            self._still += 1
        if judged.hand and self._still < LONG_STILL_FRAMES:
            return Phase.HAND
        if judged.empty:
            return Phase.EMPTY
        return Phase.SETTLED if self._still >= STILL_FRAMES else Phase.ROLLING
