"""Lens wizard: collect useful views of a lens target automatically, and say what is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import LensError
from calibration.lens.lens import (
    MAX_BLUR_PX,
    MIN_TILT_DEG,
    WANTED_VIEWS,
    LensCalibration,
    calibrate,
    view_errors,
)
from calibration.lens.target import MIN_CORNERS, Target, TargetView, has_enough_corners
from messages.message import Message

Array = NDArray[np.float64]

COLUMNS, ROWS = 6, 4
"""Cells of the image that corners should reach."""

WANTED_CELLS = 20
WANTED_OF_EACH_LEAN = 2

LEANS = ("flat", "left", "right", "up", "down")
"""Tilt directions of the sheet: facing the camera, or the edge that is nearer to it."""

LEAN_ADVICE = {
    "flat": Message.of("lens-advice-flat"),
    "left": Message.of("lens-advice-left"),
    "right": Message.of("lens-advice-right"),
    "up": Message.of("lens-advice-up"),
    "down": Message.of("lens-advice-down"),
}

STILL_PX = 0.8
"""Largest motion per corner between two images of a still sheet."""

STILL_LOOKS = 2
ELSEWHERE = 0.12
"""Least motion of the sheet to a new position, as a share of the image width."""

_FIRST_SOLVED = 5


@dataclass(frozen=True, slots=True, eq=False)
class TakenView:
    """Accepted view, with its error relative to the others (None while there are too few) and the tilt of the sheet."""

    view: TargetView
    tilt_deg: float
    lean: str
    rms_px: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class CaptureFeedback:
    """Result of one image: the sheet's corners, its tilt, and advice on what to do next."""

    view: TargetView
    advice: Message
    tilt_deg: float | None = None
    lean: str | None = None
    still: bool = False
    took: bool = False


class ViewCollector:
    """Wizard that collects views of `target` from images of `size_px`; call `observe` with the view of each image."""

    def __init__(self, target: Target, size_px: tuple[int, int]) -> None:
        self.target = target
        self.size_px = size_px
        self.taken: tuple[TakenView, ...] = ()
        self._number = 0
        self._last: TargetView | None = None
        self._rested = 0

    @property
    def cells(self) -> frozenset[tuple[int, int]]:
        """Cells (column, row) of the image covered by the accepted views."""
        return frozenset(cell for each in self.taken for cell in _cells(each.view))

    @property
    def leans(self) -> dict[str, int]:
        """Number of accepted views by tilt direction."""
        return {lean: sum(each.lean == lean for each in self.taken) for lean in LEANS}

    @property
    def enough(self) -> bool:
        """Whether the views cover the image and all tilt directions."""
        return (
            len(self.taken) >= WANTED_VIEWS
            and len(self.cells) >= WANTED_CELLS
            and min(self.leans.values()) >= WANTED_OF_EACH_LEAN
        )

    def observe(self, view: TargetView) -> CaptureFeedback:
        """Return the result for an image, and accept it if it is still, sharp and adds something new."""
        still = self._still(view)
        self._last = view
        if not has_enough_corners(view, self.target):
            return CaptureFeedback(view, Message.of("lens-advice-whole-sheet"))
        tilt_deg, lean = self._attitude(view)
        looked = CaptureFeedback(view, Message.of("lens-advice-hold-still"), tilt_deg, lean, still)
        if view.blur_px > MAX_BLUR_PX:
            return replace(looked, advice=Message.of("lens-advice-blurred"))
        if not self._adds(view, lean):
            return replace(looked, advice=self.next_hint())
        if not still:
            return looked
        self._take(view, tilt_deg, lean)
        return replace(looked, took=True, advice=self.next_hint())

    def restore(self, views: Sequence[TargetView]) -> None:
        """Restore views that were accepted before, with their names; those that show too little are left out."""
        for view in views:
            if has_enough_corners(view, self.target):
                self.taken = (*self.taken, TakenView(view, *self._attitude(view)))
        self._number = max((_numbered(each.view.name) for each in self.taken), default=0)
        self._solve()

    def remove(self, name: str) -> None:
        """Remove an accepted view."""
        self.taken = tuple(each for each in self.taken if each.view.name != name)
        self._solve()

    def next_hint(self) -> Message:
        """Return what to do next."""
        if self.enough:
            return Message.of("lens-advice-enough")
        lacking = [lean for lean, number in self.leans.items() if number < WANTED_OF_EACH_LEAN]
        missing = sorted({(x, y) for x in range(COLUMNS) for y in range(ROWS)} - self.cells)
        if len(self.cells) < WANTED_CELLS and (len(missing) > 8 or not lacking):
            x, y = missing[0] if not self.taken else missing[len(missing) // 2]
            column = "left" if x < COLUMNS / 3 else "right" if x >= COLUMNS * 2 / 3 else "middle"
            return Message.of("lens-advice-place", row="top" if y < ROWS / 2 else "bottom", column=column)
        if lacking:
            return LEAN_ADVICE[lacking[0]]
        return Message.of("lens-advice-elsewhere")

    def calibrate(self, *, camera_id: str, mode: str | None = None, focus: float | None = None) -> LensCalibration:
        """Return the calibrated lens; `LensError` names the faults of the views."""
        views = [each.view for each in self.taken]
        if not views:
            raise LensError("lens-views-none")
        return calibrate(views, self.target, camera_id=camera_id, mode=mode, focus=focus)

    def _take(self, view: TargetView, tilt_deg: float, lean: str) -> None:
        self._number += 1
        named = replace(view, name=f"view {self._number}")
        self.taken = (*self.taken, TakenView(named, tilt_deg, lean))
        self._rested = 0
        self._solve()

    def _solve(self) -> None:
        if len(self.taken) < _FIRST_SOLVED:
            self.taken = tuple(replace(each, rms_px=None) for each in self.taken)
            return
        errors = view_errors([each.view for each in self.taken], self.target)
        self.taken = tuple(replace(each, rms_px=rms) for each, rms in zip(self.taken, errors, strict=True))

    def _still(self, view: TargetView) -> bool:
        before = self._last
        if before is None:
            return False
        _, here, there = np.intersect1d(view.ids, before.ids, return_indices=True)
        moved = np.linalg.norm(view.corners_px[here] - before.corners_px[there], axis=1)
        self._rested = self._rested + 1 if len(moved) >= MIN_CORNERS and float(np.median(moved)) < STILL_PX else 0
        return self._rested >= STILL_LOOKS

    def _adds(self, view: TargetView, lean: str) -> bool:
        fresh = len(_cells(view) - self.cells)
        if fresh >= 2 or (fresh and len(self.cells) >= WANTED_CELLS - 4):
            return True
        if not self._elsewhere(view, lean):
            return False
        return self.leans[lean] < WANTED_OF_EACH_LEAN or len(self.taken) < WANTED_VIEWS

    def _elsewhere(self, view: TargetView, lean: str) -> bool:
        """Return whether no view of the same tilt direction has the sheet near this position."""
        middle = view.corners_px.mean(axis=0)
        near = ELSEWHERE * self.size_px[0]
        return all(
            each.lean != lean or float(np.linalg.norm(each.view.corners_px.mean(axis=0) - middle)) > near
            for each in self.taken
        )

    def _attitude(self, view: TargetView) -> tuple[float, str]:
        """Return the sheet's tilt, degrees, and its direction, assuming a usual focal length."""
        width, height = self.size_px
        matrix = np.array([[0.9 * width, 0, width / 2], [0, 0.9 * width, height / 2], [0, 0, 1]])
        corners = self.target.corners_mm[view.ids]
        _, rvec, tvec = cv2.solvePnP(corners, view.corners_px, matrix, np.zeros(5))
        normal = np.asarray(cv2.Rodrigues(rvec)[0], dtype=np.float64)[:, 2]
        sight = np.ravel(tvec) / np.linalg.norm(tvec)
        normal = normal if normal @ sight > 0 else -normal
        tilt_deg = float(np.degrees(np.arccos(np.clip(normal[2], -1, 1))))
        if tilt_deg < MIN_TILT_DEG:
            return tilt_deg, "flat"
        if abs(normal[0]) >= abs(normal[1]):
            return tilt_deg, "left" if normal[0] < 0 else "right"
        return tilt_deg, "up" if normal[1] < 0 else "down"


def _numbered(name: str) -> int:
    number = name.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0


def _cells(view: TargetView) -> frozenset[tuple[int, int]]:
    grid = np.floor(view.corners_px / np.array(view.size_px) * [COLUMNS, ROWS]).astype(int)
    return frozenset((int(x), int(y)) for x, y in grid if 0 <= x < COLUMNS and 0 <= y < ROWS)
