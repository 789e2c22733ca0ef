"""A second look gives each doubted die the least that any of its looks gives; shown with a stand-in for the network."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.dice.test_classifier import Looks, square
from vision.dice.classifier import OUTCOMES
from vision.dice.detections import DetectedDie
from vision.dice.second_look import ABOVE, UPRIGHT, SecondLook

DIE = DetectedDie(4, 100.0, 90.0, 40.0, 0.6, 0.1, 0.0, (0.0, 0.0))


class Listed(Looks):
    """Says of one crop after another what is listed."""

    def __init__(self, told: list[list[float]]) -> None:
        super().__init__()
        self.told = iter(told)

    def say(self, crop: Any) -> Any:
        return np.array(next(self.told), np.float32)


@given(
    st.lists(st.lists(st.floats(-6, 6), min_size=OUTCOMES, max_size=OUTCOMES), min_size=16, max_size=16),
    st.lists(st.integers(1, 6), min_size=2, max_size=2),
)
@settings(max_examples=30, deadline=None)
def test_each_die_has_the_least_that_one_of_its_eight_looks_gives_its_value(
    told: list[list[float]], values: list[int]
) -> None:
    dice = [replace(DIE, value=value, x_px=60.0 + 90 * k) for k, value in enumerate(values)]
    said = SecondLook(square(100, 90, 40), session=Listed(told)).at(dice, dice)
    for k, die in enumerate(dice):
        shares = [np.exp(each[die.value - 1]) / np.sum(np.exp(each)) for each in told[8 * k : 8 * k + 8]]
        assert said[k] == pytest.approx(min(shares), rel=1e-4)


def test_from_the_side_no_look_is_upside_down() -> None:
    assert all(np.cos(np.radians(view.turn_deg)) > 0.9 for view in UPRIGHT)
    assert any(np.cos(np.radians(view.turn_deg)) < -0.9 for view in ABOVE)
    leaning = [replace(DIE, x_px=60.0 + 90 * k, lean=(0.0, 0.7)) for k in range(2)]
    above, side = Looks(), Looks()
    image = np.random.default_rng(1).integers(0, 255, (260, 300, 3)).astype(np.uint8)
    SecondLook(image, session=above).at([DIE], [replace(each, lean=(0.0, 0.0)) for each in leaning])
    SecondLook(image, session=side).at([DIE], leaning)
    assert not np.allclose(above.shown, side.shown)
