"""Hand detector: hands over the board, from changed cells."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.rig import BoardPose, CameraModel, project, unproject
from vision.change_detection import CELL_PX, BackgroundModel, Cells, Mask, cells_of, regions

LEAST_MM2 = 1500.0
"""Least changed area of a hand, over and beside the board: two finger tips."""

LEAST_OVER_MM2 = 400.0
"""Least changed area beyond the board's edge for an arm."""

ANYWHERE_MM2 = 12_000.0
"""Changed area that is an arm anywhere: no model with its shadow is that large."""

EDGE_MM = 12.0
_JOIN = 3


@dataclass(frozen=True, slots=True, eq=False)
class HandView:
    """Hand in view, if any, with the mask of image cells that it and its shadow cover, (rows, columns)."""

    seen: bool
    mask: Mask

    def near(self, points_px: NDArray[np.float64], margin_px: float) -> bool:
        """Return whether the hand is within `margin_px` of any of the points, (n, 2) px."""
        if not self.seen:
            return False
        rows, columns = self.mask.shape
        low = np.floor((points_px.min(axis=0) - margin_px) / CELL_PX).astype(int)
        high = np.ceil((points_px.max(axis=0) + margin_px) / CELL_PX).astype(int) + 1
        x0, y0 = np.clip(low, 0, [columns, rows])
        x1, y1 = np.clip(high, 0, [columns, rows])
        return bool(self.mask[y0:y1, x0:x1].any())


class BoardMask:
    """Cells of the image: which of them are on the board, and their area in square millimetres."""

    def __init__(self, camera: CameraModel, pose: BoardPose, board_mm: tuple[float, float]) -> None:
        width, height = camera.size_px
        rows, columns = height // CELL_PX, width // CELL_PX
        centres = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2) * CELL_PX
        at = unproject(camera, pose, np.asarray(centres + (CELL_PX - 1) / 2, dtype=np.float64), 0.0).reshape(
            rows, columns, 2
        )
        inside = (at > EDGE_MM).all(axis=2) & (at < np.array(board_mm) - EDGE_MM).all(axis=2)
        self.on_board: Mask = np.asarray(inside)
        ends = project(camera, pose, np.array([[0, board_mm[1] / 2, 0], [board_mm[0], board_mm[1] / 2, 0]]))
        mm_per_px = board_mm[0] / float(np.linalg.norm(ends[1] - ends[0]))
        self.cell_mm2 = (CELL_PX * mm_per_px) ** 2


def find_hand(changed: Mask, cells: BoardMask) -> HandView:
    """Return the hand in a mask of changed cells: regions that cross the board's edge, or are huge."""
    joined = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_JOIN, _JOIN), np.uint8)) > 0
    hand = np.zeros_like(changed)
    for part in regions(np.asarray(joined)):
        whole = float((part & changed).sum()) * cells.cell_mm2
        if whole < LEAST_MM2:
            break
        over = float((part & changed & ~cells.on_board).sum()) * cells.cell_mm2
        on_board = whole - over
        if (over >= LEAST_OVER_MM2 and on_board >= LEAST_OVER_MM2) or whole >= ANYWHERE_MM2:
            hand |= part
    return HandView(bool(hand.any()), hand)


ABSORB_S = 1.0
"""Time after which a change at rest that is no hand becomes part of the background."""

ABSORB_HAND_S = 20.0
"""Time after which even an apparent hand at rest becomes part of the background."""

RESTING = 0.9
"""Share of a region's cells at rest from which the region is at rest."""


class HandDetector:
    """Hand detector for one stationary camera above one board."""

    def __init__(self, cells: BoardMask) -> None:
        self._cells = cells
        self._background = BackgroundModel()
        self._last = BackgroundModel()
        self._since_s: NDArray[np.float64] | None = None

    def look(self, image: NDArray[np.uint8], t_s: float) -> HandView:
        """Return the hand in an image taken at `t_s`.

        The first image is assumed to have none. If it did have one, its ghost is recognised by its outline shortly
        after the hand has gone.
        """
        picture = cells_of(image)
        changed = self._background.compare(picture)
        hand = find_hand(changed, self._cells)
        rests = self._rested_s(picture, changed, t_s)
        self._background.learn(picture, ~changed)
        settled = changed & (rests >= np.where(hand.mask, ABSORB_HAND_S, ABSORB_S))
        for part in regions(hand.mask):
            resting = rests[part & changed] >= ABSORB_S
            if resting.mean() >= RESTING and self._background.shows_what_left(picture, part):
                settled |= part & changed
        if settled.any():
            self._background.learn(picture, settled, at_once=True)
        return hand

    def _rested_s(self, picture: Cells, changed: Mask, t_s: float) -> NDArray[np.float64]:
        """Return how long each changed cell has been unchanged between consecutive images, in seconds."""
        moving = self._last.compare(picture)
        self._last.learn(picture, np.ones_like(moving), at_once=True)
        if self._since_s is None or self._since_s.shape != changed.shape:
            self._since_s = np.full(changed.shape, t_s)
        self._since_s[moving | ~changed] = t_s
        return np.asarray(t_s - self._since_s)
