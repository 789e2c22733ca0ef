"""Squares in a tray whose colour is their value, watched picture by picture."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from tests.vision.dice.trays import SIZE, felt, square, taken
from vision.dice.acceptance import RollReading, accept_dice
from vision.dice.detections import DetectedDie, FlatDie
from vision.dice.foreground import blobs, foreground
from vision.dice.tray import Tray
from vision.dice.tray_tracker import AGREE, STILL_FRAMES, TrayReading, TrayRoll, TrayTracker
from vision.frame import Frame

CORNERS = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5
LONG = STILL_FRAMES + 3 * AGREE + 4
COLOURS = {(230, 60, 60): 1, (60, 60, 230): 2, (230, 230, 230): 3, (40, 200, 220): 4}


def read_by_colour(
    view: NDArray[np.uint8], tray: Tray, count: int | None = None, known: Sequence[FlatDie] = (), **_: object
) -> RollReading:
    found = []
    for blob in blobs(foreground(view, tray.empty, tray.noise).solid):
        left, top, width, height = blob.box_px
        x, y = left + width / 2, top + height / 2
        body = np.median(view[round(y) - 5 : round(y) + 6, round(x) - 5 : round(x) + 6], axis=(0, 1))
        value = min(COLOURS.items(), key=lambda entry: float(np.abs(np.array(entry[0]) - body).sum()))[1]
        found.append(DetectedDie(value, x, y, 40.0, 0.95, 0.02, 0.01, (0.0, 0.0)))
    return accept_dice(found, count, known)


def scene(*dice: tuple[float, float, int]) -> NDArray[np.float64]:
    picture = felt()
    for x, y, value in dice:
        square(picture, x, y, next(colour for colour, shown in COLOURS.items() if shown == value))
    return picture


def frame(picture: NDArray[np.float64], number: int) -> Frame:
    return Frame(taken(picture, number), number / 10, datetime(2026, 1, 1, tzinfo=UTC), "tray")


def watch(tracker: TrayTracker, scenes: list[NDArray[np.float64]]) -> list[TrayReading]:
    return [tracker.observe(frame(each, k)) for k, each in enumerate(scenes)]


def rolls(told: list[TrayReading]) -> list[TrayRoll]:
    return [each.roll for each in told if each.roll is not None]


FIRST = scene((100, 100, 1), (220, 120, 2), (340, 220, 3))
