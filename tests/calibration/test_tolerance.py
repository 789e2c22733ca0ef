"""Tolerances, and limits that NaN does not pass."""

from __future__ import annotations

import math
from dataclasses import fields

import pytest

from calibration.errors import CalibrationError
from calibration.tags import Tolerance, exceeds


@pytest.mark.parametrize("name", [field.name for field in fields(Tolerance)])
@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf])
def test_a_tolerance_is_finite_and_not_negative(name: str, value: float) -> None:
    with pytest.raises(CalibrationError) as error:
        Tolerance(**{name: value})
    assert error.value.message["name"] == name


@pytest.mark.parametrize(
    ("value", "over"), [(0.9, False), (1.0, False), (1.1, True), (math.inf, True), (-math.inf, False), (math.nan, True)]
)
def test_what_is_above_a_limit_or_no_number_exceeds_it(value: float, over: bool) -> None:
    assert exceeds(value, 1.0) is over
