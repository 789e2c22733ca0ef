"""Covariance from blocks: nothing where pixels err alone, all of it where they err together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.tags.solver import beyond, block_residual_covariance


@given(arrays(np.float64, (3, 5, 5), elements=st.floats(-1, 1)), st.floats(0.0, 4.0))
def test_what_exceeds_is_what_is_more_in_every_direction_and_never_less_than_nothing(
    roots: np.ndarray, times: float
) -> None:
    expected = roots @ roots.transpose(0, 2, 1) + 0.1 * np.eye(5)
    more = beyond(expected, times * expected)
    assert np.allclose(more, max(times - 1, 0.0) * expected, atol=1e-6)


def test_excess_in_one_direction_leaves_the_others() -> None:
    expected = np.diag([1.0, 4.0])[None]
    assert np.allclose(beyond(expected, np.diag([3.0, 2.0])[None]), np.diag([2.0, 0.0]))


def test_pixels_that_err_alone_pull_as_much_in_blocks_as_one_by_one_and_alike_ones_more() -> None:
    rng = np.random.default_rng(1)
    places = np.stack(np.meshgrid(np.arange(60), np.arange(60)), axis=-1).reshape(-1, 2) / 6.0 - 0.9
    u, v = places.T.astype(np.float32)
    jacobian = rng.normal(size=(3, len(u))).astype(np.float32)
    trace = float(
        np.mean([np.trace(block_residual_covariance(jacobian, _noise(rng, len(u)), u, v)) for _ in range(30)])
    )
    alone = float(np.square(jacobian).sum())
    assert 0.85 < trace / alone < 1.2
    ones = np.ones((1, len(u)), dtype=np.float32)
    by_block = np.floor((u + 0.5) / 2) + 100 * np.floor((v + 0.5) / 2)
    signs = dict(zip(np.unique(by_block), rng.choice([-1.0, 1.0], len(np.unique(by_block))), strict=True))
    together = np.array([signs[k] for k in by_block], dtype=np.float32)
    assert block_residual_covariance(ones, together, u, v)[0, 0] > 50 * len(u)


def _noise(rng: np.random.Generator, count: int) -> np.ndarray:
    return rng.normal(size=count).astype(np.float32)


def test_a_fit_that_ran_away_costs_no_memory() -> None:
    """Few pixels over a tag of millions of modules: there are no more blocks than pixels."""
    chance = np.random.default_rng(3)
    u, v = chance.uniform(-4e6, 4e6, (2, 60)).astype(np.float32)
    covariance = block_residual_covariance(np.ones((2, 60), np.float32), np.ones(60, np.float32), u, v)
    assert covariance == pytest.approx(np.full((2, 2), 60 * 60 / 59), rel=0.05)
