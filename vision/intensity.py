"""Camera response curve (codes to linear intensity) and per-pixel extremes of the channels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, reduce
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import FrameError

DIM_WHITE = 84.0
"""White level, of 255, midway between code and linear intensity, two stops under a usual exposure.

Down to this level no tag is lost.
"""

MOST_GAIN = 8.0
"""Largest gain for a dark image; one that needs more has no grey levels left to amplify."""

_THIN = 8


@dataclass(frozen=True, slots=True)
class ResponseCurve:
    """Camera response curve: `levels[code]` is the linear intensity, 0 to 1, of each of the 256 codes.

    Raises `FrameError` unless there are 256 levels that never fall.
    """

    levels: tuple[float, ...]

    def __post_init__(self) -> None:
        rising = all(b >= a for a, b in zip(self.levels, self.levels[1:], strict=False))
        if len(self.levels) != 256 or not rising or self.levels[-1] <= self.levels[0]:
            first, last = (str(self.levels[k]) if self.levels else "none" for k in (0, -1))
            raise FrameError("image-response", levels=len(self.levels), first=first, last=last)

    @classmethod
    def gamma(cls, exponent: float) -> ResponseCurve:
        """Return the curve of a pure power law, intensity = code ** exponent."""
        return cls(tuple((np.arange(256) / 255) ** exponent))

    def to_light(self, codes: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the linear intensity of grey or BGR codes as float32 grey, 0 to 255; linearised before weighting."""
        table = _float_table(self)
        if codes.ndim == 2:
            return np.asarray(cv2.LUT(codes, table))
        return np.asarray(cv2.cvtColor(cv2.LUT(codes, table), cv2.COLOR_BGR2GRAY))

    def to_channels(self, codes: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the linear intensity of each channel of grey or BGR codes as float32, 0 to 255, in the same shape."""
        return np.asarray(cv2.LUT(np.ascontiguousarray(codes), _float_table(self)))

    def to_between_8bit(self, grey: NDArray[np.uint8], gain: float = 1.0) -> NDArray[np.uint8]:
        """Return the geometric mean of code and linear intensity: shadows keep contrast, black bleeds less into white.

        `gain` brightens a dark image here, in finer steps than brightening the result would give.
        """
        return np.asarray(cv2.LUT(grey, _between_table(self, gain)))

    def gain_of(self, picture: NDArray[np.uint8]) -> float:
        """Return the gain, at least 1, that brings the white of a grey or BGR image to `DIM_WHITE`, in steps of 1/4.

        White is the 99th percentile.
        """
        thin = np.ascontiguousarray(picture[::_THIN, ::_THIN])
        grey = thin if thin.ndim == 2 else np.asarray(cv2.cvtColor(thin, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        white = float(np.percentile(_between_table(self, 1.0)[grey], 99))
        return round(4 * min(max(DIM_WHITE / max(white, 1.0), 1.0), MOST_GAIN)) / 4


@cache
def _float_table(response: ResponseCurve) -> NDArray[np.float32]:
    return np.asarray(response.levels, dtype=np.float32) * 255


@cache
def _between_table(response: ResponseCurve, gain: float) -> NDArray[np.uint8]:
    between = gain * np.sqrt(np.asarray(response.levels) * np.arange(256) / 255) * 255
    return np.minimum(np.round(between), 255).astype(np.uint8)


def _srgb() -> ResponseCurve:
    codes = np.arange(256) / 255
    return ResponseCurve(tuple(np.where(codes <= 0.04045, codes / 12.92, ((codes + 0.055) / 1.055) ** 2.4)))


SRGB = _srgb()


Number = TypeVar("Number", np.float32, np.float64)


def largest(picture: NDArray[Number]) -> NDArray[Number]:
    """Return the largest channel of each pixel of an image, (h, w, n), as (h, w)."""
    return reduce(np.maximum, _channels(picture))


def smallest(picture: NDArray[Number]) -> NDArray[Number]:
    """Return the smallest channel of each pixel of an image, (h, w, n), as (h, w)."""
    return reduce(np.minimum, _channels(picture))


def mean(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of the channels of an image, (h, w, n), as (h, w)."""
    return np.asarray(reduce(np.add, _channels(picture)) / np.float32(picture.shape[2]), dtype=np.float32)


def _channels(picture: NDArray[Number]) -> list[NDArray[Number]]:
    return [picture[..., k] for k in range(picture.shape[2])]
