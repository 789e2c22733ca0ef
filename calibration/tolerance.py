"""How exact hands, printers and tables are: the errors that no picture shows."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from calibration.errors import CalibrationError


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Standard deviations of what the camera cannot see.

    `mount_mm` and `mount_deg`: a tag sits this far beside, and turned against, the place that the catalogue says.
    `level_mm`: height of a surface and thickness of a base. `print_mm`: a board tag's place on the sheet.
    `size_ratio`: a tag's printed size, as a fraction. `outline_mm`: a footprint against the real piece. Raises
    `CalibrationError` unless all are finite and not negative.
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
                raise CalibrationError(f"tolerance {field.name}: found {value!r}; expected a number >= 0")


DEFAULT_TOLERANCE = Tolerance()


def exceeds(value: float, limit: float) -> bool:
    """Return whether a value is above a limit. NaN is above every limit: `value > limit` would let it pass."""
    return not value <= limit
