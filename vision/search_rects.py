"""Where a picture is searched again: few rectangles that hold what changed, and no more of the rest than pays."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import dark_regions

Rect = tuple[int, int, int, int]
"""left, top, right, bottom in pixels."""

CELL_PX = 4
"""Side of the squares whose mean is compared between pictures."""

_PAD_SIDES = 0.5
_PAD_PX = 12
_CALL_PX = 5000
_WELL_FILLED = 0.6
_LEAST_OVERLAP = 8


def touched(changed: NDArray[np.bool_], rect: Rect) -> bool:
    """Return whether any of the changed squares lies in a rectangle."""
    left, top, right, bottom = rect
    return bool(changed[top // CELL_PX : bottom // CELL_PX + 1, left // CELL_PX : right // CELL_PX + 1].any())


def rects_of(
    searched: NDArray[np.bool_], windows: Sequence[Rect], size_px: tuple[int, int], tag_px: float
) -> list[Rect]:
    """Return rectangles that hold all squares to be searched and all windows, with room around.

    A large part that fills its rectangle badly, as an arm across the table does, is cut into halves that overlap by
    the largest tag's diagonal; rectangles that are cheaper to search as one become one.
    """
    cells: list[Rect] = []
    if searched.any():
        grown = cv2.dilate(searched.astype(np.uint8), np.ones((9, 9), np.uint8))
        parts = dark_regions(np.asarray(grown, dtype=np.uint8), corners_touch=True)
        overlap = max(_LEAST_OVERLAP, round(tag_px / CELL_PX))
        for label in range(1, len(parts.boxes)):
            x, y, width, height = (int(v) for v in parts.boxes[label, :4])
            cells += _boxes(parts.labels[y : y + height, x : x + width] == label, (x, y), overlap)
    rects = [(left * CELL_PX, top * CELL_PX, right * CELL_PX, bottom * CELL_PX) for left, top, right, bottom in cells]
    rects += [padded(window) for window in windows]
    return merged([within(rect, size_px) for rect in rects])


def within(rect: Rect, size_px: tuple[int, int]) -> Rect:
    """Return what of a rectangle lies in a picture."""
    return max(rect[0], 0), max(rect[1], 0), min(rect[2], size_px[0]), min(rect[3], size_px[1])


def padded(window: Rect) -> Rect:
    """Return a tag's window with room around it for the tag to have moved."""
    left, top, right, bottom = window
    pad = max(_PAD_PX, round(_PAD_SIDES * (right - left)))
    return left - pad, top - pad, right + pad, bottom + pad


def merged(rects: list[Rect]) -> list[Rect]:
    """Return the rectangles with any two made one that cost less together: area, and a call for each."""
    done: list[Rect] = []
    waiting = list(rects)
    while waiting:
        one = waiting.pop()
        for index, other in enumerate(done):
            both = (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
            if _area(both) < _area(one) + _area(other) + _CALL_PX:
                del done[index]
                waiting.append(both)
                break
        else:
            done.append(one)
    return done


def holds(rect: Rect, other: Rect) -> bool:
    """Return whether a rectangle holds all of another."""
    return rect[0] <= other[0] and rect[1] <= other[1] and rect[2] >= other[2] and rect[3] >= other[3]


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _boxes(part: NDArray[np.bool_], origin: tuple[int, int], overlap: int) -> list[Rect]:
    """Return boxes, in cells, around what is set in a mask: one, or those of its halves where that saves much."""
    columns, rows = np.flatnonzero(part.any(axis=0)), np.flatnonzero(part.any(axis=1))
    if not len(columns):
        return []
    x0, x1, y0, y1 = int(columns[0]), int(columns[-1]) + 1, int(rows[0]), int(rows[-1]) + 1
    inner = part[y0:y1, x0:x1]
    x, y = origin[0] + x0, origin[1] + y0
    height, width = inner.shape
    if inner.mean() > _WELL_FILLED or max(height, width) < 3 * overlap:
        return [(x, y, x + width, y + height)]
    cut = max(height, width) // 2 - overlap // 2
    if width >= height:
        halves = [(inner[:, : cut + overlap], (x, y)), (inner[:, cut:], (x + cut, y))]
    else:
        halves = [(inner[: cut + overlap], (x, y)), (inner[cut:], (x, y + cut))]
    boxes = [box for half, at in halves for box in _boxes(half, at, overlap)]
    saved = sum(_area(box) for box in boxes) < 0.8 * inner.size
    return boxes if saved else [(x, y, x + width, y + height)]
