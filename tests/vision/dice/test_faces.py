"""Two faces nearer to each other than an edge are one die's, seen from above: that die is cocked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.dice.trays import die
from vision.dice.faces import ONE_DIE, one_for_each_die
from vision.dice.guard import BESIDE, NEARLY, Doubt, State, judge
from vision.dice.network import EDGE_PX
from vision.dice.seen import SeenDie

FLAT = [die(60.0 + 60 * k, 40.0) for k in range(4)]


def second_face(of: SeenDie, far: float, present: float, value: int = 4) -> SeenDie:
    return replace(of, x_px=of.x_px + far * EDGE_PX, value=value, confidence=present)


@given(st.lists(st.tuples(st.floats(0, 400), st.floats(0, 400)), max_size=14))
def test_dice_that_are_an_edge_apart_stay_what_they_are(places: list[tuple[float, float]]) -> None:
    dice: list[SeenDie] = []
    for x, y in places:
        if all((x - other.x_px) ** 2 + (y - other.y_px) ** 2 >= EDGE_PX**2 for other in dice):
            dice.append(die(x, y))
    assert one_for_each_die(dice) == dice


def test_a_second_face_is_told_and_the_die_lies_between_the_two() -> None:
    one = die(100.0, 100.0)
    (found,) = one_for_each_die([second_face(one, 0.7, 0.3), one])
    assert (found.value, found.confidence, found.beside) == (one.value, one.confidence, 0.3)
    assert (found.x_px, found.y_px) == pytest.approx((100.0 + 0.35 * EDGE_PX, 100.0))


def test_a_die_that_shows_two_faces_is_cocked_and_takes_no_other_dies_place() -> None:
    shown = [*FLAT, second_face(FLAT[0], 0.7, BESIDE + 0.1)]
    for count in (None, 4):
        reading = judge(shown, count)
        assert [die.state for die in reading.dice].count(State.COCKED) == 1
        assert sorted(reading.values) == sorted(die.value for die in FLAT[1:])
        assert reading.why is not None
        assert "1 of 4 dice cocked" in reading.why


def test_a_face_that_is_nearly_sure_makes_a_doubt_and_a_faint_one_nothing() -> None:
    doubtful = judge([*FLAT, second_face(FLAT[0], 0.7, (1 + NEARLY) / 2 * BESIDE)], 4)
    assert [die.doubt for die in doubtful.dice].count(Doubt.COCKED) == 1
    assert judge([*FLAT, second_face(FLAT[0], 0.7, 0.5 * BESIDE)], 4).call == "read"


def test_from_the_side_every_die_shows_two_faces_and_none_is_cocked_for_it() -> None:
    aside = [replace(each, lean=(0.0, -0.6)) for each in FLAT]
    reading = judge([*aside, second_face(aside[0], ONE_DIE - 0.1, 0.25)], 4)
    assert reading.call == "read"
