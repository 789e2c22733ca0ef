"""What a ruling shows, painted into a picture: lines, areas, points and their labels, dark underneath on any ground.

Points are pixels of the picture, shape (n, 2); colours are blue, green, red; `width` is that of a thin line, pixels.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.witness import Role

Bgr = tuple[int, int, int]
Image = NDArray[np.uint8]

WHITE: Bgr = (255, 255, 255)
CASING: Bgr = (16, 14, 10)
GREEN: Bgr = (162, 220, 70)
RED: Bgr = (98, 117, 255)
AMBER: Bgr = (87, 201, 255)
VIOLET: Bgr = (255, 171, 195)
COLOURS: Mapping[Role, Bgr] = {
    Role.CLEAR_LINE: GREEN,
    Role.BLOCKED_LINE: RED,
    Role.BLOCKER: RED,
    Role.BREACH: RED,
    Role.COVER: AMBER,
    Role.OBSCURED: VIOLET,
}
SHIFT = 3
"""Bits of a pixel's fraction in which OpenCV is told where a corner lies."""


def bgr_of(colour: str) -> Bgr:
    """Return a colour of a page ("#2f7de1") as it is painted."""
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def paint_line(
    picture: Image, points: ArrayLike, colour: Bgr, *, closed: bool = False, width: int = 1, casing: int = 0
) -> None:
    """Paint a line through the points, on a dark one that is wider by `casing` pixels in all."""
    corners = [_corners(points)]
    if casing:
        cv2.polylines(picture, corners, closed, CASING, width + casing, cv2.LINE_AA, SHIFT)
    cv2.polylines(picture, corners, closed, colour, width, cv2.LINE_AA, SHIFT)


def paint_stroke(picture: Image, role: Role, points: ArrayLike, *, closed: bool, label: str, width: int) -> None:
    """Paint one shape of a witness in its role's colour: a point, a line, or an area that is seen through."""
    colour = COLOURS.get(role, WHITE)
    places = np.asarray(points, dtype=np.float64)
    if len(places) == 1:
        centre = round(places[0, 0]), round(places[0, 1])
        cv2.circle(picture, centre, 4 * width, CASING, -1, cv2.LINE_AA)
        cv2.circle(picture, centre, 3 * width, colour, -1, cv2.LINE_AA)
    else:
        if closed and role is not Role.LIMIT:
            _paint_veil(picture, places, colour)
        paint_line(picture, places, colour, closed=closed, width=2 * width, casing=2 * width)
    if label:
        x, y = places[len(places) // 2]
        paint_words(picture, label, (round(x) + 6 * width, round(y) - 6 * width), width)


def paint_words(picture: Image, words: str, at: tuple[int, int], width: int) -> None:
    """Paint a few words with their lower left corner at a pixel; what the font lacks is a question mark."""
    plain = words.encode("ascii", "replace").decode()
    for ink, thickness in ((CASING, 3 * width), (WHITE, width)):
        cv2.putText(picture, plain, at, cv2.FONT_HERSHEY_SIMPLEX, 0.32 * width, ink, thickness, cv2.LINE_AA)


def _paint_veil(picture: Image, places: NDArray[np.float64], colour: Bgr) -> None:
    """Paint an area that is seen through; only the part of the picture is touched in which it lies."""
    height, width = picture.shape[:2]
    low, high = np.floor(places.min(axis=0)).astype(int) - 1, np.ceil(places.max(axis=0)).astype(int) + 2
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    part = picture[top : min(height, int(high[1])), left : min(width, int(high[0]))]
    if part.size:
        veil = part.copy()
        cv2.fillPoly(veil, [_corners(places - (left, top))], colour, cv2.LINE_AA, SHIFT)
        part[:] = cv2.addWeighted(veil, 0.25, part, 0.75, 0)


def _corners(points: ArrayLike) -> NDArray[np.int32]:
    return np.asarray(np.round(np.asarray(points) * 2**SHIFT), dtype=np.int32)
