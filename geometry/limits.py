"""Limits: margins with their sensitivities, and the joint probability that all or some of them hold.

A sensitivity is the margin's derivative by an independent cause of error, in inches per standard deviation. Limits that
share a cause are correlated, so the shared error is counted once.
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
from geometry.sobol import sobol_draws

Array = NDArray[np.float64]

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
