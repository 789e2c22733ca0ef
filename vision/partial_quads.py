"""Quadrilaterals of which only a part shows: the outline of a tag that runs into what touches or covers it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import Grey, Regions, Single

Array = NDArray[np.float64]

LEAST_CONTRAST = 0.4
"""Contrast of a region, as a fraction of what the fainter tags of the picture have, to be looked at here."""

_CONTOUR_SIDES = 40
_TOLERANCE_PX = 1.2
_SQUARE_COS = 0.45
_ALIKE = 0.6
_SHORTEST, _LONGEST = 0.8, 1.2
_FAINTER = 0.1
_OWN = 0.65


def partial_quads(picture: Grey, regions: Regions, tags: Array) -> Single:
    """Return the quadrilaterals, (n, 4, 2) px clockwise on the picture, that parts of outlines could belong to.

    Two sides of an outline that meet squarely are half a parallelogram; one side that ends in a square corner is one of
    a square, for a camera looks down steeply. What size and contrast may be is taken from the corners of `tags`,
    (m, 4, 2), that were found; where they are nothing is looked for. Most of what comes out is nothing: it is for
    decoding, against few ids.
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
    """Return the regions that could be a tag's by size and contrast, and lie in none that was found."""
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
    """Return what the corners and sides of outlines, laid end to end with `sizes` corners each, may be parts of."""
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
