"""A ruling is data: findings, a probability, and a verdict by a threshold outside both."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from referee.rules.errors import MalformedError
from referee.rules.ruling import Fact, Finding, Measurement, Ruling, Threshold, Verdict

stored = Message.stored

finite = st.floats(-40, 40)


@pytest.mark.parametrize(("distance", "within"), [(1.80, True), (2.00, True), (2.0000000001, True), (2.20, False)])
def test_h24_02_within_means_that_distance_or_less(distance: float, within: bool) -> None:
    assert Measurement.at_most("H24-02", stored("within"), distance, 2.0).holds is within


@pytest.mark.parametrize(("distance", "more"), [(1.99, False), (2.0, False), (2.0 + 1e-9, False), (2.001, True)])
def test_more_than_is_strict_at_the_threshold(distance: float, more: bool) -> None:
    assert Measurement.more_than("J24-06", stored("clear"), distance, 2.0).holds is more


@given(finite, finite, st.floats(1e-3, 3))
def test_probability_is_even_at_the_threshold_and_mirrors_about_it(measured: float, limit: float, sigma: float) -> None:
    under = Measurement.at_most("r", stored("m"), measured, limit, sigma=sigma).p_yes
    over = Measurement.at_least("r", stored("m"), measured, limit, sigma=sigma).p_yes
    assert math.isclose(under + over, 1, abs_tol=1e-12)
    assert Measurement.at_most("r", stored("m"), limit, limit, sigma=sigma).p_yes == 0.5


@given(finite, finite, st.floats(1e-3, 3))
def test_probability_and_best_estimate_agree_about_the_likelier_side(
    measured: float, limit: float, sigma: float
) -> None:
    finding = Measurement.at_most("r", stored("m"), measured, limit, sigma=sigma)
    assert finding.holds == (finding.p_yes >= 0.5)


def test_the_camera_being_one_sigma_off_is_told_as_84_percent() -> None:
    assert math.isclose(
        Measurement.at_most("r", stored("m"), 0.99, 1.0, sigma=0.01).p_yes, 0.8413447460685, abs_tol=1e-12
    )


@pytest.mark.parametrize(
    ("p_yes", "verdict"),
    [
        (1.0, Verdict.YES),
        (0.95, Verdict.YES),
        (0.949, Verdict.TOO_CLOSE),
        (0.051, Verdict.TOO_CLOSE),
        (0.05, Verdict.NO),
    ],
)
def test_the_threshold_decides_what_is_called(p_yes: float, verdict: Verdict) -> None:
    assert Threshold(0.95).call(p_yes) is verdict


def test_a_ruling_holds_when_all_findings_do_and_names_every_fault() -> None:
    good = Fact.declared("a", True, stored(""))
    bad: list[Finding] = [
        Fact.declared("b", False, stored("")),
        Measurement.at_most("c", stored(""), 3, 2),
    ]
    ruling = Ruling.of(stored("claim"), good, *bad)
    assert not ruling.holds
    assert ruling.faults == tuple(bad)
    assert ruling.verdict() is Verdict.NO
    assert Ruling.of(stored("claim"), good).holds


def test_the_weakest_finding_is_the_decisive_one() -> None:
    sure, doubtful = (
        Measurement.at_most("a", stored(""), 1, 2, sigma=0.1),
        Measurement.at_most("b", stored(""), 1.98, 2, sigma=0.1),
    )
    ruling = Ruling.of(stored("claim"), sure, doubtful)
    assert ruling.decisive is doubtful
    assert ruling.p_yes == doubtful.p_yes
    assert ruling.verdict() is Verdict.TOO_CLOSE


def test_a_ruling_without_findings_holds_vacuously_and_has_nothing_decisive() -> None:
    assert Ruling.of(stored("claim")).holds
    assert Ruling.of(stored("claim")).decisive is None


@pytest.mark.parametrize("sigma", [-0.1, math.nan, math.inf])
def test_a_finding_refuses_an_impossible_sigma(sigma: float) -> None:
    with pytest.raises(MalformedError, match="sigma"):
        Measurement("r", stored("m"), 1, 1, 0, sigma)


def test_a_finding_refuses_what_is_no_number() -> None:
    with pytest.raises(MalformedError, match="not a number"):
        Measurement("r", stored("m"), math.nan, 1, 0)


@pytest.mark.parametrize("p_yes", [-0.01, 1.01, math.nan])
def test_a_ruling_refuses_an_impossible_probability(p_yes: float) -> None:
    with pytest.raises(MalformedError, match="probability"):
        Ruling(stored("claim"), (), p_yes)


@pytest.mark.parametrize("sure", [0.49, 1.0, math.nan])
def test_a_threshold_refuses_what_cannot_decide(sure: float) -> None:
    with pytest.raises(MalformedError, match="threshold"):
        Threshold(sure)
