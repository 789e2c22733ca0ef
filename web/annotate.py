"""The camera picture with the last ruling drawn into it, for streams that take a picture and nothing else."""

from __future__ import annotations

import asyncio

import cv2
import numpy as np

from web.contract.errors import ServiceUnavailableError
from web.contract.pictures import Picture
from web.contract.port import TablePort
from web.contract.snapshot import Snapshot
from web.contract.views import TrackState
from web.painting import WHITE, bgr_of, paint_line, paint_stroke

UNSEEN = frozenset({TrackState.LIFTED, TrackState.GONE})
JPEG_QUALITY = 85


class AnnotatedPictures:
    """Pictures of a service with base outlines and the newest ruling's witness; each is drawn once for all viewers."""

    def __init__(self, service: TablePort) -> None:
        self._service = service
        self._turn = asyncio.Lock()
        self._newest = Picture(0, b"")

    async def picture(self, after: int) -> Picture:
        """Return the newest drawn picture with a number beyond `after`, waiting for it."""
        plain = await self._service.picture(after)
        async with self._turn:
            if plain.number > self._newest.number:
                drawn = await asyncio.to_thread(annotated, plain.jpeg, self._service.snapshot())
                self._newest = Picture(plain.number, drawn)
            return self._newest


def annotated(jpeg: bytes, snapshot: Snapshot) -> bytes:
    """Return the JPEG with the snapshot's bases and newest standing ruling drawn in true perspective.

    Raises `ServiceUnavailableError` when the bytes are no picture.
    """
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise ServiceUnavailableError(f"the camera gave {len(jpeg)} bytes that are no JPEG")
    picture = np.asarray(image, dtype=np.uint8)
    scale = picture.shape[1] / snapshot.camera.size_px[0] if snapshot.camera.size_px else 1.0
    width = max(1, round(picture.shape[1] / 640))
    colours = {seat.player: bgr_of(seat.colour) for seat in snapshot.game.seats}
    for operative in snapshot.table.operatives:
        if operative.outline_px and operative.state not in UNSEEN:
            colour = colours.get(operative.player, WHITE)
            paint_line(picture, np.asarray(operative.outline_px) * scale, colour, closed=True, width=width)
    ruling = next((ruling for ruling in snapshot.rulings if not ruling.taken_back), None)
    for finding in ruling.findings if ruling else ():
        for stroke in finding.witness:
            if stroke.points_px:
                points = np.asarray(stroke.points_px) * scale
                paint_stroke(picture, stroke.role, points, closed=stroke.closed, label=stroke.label, width=width)
    done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ServiceUnavailableError("the drawn picture could not be written as JPEG")
    return encoded.tobytes()
