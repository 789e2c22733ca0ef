"""Distances by which an edition decides which crossed terrain counts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE, LINE_HALF_WIDTH


@dataclass(frozen=True, slots=True)
class LineRules:
    """An edition's parameters of targeting lines; all lengths are in inches.

    `cover_reach`: crossed terrain gives cover if it is at most this far from the target's base (rules H24-08, H21-03);
    infinite: anywhere. `cover_beyond`: no cover unless the gap between the bases is more than this.
    `obscured_beyond_shooter`, `obscured_beyond_target`: crossed terrain obscures if it is more than this far from each
    base (H24-09: 1 and 1; H21-04: 1 and 2); negative: everywhere. `level_tolerance`: bases whose heights differ by at
    most this are level, and their lines are drawn from above. `half_width`: half of a line's width.
    """

    cover_reach: float = 1.0
    cover_beyond: float = 2.0
    obscured_beyond_shooter: float = 1.0
    obscured_beyond_target: float = 1.0
    level_tolerance: float = EXACT_TOLERANCE
    half_width: float = LINE_HALF_WIDTH

    def __post_init__(self) -> None:
        distances = (self.cover_reach, self.cover_beyond, self.obscured_beyond_shooter, self.obscured_beyond_target)
        if any(map(math.isnan, distances)):
            raise ValueError(f"NaN distance: {self!r}")
        if not (math.isfinite(self.half_width) and 0 <= self.half_width < 1):
            raise ValueError(f"half_width {self.half_width!r}")
