"""Who stands so far from whom that no test of a short range needs to be made."""

from __future__ import annotations

import math

from geometry.base import Base
from geometry.table import Marker, Operative

SURE = 60.0
"""Standard deviations beyond which the chance of an error is zero to the last bit of a float, with room to spare."""

ROOM = 1e-6


def clear_of(a: Base, b: Base, reach: float) -> bool:
    """Return whether the circles around two bases are more than `reach` inches apart; False tells nothing."""
    return math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius > reach + ROOM


def surely_apart(a: Operative, b: Operative, reach: float) -> bool:
    """Return whether two operatives are within `reach` inches with no probability at all; False tells nothing."""
    here, there = a.placement, b.placement
    spare = math.hypot(here.x - there.x, here.y - there.y) - (a.shape.long + b.shape.long) / 2 - reach
    if here.exact and there.exact:
        return spare > ROOM
    return spare > ROOM and spare > SURE * math.hypot(spread_of_rim(a), spread_of_rim(b))


def spread_of_rim(one: Operative | Marker) -> float:
    """Return more than the standard deviation of the place of any point of its rim along any line, inches.

    It is so much more that the root of the sum of two squares covers errors that the two have in common.
    """
    if one.placement.exact:
        return 0.0
    x, y, z, turn_deg = one.placement.covariance.diagonal().tolist()
    return math.sqrt(2) * (math.sqrt(x + y + z) + math.radians(math.sqrt(turn_deg)) * 2 * one.base.radius)
