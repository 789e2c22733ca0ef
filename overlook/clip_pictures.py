"""Frames of clips as JPEG, small: a picture that shows what the last one did is not encoded again."""

from __future__ import annotations

from overlook.drawing.jpeg import jpeg
from overlook.table.seen_table import SeenTable
from vision.frame import Frame

WIDTH_PX = 960


class ClipPictures:
    """Encodes frames for clips, one of each close look at a table at rest, every one of a table that is not.

    The event loop tells of every picture, the image thread encodes; not both at a time.
    """

    def __init__(self) -> None:
        self._encoded: bytes | None = None

    def follow(self, seen: SeenTable) -> None:
        """Take in what the eye makes of the newest picture: what it looked at closely may show something else."""
        if not seen.as_before:
            self._encoded = None

    def jpeg_of(self, frame: Frame) -> bytes:
        """Return the newest picture as JPEG, at most `WIDTH_PX` wide."""
        if self._encoded is None:
            self._encoded = jpeg(frame.image, WIDTH_PX / frame.size_px[0])
        return self._encoded
