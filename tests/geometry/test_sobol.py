"""The points are scipy's, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import qmc

from geometry.limits import normal_draws
from geometry.normal import ndtri
from geometry.sobol import MOST_PARTS, sobol


@pytest.mark.parametrize("parts", [*range(1, 9), 17, 40, MOST_PARTS])
@pytest.mark.parametrize("bits", [0, 1, 6, 10])
@pytest.mark.parametrize("seed", [20241, 1, 2])
def test_the_points_are_those_of_scipy(parts: int, bits: int, seed: int) -> None:
    theirs = qmc.Sobol(parts, scramble=True, rng=np.random.default_rng(seed)).random_base2(bits)
    assert np.array_equal(sobol(2**bits, parts, np.random.default_rng(seed)), theirs)


@pytest.mark.parametrize(("count", "parts"), [(1024, 4), (96, 12), (64, 11), (64, MOST_PARTS + 3)])
def test_draws_are_normal_ones_of_those_points(count: int, parts: int) -> None:
    bits = (count - 1).bit_length()
    spread = qmc.Sobol(parts, scramble=True, rng=np.random.default_rng(20241)).random_base2(bits)[:count]
    assert np.array_equal(normal_draws(count, parts), ndtri(np.clip(spread, 1e-9, 1 - 1e-9)))
