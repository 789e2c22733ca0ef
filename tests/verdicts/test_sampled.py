"""Who knows the posterior by draws calls too close what is near its limit; a kind that does so oftener misses."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.verdicts.cases import limit_of
from tests.verdicts.sampled import Sampled, compare, is_close
from tests.verdicts.tables import VARIANTS, disturbed

pytestmark = pytest.mark.nightly

USUAL = VARIANTS["usual"]


@pytest.mark.parametrize(("off", "close"), [(0.0, True), (0.05, False), (-0.05, False)])
def test_what_is_at_its_limit_is_too_close_and_what_is_five_sigma_off_is_not(off: float, close: bool) -> None:
    table = limit_of("base over the board's edge", "kt24", USUAL, seed=3, number=0)
    assert table is not None
    assert is_close(table, table.scene(off), USUAL, np.random.default_rng(1)) is close


def test_draws_are_of_what_could_be_there() -> None:
    """A quarter of a sigma off the limit six in ten hold: no one batch is all alike, and far from both thresholds."""
    table = limit_of("base over the board's edge", "kt24", USUAL, seed=3, number=0)
    assert table is not None
    seen = disturbed(table.scene(0.25 * USUAL.place), VARIANTS["usual"], np.random.default_rng(2))
    assert is_close(table, seen, USUAL, np.random.default_rng(3))


def tables(own: float, ideal: float, count: int = 30) -> list[Sampled]:
    """Return tables whose shares scatter a little about these."""
    return [Sampled("k", "kt24", row, own + 0.01 * (row % 2), ideal + 0.01 * (row % 2)) for row in range(count)]


def test_shares_and_their_ratio_are_of_all_tables() -> None:
    found = compare(tables(0.095, 0.085))
    assert found.own == pytest.approx(0.1)
    assert found.ratio == pytest.approx(0.1 / 0.09)
    assert not found.missed


def test_a_kind_that_is_oftener_too_close_than_may_be_says_by_how_much() -> None:
    assert compare(tables(0.095, 0.055)).missed == ["0.37 above 1.3 times"]
    assert compare(tables(0.145, 0.145)).missed == ["3.0 % above 12 %"]


def test_where_the_ideal_judge_calls_everything_there_is_no_ratio() -> None:
    assert math.isnan(compare([Sampled("k", "kt24", row, 0.0, 0.0) for row in range(5)]).ratio)
