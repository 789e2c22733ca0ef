"""The frames of a clip as they are in its film: what is said, below it the board with what is drawn over it.

Pictures are blue, green, red, shape (height, width, 3); points of a clip are pixels of the camera's picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from overlook.films.caption import Caption
from vision.image_file import ImageError, decode_image
from web.camera.drawing import BOLD, CASING, RED, Bgr, Image, Labels, Type, bgr_of, paint_line, paint_stroke
from web.contract.base import Point
from web.contract.errors import UnknownError
from web.contract.table.recordings import ClipOutlineView, ClipView, FallView

WIDTH_PX = 1280
HIGHEST_PX = 1280
BAND_PX = 206
"""What is said stands above the picture and hides nothing of it; players lay their buttons over the lower edge."""

LINE_PX = 2
HEADING, SAID, NAMED = Type(56, BOLD), Type(40), Type(32, BOLD)
PAST: Bgr = (96, 88, 78)


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a frame that is shown, pixels of the frame, and the size in which it is shown."""

    left: int
    top: int
    width: int
    height: int
    size: tuple[int, int]


class FilmPainter:
    """Paints the frames of one clip; all are as large as the first asks for."""

    def __init__(self, view: ClipView, said: Caption) -> None:
        self._view, self._said = view, said
        self._size: tuple[int, int] | None = None
        self._band: Image | None = None

    def paint(self, frame: int, jpeg: bytes) -> Image:
        """Return one frame as it is in the film; raises `UnknownError` where it is no picture."""
        try:
            image = decode_image(jpeg, f"frame {frame}")
        except ImageError as fault:
            raise UnknownError(
                f"The frames of event {self._view.sequence} cannot be read: frame {frame} is no picture"
            ) from fault
        part = self._part(image.shape[1], image.shape[0])
        shown = image[part.top : part.top + part.height, part.left : part.left + part.width]
        finer = cv2.INTER_AREA if part.size[0] < part.width else cv2.INTER_CUBIC
        picture = np.asarray(cv2.resize(shown, part.size, interpolation=finer), dtype=np.uint8)
        self._draw(picture, part, image.shape[1] / self._view.size_px[0])
        return np.vstack([self._above(part.size[0], frame), picture])

    def _part(self, width: int, height: int) -> Part:
        scale = width / self._view.size_px[0]
        left, top, wide, high = self._view.view_px or (0.0, 0.0, *map(float, self._view.size_px))
        x = min(max(0, round(left * scale)), width - 2)
        y = min(max(0, round(top * scale)), height - 2)
        w, h = max(2, min(round(wide * scale), width - x)), max(2, min(round(high * scale), height - y))
        if self._size is None:
            grow = min(WIDTH_PX / w, HIGHEST_PX / h)
            self._size = max(2, round(w * grow / 2) * 2), max(2, round(h * grow / 2) * 2)
        return Part(x, y, w, h, self._size)

    def _draw(self, picture: Image, part: Part, scale: float) -> None:
        origin = np.array([part.left, part.top])
        grown = np.array([part.size[0] / part.width, part.size[1] / part.height])

        def placed(points: tuple[Point, ...]) -> NDArray[np.float64]:
            return np.asarray((np.asarray(points) * scale - origin) * grown, dtype=np.float64)

        labels = Labels(part.size, NAMED)
        outlines = [(one, bgr_of(one.colour)) for one in self._view.named]
        for fall in self._view.falls:
            outlines += _ends(fall)
            if fall.at is not None and fall.by is not None:
                ends = np.array([placed(fall.by.outline_px).mean(axis=0), placed(fall.at.outline_px).mean(axis=0)])
                paint_line(picture, ends, RED, width=2 * LINE_PX, casing=2 * LINE_PX)
        strokes = [
            stroke for one in (self._view.ruling.findings if self._view.ruling else ()) for stroke in one.witness
        ]
        for stroke in strokes:
            if stroke.points_px:
                points = placed(stroke.points_px)
                paint_stroke(picture, stroke.role, points, closed=stroke.closed, label="", width=LINE_PX)
        for one, colour in outlines:
            paint_line(picture, placed(one.outline_px), colour, closed=True, width=2 * LINE_PX, casing=2 * LINE_PX)
        for one, _ in {outline.name: (outline, colour) for outline, colour in outlines}.values():
            around = placed(one.outline_px)
            labels.paint(picture, one.name, tuple(around.mean(axis=0)), float(np.ptp(around[:, 1])) / 2 + 6)
        for stroke in strokes:
            if stroke.points_px and stroke.label:
                points = placed(stroke.points_px)
                labels.paint(picture, stroke.label, tuple(points[len(points) // 2]), 12.0)

    def _above(self, width: int, frame: int) -> Image:
        """Return the band above the picture: the heading, the time, the words, and how far the film has come."""
        share = min(1.0, width / WIDTH_PX)
        heading, said = Type(round(HEADING.size_px * share), BOLD), Type(round(SAID.size_px * share))
        pad, high = round(24 * share), round(BAND_PX * share / 2) * 2
        times_s = self._view.times_s
        clock = _clock(times_s[frame])
        if self._band is None:
            band = np.full((high, width, 3), CASING, dtype=np.uint8)
            room = width - 3 * pad - said.width(_clock(-9.9))
            heading.paint(band, heading.fitted(self._said.heading, room), (pad, round(66 * share)), self._said.colour)
            for row, words in enumerate(said.lines(self._said.words, width - 2 * pad, 2)):
                said.paint(band, words, (pad, round((124 + 52 * row) * share)))
            self._band = band
        band = self._band.copy()
        said.paint(band, clock, (width - pad - said.width(clock), round(66 * share)))
        whole = times_s[-1] - times_s[0]
        come = round(width * (times_s[frame] - times_s[0]) / whole) if whole > 0 else width
        bar = max(2, round(8 * share))
        band[-bar:] = PAST
        band[-bar:, :come] = self._said.colour
        return band


def _ends(fall: FallView) -> list[tuple[ClipOutlineView, Bgr]]:
    """Return who did it in its own colour, and who fell in red."""
    by = [] if fall.by is None else [(fall.by, bgr_of(fall.by.colour))]
    return [*by, *([] if fall.at is None else [(fall.at, RED)])]


def _clock(time_s: float) -> str:
    return f"{time_s:+.1f} s".replace("-", "−") if abs(time_s) >= 0.05 else "0.0 s"
