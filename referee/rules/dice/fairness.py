"""Whether dice are fair: faces counted, Pearson's chi-squared, its p-value, and how many rolls it takes to tell."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

FACES = (1, 2, 3, 4, 5, 6)

LEAST_EXPECTED = 5.0
"""Rolls of each face that must be expected for the chi-squared distribution to hold (Cochran 1954)."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """What many rolls say of the dice.

    `counts` by face 1-6, `chi_squared` with five degrees of freedom, `p_value`: how often fair dice stray as far. It is
    None below `LEAST_EXPECTED` rolls of each face, where it would say nothing.
    """

    counts: tuple[int, ...]
    chi_squared: float
    p_value: float | None

    @property
    def rolls(self) -> int:
        """How many dice were rolled."""
        return sum(self.counts)


def fairness(values: Iterable[int]) -> Fairness:
    """Return the test of the values rolled; `ValueError` for one that no die shows."""
    counts = dict.fromkeys(FACES, 0)
    for value in values:
        if value not in counts:
            raise ValueError(f"a die shows 1 to 6, found {value!r}")
        counts[value] += 1
    from scipy.special import chdtrc  # slow to read, and asked for on one page

    total = sum(counts.values())
    expected = total / len(FACES)
    strayed = sum((count - expected) ** 2 for count in counts.values()) / expected if total else 0.0
    p_value = float(chdtrc(len(FACES) - 1, strayed)) if expected >= LEAST_EXPECTED else None
    return Fairness(tuple(counts.values()), strayed, p_value)


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """Dice of which somebody said how many succeeded, each on so many of its six faces; nobody knows what they show."""

    dice: int
    successes: int
    faces: int


@dataclass(frozen=True, slots=True)
class CountedFairness:
    """What counted successes say of the dice.

    `expected` is how many of so many fair dice succeed on average, `p_value` how often theirs stray as far, or farther.
    """

    dice: int
    successes: int
    expected: float
    p_value: float


def counted_fairness(rolls: Iterable[CountedRoll]) -> CountedFairness:
    """Return the exact two-sided test of successes that were counted; they may have needed different faces."""
    rolls = tuple(rolls)
    dice, successes = sum(one.dice for one in rolls), sum(one.successes for one in rolls)
    expected = sum(one.dice * one.faces for one in rolls) / len(FACES)
    chances = np.ones(1)
    for faces in FACES:
        together = sum(one.dice for one in rolls if one.faces == faces)
        chances = np.convolve(chances, _binomial(together, faces / len(FACES)))
    distances = np.abs(np.arange(len(chances)) - expected)
    farther = distances >= abs(successes - expected) - 1e-9
    return CountedFairness(dice, successes, expected, min(1.0, float(chances[farther].sum())))


def _binomial(dice: int, chance: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return how probable each number of successes among so many dice is, from none to all of them."""
    from scipy.special import gammaln, xlog1py, xlogy

    hits = np.arange(dice + 1)
    ways = gammaln(dice + 1) - gammaln(hits + 1) - gammaln(dice - hits + 1)
    return np.asarray(np.exp(ways + xlogy(hits, chance) + xlog1py(dice - hits, -chance)))


def rolls_to_tell(chance_of_six: float, level: float = 0.05, power: float = 0.8) -> int:
    """Return how many rolls it takes to find a die unfair that shows 6 so often, the other faces alike.

    The test at significance `level` then finds it with probability `power` (noncentral chi-squared, Cohen 1988):
    within 0.05 of it for chances from 0.1 to 0.25, by up to 0.1 less for heavier loads.
    Raises `ValueError` for a fair die, which no number of rolls tells, and for shares that are none.
    """
    if not 0 <= chance_of_six <= 1 or not 0 < level < 1 or not level < power < 1:
        raise ValueError(
            f"expected a chance from 0 to 1 and level < power < 1, found {chance_of_six!r}, {level!r}, {power!r}"
        )
    from scipy.special import chdtri, chndtr

    fair = 1 / len(FACES)
    others = (1 - chance_of_six) / (len(FACES) - 1)
    effect = ((chance_of_six - fair) ** 2 + 5 * (others - fair) ** 2) / fair
    if effect < 1e-9:
        raise ValueError("a fair die cannot be told from a fair die; give another chance of a six")
    bar = float(chdtri(len(FACES) - 1, level))

    def found(rolls: float) -> float:
        return 1 - float(chndtr(bar, len(FACES) - 1, rolls * effect))

    low, high = 0.0, 1.0
    while found(high) < power:
        low, high = high, high * 2
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (low, middle) if found(middle) >= power else (middle, high)
    return math.ceil(high)
