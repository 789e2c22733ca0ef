"""The logistic function: the probability of log odds, however large."""

from __future__ import annotations

import math


def logistic(log_odds: float) -> float:
    """Return the probability with these log odds; exact 0 or 1 where they are out of a float's range."""
    if log_odds >= 0:
        return 1 / (1 + math.exp(-log_odds))
    odds = math.exp(log_odds)
    return odds / (1 + odds)
