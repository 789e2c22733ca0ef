"""Frame: one image from one camera with its time of capture."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from messages.message import MessageError


class FrameError(MessageError, ValueError):
    """An image that is not 8-bit grey or BGR, or a capture time without a time zone."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Camera image with its time of capture.

    `image` is uint8, (height, width) grey or (height, width, 3) BGR, gamma-coded as delivered by the camera.
    `captured_s` is the monotonic clock, at mid-exposure if the camera reports it; `captured_utc` is the wall clock,
    timezone-aware. `mode` and `focus` come from the camera source, None if it does not report them. Raises `FrameError`
    for an invalid image or a time without a zone.
    """

    image: NDArray[np.uint8]
    captured_s: float
    captured_utc: datetime
    camera_id: str
    mode: str | None = None
    focus: float | None = None

    def __post_init__(self) -> None:
        image = self.image
        grey_or_bgr = image.ndim == 2 or (image.ndim == 3 and image.shape[2] == 3)
        if image.dtype != np.uint8 or not grey_or_bgr or image.size == 0:
            raise FrameError("image-type", camera=self.camera_id, type=str(image.dtype), shape=str(image.shape))
        if self.captured_utc.tzinfo is None:
            raise FrameError("image-time-zone", camera=self.camera_id, time=str(self.captured_utc))

    @property
    def size_px(self) -> tuple[int, int]:
        """(width, height) in pixels."""
        return self.image.shape[1], self.image.shape[0]
