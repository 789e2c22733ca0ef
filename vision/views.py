"""What a picture shows at each scale that could be a tag, by the usual threshold and by what is tried after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import TagSighting
from vision.camera_response import ResponseCurve
from vision.even_picture import darker_half, without_light
from vision.partial_quads import partial_quads
from vision.quads import MAX_SIDE_PX, Grey, Regions, Single, dark_regions, darker_than_around, find_quads

Array = NDArray[np.float64]

MIN_SIDE_PX = 9.0
"""Tags smaller than this cannot be read: under 1.2 pixels a module."""

_LIGHTER: Grey = np.round(255 * (np.arange(256) / 255) ** 0.35).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class View:
    """A part of the picture at one scale: what it shows of codes and light, and its first pixel's place."""

    between: Grey
    regions: tuple[Regions, ...]
    quads: NDArray[np.float32]
    scale: int
    left: int
    top: int

    @property
    def least_side_px(self) -> float:
        """Sides of the smallest quadrilaterals looked for: what is smaller is found in a picture of finer scale."""
        return MIN_SIDE_PX if self.scale == 1 else MAX_SIDE_PX / 3


def views_of(grey: Grey, left: int, top: int, response: ResponseCurve, gain: float = 1.0) -> list[View]:
    """Return the dark regions and quads of all scales: small tags in the picture itself, larger ones in its halves.

    `gain` is how much brighter the picture is made first.
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


def otherwise_dark(view: View) -> View:
    """Return a view of full scale with the quadrilaterals, besides, that other thresholds see.

    A keen one keeps thin borders whole; one over a larger window keeps a tag apart from what is in the shade of
    something bright near it. They run into more than the usual one, which sees nearly all, and cost as much each.
    """
    if view.scale > 1:
        return view
    keen = _quads_darker(view, window_px=11, contrast=5, corners_touch=True)
    large = _quads_darker(view, window_px=31, contrast=9, corners_touch=False)
    return replace(view, quads=np.concatenate([view.quads, keen, large]))


def _quads_darker(view: View, *, window_px: int, contrast: float, corners_touch: bool) -> Single:
    """Return the quadrilaterals of one more threshold, whose regions, four bytes a pixel, are not kept."""
    dark = darker_than_around(view.between, window_px=window_px, contrast=contrast)
    return find_quads(dark_regions(dark, corners_touch=corners_touch), view.least_side_px)


def dark_in_the_dark(view: View) -> View:
    """Return a view of full scale with the quadrilaterals that a keen threshold sees where shadows are made lighter."""
    if view.scale > 1:
        return replace(view, quads=view.quads[:0])
    lighter = np.asarray(cv2.LUT(view.between, _LIGHTER), dtype=np.uint8)
    regions = dark_regions(darker_than_around(lighter, window_px=11, contrast=5), corners_touch=True)
    return replace(view, quads=find_quads(regions, view.least_side_px))


def evened(view: View) -> View:
    """Return a view of the same without its light, and the dark regions that it then has besides."""
    even = without_light(view.between)
    regions = dark_regions(darker_half(even, view.between), corners_touch=False)
    quads = find_quads(regions, view.least_side_px)
    return replace(view, between=even, regions=(*view.regions, regions), quads=np.concatenate([view.quads, quads]))


def partial(views: Sequence[View], found: Sequence[TagSighting]) -> list[View]:
    """Return the same views with the quadrilaterals that parts of outlines could belong to, where no tag was."""
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
    """Return the views with those quads that lie where no tag was seen."""
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
    """Return corners (n, 4, 2), middles (n, 2) and mean sides (n,) of sightings, all at once."""
    corners = np.array([sighting.corners_px for sighting in seen], dtype=np.float64).reshape(-1, 4, 2)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).mean(axis=1)
    return corners, corners.mean(axis=1), sides
