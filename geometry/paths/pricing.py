"""Prices of moves: pricing strategies for increments, climbs and drops, which an edition combines into its tariff."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress, pairwise
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from geometry.base import EXACT_TOLERANCE
from geometry.paths.legs import Increment
from geometry.paths.path_facts import PathFacts

Array = NDArray[np.float64]


class Increments(Protocol):
    """Price of each straight increment.

    The searches rely on three properties: the price of a length of zero is zero, a longer increment is never cheaper,
    and one increment never costs more than the same length in several.
    """

    def prices(self, lengths: Array) -> Array:
        """Return the price of each length, same shape, inches."""


@dataclass(frozen=True, slots=True)
class RoundedUp:
    """Every increment is rounded up to whole inches (rule I24-01); 6.0000001 counts as 6."""

    def prices(self, lengths: Array) -> Array:
        """Return the price of each length, same shape, inches."""
        return np.maximum(np.ceil(np.asarray(lengths) - EXACT_TOLERANCE), 0.0)


@dataclass(frozen=True, slots=True)
class RaisedToOne:
    """Increments shorter than 1" cost 1"; longer ones cost their length (rule D21-01)."""

    def prices(self, lengths: Array) -> Array:
        """Return the price of each length, same shape, inches."""
        lengths = np.asarray(lengths, dtype=np.float64)
        return np.where(lengths <= EXACT_TOLERANCE, 0.0, np.maximum(lengths, 1.0))


@dataclass(frozen=True, slots=True)
class Exact:
    """Every increment costs its length."""

    def prices(self, lengths: Array) -> Array:
        """Return the price of each length, same shape, inches."""
        return np.asarray(lengths, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class WholeSteps:
    """Up to one step is free; more is rounded down to whole steps (drops of 2021, rule I21-05)."""

    step: float = 2.0

    def prices(self, lengths: Array) -> Array:
        """Return the price of each length, same shape, inches."""
        lengths = np.asarray(lengths, dtype=np.float64)
        steps = np.floor((lengths + EXACT_TOLERANCE) / self.step) * self.step
        return np.where(lengths <= self.step + EXACT_TOLERANCE, 0.0, steps)


class Per(StrEnum):
    """Scope of a minimum or an allowance: the whole action, or each climb or drop."""

    ACTION = "action"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Climbs:
    """Price and limits of climbing (rules I24-02, J24-05, I21-04), inches.

    The minimum `least` applies per climb or per action (`least_per`), as soon as anything is climbed. A climb may be at
    most `highest`, with the base at most `distance` from the climbed terrain. With a ladder a climb may be as high as
    the ladder, at most `ladder_highest`, and one climb of an action costs `ladder` for any height, without a minimum.
    What is at most `step` higher costs nothing: it is no climb.
    """

    increments: Increments = RoundedUp()
    least: float = 2.0
    least_per: Per = Per.ACTION
    highest: float = 3.0
    distance: float = 1.0
    ladder: float = 1.0
    ladder_highest: float = math.inf
    step: float = 0.0

    def may(self, height: float, *, by_ladder: bool) -> bool:
        """Return whether a climb may be this high, inches."""
        limit = max(self.highest, self.ladder_highest) if by_ladder else self.highest
        return height <= limit + EXACT_TOLERANCE

    def price(self, heights: Sequence[float], by_ladder: Sequence[bool] = ()) -> float:
        """Return the price of the climbs of one action; `by_ladder` marks those with a ladder."""
        if self.step:
            rises = [height > self.step + EXACT_TOLERANCE for height in heights]
            by_ladder = list(compress(by_ladder, rises))
            heights = list(compress(heights, rises))
        prices = [float(price) for price in self.increments.prices(np.asarray(heights, dtype=np.float64))]
        if self.least_per is Per.EACH:
            prices = [max(price, self.least) for price in prices]
        laddered = [price for price, used in zip(prices, by_ladder, strict=False) if used and price > self.ladder]
        if laddered:
            dearest = max(laddered)
            prices.remove(dearest)
            return self.ladder + (self._at_least(sum(prices)) if prices else 0.0)
        return self._at_least(sum(prices)) if prices else 0.0

    def _at_least(self, total: float) -> float:
        return max(total, self.least) if self.least_per is Per.ACTION else total


@dataclass(frozen=True, slots=True)
class Drops:
    """Price and limits of dropping (rules I24-03, I21-05), inches; the first `free` per action or drop are free."""

    increments: Increments = RoundedUp()
    free: float = 2.0
    free_per: Per = Per.ACTION
    highest: float = math.inf

    def price(self, heights: Sequence[float]) -> float:
        """Return the price of the drops of one action."""
        total, left = 0.0, self.free
        for height in heights:
            ignored = min(left, height)
            total += float(self.increments.prices(np.asarray(height - ignored)))
            if self.free_per is Per.ACTION:
                left -= ignored
        return total


@dataclass(frozen=True, slots=True)
class Tariff:
    """Complete price list of a move.

    If `climbs` or `drops` is None, climbing or dropping is forbidden. `passage` is charged for each passage gone
    through (I24-05), `traverse` for each part traversed (I21-02), `area` for each area crossed within its distance
    (I24-06).
    """

    increments: Increments = RoundedUp()
    climbs: Climbs | None = Climbs()
    drops: Drops | None = Drops()
    passage: float = 1.0
    traverse: float = 2.0
    area: float = 1.0

    def level(self, length: float) -> float:
        """Return the price of one level increment."""
        return float(self.increments.prices(np.asarray(length, dtype=np.float64)))

    def rise(self, height: float, by_ladder: bool = False) -> float:
        """Return the price of one climb, inches; infinite if it is not allowed."""
        if self.climbs is None or not self.climbs.may(height, by_ladder=by_ladder):
            return math.inf
        return self.climbs.price([height], [by_ladder])

    def rise_after(self, height: float, paid_ahead: float | None) -> tuple[float, float]:
        """Return the price of one climb after others in the same action, and the amount then prepaid, inches.

        If climbs share a minimum, a climb below it has prepaid part of the next one. `paid_ahead` is None before the
        first climb.
        """
        whole = self.rise(height)
        if self.climbs is not None and height <= self.climbs.step + EXACT_TOLERANCE:
            return 0.0, paid_ahead or 0.0
        if math.isinf(whole) or self.climbs is None or self.climbs.least_per is not Per.ACTION:
            return whole, 0.0
        own = float(self.climbs.increments.prices(np.asarray(height, dtype=np.float64)))
        left = whole if paid_ahead is None else max(0.0, own - paid_ahead)
        return left, max(0.0, (whole if paid_ahead is None else paid_ahead) - own)

    def has_short_climbs(self, heights: Iterable[float]) -> bool:
        """Return whether a climb between neighbouring heights (lowest first) is below the minimum and so prepays."""
        return any(self.rise_after(high - low, None)[1] > 0 for low, high in pairwise(heights))

    def fall(self, height: float) -> float:
        """Return the price of one drop, inches; infinite if it is not allowed."""
        if self.drops is None or height > self.drops.highest + EXACT_TOLERANCE:
            return math.inf
        return self.drops.price([height])


@dataclass(frozen=True, slots=True)
class PathPrice:
    """Price of a path, inches: level increments, climbs, drops and surcharges.

    `forbidden` means that it climbs or drops although the tariff forbids it, or farther than the tariff allows.
    """

    level: float
    climbs: float
    drops: float
    surcharges: float
    forbidden: bool = False

    @property
    def vertical(self) -> float:
        """The price of climbing and dropping."""
        return self.climbs + self.drops

    @property
    def total(self) -> float:
        """The whole price."""
        return self.level + self.vertical + self.surcharges


def price_path(facts: PathFacts, tariff: Tariff) -> PathPrice:
    """Return the price of a path under a tariff."""
    rising = [leg for leg in facts.legs if leg.rise > EXACT_TOLERANCE]
    falling = [-leg.rise for leg in facts.legs if leg.rise < -EXACT_TOLERANCE]
    climbs, drops = tariff.climbs, tariff.drops
    forbidden = bool(rising and not _may_climb(climbs, rising)) or bool(
        falling and (drops is None or max(falling) > drops.highest + EXACT_TOLERANCE)
    )
    by_ladder = [leg.climb is not None and leg.climb.ladder is not None for leg in rising]
    through = sum(
        len(crossing.passes) * (tariff.passage if crossing.way.is_passage else tariff.traverse)
        for crossing in facts.crossings
        if crossing.way.is_charged
    )
    across = sum(tariff.area for area in facts.areas if area.near)
    return PathPrice(
        level=float(tariff.increments.prices(np.array([leg.horizontal for leg in facts.legs])).sum()),
        climbs=climbs.price([leg.rise for leg in rising], by_ladder) if climbs is not None else 0.0,
        drops=drops.price(falling) if drops is not None else 0.0,
        surcharges=through + across,
        forbidden=forbidden,
    )


def _may_climb(climbs: Climbs | None, rising: Sequence[Increment]) -> bool:
    if climbs is None:
        return False
    return all(
        leg.climb is not None
        and leg.climb.distance <= climbs.distance + EXACT_TOLERANCE
        and climbs.may(leg.rise, by_ladder=leg.climb.ladder is not None)
        for leg in rising
    )
