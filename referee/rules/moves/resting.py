"""What a model rests against: bodies touch and never overlap, however a camera sees them.

A base against a wall is seen as often in it as beside it, by the error of the camera. Were that taken at its word,
every charge into base contact and every step away from cover would be too close to call.
"""

from __future__ import annotations

from collections.abc import Iterable

from geometry.limits import Limit
from referee.rules.measuring import CONTACT

SEEMING_SIGMAS = 4.0
"""Standard deviations by which what touches may seem to overlap."""

MOST_SEEMING = 0.12
"""Inches that it may at most: what is seen deeper in another thing stands on it, or was put there."""


def seeming(at_rest: Iterable[float], limits: Iterable[Limit]) -> float:
    """Return by how many inches two bodies that rest against each other may seem to overlap; 0 where they do not.

    `at_rest` are the signed distances between them where the model stood or stands, `limits` those of the move's
    clearance of the other. Exact places overlap where they say so.
    """
    sigma = max((limit.sigma for limit in limits), default=0.0)
    if sigma == 0:
        return 0.0
    most = min(max(CONTACT, SEEMING_SIGMAS * sigma), MOST_SEEMING)
    return most if any(apart <= most for apart in at_rest) else 0.0


def allowed(limits: Iterable[Limit], overlap: float) -> tuple[Limit, ...]:
    """Return the limits with so many inches of overlap that count as touching."""
    return tuple(Limit(limit.margin + overlap, limit.pull) for limit in limits)
