"""Tags: OpenCV dictionaries and patterns, sightings with covariance, mount tolerances."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated

import cv2
import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator

from calibration.errors import CalibrationError, SightingError

MARGIN_MODULES = 1.5
"""White margin of a printed tag, in modules: with less, dark ground touches the tag."""

DICTIONARIES = frozenset(name for name in dir(cv2.aruco) if name.startswith("DICT_"))


def _known(name: str) -> str:
    if name not in DICTIONARIES:
        raise CalibrationError("tag-dictionary-expected")
    return name


DictionaryName = Annotated[str, AfterValidator(_known)]
"""Name of a dictionary in a file."""


@cache
def dictionary(name: str) -> cv2.aruco.Dictionary:
    """Return OpenCV's predefined dictionary of that name, such as "DICT_ARUCO_MIP_36h12"."""
    if name not in DICTIONARIES:
        raise CalibrationError("tag-dictionary-unknown", found=name, known=sorted(DICTIONARIES))
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


def dictionary_size(name: str) -> int:
    """Return the number of ids in a dictionary."""
    return int(dictionary(name).bytesList.shape[0])


def modules(name: str) -> int:
    """Return the width of a tag in modules, including the black border of one module."""
    return int(dictionary(name).markerSize) + 2


@cache
def patterns(name: str) -> NDArray[np.float32]:
    """Return all patterns of a dictionary, (ids, n, n) with n modules a side: 1 white, 0 black, border included."""
    tags = dictionary(name)
    side = modules(name)
    pictures = np.stack([cv2.aruco.generateImageMarker(tags, i, side) for i in range(dictionary_size(name))])
    result = (pictures > 127).astype(np.float32)
    result.setflags(write=False)
    return result


@dataclass(frozen=True, slots=True, eq=False)
class TagSighting:
    """One tag in one image.

    `corners_px` has shape (4, 2): top-left, top-right, bottom-right, bottom-left of the printed tag, in pixels with the
    centre of the first pixel at (0, 0). `covariance_px` has shape (8, 8) over (x0, y0, x1, ...), square pixels.
    `residual` is the photometric misfit of the refined tag, as a fraction of its contrast. Raises `SightingError` for
    other shapes or values that are not finite.
    """

    id: int
    corners_px: NDArray[np.float64]
    covariance_px: NDArray[np.float64]
    residual: float = 0.0

    def __post_init__(self) -> None:
        corners = np.array(self.corners_px, dtype=np.float64)
        covariance = np.array(self.covariance_px, dtype=np.float64)
        if corners.shape != (4, 2) or covariance.shape != (8, 8):
            raise SightingError(
                "tag-corners-shape", tag=self.id, corners=str(corners.shape), covariance=str(covariance.shape)
            )
        if not (np.isfinite(corners).all() and np.isfinite(covariance).all()):
            raise SightingError("tag-corners-finite", tag=self.id, corners=str(corners.tolist()))
        corners.setflags(write=False)
        covariance.setflags(write=False)
        object.__setattr__(self, "corners_px", corners)
        object.__setattr__(self, "covariance_px", covariance)

    @property
    def side_px(self) -> float:
        """Mean length of the four sides, pixels."""
        return float(np.linalg.norm(self.corners_px - np.roll(self.corners_px, 1, axis=0), axis=1).mean())


@dataclass(frozen=True, slots=True, eq=False)
class RimSighting:
    """Centre of a base's underside according to its outline.

    `centre_px` has shape (2,), `covariance_px` (2, 2). `arc` is the share of the outline that agreed. Raises
    `SightingError` for other shapes or values that are not finite.
    """

    centre_px: NDArray[np.float64]
    covariance_px: NDArray[np.float64]
    arc: float = 1.0

    def __post_init__(self) -> None:
        centre = np.array(self.centre_px, dtype=np.float64)
        covariance = np.array(self.covariance_px, dtype=np.float64)
        if centre.shape != (2,) or covariance.shape != (2, 2):
            raise SightingError("tag-rim-shape", centre=str(centre.shape), covariance=str(covariance.shape))
        if not (np.isfinite(centre).all() and np.isfinite(covariance).all()):
            raise SightingError("tag-rim-finite", centre=str(centre.tolist()))
        centre.setflags(write=False)
        covariance.setflags(write=False)
        object.__setattr__(self, "centre_px", centre)
        object.__setattr__(self, "covariance_px", covariance)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Standard deviations of errors that the camera cannot see.

    - `mount_mm`, `mount_deg`: shift and rotation of a tag relative to the catalogue.
    - `level_mm`: height of a surface and thickness of a base.
    - `print_mm`: position of a board tag on the sheet.
    - `size_ratio`: printed size of a tag, as a fraction.
    - `outline_mm`: footprint relative to the real piece.

    Raises `CalibrationError` unless all are finite and not negative.
    """

    mount_mm: float = 0.15
    mount_deg: float = 0.5
    level_mm: float = 0.2
    print_mm: float = 0.05
    size_ratio: float = 0.003
    outline_mm: float = 1.5

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not (math.isfinite(value) and value >= 0):
                raise CalibrationError("tag-tolerance-negative", name=field.name, found=value)


DEFAULT_TOLERANCE = Tolerance()


def exceeds(value: float, limit: float) -> bool:
    """Return whether a value is above a limit. NaN is above every limit, whereas `value > limit` would accept it."""
    return not value <= limit
