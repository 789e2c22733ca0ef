"""Calibration target: the ChArUco sheet for lens calibration, and its corners in an image."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.catalogue import read_json
from calibration.errors import LensError, first_fault
from calibration.tags import DICTIONARIES, dictionary
from messages.message import Message

Array = NDArray[np.float64]

MIN_CORNERS = 12
"""Least number of corners in a usable view."""

_LEAST_WIDTH = 0.01


@dataclass(frozen=True, slots=True)
class Target:
    """ChArUco board of `squares` (columns, rows); raises `LensError` if it cannot be printed."""

    squares: tuple[int, int]
    square_mm: float
    marker_mm: float
    dictionary: str

    def __post_init__(self) -> None:
        if min(self.squares) < 3:
            raise LensError("lens-target-squares", columns=self.squares[0], rows=self.squares[1])
        if not 0 < self.marker_mm < self.square_mm:
            raise LensError("lens-target-marker", marker=self.marker_mm, square=self.square_mm)
        if self.dictionary not in DICTIONARIES:
            raise LensError("lens-target-dictionary", found=self.dictionary)

    def board(self) -> cv2.aruco.CharucoBoard:
        """Return OpenCV's board."""
        return cv2.aruco.CharucoBoard(self.squares, self.square_mm, self.marker_mm, dictionary(self.dictionary))

    @property
    def corners_mm(self) -> Array:
        """Inner corners, (n, 3) mm, in the order of their ids; z is 0."""
        return np.asarray(self.board().getChessboardCorners(), dtype=np.float64).reshape(-1, 3)


@dataclass(frozen=True, slots=True, eq=False)
class TargetView:
    """Corners of the target in one image: `ids` (n,), `corners_px` (n, 2), and the blur of its edges.

    `blur_px` is the standard deviation of an edge's spread; 0.5 to 1.2 in a sharp image.
    """

    name: str
    size_px: tuple[int, int]
    ids: NDArray[np.int64]
    corners_px: Array
    blur_px: float


def has_enough_corners(view: TargetView, target: Target) -> bool:
    """Return whether a view shows enough of the sheet: `MIN_CORNERS`, and not all of them on one line."""
    if len(view.ids) < MIN_CORNERS:
        return False
    for corners in (target.corners_mm[view.ids, :2], view.corners_px):
        long, wide = np.linalg.svd(corners - corners.mean(axis=0), compute_uv=False)
        if wide <= _LEAST_WIDTH * long:
            return False
    return True


def detect_target(name: str, image: NDArray[np.uint8], target: Target) -> TargetView:
    """Return the corners of the target in a grey or BGR image; there may be none."""
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(target.board()).detectBoard(grey)
    size_px = (grey.shape[1], grey.shape[0])
    if ids is None or len(ids) == 0:
        return TargetView(name, size_px, np.zeros(0, dtype=np.int64), np.zeros((0, 2)), float("inf"))
    found = np.asarray(corners, dtype=np.float64).reshape(-1, 2)
    return TargetView(name, size_px, np.asarray(ids, dtype=np.int64).ravel(), found, _blur_px(grey, found))


def _blur_px(grey: NDArray[np.uint8], corners: Array) -> float:
    """Return the median spread of the edges that meet at the corners: contrast over steepest gradient."""
    reach = 6
    smooth = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)
    slope = cv2.magnitude(cv2.Scharr(smooth, cv2.CV_32F, 1, 0), cv2.Scharr(smooth, cv2.CV_32F, 0, 1)) / 32
    spreads = []
    for x, y in np.round(corners).astype(int):
        window = (slice(max(y - reach, 0), y + reach + 1), slice(max(x - reach, 0), x + reach + 1))
        patch = smooth[window]
        if patch.shape == (2 * reach + 1, 2 * reach + 1):
            contrast = float(np.percentile(patch, 95) - np.percentile(patch, 5))
            spreads.append(contrast / (np.sqrt(2 * np.pi) * max(float(np.percentile(slope[window], 98)), 1e-3)))
    return float(np.median(spreads)) if spreads else float("inf")


def target_json(target: Target) -> dict[str, Any]:
    """Return the target in the format of `load_target` (docs/formats.md)."""
    return {
        "squares": list(target.squares),
        "square_mm": target.square_mm,
        "marker_mm": target.marker_mm,
        "dictionary": target.dictionary,
    }


class _TargetFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    squares: Annotated[list[int], Field(min_length=2, max_length=2)]
    square_mm: float
    marker_mm: float
    dictionary: str


def parse_target(data: Any, *, source: str = "target") -> Target:
    """Return the target in decoded JSON; `LensError` names `source`, the field, its value and what it should be."""
    try:
        file = _TargetFile.model_validate(data)
        return Target((file.squares[0], file.squares[1]), file.square_mm, file.marker_mm, file.dictionary)
    except ValidationError as error:
        raise LensError("file-fault", file=source, fault=first_fault(error)) from None
    except LensError as error:
        raise LensError("file-fault", file=source, fault=error) from None


def load_target(path: Path | str) -> Target:
    """Return the target in a file; `LensError` names the file, the field, its value and what was expected."""
    path = Path(path)
    return parse_target(read_json(path, LensError, Message.of("file-kind-target")), source=str(path))
