"""A second look gives each doubted die the least that any of its looks gives; shown with a stand-in for the network."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tests.vision.dice.test_classifier import Looks, square
from vision.dice.acceptance import CONFIRMED
from vision.dice.detections import DetectedDie
from vision.dice.detector import OUTCOMES
from vision.dice.tta_check import ABOVE, NEARLY, RECOLOURINGS, UPRIGHT, TtaCheck, own_pips_agree

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
@settings(max_examples=depth(25, 30), deadline=None)
def test_each_die_has_the_least_that_one_of_its_eight_looks_gives_its_value(
    told: list[list[float]], values: list[int]
) -> None:
    dice = [replace(DIE, value=value, x_px=60.0 + 90 * k) for k, value in enumerate(values)]
    said = TtaCheck(square(100, 90, 40), session=Listed(told)).at(dice, dice, False)
    for k, die in enumerate(dice):
        shares = [np.exp(each[die.value - 1]) / np.sum(np.exp(each)) for each in told[8 * k : 8 * k + 8]]
        assert said[k] == pytest.approx(min(shares), rel=1e-4)


def test_from_the_side_no_look_is_upside_down() -> None:
    assert all(np.cos(np.radians(view.turn_deg)) > 0.9 for view in UPRIGHT)
    assert any(np.cos(np.radians(view.turn_deg)) < -0.9 for view in ABOVE)
    leaning = [replace(DIE, x_px=60.0 + 90 * k, lean=(0.0, 0.7)) for k in range(2)]
    above, side = Looks(), Looks()
    image = np.random.default_rng(1).integers(0, 255, (260, 300, 3)).astype(np.uint8)
    TtaCheck(image, session=above).at([DIE], [replace(each, lean=(0.0, 0.0)) for each in leaning], False)
    TtaCheck(image, session=side).at([DIE], leaning, False)
    assert not np.allclose(above.shown, side.shown)


def logits(share: float) -> list[float]:
    """Say four so surely, and every other outcome alike."""
    others = np.log((1 - share) / (OUTCOMES - 1))
    return [float(np.log(share)) if k == DIE.value - 1 else float(others) for k in range(OUTCOMES)]


@given(st.lists(st.floats(0.02, 0.98), min_size=1 + len(RECOLOURINGS), max_size=1 + len(RECOLOURINGS)), st.booleans())
@settings(max_examples=depth(25, 40), deadline=None)
def test_a_die_that_is_not_confirmed_has_the_most_of_what_it_gets_in_other_colours(
    told: list[float], are_dice: bool
) -> None:
    session = Listed([logits(share) for share in told for _ in range(8)])
    (said,) = TtaCheck(square(100, 90, 40), session=session).at([DIE], [DIE], are_dice)
    plain, most = told[0], max(told)
    wanted = plain if plain >= CONFIRMED or not are_dice else most
    if are_dice and NEARLY <= wanted < CONFIRMED and own_pips_agree(square(100, 90, 40), DIE):
        wanted = CONFIRMED
    assert said == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize("agree", [True, False])
@pytest.mark.parametrize(("least", "enough"), [(0.39, False), (0.41, True)])
def test_a_die_that_is_nearly_confirmed_is_where_its_own_pips_say_so_too(
    least: float, enough: bool, agree: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.dice.tta_check.own_pips_agree", lambda image, die: agree)
    session = Listed([logits(least)] * 8 * (1 + len(RECOLOURINGS)))
    (said,) = TtaCheck(square(100, 90, 40), session=session).at([DIE], [DIE], True)
    assert said == pytest.approx(CONFIRMED if enough and agree else least, rel=1e-4)


def test_what_was_said_of_a_die_is_not_asked_again() -> None:
    look = TtaCheck(square(100, 90, 40), session=Listed([logits(0.9)] * 8))
    assert look.at([DIE], [DIE], True) == look.at([DIE, DIE], [DIE], True)[:1]


def test_once_a_die_is_not_confirmed_the_others_are_not_looked_at_further() -> None:
    dice = [replace(DIE, x_px=60.0 + 90 * k) for k in range(3)]
    plain = [logits(share) for share in (0.3, 0.05, 0.2) for _ in range(8)]
    worst = [logits(0.1)] * 8 * len(RECOLOURINGS)
    said = TtaCheck(square(100, 90, 40), session=Listed(plain + worst)).at(dice, dice, True)
    assert said == pytest.approx([0.3, 0.1, 0.2], rel=1e-4)
