"""Tags frame after frame at a fraction of the cost: only what changed is looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sighting import TagSighting
from vision.detect import Detection, Detector

Grey = NDArray[np.uint8]
Rect = tuple[int, int, int, int]

FULL_EVERY = 50
"""Frames after which the whole picture is searched once more, whatever the change mask says."""

CELL_PX = 4
"""Side of the squares whose mean is compared between pictures."""

DEVIATIONS = 6.0
"""Difference of a square's mean, in deviations of the picture's own noise, that counts as change."""

SHIFT = 0.12
"""Change of a tag's window, as a fraction of the tag's contrast, that a shift of a third of a pixel makes."""

_PAD_SIDES = 1.3
_WELL_FILLED = 0.6
_OVERLAP = 16
_LEAST_NOISE = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A tag with its window as it looked when it was fitted: values less their mean, and which lie on edges."""

    sighting: TagSighting
    rect: Rect
    before: NDArray[np.float32]
    power: float
    edge: NDArray[np.intp]
    flat: NDArray[np.intp]
    contrast: float


class WindowedDetector:
    """A detector that remembers: a tag whose window looks as before is where it was.

    Compared are squares of `CELL_PX` pixels all over the picture, which say where something came, went or passed, and
    each tag's own window at full resolution, which says whether it shifted. Both against the picture in which they were
    last looked at, so that slow changes add up until they are seen. Sightings of unchanged tags are the same objects.
    """

    def __init__(self, detector: Detector) -> None:
        self.detector = detector
        self._known: list[_Known] = []
        self._cells: NDArray[np.float32] | None = None
        self._since_full = 0

    def forget(self) -> None:
        """Search the whole of the next picture: after the camera moved, or its exposure changed."""
        self._cells = None
        self._known = []

    def detect(self, image: NDArray[np.uint8]) -> Detection:
        """Return the tags in a picture of a sequence, as the detector would."""
        grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        cells = _cells(grey)
        if self._cells is None or self._cells.shape != cells.shape or self._since_full >= FULL_EVERY:
            return self._everything(image, grey, cells)
        changed = _changed(cells, self._cells)
        if changed.mean() > 0.5:
            return self._everything(image, grey, cells)
        self._since_full += 1
        kept: list[_Known] = []
        stale: list[_Known] = []
        for known in self._known:
            (stale if _touched(changed, known.rect) or _shifted(grey, known) else kept).append(known)
        rects = _rects(changed, [known.rect for known in stale], (grey.shape[1], grey.shape[0]))
        found, refused = self.detector.look(image, rects, grey)
        new = [s for s in found if not any(_same(s, known.sighting) for known in kept)]
        self._known = kept + [_remember(grey, sighting) for sighting in new]
        self._cells[changed] = cells[changed]
        return self.detector.sum_up([known.sighting for known in self._known], refused)

    def _everything(self, image: NDArray[np.uint8], grey: Grey, cells: NDArray[np.float32]) -> Detection:
        found, refused = self.detector.look(image, [(0, 0, grey.shape[1], grey.shape[0])], grey)
        still = {id(k.sighting): k for k in self._known if self._cells is not None and not _shifted(grey, k)}
        known = []
        for sighting in found:
            before = next((k for k in still.values() if _same(sighting, k.sighting)), None)
            known.append(before or _remember(grey, sighting))
        self._known, self._cells, self._since_full = known, cells, 0
        return self.detector.sum_up([each.sighting for each in known], refused)


def _cells(grey: Grey) -> NDArray[np.float32]:
    size = (grey.shape[1] // CELL_PX, grey.shape[0] // CELL_PX)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _changed(cells: NDArray[np.float32], before: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return the squares, two by two at least, that differ by more than noise, overall brightness aside."""
    thin = (slice(None, None, 5), slice(None, None, 5))
    gain = float(np.median((cells[thin] + 1) / (before[thin] + 1)))
    difference = np.abs(cells - before * np.float32(gain))
    noise = max(1.4826 * float(np.median(difference[thin])), _LEAST_NOISE)
    strong = (difference > DEVIATIONS * noise).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0)


def _window(grey: Grey, rect: Rect) -> NDArray[np.float32]:
    left, top, right, bottom = rect
    return np.asarray(cv2.blur(grey[top:bottom, left:right], (2, 2)), dtype=np.float32)


def _remember(grey: Grey, sighting: TagSighting) -> _Known:
    height, width = grey.shape
    pad = 0.12 * sighting.side_px
    left, top = np.floor(sighting.corners_px.min(axis=0) - pad).astype(int).clip(0)
    right, bottom = np.ceil(sighting.corners_px.max(axis=0) + pad).astype(int) + 1
    rect = (int(left), int(top), int(min(right, width)), int(min(bottom, height)))
    window = _window(grey, rect)
    slope = (np.abs(np.gradient(window, axis=1)) + np.abs(np.gradient(window, axis=0))).ravel()
    order = np.argsort(slope)
    third = max(len(order) // 3, 1)
    before = (window - window.mean()).ravel()
    contrast = float(np.percentile(window, 95) - np.percentile(window, 5))
    return _Known(sighting, rect, before, float(before @ before), order[-third:], order[:third], contrast)


def _shifted(grey: Grey, known: _Known) -> bool:
    """Return whether a tag's window differs from how it looked by more than brightness and noise.

    What brightness does not explain is compared between the window's edges, where a shift shows, and its flats.
    """
    now = _window(grey, known.rect).ravel()
    now = now - now.mean()
    gain = float(known.before @ now) / max(known.power, 1e-3)
    if not 0.7 < gain < 1.4:
        return True
    rest = now - np.float32(gain) * known.before
    edge, flat = rest[known.edge], rest[known.flat]
    excess = float(edge @ edge) / len(edge) - float(flat @ flat) / len(flat)
    return excess > (SHIFT * known.contrast) ** 2


def _touched(changed: NDArray[np.bool_], rect: Rect) -> bool:
    left, top, right, bottom = rect
    return bool(changed[top // CELL_PX : bottom // CELL_PX + 1, left // CELL_PX : right // CELL_PX + 1].any())


def _same(one: TagSighting, other: TagSighting) -> bool:
    apart = np.linalg.norm(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))
    return one.id == other.id and bool(apart < one.side_px / 2)


def _rects(changed: NDArray[np.bool_], stale: Sequence[Rect], size_px: tuple[int, int]) -> list[Rect]:
    """Return rectangles that hold all changed squares and stale windows with room for a tag around.

    A large part that fills its rectangle badly, as an arm across the table does, is cut into overlapping halves.
    """
    mask = changed.astype(np.uint8)
    for left, top, right, bottom in stale:
        pad_x, pad_y = round(_PAD_SIDES * (right - left)), round(_PAD_SIDES * (bottom - top))
        rows = slice(max(top - pad_y, 0) // CELL_PX, (bottom + pad_y) // CELL_PX + 1)
        mask[rows, max(left - pad_x, 0) // CELL_PX : (right + pad_x) // CELL_PX + 1] = 1
    grown = cv2.dilate(mask, np.ones((9, 9), np.uint8))
    count, labels = cv2.connectedComponents(grown, connectivity=8)
    parts: list[Rect] = []
    for label in range(1, count):
        parts += _boxes(np.asarray(labels == label), (0, 0))
    return [
        (x * CELL_PX, y * CELL_PX, min(right * CELL_PX, size_px[0]), min(bottom * CELL_PX, size_px[1]))
        for x, y, right, bottom in parts
    ]


def _boxes(part: NDArray[np.bool_], origin: tuple[int, int]) -> list[Rect]:
    """Return boxes, in cells, around what is set in a mask: one, or those of its halves where that saves much."""
    columns, rows = np.flatnonzero(part.any(axis=0)), np.flatnonzero(part.any(axis=1))
    if not len(columns):
        return []
    x0, x1, y0, y1 = int(columns[0]), int(columns[-1]) + 1, int(rows[0]), int(rows[-1]) + 1
    inner = part[y0:y1, x0:x1]
    x, y = origin[0] + x0, origin[1] + y0
    height, width = inner.shape
    if inner.mean() > _WELL_FILLED or max(height, width) < 3 * _OVERLAP:
        return [(x, y, x + width, y + height)]
    if width >= height:
        middle = width // 2
        halves = [(inner[:, : middle + _OVERLAP], (x, y)), (inner[:, middle - _OVERLAP :], (x + middle - _OVERLAP, y))]
    else:
        middle = height // 2
        halves = [(inner[: middle + _OVERLAP], (x, y)), (inner[middle - _OVERLAP :], (x, y + middle - _OVERLAP))]
    boxes = [box for half, at in halves for box in _boxes(half, at)]
    saved = sum((right - left) * (bottom - top) for left, top, right, bottom in boxes) < 0.8 * inner.size
    return boxes if saved else [(x, y, x + width, y + height)]
