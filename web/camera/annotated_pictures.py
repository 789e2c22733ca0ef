"""Camera frames annotated with bases, ranges, names and rulings, occluded by terrain.

Board points are inches, shape (n, 3); image points are pixels, shape (n, 2).
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray

from geometry.base import Base, BaseShape
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.witness import Role, base_outline, densified
from vision.image_file import ImageError, decode_image
from web.camera.drawing import BOLD, COLOURS, WHITE, Bgr, Font, Image, LabelPainter, bgr_of, paint_line, paint_stroke
from web.camera.virtual_camera import AROUND_IN, VirtualCamera, Window, full_window, places_of, window_around
from web.contract.base import Point, Point3, TrackState
from web.contract.errors import ServiceUnavailableError
from web.contract.streams import Picture
from web.contract.table.board_views import OperativeView, RulingView, StrokeView, TerrainView
from web.contract.table.on_air import CardView
from web.contract.table.snapshot import Snapshot
from web.contract.table.table_port import Perspective, TablePort
from web.stream.cards import MEASURED
from web.stream.director import Director

STEP_IN = 0.25
"""Largest distance in inches between the points of a line at which visibility is tested."""

CLEAR_IN = 0.03
"""Terrain is shrunk by this much in inches, so that it does not hide things which touch it."""

MOST_KEPT = 512

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ProjectedLine:
    """A line in the image: its points in pixels, shape (n, 2), and whether each is visible, shape (n,)."""

    points_px: Array
    seen: NDArray[np.bool_]


def visible_points(eye: Point3, points: ArrayLike, terrain: Sequence[TerrainView]) -> NDArray[np.bool_]:
    """Return which points are visible past the terrain from a camera above the board, shape (n,).

    A point is hidden if its line of sight to the camera crosses a prism. See-through parts and bases hide nothing.
    """
    places = np.asarray(points, dtype=np.float64).reshape(-1, 3)
    seen = np.ones(len(places), dtype=np.bool_)
    below = eye[2] - places[:, 2]
    for part in terrain:
        low = np.maximum(part.bottom, places[:, 2]) + CLEAR_IN
        high = min(part.top, eye[2] - CLEAR_IN)
        asked = np.flatnonzero(seen & (low < high) & (below > CLEAR_IN))
        prism = _footprint(part.outline)
        if part.see_through or prism is None or not len(asked):
            continue
        shares = (np.stack([low[asked], np.full(len(asked), high)], axis=1) - places[asked, 2:3]) / below[asked, None]
        towards = np.asarray(eye[:2]) - places[asked, :2]
        rays = places[asked, None, :2] + shares[:, :, None] * towards[:, None, :]
        seen[asked] = ~shapely.intersects(shapely.linestrings(rays), prism)
    return seen


class BoardProjection:
    """Projection and visibility of lines for one camera above one terrain; results are cached."""

    def __init__(self, perspective: Perspective, terrain: tuple[TerrainView, ...]) -> None:
        self.perspective, self.terrain = perspective, terrain
        self._lines: dict[tuple[tuple[Point3, ...], bool], ProjectedLine] = {}

    def line(self, points: tuple[Point3, ...], *, closed: bool) -> ProjectedLine:
        """Return a line or outline of the board projected into the image; outlines do not repeat their first point."""
        key = points, closed
        if key not in self._lines:
            if len(self._lines) >= MOST_KEPT:
                self._lines.clear()
            places = densified(points, closed=closed, step=STEP_IN)
            self._lines[key] = ProjectedLine(
                self.perspective(places), visible_points(self.perspective.eye, places, self.terrain)
            )
        return self._lines[key]


@lru_cache(maxsize=256)
def _footprint(outline: tuple[Point, ...]) -> shapely.Polygon | None:
    smaller = shapely.Polygon(outline).buffer(-CLEAR_IN)
    if smaller.is_empty:
        return None
    shapely.prepare(smaller)
    return smaller


UNSEEN = frozenset({TrackState.LIFTED, TrackState.GONE})
CORNERS = 40
LETTERS_SHARE = 1 / 54
"""Type size of names as a share of the image's width: 24 px at 1280, 36 px at 1920."""

FAINT = 0.7
"""Brightness of background information relative to what is on air."""

OPEN_LINES = frozenset({Role.PATH, Role.CLEAR_LINE, Role.BLOCKED_LINE, Role.BREACH, Role.MEASURE, Role.LIMIT})


class AnnotationPainter:
    """Draws a snapshot into a crop of the camera's frame.

    (`left`, `top`) is the crop's corner in the camera's pixels, `grown` its magnification.
    """

    def __init__(
        self, snapshot: Snapshot, sight: BoardProjection | None, *, left: float, top: float, grown: float
    ) -> None:
        self._now, self._sight = snapshot, sight
        self._corner, self._grown = np.array([left, top]), grown
        self._colours = {seat.player: bgr_of(seat.colour) for seat in snapshot.game.seats}

    def paint(self, picture: Image, card: CardView | None, *, lasting: bool) -> None:
        """Draw everything. `card` is what is on air; without one, the last ruling is drawn if `lasting`."""
        width = max(1, round(picture.shape[1] / 640))
        about = _about(card) | ({self._now.game.active} if self._now.game.active is not None else set())
        shown = [one for one in self._now.table.operatives if one.state not in UNSEEN]
        for one in shown:
            self._range(picture, one, width if one.id in about else 1)
        for one in shown:
            self._base(picture, one, 2 * width if one.id in about else width)
        strokes = [
            stroke for one in self._rulings(card, lasting=lasting) for each in one.findings for stroke in each.witness
        ]
        for stroke in strokes:
            self._stroke(picture, stroke, width)
        labels = LabelPainter((picture.shape[1], picture.shape[0]), Font(round(LETTERS_SHARE * picture.shape[1]), BOLD))
        for stroke in strokes:
            self._keep_clear(labels, stroke, 2 * width)
        self._names(picture, labels, shown, about)
        self._figures(picture, labels, strokes)

    def _rulings(self, card: CardView | None, *, lasting: bool) -> tuple[RulingView, ...]:
        if card is not None or not lasting:
            card_rulings = () if card is None else card.rulings
            return tuple(one for one in card_rulings if not one.taken_back)
        public = (one for one in self._now.rulings if not one.taken_back and not one.id.startswith(MEASURED))
        return tuple(public)[:1]

    def _placed(self, points_px: ArrayLike) -> NDArray[np.float64]:
        return np.asarray((np.asarray(points_px) - self._corner) * self._grown, dtype=np.float64)

    def _range(self, picture: Image, one: OperativeView, width: int) -> None:
        if self._sight is None or (one.wounds == 0):
            return
        colour = self._colours.get(one.player, WHITE)
        faint = colour if width > 1 else _faint(colour)
        self._line(picture, self._sight.line(_ring(_base_of(one)), closed=True), faint, width)

    def _base(self, picture: Image, one: OperativeView, width: int) -> None:
        colour = self._colours.get(one.player, WHITE)
        if self._sight is not None:
            line = self._sight.line(_outline(_base_of(one)), closed=True)
            self._line(picture, line, colour, width, casing=max(1, width // 2))
        elif one.outline_px:
            paint_line(picture, self._placed(one.outline_px), colour, closed=True, width=width)

    def _line(self, picture: Image, line: ProjectedLine, colour: Bgr, width: int, *, casing: int = 0) -> None:
        """Draw the visible parts of an outline."""
        points = self._placed(line.points_px)
        for run in _runs(line.seen):
            paint_line(picture, points[run], colour, width=width, casing=casing)

    def _stroke(self, picture: Image, stroke: StrokeView, width: int) -> None:
        if self._sight is None or len(stroke.points) == 1 or stroke.closed or stroke.role not in OPEN_LINES:
            points = self._points_px(stroke)
            if points is not None:
                paint_stroke(picture, stroke.role, self._placed(points), closed=stroke.closed, label="", width=width)
            return
        line, colour = self._sight.line(stroke.points, closed=False), COLOURS.get(stroke.role, WHITE)
        points = self._placed(line.points_px)
        for at in np.flatnonzero(~line.seen)[::2]:
            # Hidden points are drawn as dots, so that viewers can follow a line behind a wall.
            spot = round(points[at, 0]), round(points[at, 1])
            cv2.circle(picture, spot, width, _faint(colour), -1, cv2.LINE_AA)
        for run in _open_runs(line.seen):
            paint_line(picture, points[run], colour, width=2 * width, casing=2 * width)

    def _points_px(self, stroke: StrokeView) -> NDArray[np.float64] | None:
        if self._sight is not None:
            return self._sight.line(stroke.points, closed=stroke.closed).points_px
        return None if stroke.points_px is None else np.asarray(stroke.points_px, dtype=np.float64)

    def _keep_clear(self, labels: LabelPainter, stroke: StrokeView, away: int) -> None:
        points = self._points_px(stroke)
        for x, y in () if points is None or stroke.closed else self._placed(points):
            labels.keep_clear((round(x) - away, round(y) - away, round(x) + away, round(y) + away))

    def _names(self, picture: Image, labels: LabelPainter, shown: list[OperativeView], about: set[str]) -> None:
        """Draw the names of operatives, those on air first; a name without room becomes its label or is left out."""
        height, width = picture.shape[:2]
        bases = {one.id: self._rim(one) for one in shown}
        for rim in bases.values():
            if rim is not None:
                low, high = rim.min(axis=0), rim.max(axis=0)
                labels.keep_clear((round(low[0]), round(low[1]), round(high[0]), round(high[1])))
        for one in sorted(shown, key=lambda each: (each.id not in about, each.id)):
            rim = bases[one.id]
            if rim is None or not _within(rim, width, height):
                continue
            centre, away = rim.mean(axis=0), float(np.ptp(rim[:, 1])) / 2 + 6
            words = (one.name, one.label) if one.name != one.label else (one.name,)
            stripe = self._colours.get(one.player, WHITE)
            any(labels.paint_free(picture, each, (centre[0], centre[1]), away, stripe=stripe) for each in words)

    def _rim(self, one: OperativeView) -> NDArray[np.float64] | None:
        if self._sight is not None:
            return self._placed(self._sight.line(_outline(_base_of(one)), closed=True).points_px)
        return None if not one.outline_px else self._placed(one.outline_px)

    def _figures(self, picture: Image, labels: LabelPainter, strokes: list[StrokeView]) -> None:
        """Draw the measurements of a witness, each distinct one once."""
        for words, stroke in {stroke.label: stroke for stroke in strokes if stroke.label}.items():
            points = self._points_px(stroke)
            if points is not None:
                x, y = self._placed(points)[len(points) // 2]
                labels.paint(picture, words, (x, y), 12.0)


def _about(card: CardView | None) -> set[str]:
    if card is None:
        return set()
    fighting = (name for each in card.combat for name in (each.attacker.operative, each.target.operative))
    return {*card.operatives, *fighting}


def _within(rim: NDArray[np.float64], width: int, height: int) -> bool:
    x, y = rim.mean(axis=0)
    return bool(0 <= x < width and 0 <= y < height)


def _faint(colour: Bgr) -> Bgr:
    blue, green, red = (round(FAINT * part) for part in colour)
    return blue, green, red


def _base_of(one: OperativeView) -> Base:
    return Base(BaseShape(*one.base), round(one.x, 2), round(one.y, 2), round(one.z, 2), round(one.rotation_deg))


@lru_cache(maxsize=256)
def _outline(base: Base) -> tuple[Point3, ...]:
    return tuple((float(x), float(y), float(z)) for x, y, z in base_outline(base, CORNERS))


@lru_cache(maxsize=256)
def _ring(base: Base) -> tuple[Point3, ...]:
    """Return the outline of a base's control range, one inch around it and at its level."""
    turn = math.radians(base.rotation_deg)
    towards = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    angles = np.linspace(0, 2 * math.pi, CORNERS, endpoint=False)
    out = np.stack([np.cos(angles) / base.shape.long, np.sin(angles) / base.shape.short], axis=1) @ towards
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    rim = base_outline(base, CORNERS)
    rim[:, :2] += CONTROL_RANGE * out
    return tuple((float(x), float(y), float(z)) for x, y, z in rim)


def _open_runs(seen: NDArray[np.bool_]) -> list[slice]:
    """Return the runs of visible points in an open line, each at least two points long."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], seen.astype(np.int8), [0]])))
    return [slice(start, end) for start, end in edges.reshape(-1, 2) if end - start > 1]


def _runs(seen: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the runs of visible points in a closed outline, as indices."""
    count = len(seen)
    if seen.all():
        return [np.arange(count + 1) % count]
    first = int(np.argmin(seen))
    turned = np.roll(seen, -first)
    return [(np.arange(run.start, run.stop) + first) % count for run in _open_runs(turned)]


JPEG_QUALITY = 85
CANVAS_PX = (1920, 1080)
"""Size in pixels of an image that follows the action."""


class AnnotatedPictures:
    """Source of annotated frames; each is drawn once for all viewers.

    With `follow` a frame is the part in which something happens, 1920 x 1080, else the whole frame.
    """

    def __init__(
        self, service: TablePort, on_air: Director, *, follow: bool = False, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._service, self._on_air, self._follow, self._now_s = service, on_air, follow, now_s
        self._turn = asyncio.Lock()
        self._newest = Picture(0, b"")
        self._sight: BoardProjection | None = None
        self._cameraman: VirtualCamera | None = None

    async def picture(self, after: int) -> Picture:
        """Return the newest annotated frame with a number greater than `after`, waiting for it."""
        plain = await self._service.picture(after)
        async with self._turn:
            if plain.number > self._newest.number:
                now, perspective = self._service.snapshot(), self._service.perspective()
                card = next(iter(self._on_air.view().card), None)
                sight = self._sight_of(perspective, now)
                window = self._looked_at(now, card, sight) if self._follow else None
                drawn = await asyncio.to_thread(
                    draw_annotations, plain.jpeg, now, sight=sight, card=card, window=window
                )
                self._newest = Picture(plain.number, drawn)
            return self._newest

    def _sight_of(self, perspective: Perspective | None, now: Snapshot) -> BoardProjection | None:
        known = self._sight
        if perspective is None:
            self._sight = None
        elif known is None or known.perspective != perspective or known.terrain != now.table.terrain:
            self._sight = BoardProjection(perspective, now.table.terrain)
        return self._sight

    def _looked_at(self, now: Snapshot, card: CardView | None, sight: BoardProjection | None) -> Window | None:
        size_px = now.camera.size_px
        if size_px is None:
            return None
        board, now_s = full_window(size_px, now.camera.view_px), self._now_s()
        places = () if card is None or sight is None else places_of(card, now)
        wanted = board
        if places and sight is not None:
            points = sight.perspective(np.asarray(places, dtype=np.float64))
            margin = AROUND_IN * board.width / now.table.board.width
            wanted = window_around(points, margin, board, size_px)
        self._cameraman = (self._cameraman or VirtualCamera.on(board, now_s)).follow(wanted, now_s)
        return self._cameraman.window.inside(size_px)


def draw_annotations(
    jpeg: bytes,
    snapshot: Snapshot,
    *,
    sight: BoardProjection | None = None,
    card: CardView | None = None,
    window: Window | None = None,
) -> bytes:
    """Return the JPEG with bases, names, control ranges and the current card drawn in perspective.

    Players' own measurements are not drawn. `window` is the part of the frame to show; without it the whole
    frame is returned in its own size, and the newest valid ruling is drawn if there is no card. Without `sight` nothing
    is occluded, and control ranges are left out. Raises `ServiceUnavailableError` if the bytes are no image.
    """
    try:
        picture = decode_image(jpeg, "the camera's picture")
    except ImageError as fault:
        raise ServiceUnavailableError("request-image-damaged", size=len(jpeg), fault=fault) from fault
    scale = picture.shape[1] / snapshot.camera.size_px[0] if snapshot.camera.size_px else 1.0
    left, top, grown = 0.0, 0.0, scale
    if window is not None:
        left, top, grown = window.x - window.width / 2, window.y - window.height / 2, CANVAS_PX[0] / window.width
        picture = _cut(picture, (left * scale, top * scale), grown / scale)
    AnnotationPainter(snapshot, sight, left=left, top=top, grown=grown).paint(picture, card, lasting=window is None)
    done, encoded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    if not done:
        raise ServiceUnavailableError("request-image-not-encoded")
    return encoded.tobytes()


def _cut(picture: Image, corner: tuple[float, float], grown: float) -> Image:
    """Return the part of an image from a corner on (pixels), magnified, in the size of the canvas.

    The corner has subpixel accuracy, so that a slowly moving camera does not stutter.
    """
    finer = cv2.INTER_AREA if grown < 0.6 else cv2.INTER_LINEAR
    if finer == cv2.INTER_AREA:
        x, y = round(corner[0]), round(corner[1])
        part = picture[y : y + round(CANVAS_PX[1] / grown), x : x + round(CANVAS_PX[0] / grown)]
        return np.asarray(cv2.resize(part, CANVAS_PX, interpolation=finer), dtype=np.uint8)
    # A pixel's centre is half a pixel from its corner, in both images.
    shift = [0.5 * grown - 0.5 - corner[at] * grown for at in (0, 1)]
    moved = np.array([[grown, 0, shift[0]], [0, grown, shift[1]]])
    return np.asarray(
        cv2.warpAffine(picture, moved, CANVAS_PX, flags=finer, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8
    )
