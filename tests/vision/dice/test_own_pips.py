"""A die's own pips, counted where nobody knows its make: whatever colour and size explain it best."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tests.vision.dice.test_pips import BLACK, DARK_RED, MARBLE, MIDDLE, PLACES, SIDE, WHITE, Colour, face
from tests.vision.dice.trays import die
from vision.dice.tta_check import own_pips_agree

MAKES = (WHITE, BLACK), (BLACK, WHITE), (MARBLE, DARK_RED), ((170.0, 60.0, 40.0), (60.0, 210.0, 220.0))


@given(st.integers(1, 6), st.floats(0, 360), st.sampled_from(MAKES))
@settings(max_examples=depth(25, 40), deadline=None)
def test_pips_of_any_colour_say_what_they_come_to_and_nothing_else(
    value: int, turn: float, make: tuple[Colour, Colour]
) -> None:
    look = face(value, turn, *make, seed=9)
    assert [said for said in PLACES if own_pips_agree(look, die(MIDDLE, MIDDLE, said))] == [value]


@pytest.mark.parametrize("said", PLACES)
def test_a_face_without_pips_says_nothing(said: int) -> None:
    noise = np.random.default_rng(2).normal(0, 4, (SIDE, SIDE, 3))
    blank = np.clip(np.full((SIDE, SIDE, 3), (90.0, 120.0, 80.0)) + noise, 0, 255).astype(np.uint8)
    assert not own_pips_agree(blank, die(MIDDLE, MIDDLE, said))


@pytest.mark.parametrize("turn", range(0, 180, 20))
@pytest.mark.parametrize("value", [2, 4])
def test_a_mark_much_weaker_than_its_pips_is_none(value: int, turn: float) -> None:
    look = face(value, turn, extra=("5", 0.2), seed=4)
    assert not own_pips_agree(look, die(MIDDLE, MIDDLE, value + 1))
