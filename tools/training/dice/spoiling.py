"""Faults of training images: litter, blur, noise, shadows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.dice.die import LEAST_CONTRAST, unlike

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


NOISE_PX = 512
"""Side of the square of noise from which grain is cut."""

LEAST_DYED = 1.4 * LEAST_CONTRAST
"""Least colour difference between a recoloured pip and its die; blending, light and blur reduce it further."""

_LEAST_SPREAD = 25.0
"""Grey levels between a die's darkest and lightest below which it is not recoloured, as no pips are visible."""


def spoil(rng: np.random.Generator, noise: NDArray[np.float32], image: Image) -> Image:
    """Return a square crop with other colours, light, sharpness, noise and compression.

    `noise` is normal, (NOISE_PX, NOISE_PX, 3).
    """
    side = len(image)
    if rng.random() < 0.45:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        steps = np.arange(256)
        hue = ((steps + rng.integers(180)) % 180).astype(np.uint8)
        saturation = np.clip(steps * rng.uniform(0, 1.4), 0, 255).astype(np.uint8)
        hsv = cv2.LUT(hsv, np.stack([hue, saturation, steps.astype(np.uint8)], axis=-1)[None])
        image = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), dtype=np.uint8)
    if rng.random() < 0.15:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        image = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    if rng.random() < 0.5:
        image = _unsharp(rng, image)
    steps = np.arange(256, dtype=np.float32)
    if rng.random() < 0.1:
        steps = 255 - steps
    steps = 255 * (steps / 255) ** np.exp(rng.normal(0, 0.25))
    curve = steps[:, None] * rng.uniform(0.65, 1.3) * (1 + rng.uniform(-0.12, 0.12, 3)) + rng.uniform(-25, 25)
    if rng.random() < 0.15:
        curve = _two_colours(rng, curve)
    image = np.asarray(cv2.LUT(image, np.clip(curve, 0, 255).astype(np.uint8)[None]), dtype=np.uint8)
    if rng.random() < 0.25:
        image = few_hues(rng, image)
    if rng.random() < 0.4:
        y, x = rng.integers(0, NOISE_PX - side, 2)
        grain = noise[y : y + side, x : x + side] * rng.uniform(0, 9)
        if rng.random() < 0.3:
            grain = cv2.resize(grain[::3, ::3], (side, side), interpolation=cv2.INTER_CUBIC) * 1.5
        image = np.clip(image + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.04:
        specks = np.abs(noise[:side, :side, 0]) > rng.uniform(2, 3)
        image[np.roll(specks, rng.integers(0, side, 2), (0, 1))] = 255 * rng.integers(2)
    if rng.random() < 0.25:
        ramp = np.linspace(rng.uniform(0.5, 1), rng.uniform(0.6, 1.2), side, dtype=np.float32)
        ramp = ramp[None, :, None] if rng.random() < 0.5 else ramp[:, None, None]
        image = np.clip(image * ramp, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 95))]
        packed = cv2.imencode(".jpg", image, quality)[1]
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return image


def _unsharp(rng: np.random.Generator, image: Image) -> Image:
    """Return the crop out of focus, with motion blur, from too few pixels, or sharpened too much."""
    kind = rng.integers(5)
    if kind < 2:
        unsharp = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.4))
    elif kind == 2:
        way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(1, 3)
        kernel = np.zeros((9, 9), np.float32)
        step = (round(16 * (4 + reach * np.cos(way))), round(16 * (4 + reach * np.sin(way))))
        cv2.line(kernel, (64, 64), step, 1.0, 1, cv2.LINE_AA, 4)
        unsharp = cv2.filter2D(image, -1, kernel / kernel.sum())
    elif kind == 3:
        few = round(len(image) * rng.uniform(0.4, 0.9))
        small = cv2.resize(image, (few, few), interpolation=cv2.INTER_AREA)
        way = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST)[rng.choice(3, p=[0.5, 0.4, 0.1])]
        unsharp = cv2.resize(small, image.shape[:2], interpolation=way)
    else:
        soft = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.7, 2))
        much = rng.uniform(0.2, 1.5)
        unsharp = cv2.addWeighted(image, 1 + much, soft, -much, 0)
    return np.asarray(unsharp, dtype=np.uint8)


def _two_colours(rng: np.random.Generator, curve: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a curve that maps dark and light to two colours, for pips and bodies that no source has."""
    low, high = rng.uniform(0, 255, (2, 3))
    if np.linalg.norm(high - low) < 110:
        return curve
    tinted: NDArray[np.float64] = low + (high - low) * np.clip(curve, 0, 255) / 255
    return tinted


def dyed(rng: np.random.Generator, image: Image, dice: Sequence[Dice]) -> Image:
    """Recolour dice: dark parts in one colour, light ones in a marble of two others, or the reverse.

    In half of the cases all three are equally bright, so that pips differ from their die only in hue. One set of
    colours for all dice of a crop, or one each.
    """
    image = image.copy()
    colours, alike = _three_colours(rng), rng.random() < 0.5
    turned = rng.random() < 0.5
    for die in dice:
        reach = round(0.75 * die.edge_px)
        x, y = round(die.x_px), round(die.y_px)
        part = image[max(0, y - reach) : max(0, y + reach + 1), max(0, x - reach) : max(0, x + reach + 1)]
        if min(part.shape[:2]) < reach:
            continue
        gy, gx = np.mgrid[: part.shape[0], : part.shape[1]].astype(np.float32)
        far = np.hypot(gx + max(0, x - reach) - die.x_px, gy + max(0, y - reach) - die.y_px) / die.edge_px
        grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY).astype(np.float32)
        low, high = np.percentile(grey[far < 0.42], (2, 98))
        if high - low < _LEAST_SPREAD:
            continue
        light = np.clip((grey - low) / (high - low), 0, 1)[..., None]
        if not alike:
            colours, turned = _three_colours(rng), rng.random() < 0.5
        marked, one, other = colours
        veins = cv2.resize(rng.random((5, 5), dtype=np.float32), part.shape[1::-1], interpolation=cv2.INTER_CUBIC)
        veins = np.clip(0.5 + rng.uniform(0, 6) * (veins - 0.5), 0, 1)[..., None]
        body = one + (other - one) * veins
        paint = marked + (body - marked) * (1 - light if turned else light)
        on = np.clip((0.6 - far) / 0.1, 0, 1)[..., None]
        part[:] = part + (paint - part) * on
    return image


def _three_colours(rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the colours of a pip and of a marbled die, (3, 3) BGR; the pip differs from every mix of the other two."""
    equal, dark = rng.random() < 0.5, rng.uniform(0.25, 1.0)
    while True:
        colours = rng.uniform(0, 255, (3, 3)).astype(np.float32) * dark
        if equal:
            light = colours @ np.array([0.114, 0.587, 0.299], np.float32)
            colours = np.clip(colours * (rng.uniform(30, 160) / np.maximum(light, 1))[:, None], 0, 255)
        marble = (colours[1] + (colours[2] - colours[1]) * share for share in (0, 0.25, 0.5, 0.75, 1))
        if all(unlike(colours[0], body) >= LEAST_DYED for body in marble):
            return np.asarray(colours, np.float32)


def few_hues(rng: np.random.Generator, image: Image) -> Image:
    """Return the crop with blurred chroma and sharp luma, as by a sensor's mosaic or JPEG's chroma subsampling."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)
    light[..., 1:] = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.5, 2.5))[..., 1:]
    return np.asarray(cv2.cvtColor(light, cv2.COLOR_YCrCb2BGR), np.uint8)


def mirrored(rng: np.random.Generator, image: Image, dice: Sequence[Dice]) -> Image:
    """Draw the reflection of a lamp on glossy dice: arcs of a ring light, bars and spots that cross pips.

    Every die reflects the same lamp, with small differences in position and extent.
    """
    bare = np.zeros(image.shape[:2], np.float32)
    ring, turn = rng.random() < 0.6, rng.uniform(0, 360)
    reach, thick, gone = rng.uniform(0.12, 0.45), rng.uniform(0.03, 0.13), rng.uniform(0, 0.5)
    at = rng.normal(0, 0.2, 2)
    for die in dice:
        if rng.random() < gone:
            continue
        edge = die.edge_px
        x, y = np.array([die.x_px, die.y_px]) + np.clip(at + rng.normal(0, 0.08, 2), -0.5, 0.5) * edge
        if ring:
            axes = (max(1, round(16 * reach * edge)), max(1, round(16 * reach * edge * rng.uniform(0.5, 1.0))))
            middle, half = (round(16 * x), round(16 * y)), rng.uniform(20, 120)
            tilt = turn + rng.normal(0, 15)
            cv2.ellipse(bare, middle, axes, tilt, -half, half, 1.0, max(1, round(thick * edge)), cv2.LINE_AA, 4)
        else:
            box = ((float(x), float(y)), (reach * edge, max(1.5, 2 * thick * edge)), turn)
            cv2.fillConvexPoly(bare, (16 * cv2.boxPoints(box)).round().astype(np.int32), 1.0, cv2.LINE_AA, 4)
    bare = (cv2.GaussianBlur(bare, (0, 0), rng.uniform(0.4, 1.2)) * rng.uniform(0.35, 1.0))[..., None]
    lamp = 255 * (1 - rng.uniform(0, 0.15, 3))
    return np.asarray(image * (1 - bare) + lamp * bare, dtype=np.uint8)
