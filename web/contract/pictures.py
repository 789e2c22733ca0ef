"""A picture of the camera, and whatever gives pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


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
