"""What a room does to a drawn picture, in light: blur along a way, shadows with hard edges, discs that lie over it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.intensity import SRGB


def lit(image: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """Return a picture in which the light of every pixel is multiplied by a factor, (height, width)."""
    return coded(np.asarray(SRGB.levels)[image] * factor[..., None])


def coded(light: np.ndarray) -> np.ndarray:
    """Return light, 0 to 1, as the codes of a camera."""
    clipped = np.clip(light, 0, 1)
    codes = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * clipped ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(codes * 255), dtype=np.uint8)


def moved(image: np.ndarray, length_px: float, angle_deg: float) -> np.ndarray:
    """Return a picture whose every point went `length_px` along a way while it was taken, evenly about its place."""
    light = np.asarray(SRGB.levels, dtype=np.float32)[image]
    size = (image.shape[1], image.shape[0])
    total = np.zeros_like(light)
    shares = (np.arange(24) + 0.5) / 24 - 0.5
    for share in shares:
        dx, dy = (share * length_px * f(np.radians(angle_deg)) for f in (np.cos, np.sin))
        shift = np.array([[1, 0, dx], [0, 1, dy]], dtype=np.float32)
        total += cv2.warpAffine(light, shift, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return coded(total / len(shares))


def out_of_focus(image: np.ndarray, radius_px: float) -> np.ndarray:
    """Return a picture whose every point of light became a disc."""
    reach = int(np.ceil(radius_px)) + 1
    grid = (np.arange((2 * reach + 1) * 10) + 0.5) / 10 - reach - 0.5
    inside = (np.hypot(*np.meshgrid(grid, grid)) <= radius_px).reshape(2 * reach + 1, 10, 2 * reach + 1, 10)
    disc = inside.mean(axis=(1, 3)).astype(np.float32)
    return coded(cv2.filter2D(np.asarray(SRGB.levels, dtype=np.float32)[image], -1, disc / disc.sum()))


def striped(shape: tuple[int, int], left: float, period_px: float, angle_deg: float) -> np.ndarray:
    """Return the light, (height, width), under bars that let `left` of it through, as wide as the gaps between."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    away = x * np.cos(np.radians(angle_deg)) + y * np.sin(np.radians(angle_deg))
    bars = (np.floor(2 * away / period_px) % 2).astype(np.float32)
    return np.asarray(1 - (1 - left) * cv2.GaussianBlur(bars, (0, 0), 0.5))


def covered(image: np.ndarray, centre: np.ndarray, radius_px: float, code: int) -> None:
    """Lay a disc of one code over a picture, its rim true to a sixteenth of a pixel."""
    at = [round(float(v) * 16) for v in centre]
    cv2.circle(image, at, round(radius_px * 16), (code, code, code), -1, cv2.LINE_AA, 4)
