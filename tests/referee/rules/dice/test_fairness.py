"""Fair dice, loaded dice, and how many rolls it takes to tell."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from referee.rules.dice.fairness import CountedRoll, counted_fairness, fairness, rolls_to_tell
from tests.codes import coded


@given(st.lists(st.integers(1, 6), min_size=30, max_size=200))
def test_the_statistic_is_pearsons(values: list[int]) -> None:
    counts = [values.count(face) for face in range(1, 7)]
    expected = chisquare(counts)
    found = fairness(values)
    assert found.counts == tuple(counts)
    assert found.chi_squared == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)


def test_few_rolls_have_no_p_value() -> None:
    assert fairness([6] * 29).p_value is None
    assert fairness([]).chi_squared == 0.0


@pytest.mark.parametrize("value", [0, 7, -1])
def test_what_no_die_shows_is_refused(value: int) -> None:
    with pytest.raises(ValueError, check=coded("odds-face")):
        fairness([1, value])


def test_fair_dice_are_called_unfair_as_often_as_the_level_says() -> None:
    rng = np.random.default_rng(1)
    p_values = [fairness(rng.integers(1, 7, 120).tolist()).p_value or 0.0 for _ in range(1500)]
    assert np.mean(np.array(p_values) < 0.05) == pytest.approx(0.05, abs=0.017)


@pytest.mark.parametrize("chance", [0.1, 0.13, 0.2, 0.25])
def test_that_many_rolls_find_the_loaded_die_as_often_as_promised(chance: float) -> None:
    rolls = rolls_to_tell(chance)
    rng = np.random.default_rng(2)
    faces = [(1 - chance) / 5] * 5 + [chance]
    counts = rng.multinomial(rolls, faces, size=4000)
    found = chisquare(counts, axis=1).pvalue < 0.05
    assert found.mean() == pytest.approx(0.8, abs=0.05)


@given(st.floats(0.2, 0.6), st.floats(0.01, 0.3))
def test_a_more_loaded_die_is_told_sooner(chance: float, more: float) -> None:
    assert rolls_to_tell(chance + more) <= rolls_to_tell(chance)


@pytest.mark.parametrize(
    ("chance", "level", "power"), [(1 / 6, 0.05, 0.8), (1.2, 0.05, 0.8), (0.3, 0.0, 0.8), (0.3, 0.5, 0.4)]
)
def test_what_cannot_be_told_is_refused(chance: float, level: float, power: float) -> None:
    with pytest.raises(ValueError, check=coded("odds-fair-die" if chance == 1 / 6 else "odds-chances")):
        rolls_to_tell(chance, level, power)


@st.composite
def counted_rolls(draw: st.DrawFn) -> CountedRoll:
    dice = draw(st.integers(1, 3))
    return CountedRoll(dice, draw(st.integers(0, dice)), draw(st.integers(1, 5)))


@given(st.lists(counted_rolls(), min_size=1, max_size=2))
def test_counted_successes_stray_as_often_as_exact_sums_say(rolls: list[CountedRoll]) -> None:
    needed = [one.faces for one in rolls for _ in range(one.dice)]
    expected = Fraction(sum(needed), 6)
    strayed = abs(sum(one.successes for one in rolls) - expected)
    ways = {0: Fraction(1)}
    for faces in needed:
        ways = {
            hits: ways.get(hits, Fraction(0)) * (6 - faces) / 6 + ways.get(hits - 1, Fraction(0)) * faces / 6
            for hits in range(max(ways) + 2)
        }
    found = counted_fairness(rolls)
    assert found.expected == pytest.approx(float(expected))
    assert found.p_value == pytest.approx(float(sum(p for hits, p in ways.items() if abs(hits - expected) >= strayed)))


def test_many_counted_dice_are_tested_without_running_over() -> None:
    found = counted_fairness([CountedRoll(6000, 3000, 3), CountedRoll(6000, 4200, 4), CountedRoll(12, 12, 6)])
    assert (found.dice, found.successes) == (12012, 7212)
    assert found.expected == pytest.approx(7012)
    assert 0 < found.p_value < 1e-3
    assert counted_fairness([CountedRoll(6000, 3000, 3)]).p_value == pytest.approx(1.0)
