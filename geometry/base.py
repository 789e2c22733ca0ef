"""Bases of miniatures: flat round or oval discs at a height."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.errors import ShapeError

MM_PER_INCH = 25.4


@dataclass(frozen=True, slots=True)
class BaseShape:
    """Outline of a base: full diameters in inches, `long` along the base's own x axis and `short` along its y axis.

    The two are equal for a round base. Raises `ShapeError` unless 0 < short <= long < 20.
    """

    long: float
    short: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.long) and math.isfinite(self.short)):
            raise ShapeError("geometry-base-finite", long=self.long, short=self.short)
        if not 0 < self.short <= self.long < 20:
            raise ShapeError("geometry-base-size", long=self.long, short=self.short)

    @classmethod
    def from_mm(cls, base_mm: float | tuple[float, float]) -> BaseShape:
        """Build the shape from the catalogue's `base_mm`: a diameter, or (long, short) for an oval."""
        if isinstance(base_mm, int | float):
            return cls(base_mm / MM_PER_INCH, base_mm / MM_PER_INCH)
        long_mm, short_mm = base_mm
        return cls(long_mm / MM_PER_INCH, short_mm / MM_PER_INCH)

    @property
    def is_round(self) -> bool:
        """Whether the outline is a circle."""
        return self.long == self.short


@dataclass(frozen=True, slots=True)
class Base:
    """Base with its pose: centre (x, y), height z of its underside, and rotation counter-clockwise seen from above.

    Raises `ShapeError` if a coordinate is not finite.
    """

    shape: BaseShape
    x: float
    y: float
    z: float = 0.0
    rotation_deg: float = 0.0

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.x, self.y, self.z, self.rotation_deg))):
            raise ShapeError("geometry-base-place", x=self.x, y=self.y, z=self.z, degrees=self.rotation_deg)

    @property
    def radius(self) -> float:
        """Half the long diameter: the radius of a round base, the largest reach of an oval one."""
        return self.shape.long / 2

    @property
    def is_round(self) -> bool:
        """Whether the outline is a circle."""
        return self.shape.is_round

    def at(self, x: float, y: float, z: float | None = None) -> Base:
        """Return the same base with another centre; z is unchanged unless given."""
        return Base(self.shape, x, y, self.z if z is None else z, self.rotation_deg)


EXACT_TOLERANCE = 1e-6
"""Inches by which a limit may be exceeded before it is broken; absorbs the rounding of exact inputs."""

LINE_HALF_WIDTH = 0.5 / MM_PER_INCH
"""Half the 1 mm width of visibility and targeting lines (rules H24-05, H24-06), in inches."""
