"""A die as the network sees it, and the dice of one look at a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from vision.dice.network import CELL_PX, EDGE_PX, KINDS, Array, Cells, Image, cells_of
from vision.dice.tiles import tiles

BOX = 1.15
"""Side of a die's box in its edges."""

LOW = 0.12
"""Confidence below which nothing is looked at at all."""

APART = 0.55
"""Distance between two dice, in edges, below which they are one."""


@dataclass(frozen=True, slots=True)
class DetectedDie:
    """A die in a picture, pixels of that picture.

    `value` is its likeliest face, `confidence` how likely, `second` how likely the next one, `cocked` how likely it
    lies on none; `askew` is how likely the closer look holds the latter. `lean` is the read face's normal across the
    line of sight. `against` is the most that any single look gives to another value: 1 where one is sure of another.
    `named` is how likely the closer look alone holds its value of all that it may be, `face` the same of a die that is
    known to lie flat there, and `doubted` what the first look gives to other values.
    """

    value: int
    x_px: float
    y_px: float
    edge_px: float
    confidence: float
    second: float
    cocked: float
    lean: tuple[float, float]
    askew: float = 1.0
    against: float = 0.0
    named: float = 0.0
    face: float = 0.0
    doubted: float = 1.0

    @property
    def present(self) -> float:
        """How surely there is a die at all, flat or cocked."""
        return max(self.confidence, self.cocked)

    @property
    def box_px(self) -> tuple[int, int, int, int]:
        """(left, top, width, height) around the die."""
        side = BOX * self.edge_px
        return round(self.x_px - side / 2), round(self.y_px - side / 2), round(side), round(side)


def dice_at(
    image: Image, die_px: float, flips: int = 4, low: float = LOW, session: Any = None, *, upright: bool = False
) -> list[DetectedDie]:
    """Return the dice of one look at a BGR picture, an edge about `die_px` long, surest first."""
    ratio = EDGE_PX / die_px
    found = []
    for tile in tiles(image, die_px):
        there = peaks(cells_of(tile.image, ratio, flips, session, upright), ratio, low)
        found += [
            replace(die, x_px=die.x_px + tile.left, y_px=die.y_px + tile.top)
            for die in there
            if tile.owns(die.x_px, die.y_px)
        ]
    return apart(found)


def peaks(cells: Cells, ratio: float, low: float) -> list[DetectedDie]:
    """Return a die for each local maximum of the cells of a picture that was scaled by `ratio`."""
    best = cells.kinds.max(axis=0)
    highest = cv2.dilate(best, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((best >= highest) & (best > low))
    found = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        chances = _around(cells, row, column)
        order = np.argsort(chances[: KINDS - 1])[::-1]
        dx, dy = _between(best, row, column)
        found.append(
            DetectedDie(
                value=int(order[0]) + 1,
                x_px=float(((column + dx) * CELL_PX + (CELL_PX - 1) / 2 + 0.5) / ratio - 0.5),
                y_px=float(((row + dy) * CELL_PX + (CELL_PX - 1) / 2 + 0.5) / ratio - 0.5),
                edge_px=float(cells.edge_px[row, column] / ratio),
                confidence=float(chances[order[0]]),
                second=float(chances[order[1]]),
                cocked=float(chances[KINDS - 1]),
                lean=(float(cells.lean[0, row, column]), float(cells.lean[1, row, column])),
            )
        )
    return sorted(found, key=lambda die: -die.present)


def _around(cells: Cells, row: int, column: int) -> Array:
    """Return each kind's largest chance within a cell of the peak: two faces need not peak in the same cell."""
    part = cells.kinds[:, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
    return np.asarray(part.reshape(KINDS, -1).max(axis=1), dtype=np.float32)


def _between(best: Array, row: int, column: int) -> tuple[float, float]:
    """Return (x, y) of the peak within its cell, from the parabola through its neighbours."""
    shifts = []
    for across, down in ((1, 0), (0, 1)):
        before, after = (row - down, column - across), (row + down, column + across)
        if min(before) < 0 or after[0] >= best.shape[0] or after[1] >= best.shape[1]:
            shifts.append(0.0)
            continue
        a, b, c = float(best[before]), float(best[row, column]), float(best[after])
        bend = a - 2 * b + c
        shifts.append(max(-0.5, min(0.5, 0.5 * (a - c) / bend)) if bend < 0 else 0.0)
    return shifts[0], shifts[1]


def apart(dice: Sequence[DetectedDie]) -> list[DetectedDie]:
    """Return the dice, surest first, without those that lie on a surer one."""
    kept: list[DetectedDie] = []
    for die in sorted(dice, key=lambda each: -each.present):
        if all(
            np.hypot(die.x_px - other.x_px, die.y_px - other.y_px) > APART * min(die.edge_px, other.edge_px)
            for other in kept
        ):
            kept.append(die)
    return kept
