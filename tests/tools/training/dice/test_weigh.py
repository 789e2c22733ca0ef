"""The evidence for cocked dice is weighed as it was drawn: a logistic regression finds its own coefficients."""

from __future__ import annotations

import numpy as np
import pytest

from tools.training.dice.weigh import weights_of

pytestmark = pytest.mark.nightly


@pytest.mark.parametrize("true", [(1.5, 0.5, 30.0, -2.0), (0.5, 2.0, 10.0, 0.5)])
def test_weights_that_drew_the_dice_are_found_again(true: tuple[float, ...]) -> None:
    rng = np.random.default_rng(3)
    known = np.column_stack(
        [rng.normal(-1, 2, 40_000), rng.normal(-1, 2, 40_000), rng.uniform(0, 0.25, 40_000), np.ones(40_000)]
    )
    cocked = rng.random(len(known)) < 1 / (1 + np.exp(-known @ np.array(true)))
    found = weights_of(known[~cocked], known[cocked])
    assert found == pytest.approx(np.array(true), rel=0.06, abs=0.1)


def test_what_says_nothing_weighs_nothing() -> None:
    rng = np.random.default_rng(4)
    rows = np.column_stack([rng.normal(size=(20_000, 2)), rng.uniform(0, 0.25, 20_000), np.ones(20_000)])
    cocked = rng.random(len(rows)) < 0.3
    *weights, constant = weights_of(rows[~cocked], rows[cocked])
    assert weights[:2] == pytest.approx([0, 0], abs=0.05)
    assert constant + weights[2] * 0.125 == pytest.approx(np.log(0.3 / 0.7), abs=0.05)
