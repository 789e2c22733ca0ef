"""How sharp a picture is where it matters: at the edges of the board's tags."""

from __future__ import annotations

import math
from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.tags import modules
from overlook.doctor.check import Check
from vision.intensity import mean

LOST, SOFT = 0.52, 0.4
"""A blur's sigma as a share of a small board tag's module: from the first on tags are lost, see its test."""
_ALONG, _ACROSS = 24, 61
_REACH = 0.9
"""How far from an edge the picture is looked at, modules: the black rim inside and the white around are one wide."""


def edges(grey: NDArray[np.float32], corners_px: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return of each of a tag's four edges the steepest slope, codes a pixel, and the step in codes: shape (4, 2).

    `grey` is (height, width), `corners_px` (4, 2) around the black rim, `side` how many modules the tag is wide.
    """
    found = []
    for start, end in zip(corners_px, np.roll(corners_px, -1, axis=0), strict=True):
        run = end - start
        length_px = float(np.hypot(*run))
        normal = np.array([-run[1], run[0]]) / length_px
        across = np.linspace(-1, 1, _ACROSS) * _REACH * length_px / side
        along = np.linspace(0.2, 0.8, _ALONG)
        at = (start + along[:, None, None] * run + across[:, None] * normal).astype(np.float32)
        profile = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR).mean(axis=0)
        found.append((np.abs(np.gradient(profile, across)).max(), np.ptp(profile)))
    return np.array(found)


def blur_px(grey: NDArray[np.float32], tags_px: list[NDArray[np.float64]], side: int) -> float:
    """Return how far the edges of tags are blurred, a Gaussian's sigma in pixels: the median of the tags.

    A blurred step is as steep as its height over sigma and the root of 2 pi. The height is that of the clearest edges,
    for in a small tag the blur reaches across its rim.
    """
    measured = np.array([edges(grey, tag, side) for tag in tags_px])
    step = float(np.percentile(measured[..., 1], 90))
    slopes = np.median(measured[..., 0], axis=1)
    return float(np.median(step / (slopes * math.sqrt(2 * math.pi))))


def _grey_at(image: NDArray[np.uint8], tags_px: list[NDArray[np.float64]]) -> NDArray[np.float32]:
    """Return a picture's channels' mean, (height, width), where tags are and a tag's half about; nothing elsewhere."""
    grey = np.zeros(image.shape[:2], dtype=np.float32)
    for tag in tags_px:
        low, high = tag.min(axis=0), tag.max(axis=0)
        room = (high - low).max() / 2
        left, top = np.maximum(np.floor(low - room).astype(int), 0)
        right, bottom = np.ceil(high + room).astype(int)
        part = image[top:bottom, left:right].astype(np.float32)
        grey[top:bottom, left:right] = mean(part) if part.ndim == 3 else part
    return grey


def focus(image: NDArray[np.uint8], seen_px: Mapping[int, NDArray[np.float64]], catalogue: Catalogue) -> Check | None:
    """Return how sharp the board's tags are among those seen, by their ids; None when none of them is seen."""
    tags = {tag.id: tag.size_mm for tag in catalogue.board.tags if tag.id in seen_px}
    if not tags:
        return None
    side = modules(catalogue.dictionary)
    tags_px = [seen_px[tag] for tag in tags]
    blur = blur_px(_grey_at(image, tags_px), tags_px, side)
    px_per_mm = np.median([np.hypot(*(seen_px[tag][1] - seen_px[tag][0])) / size_mm for tag, size_mm in tags.items()])
    share = blur / (float(px_per_mm) * min(tag.size_mm for tag in catalogue.board.tags) / side)
    said = f"edges are {blur:.1f} px soft, {share:.2f} of a small board tag's module"
    if share > LOST:
        return Check.trouble("focus", said, "focus the lens on the board, wipe it, and see that the camera hangs still")
    if share > SOFT:
        return Check.caution("focus", said, "focus the lens on the board: beyond half a module tags are lost")
    return Check.ok("focus", said)
