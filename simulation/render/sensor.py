"""Sensor: from light to codes, with lens blur, shot noise, read noise and the sRGB curve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from simulation.errors import SceneError
from simulation.render.rays import Floats
from simulation.render.shapes import noise_pool

_DEPTH = 65535
_HEADROOM = 1.25
"""Light at the highest of the 16-bit levels; 1 is white."""
_POOL_MARGIN = 64
_STRIP_ROWS = 16


@dataclass(frozen=True, slots=True)
class Sensor:
    """Model of a camera sensor.

    `exposure` multiplies the light; `blur_px` is the standard deviation of the lens's blur; `full_well` is the number
    of electrons of white, which gives the shot noise (infinite: none); `read_noise` is the standard deviation of the
    read noise as a share of white. Raises `SceneError` for impossible values.
    """

    exposure: float = 1.0
    blur_px: float = 0.65
    full_well: float = 5000.0
    read_noise: float = 0.003

    def __post_init__(self) -> None:
        if not (self.exposure > 0 and self.blur_px >= 0 and self.full_well > 0 and self.read_noise >= 0):
            raise SceneError("simulation-out-of-range", value=self)

    @classmethod
    def ideal(cls) -> Sensor:
        """Return a sensor without blur and noise."""
        return cls(blur_px=0.0, full_well=float("inf"), read_noise=0.0)

    def blurred(self, light: Floats, out: Floats | None = None) -> Floats:
        """Return the light after the lens; written to `out` if given, which may be the light itself."""
        if not self.blur_px:
            if out is not None and out is not light:
                np.copyto(out, light)
            return light if out is None else out
        side = 2 * max(1, round(3 * self.blur_px)) + 1
        there = cv2.GaussianBlur(light, (side, side), self.blur_px, dst=out, borderType=cv2.BORDER_REPLICATE)
        return np.asarray(there)

    def codes(self, light: Floats, seed: int) -> NDArray[np.uint8]:
        """Return the image, uint8 (height, width, 3), for blurred light of that shape, with noise from `seed`."""
        noise = _Noise(light.shape[:2], seed) if self.read_noise or np.isfinite(self.full_well) else None
        picture = np.empty(light.shape, np.uint8)
        # In strips of a few rows, so that each step works on data in the processor's cache.
        for top in range(0, len(light), _STRIP_ROWS):
            rows = slice(top, min(top + _STRIP_ROWS, len(light)))
            value = light[rows] * np.float32(self.exposure)
            if noise is not None:
                variance = np.maximum(value, 0) * np.float32(1 / self.full_well)
                variance += np.float32(self.read_noise**2)
                value += np.sqrt(variance, out=variance) * noise.rows(rows)
            value *= np.float32(_DEPTH / _HEADROOM)
            levels = np.clip(value, 0, _DEPTH, out=value).astype(np.uint16)
            picture[rows] = cv2.LUT(levels, _srgb_codes())
        return picture


class _Noise:
    """Standard normal noise: a window of one large pool, with position and mirroring from the seed."""

    def __init__(self, shape: tuple[int, int], seed: int) -> None:
        rng = np.random.default_rng(seed)
        row, column = rng.integers(0, _POOL_MARGIN, 2).tolist()
        window = _pool(shape)[row : row + shape[0], column : column + shape[1]]
        down, across, channel = rng.choice([-1, 1], 3).tolist()
        self._window = window[::down, ::across, ::channel]

    def rows(self, rows: slice) -> NDArray[np.float32]:
        """Return the noise of these rows."""
        return self._window[rows]


@lru_cache(maxsize=2)
def _pool(shape: tuple[int, int]) -> NDArray[np.float32]:
    return noise_pool((shape[0] + _POOL_MARGIN, shape[1] + _POOL_MARGIN), 7)


@lru_cache(maxsize=1)
def _srgb_codes() -> NDArray[np.uint8]:
    light = np.clip(np.arange(_DEPTH + 1) / _DEPTH * _HEADROOM, 0, 1)
    codes = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.round(codes * 255).astype(np.uint8).reshape(1, -1)
