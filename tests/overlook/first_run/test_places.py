"""What a player reads of a place where the verify plate was measured."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from calibration.pose.accuracy import PlateReading
from overlook.first_run.picture_checks import describe_place

SPREAD_MM = np.linspace(-0.05, 0.05, 21)


def line(mean_mm: float, *, sigma_mm: float = 0.1) -> str:
    errors_mm = SPREAD_MM + mean_mm
    return describe_place(PlateReading("place 1", (203.2, 279.4), errors_mm, np.full(21, sigma_mm), 1.0, 12))


def test_a_place_is_said_as_a_player_would_find_it() -> None:
    assert (
        line(0.11)
        == '8.0" from the left edge, 11.0" from the near one: the camera measures 0.11 mm too long on average'
    )
    assert line(-0.004).endswith("the camera measures right on average")


@given(st.floats(-5, 5))
def test_its_error_is_said_in_words_that_mean_the_figure(mean_mm: float) -> None:
    said = re.search(r"measures (?:([0-9.]+) mm too (long|short)|right) on average", line(mean_mm))
    assert said is not None
    size, way = said.groups()
    meant_mm = 0.0 if size is None else float(size) * (1 if way == "long" else -1)
    assert abs(meant_mm - mean_mm) <= 0.005 + 1e-9


def test_what_the_table_does_not_allow_for_is_measured_again() -> None:
    assert "measure again" not in line(0.15)
    assert line(0.15, sigma_mm=0.02).endswith(
        "worse than it allows for: see that the plate is flat and its thickness right, and measure again"
    )
