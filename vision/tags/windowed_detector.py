"""Windowed tag detector: search only the parts of an image that changed, in merged rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import TagSighting
from vision.tags.decode import likenesses
from vision.tags.detector import Detection, Detector
from vision.tags.quads import MAX_SIDE_PX, dark_regions

Rect = tuple[int, int, int, int]
"""left, top, right, bottom in pixels."""

CELL_PX = 4
"""Side of the cells whose means are compared between images."""

_PAD_SIDES = 0.5
_PAD_PX = 12
_CALL_PX = 5000
_WELL_FILLED = 0.6
_LEAST_OVERLAP = 8


def changed_cells(changed: NDArray[np.bool_], rect: Rect) -> bool:
    """Return whether any changed cell is in a rectangle."""
    left, top, right, bottom = rect
    return bool(changed[top // CELL_PX : bottom // CELL_PX + 1, left // CELL_PX : right // CELL_PX + 1].any())


def merge_rects(
    searched: NDArray[np.bool_], windows: Sequence[Rect], size_px: tuple[int, int], tag_px: float
) -> list[Rect]:
    """Return rectangles that contain all cells to be searched and all windows, with a margin.

    A large region that fills its rectangle poorly, like an arm across the table, is cut into halves that overlap by the
    largest tag's diagonal. Rectangles that are faster to search together are merged.
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
    """Return the part of a rectangle inside the image."""
    return max(rect[0], 0), max(rect[1], 0), min(rect[2], size_px[0]), min(rect[3], size_px[1])


def padded(window: Rect) -> Rect:
    """Return a tag's window with a margin for the tag's motion."""
    left, top, right, bottom = window
    pad = max(_PAD_PX, round(_PAD_SIDES * (right - left)))
    return left - pad, top - pad, right + pad, bottom + pad


def merged(rects: list[Rect]) -> list[Rect]:
    """Return the rectangles, with pairs merged if that is faster, given their area and the cost of a call."""
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
    """Return whether a rectangle contains another."""
    return rect[0] <= other[0] and rect[1] <= other[1] and rect[2] >= other[2] and rect[3] >= other[3]


def _area(rect: Rect) -> int:
    return (rect[2] - rect[0]) * (rect[3] - rect[1])


def _boxes(part: NDArray[np.bool_], origin: tuple[int, int], overlap: int) -> list[Rect]:
    """Return boxes, in cells, around a mask: one, or those of its halves if that saves much area."""
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


Grey = NDArray[np.uint8]
Cells = NDArray[np.uint8]

FULL_EVERY = 100
"""Frames after which the whole image is searched again, independent of changes."""

DEVIATIONS = 6.0
"""Difference of a cell's mean that counts as change, in standard deviations of the image noise."""

SHIFT = 0.11
"""Change of a tag's window, as a fraction of its contrast, for a shift of 1/3 px, or of 1/2 px along an image axis."""

DARKER = 8.0
"""Codes by which a cell must be darker than the brightest one within a tag's reach for a tag to be there."""

FAINTEST = 0.2
"""The same as a fraction of the contrast of the faintest known tag; small tags keep half of a contrast."""

DIMMEST = 0.4
"""Least brightness of white there, as a fraction of the dimmest white of a known tag: a sixth of its light."""

ALIKE = 0.3
"""Correlation with a lost tag's modules at its old place from which it is fitted there; confirmed tags have twice that.
"""

_REACH = 19
_LEAST_NOISE = 0.8
_SAMPLES = 192


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """Known tag with samples of its window from when it was fitted.

    `at` are flat indices into the image, `_SAMPLES` on edges followed by as many on flat areas; `before` are the
    intensities there, minus their mean.
    """

    sighting: TagSighting
    rect: Rect
    at: NDArray[np.intp]
    before: NDArray[np.float32]
    contrast: float
    white: float
    side_px: float

    def shows(self, other: TagSighting) -> bool:
        """Return whether a sighting is of this tag at this position, and not of a copy elsewhere."""
        if self.sighting.id != other.id:
            return False
        apart = np.linalg.norm(self.sighting.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))
        return bool(apart < self.side_px / 2)


class WindowedDetector:
    """Detector with memory: a tag is kept at its position while its window is unchanged.

    Two things are compared: cells of `CELL_PX` pixels over the whole image, which show where something appeared,
    disappeared or passed, and each tag's window at full resolution, which shows whether it shifted. Both are compared
    with the image in which they were last searched, so that slow changes accumulate until they are noticed. Sightings
    of unchanged tags are the same objects as before.
    """

    def __init__(self, detector: Detector) -> None:
        self.detector = detector
        self._known: list[_Known] = []
        self._lost: dict[int, _Known] = {}
        self._restless: list[Rect] = []
        self._cells: Cells | None = None
        self._since_full = 0

    def forget(self) -> None:
        """Search the whole next image, for example after the camera moved or its exposure changed."""
        self._cells = None
        self._known = []
        self._lost = {}
        self._restless = []

    def detect(self, image: NDArray[np.uint8]) -> Detection:
        """Return the tags in the next image of a sequence, as the detector would."""
        grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        cells = _cells(grey)
        if self._cells is None or self._cells.shape != cells.shape or self._since_full >= FULL_EVERY:
            return self._everything(image, grey, cells)
        changed = _changed(cells, self._cells)
        if changed.mean() > 0.5:
            return self._everything(image, grey, cells)
        self._since_full += 1
        moved = _shifted(
            grey, self._known, np.array([changed_cells(changed, k.rect) for k in self._known], dtype=np.bool_)
        )
        stale = [k for k, gone in zip(self._known, moved, strict=True) if gone]
        kept = [k for k, gone in zip(self._known, moved, strict=True) if not gone]
        again = [k.rect for k in (*stale, *self._lost.values())]
        largest_px = 1.5 * max((k.side_px for k in self._known), default=MAX_SIDE_PX)
        searched = changed & _darker(cells, self._known) if changed.any() else changed
        rects = merge_rects(searched, again, (grey.shape[1], grey.shape[0]), largest_px)
        found, refused = self.detector.search(image, rects, grey, [k.sighting for k in kept], closely=False)
        restless = [r for r in rects if changed_cells(changed, r) or any(holds(r, k.rect) for k in stale)]
        found += self._at_rest(image, grey, changed, restless, [*(k.sighting for k in kept), *found])
        found += self._where_they_were(image, grey, (*stale, *self._lost.values()), found)
        found += self._half_hidden(image, grey, stale, [*(k.sighting for k in kept), *found])
        self._keep(kept + [_remember(grey, sighting) for sighting in found])
        self._cells[changed] = cells[changed]
        return self.detector.to_detection([known.sighting for known in self._known], refused)

    def _keep(self, known: list[_Known]) -> None:
        """Store the known tags; previously known ones that were not found are marked as lost at their last position."""
        here = {k.sighting.id for k in known}
        self._lost |= {k.sighting.id: k for k in self._known}
        self._lost = {tag_id: lost for tag_id, lost in self._lost.items() if tag_id not in here}
        self._known = known

    def _at_rest(
        self,
        image: NDArray[np.uint8],
        grey: Grey,
        changed: NDArray[np.bool_],
        restless: list[Rect],
        known: list[TagSighting],
    ) -> list[TagSighting]:
        """Return tags found by a complete search in areas that changed before and are still now.

        `restless` are the areas that change now: a passing hand is not worth such a search.
        """
        quiet = [rect for rect in self._restless if not changed_cells(changed, rect)]
        moving = [rect for rect in self._restless if changed_cells(changed, rect)]
        self._restless = merged(moving + restless)
        if not quiet or not self.detector.ids - {sighting.id for sighting in known}:
            return []
        return self.detector.search(image, quiet, grey, known)[0]

    def _where_they_were(
        self, image: NDArray[np.uint8], grey: Grey, gone: Sequence[_Known], found: Sequence[TagSighting]
    ) -> list[TagSighting]:
        """Return the missing tags that the image still confirms at their last corners.

        An object that touches a tag merges with its outline and hides it from the search, but not from a fit. Under a
        hand nothing resembles the tag, so nothing is fitted.
        """
        alike = self._alike(grey, gone, found)
        return (
            self.detector.fit_sightings(image, [(k.sighting.id, k.sighting.corners_px) for k in alike]) if alike else []
        )

    def _half_hidden(
        self, image: NDArray[np.uint8], grey: Grey, stale: Sequence[_Known], known: list[TagSighting]
    ) -> list[TagSighting]:
        """Return tags that have just been partly hidden, by one complete search if the rest still resembles them."""
        size = (grey.shape[1], grey.shape[0])
        rects = [within(padded(k.rect), size) for k in self._alike(grey, stale, known)]
        return self.detector.search(image, rects, grey, known)[0] if rects else []

    def _alike(self, grey: Grey, gone: Sequence[_Known], found: Sequence[TagSighting]) -> list[_Known]:
        """Return the missing tags that the image still resembles at their last position."""
        here = {sighting.id for sighting in found}
        gone = [k for k in gone if k.sighting.id not in here]
        if not gone:
            return []
        places = np.stack([k.sighting.corners_px for k in gone]).astype(np.float32)
        alike = likenesses(grey, places, [k.sighting.id for k in gone], self.detector.dictionary_name)
        return [k for k, much in zip(gone, alike, strict=True) if much > ALIKE]

    def _everything(self, image: NDArray[np.uint8], grey: Grey, cells: Cells) -> Detection:
        found, refused = self.detector.search(image, [(0, 0, grey.shape[1], grey.shape[0])], grey)
        found += self._where_they_were(image, grey, (*self._known, *self._lost.values()), found)
        nowhere = np.zeros(len(self._known), dtype=np.bool_)
        still = [k for k, moved in zip(self._known, _shifted(grey, self._known, nowhere), strict=True) if not moved]
        known = []
        for sighting in found:
            before = next((k for k in still if k.shows(sighting)), None)
            known.append(before or _remember(grey, sighting))
        self._keep(known)
        self._cells, self._since_full, self._restless = cells, 0, []
        return self.detector.to_detection([each.sighting for each in known], refused)


def _cells(grey: Grey) -> Cells:
    """Return the means of the image's cells; halving twice is five times as fast as one step and as exact."""
    half = cv2.resize(grey, (grey.shape[1] // 2, grey.shape[0] // 2), interpolation=cv2.INTER_AREA)
    size = (grey.shape[1] // CELL_PX, grey.shape[0] // CELL_PX)
    return np.asarray(cv2.resize(half, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _changed(cells: Cells, before: Cells) -> NDArray[np.bool_]:
    """Return the cells, at least two by two, that changed by more than noise and overall brightness."""
    thin = (slice(None, None, 5), slice(None, None, 5))
    gain = float(np.median((cells[thin] + 1.0) / (before[thin] + 1.0)))
    difference = cv2.absdiff(cells.astype(np.float32), before * np.float32(gain))
    noise = max(1.4826 * float(np.median(difference[thin])), _LEAST_NOISE)
    strong = (difference > DEVIATIONS * noise).astype(np.uint8)
    return np.asarray(cv2.morphologyEx(strong, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0)


def _darker(cells: Cells, known: Sequence[_Known]) -> NDArray[np.bool_]:
    """Return the cells near something darker than the white around it, and smaller than the largest tag's dark parts.

    A tag always has such cells. A plain sleeve, a shadow and bare ground have none, and need no search for tags.
    """
    kernel = np.ones((_REACH, _REACH), np.uint8)
    limit = max(DARKER, FAINTEST * min((k.contrast for k in known), default=0.0))
    white = DIMMEST * min((k.white for k in known), default=0.0)
    around = cv2.dilate(cells, kernel)
    dark = (cv2.subtract(cv2.erode(around, kernel), cells) > limit) & (around > white)
    return np.asarray(cv2.dilate(dark.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _remember(grey: Grey, sighting: TagSighting) -> _Known:
    height, width = grey.shape
    side_px = sighting.side_px
    pad = 0.12 * side_px
    left, top = np.floor(sighting.corners_px.min(axis=0) - pad).astype(int).clip(0)
    right, bottom = np.ceil(sighting.corners_px.max(axis=0) + pad).astype(int) + 1
    rect = (int(left), int(top), int(min(right, width)), int(min(bottom, height)))
    window = grey[rect[1] : rect[3], rect[0] : rect[2]].astype(np.float32)
    window = window[:-1, :-1] + window[1:, :-1] + window[:-1, 1:] + window[1:, 1:]
    slope = np.zeros_like(window)
    slope[:, 1:-1] = np.abs(window[:, 2:] - window[:, :-2])
    slope[1:-1] += np.abs(window[2:] - window[:-2])
    order = np.argsort(slope.ravel(), kind="stable")
    third = max(len(order) // 3, 1)
    chosen = np.concatenate([_thinned(order[-third:]), _thinned(order[:third])])
    row, column = np.divmod(chosen, window.shape[1])
    values = window.ravel()[chosen]
    levels = np.sort(window, axis=None) / 4
    black, white = float(levels[len(levels) // 20]), float(levels[-len(levels) // 20])
    return _Known(
        sighting, rect, (row + top) * width + column + left, values - values.mean(), white - black, white, side_px
    )


def _thinned(places: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return `_SAMPLES` of the indices, evenly spaced; some are repeated if there are fewer."""
    return places[np.linspace(0, len(places) - 1, _SAMPLES).round().astype(np.intp)]


def _shifted(grey: Grey, tags: Sequence[_Known], touched: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which tags' windows changed by more than brightness and noise.

    The residual after a change of brightness at the window's edges, which show a shift, is compared with that in
    its flat areas, which show only noise. If a change `touched` the window, the whole residual counts.
    """
    if not tags:
        return np.zeros(0, dtype=np.bool_)
    at, before = np.stack([k.at for k in tags]), np.stack([k.before for k in tags])
    pixels, width = grey.ravel(), grey.shape[1]
    now = sum(pixels[at + step].astype(np.float32) for step in (0, 1, width, width + 1))
    now = now - np.mean(now, axis=1, keepdims=True)
    gain = np.einsum("ij,ij->i", before, now) / np.maximum(np.einsum("ij,ij->i", before, before), 1e-3)
    rest = np.square(now - gain[:, None] * before)
    flat = rest[:, _SAMPLES:].mean(axis=1)
    excess = rest[:, :_SAMPLES].mean(axis=1) - np.where(touched, -flat, flat)
    limit = np.square(4 * SHIFT * np.array([k.contrast for k in tags]))
    return np.asarray((excess > limit) | (gain < 0.7) | (gain > 1.4))
