"""What is known of a table, painted into the camera's picture: bases, control ranges, names, and what is on air."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.base import Base, BaseShape
from geometry.visibility.control_range import CONTROL_RANGE
from geometry.witness import Role, base_outline
from web.camera_sight import CameraSight, SeenLine
from web.contract.air import CardView
from web.contract.ruling_views import RulingView, StrokeView
from web.contract.snapshot import Snapshot
from web.contract.table_views import OperativeView
from web.contract.views import Point3, TrackState
from web.lettering import BOLD, Labels, Type
from web.news import MEASURED
from web.painting import COLOURS, WHITE, Bgr, Image, bgr_of, paint_line, paint_stroke

UNSEEN = frozenset({TrackState.LIFTED, TrackState.GONE})
CORNERS = 40
LETTERS_SHARE = 1 / 54
"""Height of a name's type, of the picture's width: 24 px at 1280, 36 at 1920."""

FAINT = 0.7
"""How strong what is only there for orientation is beside what is on air."""

OPEN_LINES = frozenset({Role.PATH, Role.CLEAR_LINE, Role.BLOCKED_LINE, Role.BREACH, Role.MEASURE, Role.LIMIT})


class DrawnTable:
    """A snapshot as a picture shows it whose corner is the pixel (`left`, `top`) of the camera's, `grown` times."""

    def __init__(self, snapshot: Snapshot, sight: CameraSight | None, *, left: float, top: float, grown: float) -> None:
        self._now, self._sight = snapshot, sight
        self._corner, self._grown = np.array([left, top]), grown
        self._colours = {seat.player: bgr_of(seat.colour) for seat in snapshot.game.seats}

    def paint(self, picture: Image, card: CardView | None, *, lasting: bool) -> None:
        """Paint all of it; `card` is what is on air, without one the last ruling where that is `lasting`."""
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
        labels = Labels((picture.shape[1], picture.shape[0]), Type(round(LETTERS_SHARE * picture.shape[1]), BOLD))
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

    def _line(self, picture: Image, line: SeenLine, colour: Bgr, width: int, *, casing: int = 0) -> None:
        """Paint what is seen of an outline."""
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
            # What lies behind a wall is there all the same: dotted, so that one sees where it goes on.
            spot = round(points[at, 0]), round(points[at, 1])
            cv2.circle(picture, spot, width, _faint(colour), -1, cv2.LINE_AA)
        for run in _open_runs(line.seen):
            paint_line(picture, points[run], colour, width=2 * width, casing=2 * width)

    def _points_px(self, stroke: StrokeView) -> NDArray[np.float64] | None:
        if self._sight is not None:
            return self._sight.line(stroke.points, closed=stroke.closed).points_px
        return None if stroke.points_px is None else np.asarray(stroke.points_px, dtype=np.float64)

    def _keep_clear(self, labels: Labels, stroke: StrokeView, away: int) -> None:
        points = self._points_px(stroke)
        for x, y in () if points is None or stroke.closed else self._placed(points):
            labels.keep_clear((round(x) - away, round(y) - away, round(x) + away, round(y) + away))

    def _names(self, picture: Image, labels: Labels, shown: list[OperativeView], about: set[str]) -> None:
        """Paint who everybody is, who is on air first; who has no room for a name has its label, or nothing."""
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

    def _figures(self, picture: Image, labels: Labels, strokes: list[StrokeView]) -> None:
        """Paint the figures of a witness, the same ones once."""
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
    """Return the outline an inch off a base, on the level where that stands."""
    turn = math.radians(base.rotation_deg)
    towards = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    angles = np.linspace(0, 2 * math.pi, CORNERS, endpoint=False)
    out = np.stack([np.cos(angles) / base.shape.long, np.sin(angles) / base.shape.short], axis=1) @ towards
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    rim = base_outline(base, CORNERS)
    rim[:, :2] += CONTROL_RANGE * out
    return tuple((float(x), float(y), float(z)) for x, y, z in rim)


def _open_runs(seen: NDArray[np.bool_]) -> list[slice]:
    """Return the stretches of a line of which each point is seen, two points long at least."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], seen.astype(np.int8), [0]])))
    return [slice(start, end) for start, end in edges.reshape(-1, 2) if end - start > 1]


def _runs(seen: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """Return the stretches of a closed outline of which each point is seen, as the places of their points."""
    count = len(seen)
    if seen.all():
        return [np.arange(count + 1) % count]
    first = int(np.argmin(seen))
    turned = np.roll(seen, -first)
    return [(np.arange(run.start, run.stop) + first) % count for run in _open_runs(turned)]
