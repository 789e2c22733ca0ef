"""Jumps that end higher or lower than they began (rules I21-03, I24-04)."""

from __future__ import annotations

from dataclasses import dataclass

from geometry.base import EXACT_TOLERANCE
from geometry.paths.legs import Leg

NEARBY = 1.0
"""Inches within which an operative climbs or drops, and jumps not instead."""


@dataclass(frozen=True, slots=True)
class IgnoredRise:
    """How far up or down a jump's height is ignored, inches; beyond that it ends in a climb or a drop (rule I24-04)."""

    inches: float


Rise = float | IgnoredRise


def highest(limit: Rise) -> float:
    """Return how far up or down a jump may go at most, or have its height ignored, inches."""
    return limit.inches if isinstance(limit, IgnoredRise) else limit


def jumped_height(leg: Leg, limit: Rise | None) -> float | None:
    """Return how far up or down an increment jumps, inches; None where it jumps on the level, climbs or drops.

    `limit` of None: the edition bounds no jump's height.
    """
    if limit is None or abs(leg.rise) <= EXACT_TOLERANCE or not leg.gaps:
        return None
    if isinstance(limit, IgnoredRise):
        return abs(leg.rise) if abs(leg.rise) <= limit.inches + EXACT_TOLERANCE else None
    away = max(gap.length for gap in leg.gaps)
    if leg.climb is not None:
        away = 0.0 if leg.climb.ladder is not None else leg.climb.distance
    return abs(leg.rise) if away > NEARBY + EXACT_TOLERANCE else None
