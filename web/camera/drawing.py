"""OpenCV drawing helpers: strokes, areas, text and label placement.

Points are pixels of the image, shape (n, 2); colours are BGR; `width` is that of a thin line in pixels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

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
"""Fractional bits of the fixed-point coordinates passed to OpenCV."""


def bgr_of(colour: str) -> Bgr:
    """Return a page's colour ("#2f7de1") as BGR."""
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def paint_line(
    picture: Image, points: ArrayLike, colour: Bgr, *, closed: bool = False, width: int = 1, casing: int = 0
) -> None:
    """Draw a line through the points, over a dark line that is `casing` pixels wider."""
    corners = [_corners(points)]
    if casing:
        cv2.polylines(picture, corners, closed, CASING, width + casing, cv2.LINE_AA, SHIFT)
    cv2.polylines(picture, corners, closed, colour, width, cv2.LINE_AA, SHIFT)


def paint_stroke(picture: Image, role: Role, points: ArrayLike, *, closed: bool, label: str, width: int) -> None:
    """Draw one shape of a witness in its role's colour: a point, a line, or a translucent area."""
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
    """Draw text with its lower left corner at a pixel; characters other than ASCII become question marks."""
    plain = words.encode("ascii", "replace").decode()
    for ink, thickness in ((CASING, 3 * width), (WHITE, width)):
        cv2.putText(picture, plain, at, cv2.FONT_HERSHEY_SIMPLEX, 0.32 * width, ink, thickness, cv2.LINE_AA)


def _paint_veil(picture: Image, places: NDArray[np.float64], colour: Bgr) -> None:
    """Fill a translucent area, blending only its bounding box."""
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


REGULAR, BOLD = 450, 700
CUT = "…"


@dataclass(frozen=True, slots=True)
class Font:
    """Font size and weight."""

    size_px: int
    weight: int = REGULAR

    def width(self, words: str) -> int:
        """Return the width of the text in pixels."""
        _, _, width, _ = cv2.getTextSize((0, 0), words, (0, 0), cv2.FontFace("sans"), self.size_px, self.weight)
        return int(width)

    def fitted(self, words: str, width: int) -> str:
        """Return the text, shortened with an ellipsis if it is wider than `width` pixels."""
        if self.width(words) <= width:
            return words
        longest = len(words)
        while longest and self.width(words[:longest].rstrip() + CUT) > width:
            longest -= 1
        return words[:longest].rstrip() + CUT

    def lines(self, words: str, width: int, most: int) -> list[str]:
        """Return the text wrapped to at most `most` lines of `width` pixels; the rest is cut."""
        rows: list[str] = []
        left = words.split()
        while left and len(rows) < most - 1:
            take = max((n for n in range(1, len(left) + 1) if self.width(" ".join(left[:n])) <= width), default=1)
            rows.append(self.fitted(" ".join(left[:take]), width))
            left = left[take:]
        return [*rows, self.fitted(" ".join(left), width)] if left else rows

    def paint(self, picture: Image, words: str, at: tuple[int, int], colour: Bgr = WHITE) -> None:
        """Draw the text; `at` is the left end of its baseline."""
        # putText wraps text at the image's edge. The text has been fitted, so a far edge is passed.
        cv2.putText(picture, words, at, colour, cv2.FontFace("sans"), self.size_px, self.weight, 0, (at[0], 1 << 15))


Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""

ROWS = 8
"""Positions tried on each side of a point, in label heights, before a label may overlap."""


class LabelPainter:
    """Labels of one image, each on a dark plate beside its point and clear of the others."""

    def __init__(self, size_px: tuple[int, int], type_: Font) -> None:
        self._size, self._type = size_px, type_
        self._taken: list[Box] = []

    def paint(self, picture: Image, words: str, near: tuple[float, float], away: float, colour: Bgr = WHITE) -> None:
        """Draw a label `away` pixels from a point, at a position free of earlier labels if there is one."""
        box = self._place(words, near, away)
        self._taken.append(box)
        left, top, right, bottom = box
        plate = picture[top:bottom, left:right]
        plate[:] = (0.25 * plate + 0.75 * np.asarray(CASING)).astype(np.uint8)
        pad = self._type.size_px // 4
        self._type.paint(picture, words, (left + pad, bottom - pad - self._type.size_px // 6), colour)

    def keep_clear(self, box: Box) -> None:
        """Reserve an area of the image, which later labels avoid if they can."""
        self._taken.append(box)

    def paint_free(self, picture: Image, words: str, near: tuple[float, float], away: float, *, stripe: Bgr) -> bool:
        """Draw a label with a coloured stripe beside a point if that hides nothing; return whether it was drawn.

        The label's image is cached for the next frames.
        """
        drawn = _plate(words, self._type, stripe)
        high, wide = drawn.shape[:2]
        x, y = near
        corners = (
            (x - wide / 2, y + away),
            (x - wide / 2, y - away - high),
            (x + away, y - high / 2),
            (x - away - wide, y - high / 2),
        )
        for left, top in corners:
            box = round(left), round(top), round(left) + wide, round(top) + high
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= self._size[0] and box[3] <= self._size[1]
            if inside and not any(_overlap(box, other) for other in self._taken):
                self._taken.append(box)
                picture[box[1] : box[3], box[0] : box[2]] = drawn
                return True
        return False

    def _place(self, words: str, near: tuple[float, float], away: float) -> Box:
        pad = self._type.size_px // 4
        wide, high = self._type.width(words) + 2 * pad, round(1.15 * self._type.size_px) + 2 * pad
        x, y = near
        corners = [
            corner
            for step in (away + high * row for row in range(ROWS))
            for corner in (
                (x - wide / 2, y - step - high),
                (x - wide / 2, y + step),
                (x + step, y - high / 2),
                (x - step - wide, y - high / 2),
            )
        ]
        boxes = [self._inside(corner, wide, high) for corner in corners]
        return next((box for box in boxes if not any(_overlap(box, other) for other in self._taken)), boxes[0])

    def _inside(self, corner: tuple[float, float], wide: int, high: int) -> Box:
        left = round(min(max(corner[0], 0), max(0, self._size[0] - wide)))
        top = round(min(max(corner[1], 0), max(0, self._size[1] - high)))
        return left, top, min(left + wide, self._size[0]), min(top + high, self._size[1])


@lru_cache(maxsize=256)
def _plate(words: str, type_: Font, stripe: Bgr) -> Image:
    """Return the image of a label: text on a dark plate with a coloured stripe at its left."""
    pad, side = type_.size_px // 5, max(3, type_.size_px // 6)
    wide, high = type_.width(words) + 2 * pad + side, round(1.15 * type_.size_px) + pad
    plate = np.empty((high, wide, 3), np.uint8)
    plate[:] = CASING
    plate[:, :side] = stripe
    type_.paint(plate, words, (side + pad, high - pad // 2 - type_.size_px // 5))
    return plate


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
