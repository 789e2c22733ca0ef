"""The bounds of weighted counts: those of Poisson where all weigh alike, and kept as often as they say where not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import poisson

from referee.rules.ruling import Threshold
from tests.verdicts.proof import ALPHA, Look, Looked, bounds, proof_of, settled

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize("count", [0, 1, 7, 60])
def test_where_all_weigh_alike_the_bounds_are_those_of_poisson(count: int) -> None:
    low, high = bounds(np.full(count, 0.5), np.array([0.5]))
    assert poisson.cdf(count, high / 0.5) == pytest.approx(ALPHA)
    assert low == 0.0 if count == 0 else poisson.sf(count - 1, low / 0.5) == pytest.approx(ALPHA)


def test_unequal_weights_keep_the_bound() -> None:
    rng, weights, rates = np.random.default_rng(5), np.array([0.1, 0.4, 1.0]), np.array([20.0, 3.0, 0.4])
    over = 0
    for _ in range(4000):
        counted = np.repeat(weights, rng.poisson(rates))
        over += bounds(counted, weights)[1] < float(weights @ rates)
    assert over / 4000 < 2 * ALPHA


def tables(count: int, wrong: int) -> list[Looked]:
    """Return tables with two looks each, the heavy one right, and so many of the light ones wrong."""
    return [Looked("k", "kt24", row, (Look(0.1, 0.99, row >= wrong), Look(0.9, 0.001, False))) for row in range(count)]


def test_shares_are_of_the_weights_and_a_threshold_decides_what_is_called() -> None:
    found = proof_of(tables(1000, 10))
    assert found.wrong == pytest.approx(0.1 * 10 / 1000)
    assert found.stated == pytest.approx(0.1 * 0.01 + 0.9 * 0.001)
    assert found.too_close == pytest.approx(0.0)
    stricter = proof_of(tables(1000, 10), Threshold(0.995))
    assert stricter.too_close == pytest.approx(0.1)
    assert stricter.wrong == 0.0


@pytest.mark.parametrize(("share", "verdict"), [(0.0, "shown"), (0.2, "refuted")])
def test_a_kind_is_settled_by_enough_tables(share: float, verdict: str) -> None:
    found = settled(tables(6400, round(6400 * share)))
    assert found is not None
    assert found.verdict == verdict
    assert settled(tables(199, 0)) is None
