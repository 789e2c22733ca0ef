"""Pose of one object on the board with its covariance."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from geometry.errors import ShapeError

EXACT = np.zeros((4, 4))
EXACT.setflags(write=False)

NO_MOUNT = np.zeros((2, 2))
NO_MOUNT.setflags(write=False)

_ALIKE, _ALIKE_SHARE = 1e-12, 1e-5


@dataclass(frozen=True, slots=True)
class LevelHypothesis:
    """Alternative level: with probability `p` the object is at height z, displaced and turned by these offsets.

    Inches and degrees.
    """

    dx: float
    dy: float
    z: float
    p: float
    turn_deg: float = 0.0

    def away(self, where: Placement) -> NDArray[np.float64]:
        """Return the offset from the object's reported pose, (x, y, z, rotation)."""
        return np.array([self.dx, self.dy, self.z - where.z, self.turn_deg])


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Pose of one object on the board: (x, y), z of its underside, rotation counter-clockwise from above.

    Inches and degrees. `covariance` is 4x4 over (x, y, z, rotation); all zero for a pose that was declared or is exact.
    `tags` are the ids of the tags it was computed from. `mount` is the part of the covariance of (x, y), in the
    object's own frame, that is due to how its tags are mounted: it is the same at every position. `levels` are the
    alternative levels; their effect is included in the covariance. `errors` are the parts of the covariance by cause
    (`geometry.contributions.Cause`); empty if they are not known. Raises `ShapeError` if a number is not finite or the
    covariance is not a symmetric 4x4 matrix with non-negative variances.
    """

    thing: str
    x: float
    y: float
    z: float = 0.0
    rotation_deg: float = 0.0
    covariance: NDArray[np.float64] = field(default_factory=lambda: EXACT)
    tags: tuple[int, ...] = ()
    mount: NDArray[np.float64] = field(default_factory=lambda: NO_MOUNT)
    levels: tuple[LevelHypothesis, ...] = ()
    errors: tuple[tuple[str, NDArray[np.float64]], ...] = ()

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.x, self.y, self.z, self.rotation_deg))):
            raise ShapeError(
                "geometry-placement-finite",
                thing=self.thing,
                x=self.x,
                y=self.y,
                z=self.z,
                degrees=self.rotation_deg,
            )
        if self.covariance is EXACT:
            return
        covariance = np.array(self.covariance, dtype=np.float64)
        if covariance.shape != (4, 4) or not np.isfinite(covariance).all():
            raise ShapeError("geometry-covariance-shape", thing=self.thing, covariance=str(covariance.tolist()))
        alike = np.abs(covariance - covariance.T) <= _ALIKE + _ALIKE_SHARE * np.abs(covariance.T)
        if not alike.all() or (covariance.diagonal() < 0).any():
            raise ShapeError("geometry-covariance-invalid", thing=self.thing, covariance=str(covariance.tolist()))
        covariance.setflags(write=False)
        object.__setattr__(self, "covariance", covariance)

    def distance_to(self, other: Placement) -> float:
        """Return the 3D distance between the centres, inches."""
        return math.dist((self.x, self.y, self.z), (other.x, other.y, other.z))

    @property
    def covariance_xy(self) -> NDArray[np.float64]:
        """Covariance of (x, y), shape (2, 2), square inches."""
        return self.covariance[:2, :2]

    @property
    def own_level_p(self) -> float:
        """Probability that it is on the level given by z, 0 to 1."""
        return max(0.0, 1.0 - math.fsum(level.p for level in self.levels))

    @property
    def exact(self) -> bool:
        """Whether the pose has no uncertainty."""
        return self.covariance is EXACT or not self.covariance.any()

    @property
    def sigma(self) -> float:
        """Largest standard deviation of (x, y) in any direction, inches."""
        if self.covariance is EXACT:
            return 0.0
        (xx, xy), (_, yy) = self.covariance_xy.tolist()
        return math.sqrt(max(0.0, (xx + yy) / 2 + math.hypot((xx - yy) / 2, xy)))
