"""What things are painted with: noise that repeats, a printed mat, a wooden table, old concrete."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.solids import Colour, bgr, linear
from hardware.simulated.view import Floats

MAT_TEXEL_MM = 0.6
_TILE = 512


@lru_cache(maxsize=64)
def cloud(seed: int, coarsest: int = 128, finest: int = 2, *, fade: float = 0.62) -> Floats:
    """Return noise that repeats every 512 texels, of mean 0 and variance 1, blobs from `coarsest` to `finest`."""
    rng = np.random.default_rng(seed)
    total: Floats = np.zeros((_TILE, _TILE), np.float32)
    weight, size = 1.0, coarsest
    while size >= finest:
        grid = rng.standard_normal((_TILE // size, _TILE // size)).astype(np.float32)
        wrapped = np.pad(grid, 2, mode="wrap")
        layer = cv2.resize(wrapped, None, fx=size, fy=size, interpolation=cv2.INTER_CUBIC)
        total += np.float32(weight) * layer[2 * size : 2 * size + _TILE, 2 * size : 2 * size + _TILE]
        weight, size = weight * fade, size // 2
    total = (total - total.mean()) / total.std()
    total.setflags(write=False)
    return total


def sample(tile: Floats, x: Floats, y: Floats) -> Floats:
    """Return a repeating picture at texel coordinates of any shape."""
    return np.asarray(cv2.remap(tile, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP))


def _bands(shape: tuple[int, int], seed: int, stretch: tuple[int, int]) -> Floats:
    rng = np.random.default_rng(seed)
    rows, columns = max(2, shape[0] // stretch[0]), max(2, shape[1] // stretch[1])
    grid = rng.standard_normal((rows, columns)).astype(np.float32)
    return np.asarray(cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC))


@lru_cache(maxsize=4)
def wooden_table(seed: int = 5) -> Floats:
    """Return planks that run along x, linear BGR, 2 mm a texel, repeating every 1024 mm."""
    side, plank = _TILE, 64
    grain = 0.55 * cloud(seed, 64, 2) + _bands((side, side), seed + 1, (2, 128)) * 0.8
    tone = np.zeros((side, side), np.float32)
    rng = np.random.default_rng(seed + 2)
    rows = np.arange(side)
    for number in range(side // plank):
        inside = rows // plank == number
        tone[inside] = 1 + 0.16 * rng.standard_normal() + 0.11 * np.roll(grain, rng.integers(side), axis=1)[inside]
    tone[rows % plank < 1] *= 0.45
    tone[rows % plank == 1] *= 0.8
    return np.asarray(np.maximum(tone, np.float32(0.2))[..., None] * bgr(linear("#7b5a3c")))


@lru_cache(maxsize=8)
def printed_mat(size_mm: tuple[float, float], seed: int = 1) -> Floats:
    """Return a board of worn plates with a printed frame, linear BGR, `MAT_TEXEL_MM` a texel, row 0 at the far edge."""
    columns, rows = (round(side / MAT_TEXEL_MM) for side in size_mm)
    x_mm = (np.arange(columns, dtype=np.float32) + 0.5) * np.float32(MAT_TEXEL_MM)
    y_mm = np.float32(size_mm[1]) - (np.arange(rows, dtype=np.float32) + 0.5) * np.float32(MAT_TEXEL_MM)
    x, y = np.meshgrid(x_mm, y_mm)
    blotch = sample(cloud(seed), x / 1.6, y / 1.6)
    fine = sample(cloud(seed + 1, 8, 1, fade=0.9), x / np.float32(MAT_TEXEL_MM), y / np.float32(MAT_TEXEL_MM))
    mat = np.empty((rows, columns, 3), np.float32)
    mat[...] = linear("#5d6862")
    rust = np.clip(sample(cloud(seed + 2, 64, 2), x / 1.1, y / 1.1) - 1.0, 0, 1.4)[..., None] * np.float32(0.5)
    mat = mat * (1 - rust) + bgr(linear("#6f5a43")) * rust
    mat *= (1 + 0.13 * blotch + 0.07 * fine)[..., None]
    mat *= _plates(x, y, seed)[..., None]
    _print_frame(mat, x, y, size_mm, blotch)
    return np.asarray(np.maximum(mat, np.float32(0.01)))


def _plates(x: Floats, y: Floats, seed: int) -> Floats:
    """Seams every six inches, each plate with a tone of its own, a light edge beside each dark seam, rivets."""
    pitch = np.float32(76.2)
    column, row = np.floor(x / pitch).astype(int), np.floor(y / pitch).astype(int)
    tones = np.random.default_rng(seed + 3).normal(1.0, 0.05, (64, 64)).astype(np.float32)
    shade: Floats = tones[row % 64, column % 64]
    dx, dy = np.mod(x, pitch), np.mod(y, pitch)
    edge = np.minimum(np.minimum(dx, pitch - dx), np.minimum(dy, pitch - dy))
    shade = np.where(edge < 0.8, shade * np.float32(0.62), shade)
    shade = np.where((edge >= 0.8) & (edge < 1.5), shade * np.float32(1.12), shade)
    rivet = np.hypot(np.minimum(dx, pitch - dx) - 6, np.minimum(dy, pitch - dy) - 6)
    return np.where(rivet < 1.3, shade * np.float32(0.72), shade)


def _print_frame(mat: Floats, x: Floats, y: Floats, size_mm: tuple[float, float], blotch: Floats) -> None:
    """A worn hazard band on each short side's drop line and a pale line around the board."""
    worn = np.clip(0.75 - 0.35 * blotch, 0.15, 0.9)[..., None]
    inset = np.minimum(np.minimum(x, size_mm[0] - x), np.minimum(y, size_mm[1] - y))
    pale = ((inset > 41) & (inset < 42.2))[..., None] * worn * np.float32(0.5)
    mat += pale * (bgr(linear("#c9c6b4")) - mat)
    for line in (152.4, size_mm[0] - 152.4):
        band = (np.abs(x - np.float32(line)) < 3.0) & (inset > 48)
        stripe = np.mod(x + y, 16.0) < 8
        for mask, colour in ((band & stripe, linear("#b98a22")), (band & ~stripe, linear("#2c2c2a"))):
            share = mask[..., None] * worn * np.float32(0.8)
            mat += share * (bgr(colour) - mat)


def concrete(x_mm: Floats, y_mm: Floats, colour: Colour, seed: int) -> Floats:
    """Return the light of stained concrete under a light of 1, shape (..., 3)."""
    stain = sample(cloud(seed % 7 + 20), x_mm * np.float32(2.2), y_mm * np.float32(2.2))
    grit = sample(cloud(30, 4, 1, fade=0.9), x_mm * np.float32(1.7), y_mm * np.float32(1.7))
    shade = np.clip(1 + np.float32(0.12) * stain + np.float32(0.07) * grit, 0.35, 1.8)
    return np.asarray(shade[..., None] * bgr(colour))


def sample_wood(x_mm: Floats, y_mm: Floats) -> Floats:
    """Return the wooden table's light under a light of 1 at points in mm, shape (..., 3)."""
    texel = np.float32(1 / 2)
    return sample(wooden_table(), x_mm * texel, y_mm * texel)


def sample_picture(picture: Floats, columns: Floats, rows: Floats) -> Floats:
    """Return a picture at texel coordinates of any shape; its edge goes on outside."""
    return np.asarray(cv2.remap(picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def noise_pool(shape: tuple[int, int], seed: int) -> NDArray[np.float32]:
    """Return standard normal noise, shape (*shape, 3)."""
    return np.random.default_rng(seed).standard_normal((*shape, 3), dtype=np.float32)
