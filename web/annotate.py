"""The camera picture with the last ruling drawn into it, for streams that take a picture and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from geometry.witness import Role
from web.contract.errors import ServiceUnavailableError
from web.contract.pictures import Picture
from web.contract.service import TablePort
from web.contract.snapshot import Snapshot
from web.contract.views import StrokeView, TrackState

Bgr = tuple[int, int, int]

WHITE: Bgr = (255, 255, 255)
CASING: Bgr = (16, 14, 10)
GREEN: Bgr = (162, 220, 70)
RED: Bgr = (98, 117, 255)
AMBER: Bgr = (87, 201, 255)
VIOLET: Bgr = (255, 171, 195)
COLOURS: Mapping[Role, Bgr] = {
    Role.CLEAR_LINE: GREEN,
    Role.BLOCKED_LINE: RED,
    Role.BLOCKER: RED,
    Role.BREACH: RED,
    Role.COVER: AMBER,
    Role.OBSCURED: VIOLET,
}
UNSEEN = frozenset({TrackState.LIFTED, TrackState.GONE})
JPEG_QUALITY = 85
SHIFT = 3


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
    colours = {seat.player: _bgr(seat.colour) for seat in snapshot.game.seats}
    for operative in snapshot.table.operatives:
        if operative.outline_px and operative.state not in UNSEEN:
            _line(picture, operative.outline_px, scale, True, colours.get(operative.player, WHITE), width)
    ruling = next((ruling for ruling in snapshot.rulings if not ruling.taken_back), None)
    for finding in ruling.findings if ruling else ():
        for stroke in finding.witness:
            _stroke(picture, stroke, scale, width)
    done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ServiceUnavailableError("the drawn picture could not be written as JPEG")
    return encoded.tobytes()


def _stroke(picture: NDArray[np.uint8], stroke: StrokeView, scale: float, width: int) -> None:
    if not stroke.points_px:
        return
    colour = COLOURS.get(stroke.role, WHITE)
    if len(stroke.points_px) == 1:
        (x, y) = stroke.points_px[0]
        centre = round(x * scale), round(y * scale)
        cv2.circle(picture, centre, 4 * width, CASING, -1, cv2.LINE_AA)
        cv2.circle(picture, centre, 3 * width, colour, -1, cv2.LINE_AA)
    else:
        if stroke.closed and stroke.role is not Role.LIMIT:
            veil = picture.copy()
            cv2.fillPoly(veil, [_corners(stroke.points_px, scale)], colour, cv2.LINE_AA, SHIFT)
            cv2.addWeighted(veil, 0.25, picture, 0.75, 0, dst=picture)
        _line(picture, stroke.points_px, scale, stroke.closed, CASING, 4 * width)
        _line(picture, stroke.points_px, scale, stroke.closed, colour, 2 * width)
    if stroke.label:
        x, y = stroke.points_px[len(stroke.points_px) // 2]
        at = round(x * scale) + 6 * width, round(y * scale) - 6 * width
        label = stroke.label.encode("ascii", "replace").decode()
        for ink, thickness in ((CASING, 3 * width), (WHITE, width)):
            cv2.putText(picture, label, at, cv2.FONT_HERSHEY_SIMPLEX, 0.32 * width, ink, thickness, cv2.LINE_AA)


def _line(
    picture: NDArray[np.uint8],
    points: tuple[tuple[float, float], ...],
    scale: float,
    closed: bool,
    colour: Bgr,
    width: int,
) -> None:
    cv2.polylines(picture, [_corners(points, scale)], closed, colour, width, cv2.LINE_AA, SHIFT)


def _corners(points: tuple[tuple[float, float], ...], scale: float) -> NDArray[np.int32]:
    return np.asarray(np.round(np.asarray(points) * scale * 2**SHIFT), dtype=np.int32)


def _bgr(colour: str) -> Bgr:
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)
