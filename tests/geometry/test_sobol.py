"""Draws without scipy.stats, against scipy.stats."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.limits import sobol_draws
from tests.depth import depth


@settings(max_examples=depth(25, 40))
@given(st.integers(0, 10), st.integers(1, 140), st.integers(0, 2**32))
def test_draws_are_those_of_scipy_bit_by_bit(doublings: int, parts: int, seed: int) -> None:
    from scipy.stats import qmc  # half a second, for this test alone

    theirs = qmc.Sobol(parts, scramble=True, rng=np.random.default_rng(seed)).random_base2(doublings)
    assert (sobol_draws(doublings, parts, seed) == theirs).all()


def test_the_first_halves_of_longer_draws_are_the_shorter_ones() -> None:
    assert (sobol_draws(6, 9, 3)[:32] == sobol_draws(5, 9, 3)).all()
