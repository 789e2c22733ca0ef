"""Flat things laid into a picture: shapes whose borders cover their true share of each pixel."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.simulated.rooms.room import Points
from hardware.simulated.view import Floats

_BITS = 4
_LARGE_PX = 400
"""Shapes over this size are drawn with fewer points a pixel."""


def cover(size_px: tuple[int, int], outline_px: Points, soft_px: float = 0.0) -> tuple[tuple[slice, slice], Floats]:
    """Return a window of the picture and what share of its pixels a polygon covers; `soft_px` blurs its border.

    The window is empty where the polygon lies outside the picture.
    """
    width, height = size_px
    margin = 2 + 3 * soft_px
    low = np.floor(outline_px.min(axis=0) - margin)
    high = np.ceil(outline_px.max(axis=0) + margin) + 1
    x0, y0 = np.clip(low, 0, (width, height)).astype(int).tolist()
    x1, y1 = np.clip(high, 0, (width, height)).astype(int).tolist()
    if x1 <= x0 or y1 <= y0:
        return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), np.float32)
    fine = 2 if max(x1 - x0, y1 - y0) > _LARGE_PX else 8
    layer = np.zeros(((y1 - y0) * fine, (x1 - x0) * fine), np.uint8)
    points: Points = (outline_px - np.array([x0, y0], np.float64) + 0.5) * fine - 0.5
    cv2.fillPoly(layer, [np.round(points * (1 << _BITS)).astype(np.int32)], 255, cv2.LINE_8, _BITS)
    share = np.asarray(cv2.resize(layer, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA), np.float32) / 255
    if soft_px > 0:
        share = np.asarray(cv2.GaussianBlur(share, (0, 0), soft_px, borderType=cv2.BORDER_REPLICATE))
    return (slice(y0, y1), slice(x0, x1)), share.astype(np.float32)


def lay(light: Floats, outline_px: Points, colour: tuple[float, ...], *, soft_px: float = 0.0) -> None:
    """Lay a polygon of one colour, as many numbers as the light has channels, into the light."""
    window, share = cover((light.shape[1], light.shape[0]), outline_px, soft_px)
    light[window] += share[..., None] * (np.asarray(colour, np.float32) - light[window])


def shade(light: Floats, outline_px: Points, left: float, *, soft_px: float) -> None:
    """Leave the share `left` of the light inside a polygon."""
    window, share = cover((light.shape[1], light.shape[0]), outline_px, soft_px)
    light[window] *= (1 - share * np.float32(1 - left))[..., None]


def disc_mm(centre_mm: tuple[float, float, float], radius_mm: float, points: int = 64) -> Points:
    """Return the outline of a level disc on the board, shape (points, 3)."""
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    x, y, z = centre_mm
    return np.column_stack([x + radius_mm * np.cos(turn), y + radius_mm * np.sin(turn), np.full(points, z)])


def ragged(
    rng: np.random.Generator, centre: tuple[float, float], radius: float, points: int = 40, rough: float = 0.25
) -> Points:
    """Return the outline of a blob about a centre, shape (points, 2), in the units of the radius."""
    turn = np.linspace(0, 2 * np.pi, points, endpoint=False)
    reach = np.ones(points)
    for wave in range(2, 6):
        reach += rough * rng.normal(0, 0.5) / wave * np.cos(wave * turn + rng.uniform(0, 6.3))
    reach = radius * np.clip(reach, 0.4, 1.7)
    return np.column_stack([centre[0] + reach * np.cos(turn), centre[1] + reach * np.sin(turn)])


def rectangle(centre: tuple[float, float], sides: tuple[float, float], angle_deg: float) -> Points:
    """Return the corners of a turned rectangle, shape (4, 2)."""
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.asarray(sides) / 2
    turned: Points = half @ np.array([[c, s], [-s, c]]) + centre
    return turned


def at_height(outline: Points, z_mm: float) -> Points:
    """Return a flat outline, shape (n, 2), as board points at a height, shape (n, 3)."""
    return np.column_stack([outline, np.full(len(outline), z_mm)])
