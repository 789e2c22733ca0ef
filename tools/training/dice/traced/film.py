"""Camera response for traced scenes: exposure, white balance and contrast, constant for the images of a tray."""

from __future__ import annotations

import numpy as np

from tools.training.dice.die import Array

_KNEE = 0.72
"""Level from which highlights are compressed, as a share of full scale."""

_LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)


class Film:
    """A camera's settings, set by the first image it takes."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._key = 0.1 * 2 ** rng.normal(0.3, 0.6)
        self._balanced, self._contrast = rng.uniform(0.4, 1), rng.uniform(0, 0.35)
        self._saturation = rng.uniform(0.85, 1.25)
        self._gain: Array | None = None

    def picture(self, light: Array) -> Array:
        """Return the image, (h, w, 3) BGR 0-255, of linear light, (h, w, 3) RGB."""
        if self._gain is None:
            luma = light @ _LUMA
            mean = 0.5 * (np.exp(np.log(luma + 1e-4).mean()) + luma.mean())
            exposure = min(self._key / mean, 2 / max(float(np.percentile(luma, 99)), 1e-6))
            grey = light.reshape(-1, 3).mean(axis=0)
            self._gain = (exposure * (grey.mean() / grey) ** self._balanced).astype(np.float32)
        lit = light * self._gain
        lit = np.where(lit < _KNEE, lit, _KNEE + (1 - _KNEE) * (1 - np.exp((_KNEE - lit) / (1 - _KNEE))))
        luma = (lit @ _LUMA)[..., None]
        lit = np.clip(luma + (lit - luma) * self._saturation, 0, 1)
        shown = np.where(lit <= 0.0031308, lit * 12.92, 1.055 * lit ** (1 / 2.4) - 0.055)
        shown += (shown * shown * (3 - 2 * shown) - shown) * self._contrast
        return np.ascontiguousarray(255 * shown[..., ::-1], dtype=np.float32)
