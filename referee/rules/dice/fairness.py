"""Fairness of dice: counts of faces, Pearson's chi-squared test, and the number of rolls it needs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from referee.rules.errors import MalformedError

FACES = (1, 2, 3, 4, 5, 6)

LEAST_EXPECTED = 5.0
"""Least expected count of each face for the chi-squared distribution to be valid (Cochran 1954)."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """Result of the fairness test of rolled values.

    `counts` by face 1-6, `chi_squared` with five degrees of freedom; `p_value` is the probability that fair dice
    deviate at least as much. It is None below `LEAST_EXPECTED` expected rolls of each face, as it would be meaningless.
    """

    counts: tuple[int, ...]
    chi_squared: float
    p_value: float | None

    @property
    def rolls(self) -> int:
        """Number of dice rolled."""
        return sum(self.counts)


def fairness(values: Iterable[int]) -> Fairness:
    """Run the test on the rolled values; raises `ValueError` for a value that no die shows."""
    counts = dict.fromkeys(FACES, 0)
    for value in values:
        if value not in counts:
            raise MalformedError("odds-face", found=repr(value))
        counts[value] += 1
    from scipy.special import chdtrc  # slow to import, and needed by one page only

    total = sum(counts.values())
    expected = total / len(FACES)
    strayed = sum((count - expected) ** 2 for count in counts.values()) / expected if total else 0.0
    p_value = float(chdtrc(len(FACES) - 1, strayed)) if expected >= LEAST_EXPECTED else None
    return Fairness(tuple(counts.values()), strayed, p_value)


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """Roll with a declared number of successes, each on `faces` of the six faces; the dice themselves are unknown."""

    dice: int
    successes: int
    faces: int


@dataclass(frozen=True, slots=True)
class CountedFairness:
    """Result of the test of counted successes.

    `expected` is the mean number of successes of as many fair dice; `p_value` is the probability that theirs deviate at
    least as much.
    """

    dice: int
    successes: int
    expected: float
    p_value: float


def counted_fairness(rolls: Iterable[CountedRoll]) -> CountedFairness:
    """Run the exact two-sided test of counted successes; the rolls may have needed different faces."""
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
    """Return the probability of each number of successes among `dice` dice, from none to all."""
    from scipy.special import gammaln, xlog1py, xlogy

    hits = np.arange(dice + 1)
    ways = gammaln(dice + 1) - gammaln(hits + 1) - gammaln(dice - hits + 1)
    return np.asarray(np.exp(ways + xlogy(hits, chance) + xlog1py(dice - hits, -chance)))


def rolls_to_tell(chance_of_six: float, level: float = 0.05, power: float = 0.8) -> int:
    """Return the number of rolls needed to detect a die that shows 6 with this probability, other faces equal.

    The test at significance `level` then detects it with probability `power` (noncentral chi-squared, Cohen 1988):
    within 0.05 for chances from 0.1 to 0.25, up to 0.1 less for heavier loads. Raises `ValueError` for a fair die,
    which no number of rolls detects, and for values that are not probabilities.
    """
    if not 0 <= chance_of_six <= 1 or not 0 < level < 1 or not level < power < 1:
        raise MalformedError("odds-chances", six=chance_of_six, level=level, power=power)
    from scipy.special import chdtri, chndtr

    fair = 1 / len(FACES)
    others = (1 - chance_of_six) / (len(FACES) - 1)
    effect = ((chance_of_six - fair) ** 2 + 5 * (others - fair) ** 2) / fair
    if effect < 1e-9:
        raise MalformedError("odds-fair-die")
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
