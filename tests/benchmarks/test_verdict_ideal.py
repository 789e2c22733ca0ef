"""The referee's probabilities of charges and smoke beside a posterior that shares no code with it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.verdict_ideal import CLOSED, EDITIONS, compared

DRAWS = 4000
SAMPLED = 4.5 * 0.5 / DRAWS**0.5
"""What a share of so many draws is off by at most."""
CORNERS = 0.02
"""What is allowed to a probability by the derivatives of distances."""


@pytest.mark.parametrize(
    ("kind", "edition"), [(kind, edition) for kind in CLOSED for edition in EDITIONS.get(kind, ("kt24", "kt21"))]
)
def test_what_is_stated_is_the_posterior(kind: str, edition: str) -> None:
    looks = list(compared(kind, edition, seed=30, tables=3, draws=DRAWS))
    apart = np.array([one.p_yes - one.ideal for one in looks])
    assert np.abs(apart).max() < SAMPLED + CORNERS
    assert abs(apart.mean()) < 0.005
