"""Virtual camera: chooses the part of the frame to show, and follows the action smoothly.

It reads no clock: times are seconds of a monotonic clock, passed in. Pixels are those of the camera's frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from web.contract.base import Point3
from web.contract.table.on_air import CardView
from web.contract.table.snapshot import Snapshot

ASPECT = 16 / 9
AROUND_IN = 2.5
"""Margin of board around the subject in inches, for orientation."""

LEAST_SHARE = 0.42
"""Smallest window, as a share of the whole board's: a tighter one would only show single pixels."""

LIFTED_SHARE = 0.08
"""Downward shift of the window, as a share of its height: cards cover the lower edge."""

SETTLE_S = 0.9
"""Seconds for most of a movement, which starts and ends gently."""

HOLD_S = 1.5
"""Shortest time in seconds between two changes of subject."""

SLACK_SHARE = 0.1
"""Changes smaller than this share of the window's width are ignored."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Window:
    """A 16:9 part of the frame: centre and width in pixels."""

    x: float
    y: float
    width: float

    @property
    def height(self) -> float:
        """Height in pixels."""
        return self.width / ASPECT

    def inside(self, size_px: tuple[int, int]) -> Window:
        """Return the window moved, and if needed shrunk, to fit inside the frame."""
        width = min(self.width, size_px[0], size_px[1] * ASPECT)
        half, tall = width / 2, width / ASPECT / 2
        return Window(min(max(self.x, half), size_px[0] - half), min(max(self.y, tall), size_px[1] - tall), width)


def full_window(size_px: tuple[int, int], view_px: tuple[float, float, float, float] | None) -> Window:
    """Return the window of the whole board, or of the whole frame while the board's position is unknown."""
    left, top, wide, high = view_px or (0.0, 0.0, float(size_px[0]), float(size_px[1]))
    return Window(left + wide / 2, top + high / 2, max(wide, high * ASPECT)).inside(size_px)


def window_around(points_px: Array, margin_px: float, board: Window, size_px: tuple[int, int]) -> Window:
    """Return the window around points, shape (n, 2), with a margin; not smaller than `LEAST_SHARE`."""
    low, high = points_px.min(axis=0) - margin_px, points_px.max(axis=0) + margin_px
    tall = (high[1] - low[1]) / (1 - 2 * LIFTED_SHARE)
    wide = max(high[0] - low[0], tall * ASPECT, LEAST_SHARE * board.width)
    wide = min(wide, board.width)
    x, y = (low + high) / 2
    return Window(float(x), float(y) + LIFTED_SHARE * wide / ASPECT, float(wide)).inside(size_px)


def places_of(card: CardView, now: Snapshot) -> tuple[Point3, ...]:
    """Return the board points that a card is about, inches; empty for a card about the whole game."""
    strokes = (stroke for one in card.rulings for finding in one.findings for stroke in finding.witness)
    drawn = tuple(point for stroke in strokes for point in stroke.points)
    there = {one.id: (one.x, one.y, one.z) for one in now.table.operatives}
    return (*drawn, *(there[name] for name in _about(card) if name in there))


def _about(card: CardView) -> Iterator[str]:
    yield from card.operatives
    for combat in card.combat:
        yield combat.attacker.operative
        yield combat.target.operative


@dataclass(frozen=True, slots=True)
class _Spring:
    """Animated value: position, and speed per second."""

    at: float
    speed: float = 0.0

    def towards(self, to: float, passed_s: float) -> _Spring:
        """Return the value after `passed_s` seconds of a critically damped spring: no overshoot from rest."""
        rate = 2 / SETTLE_S
        off = self.at - to
        pull = (self.speed + rate * off) * passed_s
        fade = math.exp(-rate * passed_s)
        return _Spring(to + (off + pull) * fade, (self.speed - rate * pull) * fade)


@dataclass(frozen=True, slots=True)
class VirtualCamera:
    """Animation state of the window: target, time of the last change, position; each step returns a new one."""

    target: Window
    since_s: float
    x: _Spring
    y: _Spring
    zoom: _Spring
    now_s: float

    @classmethod
    def on(cls, window: Window, now_s: float) -> VirtualCamera:
        """Return a virtual camera at rest on a window."""
        return cls(window, -math.inf, _Spring(window.x), _Spring(window.y), _Spring(math.log(window.width)), now_s)

    @property
    def window(self) -> Window:
        """The window shown now."""
        return Window(self.x.at, self.y.at, math.exp(self.zoom.at))

    def follow(self, wanted: Window, now_s: float) -> VirtualCamera:
        """Return the state at a later time; `wanted` becomes the target once the last change is `HOLD_S` ago."""
        here = self
        off = max(abs(wanted.x - here.target.x), abs(wanted.y - here.target.y), abs(wanted.width - here.target.width))
        if now_s - here.since_s >= HOLD_S and off > SLACK_SHARE * here.target.width:
            here = replace(here, target=wanted, since_s=now_s)
        passed_s, to = max(0.0, now_s - here.now_s), here.target
        return replace(
            here,
            x=here.x.towards(to.x, passed_s),
            y=here.y.towards(to.y, passed_s),
            zoom=here.zoom.towards(math.log(to.width), passed_s),
            now_s=now_s,
        )
