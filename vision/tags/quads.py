"""Tag candidates: quadrilaterals from dark regions and partial outlines, at several scales and thresholds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import TagSighting
from vision.intensity import ResponseCurve

Grey = NDArray[np.uint8]

WINDOW_PX = 17
"""Window size, at least half the width of a tag: around every pixel of a tag it contains black and white."""

BAND = 256
"""Rows divided at once: a whole image of 12 megapixels would take 200 MB."""

LEAST_RANGE = 40
"""Least range of log intensities, of 255, that is stretched to full contrast: less is paper, cloth or noise."""


def local_contrast_normalise(picture: Grey) -> Grey:
    """Return the local contrast, 0 to 255: each pixel's log intensity between the minimum and maximum around it.

    White in a shadow with a fifth of the light is brighter than black beside it, so the midpoint of the log intensities
    separates them on both sides of the shadow's edge, unlike the local mean.
    """
    table = np.round(255 * np.log1p(np.arange(256) / 4) / np.log1p(255 / 4)).astype(np.uint8)
    level = cv2.LUT(picture, table)
    window = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    least, most = cv2.erode(level, window), cv2.dilate(level, window)
    even = np.empty(picture.shape, dtype=np.uint8)
    for first in range(0, len(level), BAND):
        band = slice(first, first + BAND)
        above = cv2.subtract(level[band], least[band]).astype(np.float32)
        span = np.maximum(cv2.subtract(most[band], least[band]), LEAST_RANGE).astype(np.float32)
        even[band] = above * (255 / span)
    return even


def darker_half(even: Grey, picture: Grey) -> Grey:
    """Return the mask, 0 or 255, of pixels in the darker half of the local contrast, without uniform ground."""
    window = np.ones((WINDOW_PX, WINDOW_PX), np.uint8)
    spread = cv2.dilate(even, window)
    dark = (even < 128) & (spread > 200) & (picture < 160)
    return np.asarray(dark.astype(np.uint8) * np.uint8(255), dtype=np.uint8)


Single = NDArray[np.float32]

MAX_SIDE_PX = 72
"""Largest quadrilateral at one scale: a threshold over a small window leaves a hole in thicker borders."""

BAND_PX = 1 << 20
"""Pixels whose regions are measured at once: the dark pixels of 12 megapixels would take another 40 MB."""

LARGE_PX = 4 << 20
"""Image size from which region labels are stored in two bytes instead of four while tags are fitted."""

_LEAST_FILL, _MOST_FILL = 0.17, 0.95
_LEAST_ASPECT = 0.35
_HULL_FIT = 0.8
_CORNER_TOLERANCE = 0.07


@dataclass(frozen=True, slots=True, eq=False)
class Regions:
    """Dark regions of an image: `labels` has each pixel's region, `boxes` one row of OpenCV's statistics per region.

    Label 0 is the background.
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
    """Return the connected regions of a mask; `corners_touch` also joins pixels that meet at a corner."""
    count, found = cv2.connectedComponents(dark, connectivity=8 if corners_touch else 4, ltype=cv2.CV_32S)
    labels = np.asarray(found, dtype=np.int32)
    boxes = _boxes(dark, labels, count)
    return Regions(labels.astype(np.uint16) if labels.size > LARGE_PX and count <= 1 << 16 else labels, boxes)


def _boxes(dark: Grey, labels: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """Return left, top, width, height and area of each of `count` regions; the row of the background is all ones.

    OpenCV's own statistics visit every pixel, although few are dark.
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
    """Return the corners, (n, 4, 2) px clockwise in the image, of dark regions that are roughly quadrilateral.

    Sides are between `least_side_px` and `MAX_SIDE_PX`. Corners are at the centres of the outermost dark pixels, half a
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
    """Return the components that could be a tag's border by bounding box and area; 0 is the background."""
    width, height, area = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    short, long = np.minimum(width, height), np.maximum(width, height)
    fill = area / (width.astype(np.float64) * height)
    fits = (short >= least_side_px) & (long <= 1.42 * MAX_SIDE_PX) & (short > _LEAST_ASPECT * long)
    fits &= (fill > _LEAST_FILL) & (fill < _MOST_FILL)
    fits[0] = False
    return np.flatnonzero(fits)


def _quad(contour: NDArray[np.int32]) -> Single | None:
    """Return the four corners of one region, from its convex hull, or None if that is no quadrilateral."""
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
    """Return the quads with sides of similar length, all clockwise in the image (y down)."""
    first, second = quads[:, 1] - quads[:, 0], quads[:, 2] - quads[:, 1]
    turned = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0] < 0
    quads[turned] = quads[turned, ::-1]
    sides = np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    good = (sides.min(axis=1) > _LEAST_ASPECT * sides.max(axis=1)) & (sides.mean(axis=1) >= least_side_px - 2)
    return np.asarray(quads[good], dtype=np.float32)


Array = NDArray[np.float64]

LEAST_CONTRAST = 0.4
"""Least contrast of a region, as a fraction of that of the image's fainter tags."""

_CONTOUR_SIDES = 40
_TOLERANCE_PX = 1.2
_SQUARE_COS = 0.45
_ALIKE = 0.6
_SHORTEST, _LONGEST = 0.8, 1.2
_FAINTER = 0.1
_OWN = 0.65


def partial_quads(picture: Grey, regions: Regions, tags: Array) -> Single:
    """Return the quadrilaterals, (n, 4, 2) px clockwise in the image, that partial outlines could belong to.

    Two perpendicular sides of an outline are half a parallelogram. One side with a right-angled corner is completed to
    a square, because the camera looks down steeply. Limits of size and contrast come from the corners of the `tags`
    found, (m, 4, 2), and their places are left out. Most results are no tags: they are meant for decoding with few ids.
    """
    sides = np.linalg.norm(tags - np.roll(tags, 1, axis=1), axis=2).mean(axis=1)
    least, most = _SHORTEST * float(sides.min()), _LONGEST * float(sides.max())
    outlines = []
    for index in _worth_following(picture, regions.boxes, tags, sides, (least, most)):
        outline = cv2.approxPolyDP(regions.contour(index, cv2.CHAIN_APPROX_NONE), _TOLERANCE_PX, True)
        if len(outline) >= 3:
            backwards = cv2.contourArea(outline, oriented=True) < 0
            outlines.append(outline[::-1, 0] if backwards else outline[:, 0])
    if not outlines:
        return np.zeros((0, 4, 2), dtype=np.float32)
    sizes = np.array([len(outline) for outline in outlines])
    return _completed(np.concatenate(outlines).astype(np.float64), sizes, least, most)


def _worth_following(
    picture: Grey, boxes: NDArray[np.int32], tags: Array, sides: Array, sizes: tuple[float, float]
) -> list[int]:
    """Return the regions that could be a tag by size and contrast, and are not inside one that was found."""
    width, height, area = boxes[:, cv2.CC_STAT_WIDTH], boxes[:, cv2.CC_STAT_HEIGHT], boxes[:, cv2.CC_STAT_AREA]
    least, most = sizes
    fits = (np.minimum(width, height) >= least / 2) & (np.maximum(width, height) >= least)
    fits &= (width + height < _CONTOUR_SIDES * most) & (area > least * least / 8)
    fits[0] = False
    large = np.flatnonzero(fits)
    middles = boxes[large, :2] + boxes[large, 2:4] / 2
    near = ((tags.max(axis=1) > 0) & (tags.min(axis=1) < picture.shape[::-1])).all(axis=1)
    tags, sides = tags[near], sides[near]
    apart = np.abs(middles[:, None] - tags.mean(axis=1)[None]).max(axis=2)
    free = large[(apart > _OWN * sides[None]).all(axis=1)]
    rects = np.concatenate([tags.min(axis=1).astype(int), np.ceil(np.ptp(tags, axis=1)).astype(int) + 1], axis=1)
    contrasts = [contrast for rect in rects if (contrast := _contrast(picture, rect))]
    limit = LEAST_CONTRAST * float(np.quantile(contrasts, _FAINTER)) if contrasts else 0.0
    return [int(index) for index in free if _contrast(picture, boxes[index, :4]) > limit]


def _contrast(picture: Grey, rect: NDArray[np.int32] | NDArray[np.int64]) -> int:
    left, top, width, height = (int(v) for v in rect)
    part = picture[max(top, 0) : max(top + height, 0), max(left, 0) : max(left + width, 0)]
    if not part.size:
        return 0
    least, most, _, _ = cv2.minMaxLoc(part)
    return int(most - least)


def _completed(corners: Array, sizes: NDArray[np.intp], least: float, most: float) -> Single:
    """Return the quadrilaterals for the corners and sides of outlines, concatenated, with `sizes` corners each."""
    first = np.repeat(np.cumsum(sizes) - sizes, sizes)
    place, count = np.arange(len(corners)) - first, np.repeat(sizes, sizes)
    last, following = first + (place - 1) % count, first + (place + 1) % count
    to_here, to_next = corners - corners[last], corners[following] - corners
    before, after = np.hypot(*to_here.T), np.hypot(*to_next.T)
    turn = to_here[:, 0] * to_next[:, 1] - to_here[:, 1] * to_next[:, 0]
    square = (turn > 0) & (np.abs(np.sum(to_here * to_next, axis=1)) < _SQUARE_COS * before * after)
    side = (after > least) & (after < most)
    alike = np.minimum(before, after) > _ALIKE * np.maximum(before, after)
    two = np.flatnonzero(square & side[last] & side & alike)
    one = np.flatnonzero(side & (square | square[following]))
    inward = np.stack([-to_next[:, 1], to_next[:, 0]], axis=1)
    halves = np.stack(
        [corners[last], corners, corners[following], corners[last] + corners[following] - corners], axis=1
    )[two]
    edges = np.stack([corners, corners[following], corners[following] + inward, corners + inward], axis=1)[one]
    return np.concatenate([halves, edges]).astype(np.float32)


MIN_SIDE_PX = 9.0
"""Smallest tag that can be read: 1.2 pixels per module."""

_LIGHTER: Grey = np.round(255 * (np.arange(256) / 255) ** 0.35).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class View:
    """Part of the image at one scale: `between` code and linear intensity, with regions, quads and origin."""

    between: Grey
    regions: tuple[Regions, ...]
    quads: NDArray[np.float32]
    scale: int
    left: int
    top: int

    @property
    def least_side_px(self) -> float:
        """Smallest side searched; smaller tags are found at a finer scale."""
        return MIN_SIDE_PX if self.scale == 1 else MAX_SIDE_PX / 3


def views_of(grey: Grey, left: int, top: int, response: ResponseCurve, gain: float = 1.0) -> list[View]:
    """Return the dark regions and quads at all scales: small tags at full resolution, larger ones at reduced ones.

    `gain` brightens the image first.
    """
    views: list[View] = []
    none = np.zeros((0, 4, 2), dtype=np.float32)
    level, picture = 0, grey
    while min(picture.shape) >= 2 * MIN_SIDE_PX:
        between = response.to_between_8bit(picture, gain)
        regions = dark_regions(darker_than_around(between, window_px=15, contrast=9), corners_touch=False)
        view = View(between, (regions,), none, 2**level, left, top)
        views.append(replace(view, quads=find_quads(regions, view.least_side_px)))
        if min(picture.shape) < MAX_SIDE_PX:
            break
        level, picture = level + 1, np.asarray(cv2.pyrDown(picture), dtype=np.uint8)
    return views


def local_threshold_view(view: View) -> View:
    """Return a full-scale view with the additional quads of two other thresholds.

    A sensitive threshold keeps thin borders connected; one over a larger window separates a tag from areas that only
    seem dark beside something bright. Both merge more regions than the usual threshold, which finds nearly all tags,
    and each takes as long.
    """
    if view.scale > 1:
        return view
    keen = _quads_darker(view, window_px=11, contrast=5, corners_touch=True)
    large = _quads_darker(view, window_px=31, contrast=9, corners_touch=False)
    return replace(view, quads=np.concatenate([view.quads, keen, large]))


def _quads_darker(view: View, *, window_px: int, contrast: float, corners_touch: bool) -> Single:
    """Return the quads of one more threshold; its regions, four bytes per pixel, are not kept."""
    dark = darker_than_around(view.between, window_px=window_px, contrast=contrast)
    return find_quads(dark_regions(dark, corners_touch=corners_touch), view.least_side_px)


def deep_shadow_view(view: View) -> View:
    """Return a full-scale view with the quads of a sensitive threshold after brightening the shadows."""
    if view.scale > 1:
        return replace(view, quads=view.quads[:0])
    lighter = np.asarray(cv2.LUT(view.between, _LIGHTER), dtype=np.uint8)
    regions = dark_regions(darker_than_around(lighter, window_px=11, contrast=5), corners_touch=True)
    return replace(view, quads=find_quads(regions, view.least_side_px))


def normalise_contrast(view: View) -> View:
    """Return the view with local contrast instead of intensity, and with the regions and quads found in it."""
    even = local_contrast_normalise(view.between)
    regions = dark_regions(darker_half(even, view.between), corners_touch=False)
    quads = find_quads(regions, view.least_side_px)
    return replace(view, between=even, regions=(*view.regions, regions), quads=np.concatenate([view.quads, quads]))


def partial(views: Sequence[View], found: Sequence[TagSighting]) -> list[View]:
    """Return the views with the quads that partial outlines could belong to, away from the tags found."""
    tags, _, sides = places_of(found)
    largest_px = float(sides.max())
    parts = []
    for view in views:
        if view.scale > 1 and largest_px / view.scale < MAX_SIDE_PX / 3:
            continue
        own = (tags - (view.left, view.top) + 0.5) / view.scale - 0.5
        quads = [partial_quads(view.between, regions, own) for regions in view.regions]
        parts.append(replace(view, quads=np.concatenate(quads)))
    return parts


def quads_apart(views: Sequence[View], seen: Sequence[TagSighting]) -> list[View]:
    """Return the views with only the quads away from all tags seen."""
    if not seen:
        return list(views)
    _, middles, sides = places_of(seen)
    rest = []
    for view in views:
        at = (view.quads.mean(axis=1) + 0.5) * view.scale - 0.5 + (view.left, view.top)
        apart = np.linalg.norm(at[:, None] - middles[None], axis=2)
        rest.append(replace(view, quads=view.quads[(apart > sides / 2).all(axis=1)]))
    return rest


def places_of(seen: Sequence[TagSighting]) -> tuple[Array, Array, Array]:
    """Return corners (n, 4, 2), centres (n, 2) and mean sides (n,) of sightings."""
    corners = np.array([sighting.corners_px for sighting in seen], dtype=np.float64).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    return corners, corners.mean(axis=1), sides
