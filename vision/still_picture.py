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
        change = (now - self._kept).ravel()
        least = int(change.min())
        counts = np.bincount(change - least)
        values = np.arange(least, least + len(counts))
        light = _median(values, counts)
        off = np.abs(values - light)
        noise = max(_LEAST_NOISE, 1.4826 * _median(off, counts))
        return abs(light) <= _LIGHT and noise <= _MOST_NOISE and float(max(off[0], off[-1])) <= DEVIATIONS * noise


def _median(values: NDArray[np.float64] | NDArray[np.int64], counts: NDArray[np.int64]) -> float:
    """Return the median of values, (n,), that occur so often: there are a few hundred of them in a whole picture."""
    order = np.argsort(values)
    ends = np.cumsum(counts[order])
    middle = np.array([ends[-1] - 1, ends[-1]]) // 2
    return float(values[order][np.searchsorted(ends, middle, side="right")].mean())


def _sampled(image: NDArray[np.uint8]) -> NDArray[np.int16]:
    few = image[STEP_PX // 2 :: STEP_PX, STEP_PX // 2 :: STEP_PX]
    if few.ndim == 2:
        return few.astype(np.int16)
    added = few[..., 0].astype(np.int16)
    for channel in range(1, few.shape[2]):
        added += few[..., channel]
    return added
