"""Standing higher, 2024 (rules H24-10 to H24-13)."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.measure import gap_to_part_horizontal
from geometry.table import Marker, Operative
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


def stands_on(thing: Operative | Marker, part: Part) -> bool:
    """Whether an operative's base, or a marker, rests on the top of a part."""
    base = thing.base
    on_top = abs(base.z - part.top) <= SURFACE_TOLERANCE
    return on_top and gap_to_part_horizontal(base, part) <= EXACT_TOLERANCE


def on_vantage(position: Position, operative: Operative) -> bool:
    """Whether an operative stands on Vantage terrain."""
    return any(part.has("Vantage") and stands_on(operative, part) for part in position.table.terrain)


def vantage_features(position: Position, *things: Operative | Marker) -> frozenset[str]:
    """Return the features whose Vantage terrain any of the things rests on.

    Heavy parts of those that shooter or target stands on do not obscure (rule H24-12).
    """
    return frozenset(
        part.feature
        for part in position.table.terrain
        if part.has("Vantage") and any(stands_on(thing, part) for thing in things)
    )


def lower_by(shooter: Operative, target: Operative, height: float) -> bool:
    """Whether the target stands at least that much lower than the shooter, inches."""
    return shooter.base.z - target.base.z >= height - EXACT_TOLERANCE
