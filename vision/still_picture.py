"""Whether a picture shows what the one before showed: a look at few pixels that saves looking at all of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

STEP_PX = 8
"""Every so many pixels, across and down, one is compared: nine of them on the smallest tag that can be read."""

DEVIATIONS = 8.0
"""Change of a pixel, in deviations of the picture's noise, that is none of it: a bright one has half as much more."""

_LEAST_NOISE, _MOST_NOISE = 1.5, 15.0
"""Deviations of the sum of three channels, in codes: below, rounding rules; above, nothing can be told."""

_LIGHT = 3.0
"""Change of the median of those sums that is a change of light."""


class StillPicture:
    """Remembers one picture, and tells of others whether they show the same: same place, same light, same things."""

    def __init__(self) -> None:
        self._kept: NDArray[np.int16] | None = None

    def keep(self, image: NDArray[np.uint8]) -> None:
        """Compare with this picture, (h, w) or (h, w, 3), from now on."""
        self._kept = _sampled(image)

    def shows(self, image: NDArray[np.uint8]) -> bool:
        """Return whether a picture shows what the kept one does, but for noise; False while none is kept.

        It may be told wrongly of what changes fewer pixels than lie between two that are compared, or by a few codes.
        """
        now = _sampled(image)
        if self._kept is None or self._kept.shape != now.shape:
            return False
        change = now - self._kept
        light = float(np.median(change))
        off = np.abs(change - np.float32(light))
        noise = max(_LEAST_NOISE, 1.4826 * float(np.median(off)))
        return abs(light) <= _LIGHT and noise <= _MOST_NOISE and float(off.max()) <= DEVIATIONS * noise


def _sampled(image: NDArray[np.uint8]) -> NDArray[np.int16]:
    few = image[STEP_PX // 2 :: STEP_PX, STEP_PX // 2 :: STEP_PX].astype(np.int16)
    return few if few.ndim == 2 else np.asarray(few.sum(axis=2, dtype=np.int16))
