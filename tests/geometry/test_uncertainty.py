"""Errors of distances against Monte Carlo, and the probability of a margin."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from geometry.base import Base, BaseShape
from geometry.measure import gap
from geometry.placement import Placement
from geometry.position_errors import gap_gradient, gap_sigma, probability
from geometry.table import Operative

COVARIANCE = np.array(
    [[4e-4, 1e-4, 0, 2e-3], [1e-4, 2e-4, 0, 1e-3], [0, 0, 1e-4, 0], [2e-3, 1e-3, 0, 0.25]], dtype=float
)
ROUND, OVAL = BaseShape.from_mm(32), BaseShape.from_mm((75, 42))


def operative(
    name: str,
    shape: BaseShape,
    x: float,
    y: float,
    z: float = 0.0,
    rotation_deg: float = 0.0,
    *,
    covariance: NDArray[np.float64] = COVARIANCE,
) -> Operative:
    return Operative(name, "p1", shape, 1.6, Placement(name, x, y, z, rotation_deg, covariance))


def draws(one: Operative, count: int, seed: int) -> list[Base]:
    stream = np.random.default_rng(seed)
    where = one.placement
    mean = np.array([where.x, where.y, where.z, where.rotation_deg])
    return [
        Base(one.shape, x, y, z, rotation_deg)
        for x, y, z, rotation_deg in stream.multivariate_normal(mean, where.covariance, count)
    ]


PAIRS = [
    (operative("a", ROUND, 5, 5), operative("b", ROUND, 8, 6)),
    (operative("a", OVAL, 5, 5, 0, 30), operative("b", ROUND, 8, 6)),
    (operative("a", OVAL, 5, 5, 0, 30), operative("b", OVAL, 8, 7, 0, 110)),
    (operative("a", ROUND, 5, 5, 3.0), operative("b", OVAL, 7, 6, 0, 80)),
    (operative("a", ROUND, 5, 5, 3.0), operative("b", ROUND, 5.2, 5.1, 0)),
]


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_sigma_of_a_gap_is_what_monte_carlo_finds(a: Operative, b: Operative) -> None:
    count = 2500
    sample = [gap(one, other) for one, other in zip(draws(a, count, 1), draws(b, count, 2), strict=True)]
    assert gap_sigma(a, b) == pytest.approx(np.std(sample), rel=0.07)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_gradient_of_a_gap_is_its_slope(a: Operative, b: Operative) -> None:
    step = 1e-6
    by_a, by_b = gap_gradient(a.base, b.base)
    for which, gradient in ((0, by_a), (1, by_b)):
        for axis in range(4):
            moved = []
            for sign in (1, -1):
                bases = [a.base, b.base]
                one = bases[which]
                place = [one.x, one.y, one.z, one.rotation_deg]
                place[axis] += sign * step
                x, y, z, rotation_deg = place
                bases[which] = Base(one.shape, x, y, z, rotation_deg)
                moved.append(gap(*bases))
            assert gradient[axis] == pytest.approx((moved[0] - moved[1]) / (2 * step), abs=1e-5)


def test_sigma_goes_on_through_touching() -> None:
    just_apart = gap_sigma(operative("a", ROUND, 5, 5), operative("b", ROUND, 5 + 32 / 25.4 + 1e-7, 5))
    just_over = gap_sigma(operative("a", ROUND, 5, 5), operative("b", ROUND, 5 + 32 / 25.4 - 1e-7, 5))
    touching = gap_sigma(operative("a", ROUND, 5, 5), operative("b", ROUND, 5 + 32 / 25.4, 5))
    assert just_apart == pytest.approx(just_over, rel=1e-6)
    assert touching == pytest.approx(just_apart, rel=1e-6)
    assert gap_sigma(operative("a", ROUND, 5, 5), operative("b", ROUND, 5, 5)) > 0


def test_exact_placements_have_no_sigma() -> None:
    exact = np.zeros((4, 4))
    a, b = operative("a", ROUND, 5, 5, covariance=exact), operative("b", OVAL, 9, 5, covariance=exact)
    assert gap_sigma(a, b) == 0


@pytest.mark.parametrize(
    ("margin", "sigma", "expected"),
    [
        (0.0, 0.01, 0.5),
        (0.0196, 0.01, 0.975),
        (-0.0196, 0.01, 0.025),
        (0.0, 0.0, 1.0),
        (-5e-7, 0.0, 1.0),
        (-1e-4, 0.0, 0.0),
        (1.0, 0.001, 1.0),
    ],
)
def test_probability_of_a_margin(margin: float, sigma: float, expected: float) -> None:
    assert probability(margin, sigma) == pytest.approx(expected, abs=3e-5)


@pytest.mark.parametrize("sigma", [-0.1, math.nan, math.inf])
def test_probability_refuses_an_impossible_sigma(sigma: float) -> None:
    with pytest.raises(ValueError, match="sigma"):
        probability(0.1, sigma)
