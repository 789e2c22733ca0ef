"""Jumps that end higher or lower than they began (rule I21-03)."""

from __future__ import annotations

from geometry.paths.legs import Leg
from geometry.tolerance import EXACT_TOLERANCE

NEARBY = 1.0
"""Inches within which an operative climbs or drops, and jumps not instead."""


def jumped_height(leg: Leg, limit: float | None) -> float | None:
    """Return how far up or down an increment jumps, inches; None where it jumps on the level, climbs or drops.

    `limit` of None: the edition bounds no jump's height.
    """
    if limit is None or abs(leg.rise) <= EXACT_TOLERANCE or not leg.gaps:
        return None
    away = max(gap.length for gap in leg.gaps)
    if leg.climb is not None:
        away = 0.0 if leg.climb.ladder is not None else leg.climb.distance
    return abs(leg.rise) if away > NEARBY + EXACT_TOLERANCE else None
