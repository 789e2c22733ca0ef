"""Printed tags: level paper whose black and white edges lie right to a few thousandths of a pixel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.tags import modules, patterns
from hardware.simulated.light import Light
from hardware.simulated.raster import NOTHING, Hit, Rays
from hardware.simulated.solids import Colour, Point, bgr
from hardware.simulated.view import Floats

PAPER: Colour = (0.80, 0.84, 0.85)
INK: Colour = (0.030, 0.028, 0.028)


@dataclass(frozen=True, slots=True)
class Card:
    """A tag of a dictionary, printed on level paper at `centre_mm` and turned counter-clockwise.

    `size_mm` is the side of the black square, `half_paper_mm` half the paper's sides along the tag's own x and y, or
    the half axes where the paper is `round`.
    """

    dictionary: str
    id: int
    size_mm: float
    centre_mm: Point
    rotation_deg: float
    half_paper_mm: tuple[float, float]
    round: bool = False

    def hull_mm(self) -> NDArray[np.float64]:
        """Return the paper's corners."""
        wide, high = self.half_paper_mm
        return self._placed(np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)]))

    def corners_mm(self) -> NDArray[np.float64]:
        """Return the corners of the black square, shape (4, 3): top-left, top-right, bottom-right, bottom-left."""
        half = self.size_mm / 2
        return self._placed(np.array([(-half, half), (half, half), (half, -half), (-half, -half)]))

    def _placed(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        c, s = math.cos(math.radians(self.rotation_deg)), math.sin(math.radians(self.rotation_deg))
        x, y, z = self.centre_mm
        turned = points @ np.array([[c, s], [-s, c]]) + (x, y)
        return np.column_stack([turned, np.full(len(points), z)])

    def cast(self, rays: Rays, light: Light) -> Hit:
        """Return the paper's height where rays meet it, and the light that paper and ink send back."""
        del light  # a level surface receives 1
        x, y = self._own(rays)
        # A texel as wide as the distance between two rays makes every edge a ramp of that width, and the mean of
        # evenly spaced rays over such a ramp is exactly the share of the pixel that is ink.
        texels = max(1, round(self.size_mm / modules(self.dictionary) / rays.pitch_mm))
        picture = _printed(self.dictionary, self.id, texels)
        scale = np.float32(modules(self.dictionary) * texels / self.size_mm)
        offset = np.float32(picture.shape[0] / 2 - 0.5)
        white = cv2.remap(
            picture,
            x * scale + offset,
            offset - y * scale,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(1.0,) * 4,
        )
        colour = white[..., None] * (bgr(PAPER) - bgr(INK)) + bgr(INK)
        return Hit(np.where(self._inside(x, y), np.float32(self.centre_mm[2]), NOTHING), colour)

    def black_square(self, rays: Rays) -> NDArray[np.bool_]:
        """Return which rays would meet the tag's square if nothing stood in the way."""
        x, y = self._own(rays)
        half = np.float32(self.size_mm / 2)
        return np.asarray((np.abs(x) < half) & (np.abs(y) < half))

    def _own(self, rays: Rays) -> tuple[Floats, Floats]:
        x, y = rays.at(self.centre_mm[2], self.centre_mm[:2])
        c = np.float32(math.cos(math.radians(self.rotation_deg)))
        s = np.float32(math.sin(math.radians(self.rotation_deg)))
        return c * x + s * y, c * y - s * x

    def _inside(self, x: Floats, y: Floats) -> NDArray[np.bool_]:
        wide, high = (np.float32(half) for half in self.half_paper_mm)
        if self.round:
            return np.asarray((x / wide) ** 2 + (y / high) ** 2 < 1)
        return np.asarray((np.abs(x) < wide) & (np.abs(y) < high))


@lru_cache(maxsize=512)
def _printed(dictionary: str, tag_id: int, texels: int) -> Floats:
    """Return the tag with two modules of white around it, `texels` a module: 1 paper, 0 ink."""
    tag = np.pad(patterns(dictionary)[tag_id], 2, constant_values=1.0)
    picture = np.kron(tag, np.ones((texels, texels), np.float32)).astype(np.float32)
    picture.setflags(write=False)
    return picture
