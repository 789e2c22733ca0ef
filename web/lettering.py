"""Words in a picture, in a type that has letters of most languages; sizes are pixels, colours blue, green, red."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from web.painting import CASING, WHITE, Bgr, Image

REGULAR, BOLD = 450, 700
CUT = "…"


@dataclass(frozen=True, slots=True)
class Type:
    """A size and a weight of the type."""

    size_px: int
    weight: int = REGULAR

    def width(self, words: str) -> int:
        """Return how wide the words are."""
        _, _, width, _ = cv2.getTextSize((0, 0), words, (0, 0), cv2.FontFace("sans"), self.size_px, self.weight)
        return int(width)

    def fitted(self, words: str, width: int) -> str:
        """Return the words on one line of that width, cut where they are longer."""
        if self.width(words) <= width:
            return words
        longest = len(words)
        while longest and self.width(words[:longest].rstrip() + CUT) > width:
            longest -= 1
        return words[:longest].rstrip() + CUT

    def lines(self, words: str, width: int, most: int) -> list[str]:
        """Return the words on at most so many lines of that width; what has no room is cut."""
        rows: list[str] = []
        left = words.split()
        while left and len(rows) < most - 1:
            take = max((n for n in range(1, len(left) + 1) if self.width(" ".join(left[:n])) <= width), default=1)
            rows.append(self.fitted(" ".join(left[:take]), width))
            left = left[take:]
        return [*rows, self.fitted(" ".join(left), width)] if left else rows

    def paint(self, picture: Image, words: str, at: tuple[int, int], colour: Bgr = WHITE) -> None:
        """Paint the words from a pixel on, which is where their baseline begins."""
        # It breaks words at the picture's edge of itself: what is written has been fitted, so the edge is far away.
        cv2.putText(picture, words, at, colour, cv2.FontFace("sans"), self.size_px, self.weight, 0, (at[0], 1 << 15))


Box = tuple[int, int, int, int]
"""Left, top, right, bottom."""

ROWS = 8
"""How many labels away from its place, on each side, one is put that has no room before."""


class Labels:
    """Labels of one picture, each on a dark plate beside what it names and clear of the others."""

    def __init__(self, size_px: tuple[int, int], type_: Type) -> None:
        self._size, self._type = size_px, type_
        self._taken: list[Box] = []

    def paint(self, picture: Image, words: str, near: tuple[float, float], away: float, colour: Bgr = WHITE) -> None:
        """Paint a label `away` pixels beside a point, where it hides no label painted before."""
        box = self._place(words, near, away)
        self._taken.append(box)
        left, top, right, bottom = box
        plate = picture[top:bottom, left:right]
        plate[:] = (0.25 * plate + 0.75 * np.asarray(CASING)).astype(np.uint8)
        pad = self._type.size_px // 4
        self._type.paint(picture, words, (left + pad, bottom - pad - self._type.size_px // 6), colour)

    def keep_clear(self, box: Box) -> None:
        """Have no label hide that part of the picture where it may be avoided."""
        self._taken.append(box)

    def paint_free(self, picture: Image, words: str, near: tuple[float, float], away: float, *, stripe: Bgr) -> bool:
        """Paint a label with a stripe in a colour, close beside a point, if it hides nothing there; say if it did.

        It is drawn once and kept: this is for pictures that follow each other.
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
def _plate(words: str, type_: Type, stripe: Bgr) -> Image:
    """Return a label, words on a dark plate that has a stripe in a colour at its left."""
    pad, side = type_.size_px // 5, max(3, type_.size_px // 6)
    wide, high = type_.width(words) + 2 * pad + side, round(1.15 * type_.size_px) + pad
    plate = np.empty((high, wide, 3), np.uint8)
    plate[:] = CASING
    plate[:, :side] = stripe
    type_.paint(plate, words, (side + pad, high - pad // 2 - type_.size_px // 5))
    return plate


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
