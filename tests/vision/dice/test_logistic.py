"""Probabilities of log odds against decimal arithmetic, and at the ends of what a float holds."""

from __future__ import annotations

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.dice.detections import logistic


@given(st.floats(-1e5, 1e5))
def test_log_odds_of_any_size_have_their_probability(log_odds: float) -> None:
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = 40, 10**6, -(10**6)
        expected = 1 / (1 + (-Decimal(log_odds)).exp())
    assert logistic(log_odds) == pytest.approx(float(expected), rel=1e-12, abs=1e-300)


@given(st.floats(-1e5, 1e5))
def test_for_and_against_add_up_to_one(log_odds: float) -> None:
    assert logistic(log_odds) + logistic(-log_odds) == pytest.approx(1)
