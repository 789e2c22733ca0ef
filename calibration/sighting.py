"""What calibration consumes: one tag seen in one picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.errors import SightingError


@dataclass(frozen=True, slots=True, eq=False)
class TagSighting:
    """One tag in one picture.

    `corners_px` has shape (4, 2): top-left, top-right, bottom-right, bottom-left of the printed tag, in pixels with
    the centre of the first pixel at (0, 0). `covariance_px` has shape (8, 8) over (x0, y0, x1, ...), square pixels.
    `residual` is the photometric misfit of the refined tag, as a fraction of its contrast. Raises `SightingError`
    for other shapes or values that are not finite.
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
                f"tag {self.id}: expected corners (4, 2) and covariance (8, 8), "
                f"got {corners.shape} and {covariance.shape}"
            )
        if not (np.isfinite(corners).all() and np.isfinite(covariance).all()):
            raise SightingError(f"tag {self.id}: corners or covariance are not finite: {corners.tolist()}")
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
    """The centre of a base's underside as its own outline shows it.

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
            raise SightingError(
                f"rim: expected centre (2,) and covariance (2, 2), got {centre.shape} and {covariance.shape}"
            )
        if not (np.isfinite(centre).all() and np.isfinite(covariance).all()):
            raise SightingError(f"rim: centre or covariance are not finite: {centre.tolist()}")
        centre.setflags(write=False)
        covariance.setflags(write=False)
        object.__setattr__(self, "centre_px", centre)
        object.__setattr__(self, "covariance_px", covariance)
