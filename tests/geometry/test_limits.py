"""Joint probabilities of limits against sampling, and errors that limits share."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

from geometry.errors import GeometryError
from geometry.limits import CERTAIN_SIGMAS, Limit, covariance_root, ndtr, prob_all, prob_any, sobol_normals, z_score
from geometry.position_errors import probability
from tests.depth import depth

scores = st.floats(-2.5, 2.5)
pulls = st.lists(st.floats(-1, 1), min_size=3, max_size=3).filter(lambda row: sum(map(abs, row)) > 0.2)


def limit(margin: float, *pull: float, cause: str = "camera") -> Limit:
    return Limit(margin, {cause: np.array(pull)})


def sampled(limits: list[Limit], may_fail: int = 0) -> float:
    draws = np.random.default_rng(4).standard_normal((40_000, 3))
    failed = np.sum([one.margin + draws @ one.sensitivity["camera"] < 0 for one in limits], axis=0)
    return float(np.mean(failed <= may_fail))


@given(scores, st.floats(0.01, 2))
def test_one_limit_holds_as_its_margin_says(score: float, sigma: float) -> None:
    assert prob_all([limit(score * sigma, sigma)]) == pytest.approx(NormalDist().cdf(score), abs=1e-9)


@settings(max_examples=depth(25, 40))
@given(scores, pulls, scores, pulls)
def test_two_limits_hold_together_as_in_a_sample(a: float, by_a: list[float], b: float, by_b: list[float]) -> None:
    both = [limit(a, *by_a), limit(b, *by_b)]
    assert prob_all(both) == pytest.approx(sampled(both), abs=0.012)


@pytest.mark.parametrize("seed", range(depth(2, 6)))
@pytest.mark.parametrize("may_fail", [0, 1])
def test_several_limits_hold_together_as_often_as_in_a_sample(seed: int, may_fail: int) -> None:
    stream = np.random.default_rng(seed)
    many = [limit(float(stream.uniform(-0.5, 2)), *stream.uniform(-1, 1, 3)) for _ in range(3 + seed % 3)]
    assert prob_all(many, may_fail=may_fail) == pytest.approx(sampled(many, may_fail), abs=0.02)


def test_what_two_limits_share_counts_once() -> None:
    assert prob_all([limit(0.0, 1.0), limit(0.0, 1.0)]) == pytest.approx(0.5)
    assert prob_all([limit(0.0, 1.0), limit(0.0, -1.0)]) == pytest.approx(0.0)
    assert prob_all([limit(0.0, 1.0), limit(0.0, 1.0, cause="another")]) == pytest.approx(0.25, abs=1e-4)


@given(scores, scores)
def test_some_hold_unless_all_fail(a: float, b: float) -> None:
    one, other = limit(a, 1.0, 0.0), limit(b, 0.6, 0.8)
    assert prob_any([one, other]) == pytest.approx(1 - prob_all([one.opposite, other.opposite]))
    assert prob_any([one]) == pytest.approx(one.p)


def test_limits_without_error_hold_or_do_not() -> None:
    assert prob_all([Limit(0.0), Limit(3.0)]) == 1.0
    assert prob_all([Limit(-0.1), limit(0.0, 1.0)]) == 0.0
    assert prob_all([Limit(-0.1), limit(9.0, 1.0)], may_fail=1) == 1.0
    assert prob_all([Limit(-0.1), Limit(-0.1)], may_fail=1) == 0.0


def test_draws_are_normal_and_the_same_each_time() -> None:
    draws = sobol_normals(1024, 4)
    assert np.abs(draws.mean(axis=0)).max() < 0.01
    assert np.abs(np.cov(draws.T) - np.eye(4)).max() < 0.05
    assert sobol_normals(1024, 4) is draws


def test_roots_make_the_covariance_again() -> None:
    covariance = np.array([[4e-4, 1e-4, 0, 2e-3], [1e-4, 2e-4, 0, 1e-3], [0, 0, 0, 0], [2e-3, 1e-3, 0, 0.25]])
    root = covariance_root(covariance)
    assert root @ root.T == pytest.approx(covariance)
    assert root.shape[1] == 3


@given(st.floats(0.001, 0.999))
def test_a_score_has_its_probability(p: float) -> None:
    assert NormalDist().cdf(z_score(p)) == pytest.approx(p, abs=1e-9)


@given(st.lists(st.floats(0, 1e-3), min_size=1, max_size=20))
def test_probabilities_that_add_up_to_one_but_for_rounding_are_certain(parts: list[float]) -> None:
    for whole in (1.0 - sum(parts) + sum(reversed(parts)), 1.0 + 2**-52, -(2**-60)):
        assert z_score(whole) == (CERTAIN_SIGMAS if whole > 0.5 else -CERTAIN_SIGMAS)


@pytest.mark.parametrize("p", [math.nan, 1.1, -0.1, math.inf])
def test_what_is_no_probability_has_no_score(p: float) -> None:
    with pytest.raises(GeometryError) as error:
        z_score(p)
    assert error.value.message.code == "geometry-probability"


def test_a_margin_or_an_error_that_is_not_a_number_holds_for_nobody() -> None:
    with pytest.raises(GeometryError) as error:
        limit(math.nan, 0.1)
    assert error.value.message.code == "geometry-margin-nan"
    with pytest.raises(GeometryError) as error:
        prob_all([limit(1.0, math.nan)])
    assert error.value.message.code == "geometry-sigma-nan"
    with pytest.raises(ValueError, match="margin"):
        probability(math.nan, 0.0)


@given(st.floats(-38, 38))
def test_the_normal_distribution_is_that_of_scipy(x: float) -> None:
    assert float(ndtr(x)) == pytest.approx(float(special.ndtr(x)), rel=1e-12, abs=1e-300)


def test_the_normal_distribution_takes_any_shape() -> None:
    assert ndtr(np.zeros((2, 3))) == pytest.approx(np.full((2, 3), 0.5))
    assert ndtr(0.5).shape == ()


@given(st.floats(0, 1))
def test_scores_are_the_inverse_of_the_normal_distribution_of_scipy(p: float) -> None:
    expected = min(max(float(special.ndtri(p)), -CERTAIN_SIGMAS), CERTAIN_SIGMAS)
    assert z_score(p) == pytest.approx(expected, rel=1e-13, abs=1e-15)
