"""Change detection: a background model of the table in cells, and a cheap test whether a frame equals the last one."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Cells = NDArray[np.float32]

CELL_PX = 8
"""Side of a cell in pixels."""

DEVIATIONS = 5.0
"""Difference at which a cell counts as changed, in standard deviations of the image noise."""

LEFT_BEHIND = 1.3
"""Ratio of edge strengths, background to image, from which a changed region shows a removed object."""

_LEAST_NOISE = 0.7
_LEARNING = 0.1
_THIN = (slice(None, None, 3), slice(None, None, 3))
"""Every third cell, which is enough to estimate overall brightness and noise."""


class BackgroundModel:
    """Background of the table in cells of `CELL_PX` pixels: compares images with it and adapts to lasting changes."""

    def __init__(self) -> None:
        self._cells: NDArray[np.float32] | None = None

    @property
    def known(self) -> bool:
        """Whether there is a background yet."""
        return self._cells is not None

    def compare(self, cells: Cells) -> Mask:
        """Return which cells, (rows, columns), differ from the background; the first image becomes the background.

        Overall brightness changes are ignored. The noise is estimated from the cells themselves.
        """
        if self._cells is None or self._cells.shape != cells.shape:
            self._cells = cells
            return np.zeros(cells.shape[:2], dtype=np.bool_)
        gain = np.float32(np.median((cells[_THIN] + 1) / (self._cells[_THIN] + 1)))
        difference = cells - self._cells * gain
        noise = 1.4826 * np.median(np.abs(difference[_THIN]), axis=(0, 1)).clip(_LEAST_NOISE)
        difference /= noise.astype(np.float32)
        square = np.einsum("ijk,ijk->ij", difference, difference)
        return np.asarray(square > DEVIATIONS * DEVIATIONS * cells.shape[2])

    def shows_what_left(self, cells: Cells, part: Mask) -> bool:
        """Return whether a changed region is a ghost: the outline of a removed object that only the background shows.

        Returns False if there is no background. Cucchiara et al. 2003 detect ghosts by their lack of motion; a resting
        hand does not move either, so the strength of the outline decides here.
        """
        if self._cells is None:
            return False
        grown = cv2.dilate(part.astype(np.uint8), np.ones((3, 3), np.uint8))
        outline = (grown - cv2.erode(part.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
        then, now = (float(_edges(each)[outline].mean()) for each in (self._cells, cells))
        return then > LEFT_BEHIND * now

    def learn(self, cells: Cells, where: Mask, at_once: bool = False) -> None:
        """Blend the cells in the mask `where` into the background: gradually, or completely if `at_once`."""
        if self._cells is None or (at_once and where.all()):
            self._cells = cells
            return
        share = np.where(where, np.float32(1 if at_once else _LEARNING), np.float32(0))[..., None]
        self._cells = self._cells + share * (cells - self._cells)


def cells_of(image: NDArray[np.uint8]) -> Cells:
    """Return the slightly smoothed mean of each cell, (rows, columns, channels).

    Halving three times takes less than half the time of one resize.
    """
    small = image
    for share in (2, 4, CELL_PX):
        size = (image.shape[1] // share, image.shape[0] // share)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    smooth = cv2.GaussianBlur(small.astype(np.float32), (3, 3), 0)
    return np.asarray(smooth, dtype=np.float32).reshape(size[1], size[0], -1)


def _edges(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the gradient magnitude of each cell, (rows, columns)."""
    steep = [cv2.Sobel(cells, cv2.CV_32F, dx, 1 - dx).reshape(cells.shape) for dx in (0, 1)]
    return np.asarray(np.sqrt(np.square(steep).sum(axis=(0, 3))), dtype=np.float32)


def regions(mask: Mask) -> list[Mask]:
    """Return the connected regions of a mask, largest first, each as a separate mask."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    parts = [np.asarray(labels == k) for k in range(1, count)]
    return sorted(parts, key=lambda part: -int(part.sum()))


STEP_PX = 8
"""Sampling step in pixels, both ways: nine samples on the smallest tag that can be read."""

STILL_DEVIATIONS = 8.0
"""Change of a pixel above which it is no noise, in standard deviations; a bright pixel has 50 % more."""

_LEAST_FRAME_NOISE, _MOST_NOISE = 1.5, 15.0
"""Noise limits of the sum of three channels, in codes: below, rounding dominates; above, comparison is impossible."""

_LIGHT = 3.0
"""Change of the median of those sums that counts as a change of lighting."""


class FrameChangeGate:
    """One stored image, and the test whether others show the same: same view, same lighting, same objects."""

    def __init__(self) -> None:
        self._kept: NDArray[np.int16] | None = None

    def keep(self, image: NDArray[np.uint8]) -> None:
        """Store the image, (h, w) or (h, w, 3), for later comparisons."""
        self._kept = _sampled(image)

    def shows(self, image: NDArray[np.uint8]) -> bool:
        """Return whether an image equals the stored one apart from noise; False if none is stored.

        Misses changes of a few codes, and changes small enough to fall between two sampled pixels.
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
        noise = max(_LEAST_FRAME_NOISE, 1.4826 * _median(off, counts))
        return abs(light) <= _LIGHT and noise <= _MOST_NOISE and float(max(off[0], off[-1])) <= STILL_DEVIATIONS * noise


def _median(values: NDArray[np.float64] | NDArray[np.int64], counts: NDArray[np.int64]) -> float:
    """Return the median of values, (n,), with these counts; a whole image has only a few hundred distinct values."""
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
