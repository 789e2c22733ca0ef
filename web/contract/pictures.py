"""A picture of the camera, and whatever gives pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from web.contract.views import Point3


@dataclass(frozen=True, slots=True)
class Picture:
    """A JPEG of the camera and its number, which grows from picture to picture."""

    number: int
    jpeg: bytes


class PictureSource(Protocol):
    """Whatever gives pictures: the table, or somebody who draws on what it gives."""

    async def picture(self, after: int) -> Picture:
        """Return the newest picture with a number beyond `after`, waiting for it.

        Raises `web.contract.errors.ServiceUnavailableError` when there is no camera to wait for.
        """
        ...


class Perspective(Protocol):
    """How a calibrated camera sees the board; one and the same while neither moves."""

    @property
    def eye(self) -> Point3:
        """Where the camera is, board inches."""
        ...

    def __call__(self, points: NDArray[np.float64], /) -> NDArray[np.float64]:
        """Return the pixels, shape (n, 2), of board points of shape (n, 3)."""
        ...
