"""Background model in cells, and the cheap test whether a frame equals the last."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Cells = NDArray[np.float32]

CELL_PX = 8
"""Side of the square of pixels that is compared as one."""

DEVIATIONS = 5.0
"""Difference, in deviations of the picture's own noise, at which a cell counts as changed."""

LEFT_BEHIND = 1.3
"""How much stronger the background's edges are than the picture's where something has gone that it shows."""

_LEAST_NOISE = 0.7
_LEARNING = 0.1
_THIN = (slice(None, None, 3), slice(None, None, 3))
"""Cells enough to tell overall brightness and noise by."""


class BackgroundModel:
    """The table as it was, in cells of `CELL_PX` pixels; compares pictures with it and learns what stays."""

    def __init__(self) -> None:
        self._cells: NDArray[np.float32] | None = None

    @property
    def known(self) -> bool:
        """Whether there is anything to compare with."""
        return self._cells is not None

    def compare(self, cells: Cells) -> Mask:
        """Return which cells, (rows, columns), differ from the background; none on the first picture, which it becomes.

        An overall change of brightness is no difference. The picture's noise is measured from the cells themselves.
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
        """Return whether a changed part is the trace of what has gone: the background has its outline, not the picture.

        False while there is no background. Cucchiara et al. 2003 tell such ghosts by their lack of motion; a resting
        hand lacks it too, so the outline decides here.
        """
        if self._cells is None:
            return False
        grown = cv2.dilate(part.astype(np.uint8), np.ones((3, 3), np.uint8))
        outline = (grown - cv2.erode(part.astype(np.uint8), np.ones((3, 3), np.uint8))) > 0
        then, now = (float(_edges(each)[outline].mean()) for each in (self._cells, cells))
        return then > LEFT_BEHIND * now

    def learn(self, cells: Cells, where: Mask, at_once: bool = False) -> None:
        """Take over the cells of `where`: little by little, or at once."""
        if self._cells is None or (at_once and where.all()):
            self._cells = cells
            return
        share = np.where(where, np.float32(1 if at_once else _LEARNING), np.float32(0))[..., None]
        self._cells = self._cells + share * (cells - self._cells)


def cells_of(image: NDArray[np.uint8]) -> Cells:
    """Return the mean of each cell, smoothed a little, (rows, columns, channels).

    Halving is so much faster than one step that three halvings take less than half its time.
    """
    small = image
    for share in (2, 4, CELL_PX):
        size = (image.shape[1] // share, image.shape[0] // share)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    smooth = cv2.GaussianBlur(small.astype(np.float32), (3, 3), 0)
    return np.asarray(smooth, dtype=np.float32).reshape(size[1], size[0], -1)


def _edges(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how steep each cell is, (rows, columns)."""
    steep = [cv2.Sobel(cells, cv2.CV_32F, dx, 1 - dx).reshape(cells.shape) for dx in (0, 1)]
    return np.asarray(np.sqrt(np.square(steep).sum(axis=(0, 3))), dtype=np.float32)


def regions(mask: Mask) -> list[Mask]:
    """Return the connected parts of a mask, largest first, each as a mask of its own."""
    count, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
    parts = [np.asarray(labels == k) for k in range(1, count)]
    return sorted(parts, key=lambda part: -int(part.sum()))


STEP_PX = 8
"""Every so many pixels, across and down, one is compared: nine of them on the smallest tag that can be read."""

STILL_DEVIATIONS = 8.0
"""Change of a pixel, in deviations of the picture's noise, that is none of it: a bright one has half as much more."""

_LEAST_FRAME_NOISE, _MOST_NOISE = 1.5, 15.0
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
        noise = max(_LEAST_FRAME_NOISE, 1.4826 * _median(off, counts))
        return abs(light) <= _LIGHT and noise <= _MOST_NOISE and float(max(off[0], off[-1])) <= STILL_DEVIATIONS * noise


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
