"""Dark quadrilaterals in a picture: every outline that could be the black border of a tag."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Single = NDArray[np.float32]
Grey = NDArray[np.uint8]

MAX_SIDE_PX = 72
"""Largest quadrilateral looked for at one scale: with thicker borders a threshold over a small window goes hollow."""

BAND_PX = 1 << 20
"""Pixels whose regions are measured at once: of 12 megapixels what is dark would take 40 MB more."""

LARGE_PX = 4 << 20
"""Pictures of more pixels, whose numbers of regions are kept in two bytes each, not in four, while tags are fitted."""

_LEAST_FILL, _MOST_FILL = 0.17, 0.95
_LEAST_ASPECT = 0.35
_HULL_FIT = 0.8
_CORNER_TOLERANCE = 0.07


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """The dark regions of a picture: `labels` has each pixel's number, `boxes` a row of OpenCV's statistics for each.

    0 is what is not dark.
    """

    labels: NDArray[np.int32] | NDArray[np.uint16]
    boxes: NDArray[np.int32]

    def contour(self, index: int, method: int = cv2.CHAIN_APPROX_SIMPLE) -> NDArray[np.int32]:
        """Return the outer contour, (n, 1, 2) px, of one region."""
        x, y, width, height = (int(v) for v in self.boxes[index, :4])
        mask = (self.labels[y : y + height, x : x + width] == index).astype(np.uint8)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, method, offset=(x, y))
        return np.asarray(contours[0], dtype=np.int32)


def dark_regions(dark: Grey, *, corners_touch: bool) -> Regions:
    """Return the connected regions of what is set in a mask; `corners_touch` joins pixels that meet at a corner."""
    count, found = cv2.connectedComponents(dark, connectivity=8 if corners_touch else 4, ltype=cv2.CV_32S)
    labels = np.asarray(found, dtype=np.int32)
    boxes = _boxes(dark, labels, count)
    return Regions(labels.astype(np.uint16) if labels.size > LARGE_PX and count <= 1 << 16 else labels, boxes)


def _boxes(dark: Grey, labels: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """Return left, top, width, height and area of each of `count` regions, that of what is not dark left at one.

    OpenCV's own statistics look at every pixel, and few are dark.
    """
    boxes = np.ones((count, 5), dtype=np.int32)
    if count == 1:
        return boxes
    top, bottom = np.zeros(count, dtype=np.int32), np.full(count, -1, dtype=np.int32)
    left, right = np.full(count, dark.shape[1], dtype=np.int32), np.full(count, -1, dtype=np.int32)
    area = np.zeros(count, dtype=np.int64)
    rows = max(1, BAND_PX // dark.shape[1])
    for first in range(0, len(dark), rows):
        band = dark[first : first + rows]
        if not cv2.countNonZero(band):
            continue
        column, row = np.ascontiguousarray(cv2.findNonZero(band).reshape(-1, 2).T)
        row += first
        of = labels.ravel()[row * dark.shape[1] + column]
        new = bottom[of] < 0
        top[of[new][::-1]], bottom[of] = row[new][::-1], row
        np.minimum.at(left, of, column)
        np.maximum.at(right, of, column)
        area += np.bincount(of, minlength=count)
    boxes[:, cv2.CC_STAT_LEFT], boxes[:, cv2.CC_STAT_TOP] = left, top
    boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT] = right - left + 1, bottom - top + 1
    boxes[:, cv2.CC_STAT_AREA] = area
    boxes[0] = 1
    return boxes


def darker_than_around(picture: Grey, *, window_px: int, contrast: float) -> Grey:
    """Return the mask, 0 or 255, of pixels that are `contrast` below the mean of the window around them."""
    mask = cv2.adaptiveThreshold(picture, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, window_px, contrast)
    return np.asarray(mask, dtype=np.uint8)


def find_quads(regions: Regions, least_side_px: float) -> Single:
    """Return the corners, (n, 4, 2) px clockwise on the picture, of dark regions that are nearly four-sided.

    Sides lie between `least_side_px` and `MAX_SIDE_PX`. Corners are those of the outermost dark pixels' centres, half a
    pixel inside the edge.
    """
    quads = [
        quad
        for index in _plausible(regions.boxes, least_side_px)
        if (quad := _quad(regions.contour(int(index)))) is not None
    ]
    if not quads:
        return np.zeros((0, 4, 2), dtype=np.float32)
    return _well_shaped(np.stack(quads), least_side_px)


def _plausible(stats: NDArray[np.int32], least_side_px: float) -> NDArray[np.intp]:
    """Return which components could be a tag's border by their bounding box and area; 0 is the background."""
    width, height, area = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    short, long = np.minimum(width, height), np.maximum(width, height)
    fill = area / (width.astype(np.float64) * height)
    fits = (short >= least_side_px) & (long <= 1.42 * MAX_SIDE_PX) & (short > _LEAST_ASPECT * long)
    fits &= (fill > _LEAST_FILL) & (fill < _MOST_FILL)
    fits[0] = False
    return np.flatnonzero(fits)


def _quad(contour: NDArray[np.int32]) -> Single | None:
    """Return the four corners of one region, from its hull, or None when that is not four-sided."""
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    corners = cv2.approxPolyDP(hull, _CORNER_TOLERANCE * cv2.arcLength(hull, True), True)
    if len(corners) == 4 and cv2.contourArea(corners) >= _HULL_FIT * area:
        return np.asarray(corners, dtype=np.float32).reshape(4, 2)
    box_ = cv2.minAreaRect(hull)
    if area < _HULL_FIT * box_[1][0] * box_[1][1]:
        return None
    return np.asarray(cv2.boxPoints(box_), dtype=np.float32)


def _well_shaped(quads: Single, least_side_px: float) -> Single:
    """Return those quads whose sides are alike, all clockwise on the picture (y down)."""
    first, second = quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 1]
    turned = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0] < 0
    quads[turned] = quads[turned, ::-1]
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    good = (sides.min(axis=1) > _LEAST_ASPECT * sides.max(axis=1)) & (sides.mean(axis=1) >= least_side_px - 2)
    return np.asarray(quads[good], dtype=np.float32)
