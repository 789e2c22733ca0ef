"""Standing higher, 2024 (rules H24-10 to H24-13)."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.measure import gap_to_part_horizontal
from geometry.table import Operative
from geometry.terrain import Part
from geometry.tolerance import EXACT_TOLERANCE
from referee.rules.position import Position

SURFACE_TOLERANCE = 0.06
"""Inches by which a measured height may differ from a surface and the thing still stands on it."""


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


def stands_on(operative: Operative, part: Part) -> bool:
    """Whether an operative's base rests on the top of a part."""
    base = operative.base
    on_top = abs(base.z - part.top) <= SURFACE_TOLERANCE
    return on_top and gap_to_part_horizontal(base, part) <= EXACT_TOLERANCE


def on_vantage(position: Position, operative: Operative) -> bool:
    """Whether an operative stands on Vantage terrain."""
    return any(part.has("Vantage") and stands_on(operative, part) for part in position.table.terrain)


def vantage_features(position: Position, *operatives: Operative) -> frozenset[str]:
    """Return the features whose Vantage terrain any of the operatives stands on: their Heavy parts do not obscure."""
    return frozenset(
        part.feature
        for part in position.table.terrain
        if part.has("Vantage") and any(stands_on(operative, part) for operative in operatives)
    )


def lower_by(shooter: Operative, target: Operative, height: float) -> bool:
    """Whether the target stands at least that much lower than the shooter, inches."""
    return shooter.base.z - target.base.z >= height - EXACT_TOLERANCE
