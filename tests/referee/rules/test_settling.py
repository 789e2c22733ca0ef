"""What would settle a ruling that is too close: how much is missing, and where one would measure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geometry.witness import Role, Stroke, Witness
from messages.message import Message
from referee.rules.ruling import Fact, Measurement, Ruling, Threshold, Verdict, resolution_hint

stored = Message.stored

LINE = Witness((Stroke(Role.EYE, ((9.0, 9.0, 1.0),)), Stroke(Role.MEASURE, ((1.0, 2.0, 0.0), (3.0, 4.0, 1.0)))))


def ruling(margin: float, sigma: float = 0.01) -> Ruling:
    near = Measurement("H24-04", stored("it is near"), 1.0 - margin, 1.0, margin, sigma, LINE)
    return Ruling.of(stored("claim"), near, Measurement("D24-01", stored("far from any limit"), 1.0, 6.0, 5.0, 0.02))


def test_it_says_how_much_is_missing_and_where_one_would_measure() -> None:
    found = resolution_hint(ruling(0.004), Threshold(0.95))
    assert found is not None
    assert found.finding.rule == "H24-04"
    assert found.short == pytest.approx(1.6449 * 0.01 - 0.004, abs=1e-5)
    assert found.at == (2.0, 3.0, 0.5)
    assert (found.message["missing"], found.message["where"]) == ("length", "here")
    assert found.message["short"] == pytest.approx(0.316, abs=1e-3)


@pytest.mark.parametrize("margin", [-0.01, -0.004, 0.0, 0.004, 0.01])
def test_what_is_missing_is_what_would_make_it_sure(margin: float) -> None:
    threshold = Threshold(0.95)
    found = resolution_hint(ruling(margin), threshold)
    assert found is not None
    away = margin + found.short * (1 if margin >= 0 else -1)
    assert ruling(away * 1.001).verdict(threshold) is (Verdict.YES if margin >= 0 else Verdict.NO)
    assert ruling(away * 0.999).verdict(threshold) is Verdict.TOO_CLOSE


@pytest.mark.parametrize("margin", [0.02, -0.02])
def test_a_ruling_that_is_called_needs_nothing(margin: float) -> None:
    assert resolution_hint(ruling(margin), Threshold(0.95)) is None


def test_what_nobody_measured_has_nothing_to_measure() -> None:
    unsure = Ruling(stored("claim"), (Fact.declared("r", True, stored("said")),), 0.5)
    assert resolution_hint(unsure, Threshold(0.95)) is None


def test_what_stands_where_somebody_said_is_not_in_the_cameras_way() -> None:
    said = replace(ruling(0.004), by_hand=("a1",))
    found = resolution_hint(said, Threshold(0.95))
    assert found is not None
    assert found.message["by_hand"] == ("A1",)
    both = resolution_hint(replace(said, by_hand=("a1", "b2")), Threshold(0.95))
    assert both is not None
    assert both.message["by_hand"] == ("A1", "B2")
