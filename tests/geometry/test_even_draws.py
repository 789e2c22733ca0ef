"""Draws without scipy.stats, against scipy.stats."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special
from scipy.stats import qmc

from geometry.even_draws import even_draws
from geometry.limits import ndtr, ndtri
from tests.depth import depth


@settings(max_examples=depth(25, 40))
@given(st.integers(0, 10), st.integers(1, 140), st.integers(0, 2**32))
def test_draws_are_those_of_scipy_bit_by_bit(doublings: int, parts: int, seed: int) -> None:
    theirs = qmc.Sobol(parts, scramble=True, rng=np.random.default_rng(seed)).random_base2(doublings)
    assert (even_draws(doublings, parts, seed) == theirs).all()


def test_the_first_halves_of_longer_draws_are_the_shorter_ones() -> None:
    assert (even_draws(6, 9, 3)[:32] == even_draws(5, 9, 3)).all()


@given(st.floats(-38, 38))
def test_the_normal_distribution_is_that_of_scipy(x: float) -> None:
    assert float(ndtr(x)) == pytest.approx(float(special.ndtr(x)), rel=1e-12, abs=1e-300)


@given(st.floats(1e-300, 1 - 1e-16))
def test_its_inverse_is_that_of_scipy(p: float) -> None:
    assert float(ndtri(p)) == pytest.approx(float(special.ndtri(p)), rel=1e-13, abs=1e-15)


def test_both_take_any_shape_and_the_ends() -> None:
    assert ndtr(np.zeros((2, 3))) == pytest.approx(np.full((2, 3), 0.5))
    assert ndtri([[0.0, 0.5, 1.0]]).tolist() == [[-math.inf, 0.0, math.inf]]
    assert ndtri(0.5).shape == ndtr(0.5).shape == ()
