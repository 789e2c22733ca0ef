"""Standing higher, 2024 (rules H24-10 to H24-13)."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.table import Operative
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE


@dataclass(frozen=True, slots=True)
class VantageHeights:
    """How much lower a target must be, inches."""

    accurate_1: float = 2.0
    accurate_2: float = 4.0
    conceal: float = 2.0


VANTAGE = VantageHeights()


def is_light(part: Part) -> bool:
    """Whether a part is Light terrain: by trait, or as a Vantage platform (rule H24-13)."""
    return part.has("Light") or (part.has("Vantage") and not part.has("Heavy"))


def lower_by(shooter: Operative, target: Operative, height: float) -> bool:
    """Whether the target stands at least that much lower than the shooter, inches."""
    return shooter.base.z - target.base.z >= height - EXACT_TOLERANCE
