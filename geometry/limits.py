"""Limits: margins with their sensitivities, and the joint probability that all or some of them hold.

A sensitivity is the margin's derivative by an independent cause of error, in inches per standard deviation. Limits that
share a cause are correlated, so the shared error is counted once.

Probabilities of many limits are averages over a Sobol sequence with the same draws as `scipy.stats.qmc.Sobol`, bit for
bit. scipy is used only for more than `MOST` dimensions: importing it takes 60 MB and a second, which the first
uncertain ruling of a game would have to wait for. `tests/geometry/test_sobol.py` compares the draws with scipy's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.base import EXACT_TOLERANCE
from geometry.errors import GeometryError

Array = NDArray[np.float64]
Words = NDArray[np.uint32]

DIRECTIONS: tuple[tuple[int, ...], ...] = (
    (3, 1),
    (7, 1, 3),
    (11, 1, 3, 1),
    (13, 1, 1, 1),
    (19, 1, 1, 3, 3),
    (25, 1, 3, 5, 13),
    (37, 1, 1, 5, 5, 17),
    (41, 1, 1, 5, 5, 5),
    (47, 1, 1, 7, 11, 19),
    (55, 1, 1, 5, 1, 1),
    (59, 1, 1, 1, 3, 11),
    (61, 1, 3, 5, 5, 31),
    (67, 1, 3, 3, 9, 7, 49),
    (91, 1, 1, 1, 15, 21, 21),
    (97, 1, 3, 1, 13, 27, 49),
    (103, 1, 1, 1, 15, 7, 5),
    (109, 1, 3, 1, 15, 13, 25),
    (115, 1, 1, 5, 5, 19, 61),
    (131, 1, 3, 7, 11, 23, 15, 103),
    (137, 1, 3, 7, 13, 13, 15, 69),
    (143, 1, 1, 3, 13, 7, 35, 63),
    (145, 1, 3, 5, 9, 1, 25, 53),
    (157, 1, 3, 1, 13, 9, 35, 107),
    (167, 1, 3, 1, 5, 27, 61, 31),
    (171, 1, 1, 5, 11, 19, 41, 61),
    (185, 1, 3, 5, 3, 3, 13, 69),
    (191, 1, 1, 7, 13, 1, 19, 1),
    (193, 1, 3, 7, 5, 13, 19, 59),
    (203, 1, 1, 3, 9, 25, 29, 41),
    (211, 1, 3, 5, 13, 23, 1, 55),
    (213, 1, 3, 7, 3, 13, 59, 17),
    (229, 1, 3, 1, 3, 5, 53, 69),
    (239, 1, 1, 5, 5, 23, 33, 13),
    (241, 1, 1, 7, 7, 1, 61, 123),
    (247, 1, 1, 7, 9, 13, 61, 49),
    (253, 1, 3, 3, 5, 3, 55, 33),
    (285, 1, 3, 1, 15, 31, 13, 49, 245),
    (299, 1, 3, 5, 15, 31, 59, 63, 97),
    (301, 1, 3, 1, 11, 11, 11, 77, 249),
    (333, 1, 3, 1, 11, 27, 43, 71, 9),
    (351, 1, 1, 7, 15, 21, 11, 81, 45),
    (355, 1, 3, 7, 3, 25, 31, 65, 79),
    (357, 1, 3, 1, 1, 19, 11, 3, 205),
    (361, 1, 1, 5, 9, 19, 21, 29, 157),
    (369, 1, 3, 7, 11, 1, 33, 89, 185),
    (391, 1, 3, 3, 3, 15, 9, 79, 71),
    (397, 1, 3, 7, 11, 15, 39, 119, 27),
    (425, 1, 1, 3, 1, 11, 31, 97, 225),
    (451, 1, 1, 1, 3, 23, 43, 57, 177),
    (463, 1, 3, 7, 7, 17, 17, 37, 71),
    (487, 1, 3, 1, 5, 27, 63, 123, 213),
    (501, 1, 1, 3, 5, 11, 43, 53, 133),
    (529, 1, 3, 5, 5, 29, 17, 47, 173, 479),
    (539, 1, 3, 3, 11, 3, 1, 109, 9, 69),
    (545, 1, 1, 1, 5, 17, 39, 23, 5, 343),
    (557, 1, 3, 1, 5, 25, 15, 31, 103, 499),
    (563, 1, 1, 1, 11, 11, 17, 63, 105, 183),
    (601, 1, 1, 5, 11, 9, 29, 97, 231, 363),
    (607, 1, 1, 5, 15, 19, 45, 41, 7, 383),
    (617, 1, 3, 7, 7, 31, 19, 83, 137, 221),
    (623, 1, 1, 1, 3, 23, 15, 111, 223, 83),
    (631, 1, 1, 5, 13, 31, 15, 55, 25, 161),
    (637, 1, 1, 3, 13, 25, 47, 39, 87, 257),
    (647, 1, 1, 1, 11, 21, 53, 125, 249, 293),
    (661, 1, 1, 7, 11, 11, 7, 57, 79, 323),
    (675, 1, 1, 5, 5, 17, 13, 81, 3, 131),
    (677, 1, 1, 7, 13, 23, 7, 65, 251, 475),
    (687, 1, 3, 5, 1, 9, 43, 3, 149, 11),
    (695, 1, 1, 3, 13, 31, 13, 13, 255, 487),
    (701, 1, 3, 3, 1, 5, 63, 89, 91, 127),
    (719, 1, 1, 3, 3, 1, 19, 123, 127, 237),
    (721, 1, 1, 5, 7, 23, 31, 37, 243, 289),
    (731, 1, 1, 5, 11, 17, 53, 117, 183, 491),
    (757, 1, 1, 1, 5, 1, 13, 13, 209, 345),
    (761, 1, 1, 3, 15, 1, 57, 115, 7, 33),
    (787, 1, 3, 1, 11, 7, 43, 81, 207, 175),
    (789, 1, 3, 1, 1, 15, 27, 63, 255, 49),
    (799, 1, 3, 5, 3, 27, 61, 105, 171, 305),
    (803, 1, 1, 5, 3, 1, 3, 57, 249, 149),
    (817, 1, 1, 3, 5, 5, 57, 15, 13, 159),
    (827, 1, 1, 1, 11, 7, 11, 105, 141, 225),
    (847, 1, 3, 3, 5, 27, 59, 121, 101, 271),
    (859, 1, 3, 5, 9, 11, 49, 51, 59, 115),
    (865, 1, 1, 7, 1, 23, 45, 125, 71, 419),
    (875, 1, 1, 3, 5, 23, 5, 105, 109, 75),
    (877, 1, 1, 7, 15, 7, 11, 67, 121, 453),
    (883, 1, 3, 7, 3, 9, 13, 31, 27, 449),
    (895, 1, 3, 1, 15, 19, 39, 39, 89, 15),
    (901, 1, 1, 1, 1, 1, 33, 73, 145, 379),
    (911, 1, 3, 1, 15, 15, 43, 29, 13, 483),
    (949, 1, 1, 7, 3, 19, 27, 85, 131, 431),
    (953, 1, 3, 3, 3, 5, 35, 23, 195, 349),
    (967, 1, 3, 3, 7, 9, 27, 39, 59, 297),
    (971, 1, 1, 3, 9, 11, 17, 13, 241, 157),
    (973, 1, 3, 7, 15, 25, 57, 33, 189, 213),
    (981, 1, 1, 7, 1, 9, 55, 73, 83, 217),
    (985, 1, 3, 3, 13, 19, 27, 23, 113, 249),
    (995, 1, 3, 5, 3, 23, 43, 3, 253, 479),
    (1001, 1, 1, 5, 5, 11, 5, 45, 117, 217),
    (1019, 1, 3, 3, 7, 29, 37, 33, 123, 147),
    (1033, 1, 3, 1, 15, 5, 5, 37, 227, 223, 459),
    (1051, 1, 1, 7, 5, 5, 39, 63, 255, 135, 487),
    (1063, 1, 3, 1, 7, 9, 7, 87, 249, 217, 599),
    (1069, 1, 1, 3, 13, 9, 47, 7, 225, 363, 247),
    (1125, 1, 3, 7, 13, 19, 13, 9, 67, 9, 737),
    (1135, 1, 3, 5, 5, 19, 59, 7, 41, 319, 677),
    (1153, 1, 1, 5, 3, 31, 63, 15, 43, 207, 789),
    (1163, 1, 1, 7, 9, 13, 39, 3, 47, 497, 169),
    (1221, 1, 3, 1, 7, 21, 17, 97, 19, 415, 905),
    (1239, 1, 3, 7, 1, 3, 31, 71, 111, 165, 127),
    (1255, 1, 1, 5, 11, 1, 61, 83, 119, 203, 847),
    (1267, 1, 3, 3, 13, 9, 61, 19, 97, 47, 35),
    (1279, 1, 1, 7, 7, 15, 29, 63, 95, 417, 469),
    (1293, 1, 3, 1, 9, 25, 9, 71, 57, 213, 385),
    (1305, 1, 3, 5, 13, 31, 47, 101, 57, 39, 341),
    (1315, 1, 1, 3, 3, 31, 57, 125, 173, 365, 551),
    (1329, 1, 3, 7, 1, 13, 57, 67, 157, 451, 707),
    (1341, 1, 1, 1, 7, 21, 13, 105, 89, 429, 965),
    (1347, 1, 1, 5, 9, 17, 51, 45, 119, 157, 141),
    (1367, 1, 3, 7, 7, 13, 45, 91, 9, 129, 741),
    (1387, 1, 3, 7, 1, 23, 57, 67, 141, 151, 571),
    (1413, 1, 1, 3, 11, 17, 47, 93, 107, 375, 157),
    (1423, 1, 3, 3, 5, 11, 21, 43, 51, 169, 915),
    (1431, 1, 1, 5, 3, 15, 55, 101, 67, 455, 625),
    (1441, 1, 3, 5, 9, 1, 23, 29, 47, 345, 595),
    (1479, 1, 3, 7, 7, 5, 49, 29, 155, 323, 589),
    (1509, 1, 3, 3, 7, 5, 41, 127, 61, 261, 717),
)
"""Direction numbers of the dimensions from the second on (Joe and Kuo 2008).

Each row: the bits of a primitive polynomial as a number, then the initial values of its recurrence, as many as its
degree. Source: "Constructing Sobol sequences with better two-dimensional projections".
"""

BITS = 30
MOST = len(DIRECTIONS) + 1
_ONE = np.uint32(1)


def sobol_draws(doublings: int, parts: int, seed: int) -> Array:
    """Return `2 ** doublings` points (n, parts) of a Sobol sequence in the unit cube, scrambled by the seed.

    Uses scipy for more than `MOST` dimensions; its draws are the same.
    """
    if parts > MOST:
        return _scipys(doublings, parts, seed)
    rng = np.random.default_rng(seed).spawn(1)[0]
    powers = np.left_shift(_ONE, np.arange(BITS, dtype=np.uint32))
    shift = (rng.integers(2, size=(parts, BITS), dtype=np.uint32) * powers).sum(axis=1, dtype=np.uint32)
    lower = np.tril(rng.integers(2, size=(parts, BITS, BITS), dtype=np.uint32))
    steps = _scrambled(_directions(parts), lower)
    found = shift[None]
    for bit in range(doublings):
        found = np.concatenate([found, found[::-1] ^ steps[:, bit]])
    return np.asarray(found * 0.5**BITS)


def _scipys(doublings: int, parts: int, seed: int) -> Array:
    from scipy.stats import qmc

    return np.asarray(qmc.Sobol(parts, scramble=True, rng=np.random.default_rng(seed)).random_base2(doublings))


def _scrambled(directions: Words, lower: Words) -> Words:
    """Return the direction numbers (parts, bits), each multiplied by its part's lower triangular matrix, modulo two."""
    lower[:, range(BITS), range(BITS)] = 1
    high_first = np.arange(BITS - 1, -1, -1, dtype=np.uint32)
    bits = np.right_shift(directions[:, :, None], high_first) & _ONE
    made = np.einsum("drk,dck->dcr", lower, bits) & _ONE
    return np.asarray(np.left_shift(made, high_first).sum(axis=2, dtype=np.uint32))


def _directions(parts: int) -> Words:
    """Return the direction numbers (parts, bits); those from the second dimension on follow their polynomials."""
    found = np.ones((parts, BITS), dtype=np.uint32)
    for part, (polynomial, *row) in enumerate(DIRECTIONS[: parts - 1], start=1):
        degree = len(row)
        for at in range(degree, BITS):
            new = row[at - degree]
            for back in range(degree):
                if polynomial >> (degree - 1 - back) & 1:
                    new ^= row[at - back - 1] << (back + 1)
            row.append(new)
        found[part] = row
    return found << np.arange(BITS - 1, -1, -1, dtype=np.uint32)


STANDARD_NORMAL = NormalDist()

_tail_of = np.frompyfunc(math.erfc, 1, 1)
_score_at = np.frompyfunc(STANDARD_NORMAL.inv_cdf, 1, 1)


def ndtr(x: ArrayLike) -> Array:
    """Return the standard normal cumulative probability of `x`, any shape, accurate in both tails."""
    return np.asarray(_tail_of(-np.asarray(x, dtype=np.float64) * math.sqrt(0.5)), dtype=np.float64) / 2


Sensitivity = Mapping[str, Array]

CERTAIN_SIGMAS = 6.0
"""Standard deviations from a limit beyond which it counts as certain to hold or to fail."""

DRAWS, SEED = 1024, 20241
_ALIKE = 1 - 1e-9
_ROUNDING = 1e-9
NODES = 96


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """Margin in inches, not negative if the limit holds, and its sensitivity to each cause of error.

    `sensitivity` maps the name of a cause to the derivatives of the margin by its independent components, in inches per
    standard deviation. Raises `GeometryError` for a margin or an error that is NaN, which would otherwise compare as
    certain.
    """

    margin: float
    sensitivity: Sensitivity = field(default_factory=dict)

    def __post_init__(self) -> None:
        if math.isnan(self.margin):
            raise GeometryError("geometry-margin-nan", causes=sorted(self.sensitivity))

    @property
    def sigma(self) -> float:
        """Standard deviation of the margin, inches."""
        sigma = math.sqrt(sum(float(part @ part) for part in self.sensitivity.values()))
        if math.isnan(sigma):
            raise GeometryError("geometry-sigma-nan", margin=self.margin, pull=repr(self.sensitivity))
        return sigma

    @property
    def opposite(self) -> Limit:
        """The complementary limit: it holds exactly if this one fails."""
        return Limit(-self.margin, {cause: -part for cause, part in self.sensitivity.items()})

    @property
    def doubtful(self) -> bool:
        """Whether the errors can change whether it holds."""
        return abs(self.margin) < CERTAIN_SIGMAS * self.sigma

    @property
    def p(self) -> float:
        """Probability that it holds."""
        sigma = self.sigma
        if sigma == 0:
            return float(self.margin >= -EXACT_TOLERANCE)
        return math.erfc(-self.margin / sigma * math.sqrt(0.5)) / 2


def prob_all(limits: Iterable[Limit], *, may_fail: int = 0) -> float:
    """Return the probability that every limit holds, or all but `may_fail` of them, assuming normal errors.

    One limit: its own probability. Two: the bivariate normal distribution, to 1e-4. More: the share of `DRAWS`
    low-discrepancy draws, to 3e-3.
    """
    doubtful = []
    for limit in limits:
        if limit.doubtful:
            doubtful.append(limit)
        elif limit.margin < (0.0 if limit.sigma else -EXACT_TOLERANCE):
            may_fail -= 1
    if may_fail < 0:
        return 0.0
    if may_fail >= len(doubtful):
        return 1.0
    if len(doubtful) == 1:
        return doubtful[0].p
    sigmas = np.array([limit.sigma for limit in doubtful])
    scores = np.array([limit.margin for limit in doubtful]) / sigmas
    alike = correlations(doubtful, sigmas)
    if len(doubtful) == 2 and may_fail == 0:
        return _both(float(scores[0]), float(scores[1]), float(alike[0, 1]))
    values, vectors = np.linalg.eigh(alike)
    spread = vectors * np.sqrt(np.clip(values, 0, None))
    failed = (sobol_normals(DRAWS, len(doubtful)) @ spread.T + scores < 0).sum(axis=1)
    return float((failed <= may_fail).mean())


def prob_any(limits: Iterable[Limit]) -> float:
    """Return the probability that at least one limit holds."""
    return 1.0 - prob_all([limit.opposite for limit in limits])


def correlations(limits: Sequence[Limit], sigmas: Array) -> Array:
    """Return the correlations of the margins, shape (n, n)."""
    found = np.eye(len(limits))
    for row, one in enumerate(limits):
        for column, other in enumerate(limits[:row]):
            shared = sum(
                _shared(part, other.sensitivity[cause])
                for cause, part in one.sensitivity.items()
                if cause in other.sensitivity
            )
            found[row, column] = found[column, row] = shared / (sigmas[row] * sigmas[column])
    return found


def _shared(one: Array, other: Array) -> float:
    """Return the covariance that two sensitivities to one cause share; missing trailing components count as zero."""
    parts = min(len(one), len(other))
    return float(one[:parts] @ other[:parts])


def _both(a: float, b: float, correlation: float) -> float:
    """Return the probability that X >= -a and Y >= -b, both standard normal with that correlation."""
    if correlation > _ALIKE:
        return float(ndtr(min(a, b)))
    if correlation < -_ALIKE:
        return max(0.0, float(ndtr(a) + ndtr(b) - 1))
    rest = math.sqrt(1 - correlation * correlation)
    low, high = max(-a, -8.0), 8.0
    turn = -b / correlation if abs(correlation) > 0.1 else low
    cuts = sorted({low, min(max(turn - 8 * rest, low), high), min(max(turn + 8 * rest, low), high), high})
    nodes, weights = _gauss()
    total = 0.0
    for start, end in pairwise(cuts):
        x = start + (end - start) * (nodes + 1) / 2
        density = np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        total += float(weights @ (density * ndtr((b + correlation * x) / rest))) * (end - start) / 2
    return min(max(total, 0.0), 1.0)


@lru_cache(maxsize=1)
def _gauss() -> tuple[Array, Array]:
    """Return Gauss-Legendre nodes and weights (96,), computed on first use."""
    return np.polynomial.legendre.leggauss(NODES)


@lru_cache(maxsize=64)
def sobol_normals(count: int, parts: int) -> Array:
    """Return standard normal draws (count, parts) from a Sobol sequence, the same at every call."""
    if parts == 0:
        return np.zeros((count, 0))
    spread = sobol_draws(max(1, math.ceil(math.log2(count))), parts, SEED)[:count]
    draws = np.asarray(_score_at(np.clip(spread, 1e-9, 1 - 1e-9)), dtype=np.float64)
    draws.setflags(write=False)
    return draws


def covariance_root(covariance: Array) -> Array:
    """Return a matrix (4, n) that maps n independent standard normal errors to errors with this covariance."""
    values, vectors = np.linalg.eigh(covariance)
    kept = values > 1e-18
    return np.asarray(vectors[:, kept] * np.sqrt(values[kept]))


def z_score(p: float) -> float:
    """Return the standard normal quantile of a probability, limited to ±`CERTAIN_SIGMAS`.

    Sums of probabilities that rounding carries past 0 or 1 count as 0 or 1. Raises `GeometryError` for any other number
    outside 0 to 1, and for NaN, whose quantile would compare as neither high nor low.
    """
    if not -_ROUNDING <= p <= 1 + _ROUNDING:
        raise GeometryError("geometry-probability", found=p)
    if p <= 0:
        return -CERTAIN_SIGMAS
    if p >= 1:
        return CERTAIN_SIGMAS
    return min(max(STANDARD_NORMAL.inv_cdf(p), -CERTAIN_SIGMAS), CERTAIN_SIGMAS)
