"""What the increments of a move cost; an edition gives the numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from geometry.base import EXACT_TOLERANCE
from referee.rules.judgement import Leg


class ClimbMinimum(StrEnum):
    """What the least price of climbing holds for: the source and its commentary differ (rules.md Y, 003:20)."""

    PER_ACTION = "per action"
    PER_CLIMB = "per climb"


class DropPrice(StrEnum):
    """What a drop costs beyond the free part: what is left of it, or all of it rounded down to steps (Z11)."""

    REMAINDER = "remainder"
    STEPS = "steps"


class ClimbPrice(StrEnum):
    """What a climb over its least price costs: its height, or that rounded up to steps of the least price."""

    DISTANCE = "distance"
    STEPS = "steps"


def round_up(distance: float) -> float:
    """Return a distance rounded up to whole inches, forgiving the rounding of exact inputs (rule I24-01)."""
    return float(math.ceil(distance - EXACT_TOLERANCE))


@dataclass(frozen=True, slots=True)
class PriceList:
    """What increments, climbs and drops cost, in inches.

    `whole_inches` rounds every increment up; `least_increment` raises shorter ones to it. `least_climb` is the least
    a climb costs, for the whole action or for each (`climb_minimum`). `free_drop` inches of dropping are free in
    each action, or of each drop (`each_drop`); `drop_price` says what becomes of the rest. `ladder` is what one climb
    by ladder costs, once an action; None where the edition has no such ladders.
    """

    whole_inches: bool
    climb_minimum: ClimbMinimum
    drop_price: DropPrice
    least_increment: float = 1.0
    least_climb: float = 2.0
    free_drop: float = 2.0
    each_drop: bool = False
    ladder: float | None = None
    climb_price: ClimbPrice = ClimbPrice.DISTANCE

    def increment(self, length: float) -> float:
        """Return the price of one straight increment; one of no length costs nothing."""
        if length <= EXACT_TOLERANCE:
            return 0.0
        if self.whole_inches:
            return round_up(length)
        return max(length, self.least_increment)

    @property
    def step(self) -> float:
        """The step in which prices grow: a whole inch, or nothing."""
        return 1.0 if self.whole_inches else 0.0

    def room(self, length: float) -> float:
        """Return how much longer an increment could be at the same price."""
        return max(0.0, self.increment(length) - length)

    def excess(self, length: float) -> float:
        """Return how much shorter an increment would have to be to cost less."""
        return max(0.0, length - (self.increment(length) - self.step)) if self.whole_inches else 0.0

    def climb(self, height: float) -> float:
        """Return the price of one climb before the least price is applied to the action."""
        price = round_up(height) if self.whole_inches else height
        if self.climb_price is ClimbPrice.STEPS:
            price = self.least_climb * math.ceil(height / self.least_climb - EXACT_TOLERANCE)
        return max(price, self.least_climb) if self.climb_minimum is ClimbMinimum.PER_CLIMB else price

    def climbs(self, heights: Sequence[float]) -> float:
        """Return the price of all climbs of one action."""
        if not heights:
            return 0.0
        return max(sum(map(self.climb, heights)), self.least_climb)

    def drops(self, heights: Sequence[float]) -> float:
        """Return the price of all drops of one action."""
        if self.each_drop:
            return sum(self._falling((height,)) for height in heights)
        return self._falling(heights)

    def _falling(self, heights: Sequence[float]) -> float:
        """Return the price of drops that share what is free."""
        total = sum(heights)
        if total <= self.free_drop + EXACT_TOLERANCE:
            return 0.0
        if self.drop_price is DropPrice.STEPS:
            return self.free_drop * math.floor(total / self.free_drop + EXACT_TOLERANCE)
        left, price = self.free_drop, 0.0
        for height in heights:
            paid = max(0.0, height - left)
            left = max(0.0, left - height)
            price += self.increment(paid)
        return price

    def vertical_cost(self, legs: Sequence[Leg]) -> float:
        """Return the climbing and dropping part of the price of an action's legs (rules I24-02, I24-03, J24-05)."""
        rises = [leg for leg in legs if leg.rise > EXACT_TOLERANCE]
        falls = [-leg.rise for leg in legs if leg.rise < -EXACT_TOLERANCE]
        by_ladder = next((leg for leg in rises if leg.ladder), None) if self.ladder is not None else None
        climbed = self.climbs([leg.rise for leg in rises if leg is not by_ladder])
        return climbed + (self.ladder or 0.0 if by_ladder is not None else 0.0) + self.drops(falls)

    def distance_cost(self, legs: Sequence[Leg]) -> float:
        """Return the whole price of an action's legs."""
        return sum(self.increment(leg.horizontal) for leg in legs) + self.vertical_cost(legs)

    def climb_cost(self, height: float, *, ladder: bool = False, ladder_used: bool = False) -> float:
        """Return what one climb costs alone, by ladder if there is one that was not used in this action (J24-05)."""
        if ladder and not ladder_used and self.ladder is not None:
            return self.ladder
        return self.climbs([height])
