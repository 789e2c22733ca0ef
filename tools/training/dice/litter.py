"""Objects in trays that are no dice: backgrounds, discs, tokens, printed tiles, rods and specks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_PLAIN)
Image = NDArray[np.uint8]
Thing = tuple[float, float, float]
"""Position and width of an object, px."""


class Dice(Protocol):
    """Position and edge of a die in a crop, pixels."""

    @property
    def x_px(self) -> float:
        """x in pixels."""

    @property
    def y_px(self) -> float:
        """y in pixels."""

    @property
    def edge_px(self) -> float:
        """Edge in pixels."""


def littered(rng: np.random.Generator, image: Image, dice: Sequence[Dice]) -> tuple[Image, list[Thing]]:
    """Draw specks, and discs, tokens and tiles as large as dice, beside the dice: not every round object is a die.

    Also returns the objects.
    """
    image, side = image.copy(), len(image)
    things: list[Thing] = []
    speck = [float(v) for v in np.clip(image.mean(axis=(0, 1)) + rng.choice([-90, 90]) + rng.normal(0, 20, 3), 0, 255)]
    for _ in range(int(rng.integers(0, 8))):
        x, y = (int(v) for v in rng.integers(0, side, 2))
        if all(np.hypot(die.x_px - x, die.y_px - y) > 0.9 * die.edge_px for die in dice):
            cv2.circle(image, (x, y), int(rng.integers(1, 5)), speck, -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 4))):
        x, y = (int(v) for v in rng.integers(0, side, 2))
        radius = int(rng.integers(7, 28))
        if any(np.hypot(die.x_px - x, die.y_px - y) < 0.9 * die.edge_px + radius for die in dice):
            continue
        things.append((x, y, 1.7 * radius))
        near = image[y, x].astype(np.float64) + rng.normal(0, 70, 3)
        colour = [float(v) for v in np.clip(near, 0, 255)]
        if rng.random() < 0.5:
            cv2.ellipse(image, (x, y), (radius, int(radius * rng.uniform(0.7, 1))), 0, 0, 360, colour, -1, cv2.LINE_AA)
        else:
            box = cv2.boxPoints(((x, y), (radius * 1.6, radius * rng.uniform(1, 1.8)), rng.uniform(0, 90)))
            cv2.fillConvexPoly(image, box.round().astype(np.int32), colour, cv2.LINE_AA)
            if rng.random() < 0.75:
                _print_on(rng, image, x, y, radius)
        if rng.random() < 0.25:
            end = (x + int(rng.normal(0, 50)), y + int(rng.normal(0, 50)))
            if all(np.hypot(die.x_px - end[0], die.y_px - end[1]) > 1.2 * die.edge_px for die in dice):
                rod = [float(v) for v in rng.uniform(0, 255, 3)]
                cv2.line(image, (x, y), end, rod, int(rng.integers(3, 12)), cv2.LINE_AA)
        if rng.random() < 0.3:
            rim = [float(v) for v in rng.uniform(0, 255, 3)]
            cv2.circle(image, (x, y), int(radius * rng.uniform(0.5, 0.95)), rim, int(rng.integers(1, 4)), cv2.LINE_AA)
    return image, things


def _print_on(rng: np.random.Generator, image: Image, x: int, y: int, radius: int) -> None:
    """Draw a number, a letter or an emblem in the middle of a tile: marks other than pips are no faces."""
    ink = [float(v) for v in rng.uniform(0, 255, 3)]
    if rng.random() < 0.25:
        points = int(rng.integers(3, 7))
        turns = np.linspace(0, 2 * np.pi, 2 * points, endpoint=False) + rng.uniform(0, 2 * np.pi)
        reach = radius * rng.uniform(0.25, 0.6) * np.where(np.arange(2 * points) % 2, rng.uniform(0.3, 0.9), 1.0)
        star = np.array([x, y]) + reach[:, None] * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
        cv2.fillPoly(image, [star.round().astype(np.int32)], ink, cv2.LINE_AA)
        return
    text = str(rng.integers(0, 100)) if rng.random() < 0.7 else "ABEHKMSX?+#"[rng.integers(11)]
    font, size, thick = _FONTS[rng.integers(len(_FONTS))], radius / 25 * rng.uniform(0.5, 1.3), int(rng.integers(1, 4))
    (width, height), _ = cv2.getTextSize(text, font, size, thick)
    cv2.putText(image, text, (x - width // 2, y + height // 2), font, size, ink, thick, cv2.LINE_AA)


def nothing(rng: np.random.Generator, side: int) -> Image:
    """Return an empty square background: plain, cloudy or in two colours."""
    cells = side // int(rng.integers(2, 14)) + 2
    depth = 3 if rng.random() < 0.3 else 1
    few = rng.normal(size=(cells, cells, depth)).astype(np.float32)
    many = np.asarray(cv2.resize(few, (side, side), interpolation=cv2.INTER_CUBIC), dtype=np.float32)
    rough = many.reshape(side, side, depth)
    ground = rng.uniform(30, 220, 3) + rough * rng.uniform(5, 60)
    if rng.random() < 0.5:
        ground = np.where(rough > rng.uniform(0.3, 1.2), rng.uniform(0, 255, 3), ground)
    smooth = cv2.GaussianBlur(ground.astype(np.float32), (0, 0), rng.uniform(0.4, 1.5))
    return np.clip(smooth, 0, 255).astype(np.uint8)
