"""A die cut out of a picture: in the middle, at a size of its own, turned and mirrored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import Array, Image

Place = tuple[float, float, float]
"""Where a die lies: x, y and its edge, px."""

_FINER = 1.25
"""How many times as fine as the crop the die is before it is turned: turning blurs."""


@dataclass(frozen=True, slots=True)
class View:
    """How a die is turned for a look: mirrored left to right, then turned, `scale` times its usual size."""

    turn_deg: float
    mirrored: bool
    scale: float

    @property
    def onto(self) -> NDArray[np.float64]:
        """What takes directions in the picture to those in the crop, (2, 2), no lengths changed."""
        turn = np.radians(self.turn_deg)
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        mirror = np.diag([-1.0 if self.mirrored else 1.0, 1.0])
        return np.asarray(turned @ mirror, dtype=np.float64)

    @property
    def reach(self) -> float:
        """How far to either side the picture is seen, in sides of the crop at scale 1."""
        return float(np.abs(self.onto).sum(axis=0).max()) / 2 / self.scale


@dataclass(frozen=True, slots=True)
class Frame:
    """A crop's side, and how long a die's edge is in it at scale 1, px."""

    side_px: int
    edge_px: float


def crops_of(image: Image, places: Sequence[Place], views: Sequence[View], frame: Frame) -> Image:
    """Return each view of each die of a BGR picture, (dice * views, side, side, 3)."""
    return np.stack([crop for place in places for crop in _crops(image, place, views, frame)])


def part_of(image: Image, left: int, top: int, side: int) -> Image:
    """Return a square of a picture; what of it lies beyond the picture is as its border."""
    height, width = image.shape[:2]
    right, bottom = left + side, top + side
    part = image[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    over = max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width)
    if not any(over):
        return part
    return np.asarray(cv2.copyMakeBorder(part, *over, cv2.BORDER_REPLICATE), dtype=np.uint8)


def plane_of(crops: Image) -> Array:
    """Return crops as the networks take them, (n, 3, side, side)."""
    plane = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
    plane -= 127
    plane /= 64
    return plane


def _crops(image: Image, place: Place, views: Sequence[View], frame: Frame) -> list[Image]:
    x_px, y_px, edge_px = place
    reach = int(np.ceil(max(view.reach for view in views) * frame.side_px / frame.edge_px * edge_px)) + 1
    left, top = int(np.floor(x_px)) - reach, int(np.floor(y_px)) - reach
    part = part_of(image, left, top, 2 * reach + 1)
    side = max(frame.side_px, round(part.shape[0] * _FINER * frame.edge_px / edge_px))
    way = cv2.INTER_AREA if side < part.shape[0] else cv2.INTER_LINEAR
    patch = cv2.resize(part, (side, side), interpolation=way)
    ratio = side / part.shape[0]
    centre = np.array([(x_px - left + 0.5) * ratio - 0.5, (y_px - top + 0.5) * ratio - 0.5])
    found = []
    for view in views:
        onto = frame.edge_px * view.scale / (edge_px * ratio) * view.onto
        shift = (frame.side_px - 1) / 2 - onto @ centre
        size = (frame.side_px, frame.side_px)
        crop = cv2.warpAffine(
            patch, np.hstack([onto, shift[:, None]]), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        found.append(np.asarray(crop, dtype=np.uint8))
    return found
