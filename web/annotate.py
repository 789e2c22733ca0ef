"""The camera picture with what is known drawn into it: all of it, or the part that a virtual cameraman follows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import cv2
import numpy as np

from vision.image_file import ImageError, decode_image
from web.camera_sight import CameraSight
from web.cameraman import AROUND_IN, Cameraman, Window, around, places_of, whole
from web.contract.air import CardView
from web.contract.errors import ServiceUnavailableError
from web.contract.pictures import Perspective, Picture
from web.contract.port import TablePort
from web.contract.snapshot import Snapshot
from web.drawn_table import DrawnTable
from web.on_air import OnAir
from web.painting import Image

JPEG_QUALITY = 85
CANVAS_PX = (1920, 1080)
"""The size of a picture that follows the action."""


class AnnotatedPictures:
    """Pictures of a service with what is on air drawn in; each is drawn once for all viewers.

    With `follow` they are the part of the picture in which something happens, 1920 x 1080, else all of it.
    """

    def __init__(
        self, service: TablePort, on_air: OnAir, *, follow: bool = False, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._service, self._on_air, self._follow, self._now_s = service, on_air, follow, now_s
        self._turn = asyncio.Lock()
        self._newest = Picture(0, b"")
        self._sight: CameraSight | None = None
        self._cameraman: Cameraman | None = None

    async def picture(self, after: int) -> Picture:
        """Return the newest drawn picture with a number beyond `after`, waiting for it."""
        plain = await self._service.picture(after)
        async with self._turn:
            if plain.number > self._newest.number:
                now, perspective = self._service.snapshot(), self._service.perspective()
                card = next(iter(self._on_air.view().card), None)
                sight = self._sight_of(perspective, now)
                window = self._looked_at(now, card, sight) if self._follow else None
                drawn = await asyncio.to_thread(annotated, plain.jpeg, now, sight=sight, card=card, window=window)
                self._newest = Picture(plain.number, drawn)
            return self._newest

    def _sight_of(self, perspective: Perspective | None, now: Snapshot) -> CameraSight | None:
        known = self._sight
        if perspective is None:
            self._sight = None
        elif known is None or known.perspective != perspective or known.terrain != now.table.terrain:
            self._sight = CameraSight(perspective, now.table.terrain)
        return self._sight

    def _looked_at(self, now: Snapshot, card: CardView | None, sight: CameraSight | None) -> Window | None:
        size_px = now.camera.size_px
        if size_px is None:
            return None
        board, now_s = whole(size_px, now.camera.view_px), self._now_s()
        places = () if card is None or sight is None else places_of(card, now)
        wanted = board
        if places and sight is not None:
            points = sight.perspective(np.asarray(places, dtype=np.float64))
            margin = AROUND_IN * board.width / now.table.board.width
            wanted = around(points, margin, board, size_px)
        self._cameraman = (self._cameraman or Cameraman.on(board, now_s)).looking(wanted, now_s)
        return self._cameraman.window.inside(size_px)


def annotated(
    jpeg: bytes,
    snapshot: Snapshot,
    *,
    sight: CameraSight | None = None,
    card: CardView | None = None,
    window: Window | None = None,
) -> bytes:
    """Return the JPEG with bases, names, control ranges and what is on air drawn in true perspective.

    What `card` is about is drawn; nothing that somebody measured for itself. `window` is the part that is shown, else
    it is all of the picture, as large as it is, and without a card the newest ruling that stands is drawn. Without a
    `sight` nothing is known to be hidden, and there are no control ranges. Raises `ServiceUnavailableError` when the
    bytes are no picture.
    """
    try:
        picture = decode_image(jpeg, "the camera's picture")
    except ImageError as fault:
        raise ServiceUnavailableError(f"the camera gave {len(jpeg)} bytes that are no JPEG: {fault}") from fault
    scale = picture.shape[1] / snapshot.camera.size_px[0] if snapshot.camera.size_px else 1.0
    left, top, grown = 0.0, 0.0, scale
    if window is not None:
        left, top, grown = window.x - window.width / 2, window.y - window.height / 2, CANVAS_PX[0] / window.width
        picture = _cut(picture, (left * scale, top * scale), grown / scale)
    DrawnTable(snapshot, sight, left=left, top=top, grown=grown).paint(picture, card, lasting=window is None)
    done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ServiceUnavailableError("the drawn picture could not be written as JPEG")
    return encoded.tobytes()


def _cut(picture: Image, corner: tuple[float, float], grown: float) -> Image:
    """Return the part of a picture from a corner on, in pixels, that many times as large, as large as the canvas.

    Fractions of a pixel count: a camera that moves slowly must not stutter.
    """
    finer = cv2.INTER_AREA if grown < 0.6 else cv2.INTER_LINEAR
    if finer == cv2.INTER_AREA:
        x, y = round(corner[0]), round(corner[1])
        part = picture[y : y + round(CANVAS_PX[1] / grown), x : x + round(CANVAS_PX[0] / grown)]
        return np.asarray(cv2.resize(part, CANVAS_PX, interpolation=finer), dtype=np.uint8)
    # The middle of a pixel lies half a pixel from its corner, in both pictures.
    shift = [0.5 * grown - 0.5 - corner[at] * grown for at in (0, 1)]
    moved = np.array([[grown, 0, shift[0]], [0, grown, shift[1]]])
    return np.asarray(
        cv2.warpAffine(picture, moved, CANVAS_PX, flags=finer, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
    )
