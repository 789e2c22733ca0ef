"""What a player reads of a place where the verify plate was measured."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.pose.accuracy import PlateReading
from messages.message import Message
from overlook.first_run.picture_checks import describe_place

SPREAD_MM = np.linspace(-0.05, 0.05, 21)


def line(mean_mm: float, *, sigma_mm: float = 0.1) -> Message:
    errors_mm = SPREAD_MM + mean_mm
    return describe_place(PlateReading("place 1", (203.2, 279.4), errors_mm, np.full(21, sigma_mm), 1.0, 12))


def test_a_place_is_said_as_a_player_would_find_it() -> None:
    said = line(0.11)
    assert (said.code, said["way"], said["off"]) == ("first-place", "long", 0.11)
    assert (said["left"], said["front"]) == pytest.approx((8.0, 11.0))
    assert line(-0.004)["way"] == "right"


@given(st.floats(-5, 5))
def test_its_error_is_said_in_words_that_mean_the_figure(mean_mm: float) -> None:
    said = line(mean_mm)
    place = said if said.code == "first-place" else said["place"]
    meant_mm = place["off"] * {"long": 1, "short": -1, "right": 0}[place["way"]]
    assert abs(meant_mm - mean_mm) <= 0.005 + 1e-9


def test_what_the_table_does_not_allow_for_is_measured_again() -> None:
    assert line(0.15).code == "first-place"
    worse = line(0.15, sigma_mm=0.02)
    assert (worse.code, worse["place"].code) == ("first-place-worse", "first-place")
