"""Two faces nearer to each other than an edge are one die's; from the side the one below the top is its side."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from tests.vision.dice.pinhole import both_faces, table
from tests.vision.dice.trays import die
from vision.dice.acceptance import accept_dice
from vision.dice.detections import DetectedDie, one_face_per_die, thrown_and_further, without_side_faces
from vision.dice.networks import EDGE_PX

FLAT = [die(60.0 + 60 * k, 40.0) for k in range(4)]


def second_face(of: DetectedDie, far: float, present: float, value: int = 4) -> DetectedDie:
    return replace(of, x_px=of.x_px + far * EDGE_PX, value=value, confidence=present)


@given(st.lists(st.tuples(st.floats(0, 400), st.floats(0, 400)), max_size=14))
def test_dice_that_are_an_edge_apart_stay_what_they_are(places: list[tuple[float, float]]) -> None:
    dice: list[DetectedDie] = []
    for x, y in places:
        if all((x - other.x_px) ** 2 + (y - other.y_px) ** 2 >= EDGE_PX**2 for other in dice):
            dice.append(die(x, y))
    assert one_face_per_die(dice) == dice


def test_of_two_faces_the_surer_is_shown_and_the_die_lies_between_them() -> None:
    one = die(100.0, 100.0)
    (found,) = one_face_per_die([second_face(one, 0.7, 0.3), one])
    assert (found.value, found.confidence) == (one.value, one.confidence)
    assert (found.x_px, found.y_px) == pytest.approx((100.0 + 0.35 * EDGE_PX, 100.0))


def test_a_second_face_takes_no_other_dies_place() -> None:
    shown = [*FLAT, second_face(FLAT[0], 0.7, 0.4)]
    for count in (None, 4):
        assert sorted(accept_dice(shown, count).values) == sorted(die.value for die in FLAT)


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4)), min_size=1, max_size=9, unique=True),
    st.floats(0, 90),
    st.floats(35, 55),
)
def test_from_the_side_the_sides_of_dice_are_no_dice(
    places: list[tuple[int, int]], turn_deg: float, tilt_deg: float
) -> None:
    dice = [both_faces(np.array([1.6 * x, 1.6 * y, 0.0]), turn_deg, tilt_deg, 40) for x, y in places]
    tops_alone = [top for top, _ in dice]
    assert without_side_faces([face for die in dice for face in die]) == tops_alone
    assert accept_dice([*tops_alone, *(side for _, side in dice)]).values == (3,) * len(dice)


@given(st.integers(0, 10**6), st.floats(20, 45), st.floats(35, 55))
def test_from_the_side_a_die_that_leans_is_not_taken_for_a_side(seed: int, cocked_deg: float, tilt_deg: float) -> None:
    dice = table(np.random.default_rng(seed), 6, tilt_deg, 40, cocked_deg)
    assert without_side_faces(dice) == dice


@given(st.integers(0, 10**6), st.floats(20, 45))
def test_from_above_no_face_is_taken_for_a_side(seed: int, cocked_deg: float) -> None:
    dice = table(np.random.default_rng(seed), 6, 0, 60, cocked_deg)
    assert without_side_faces(dice) == dice


@given(st.integers(0, 10**6), st.floats(35, 55), st.floats(0.3, 0.95), st.floats(0, 6.2))
def test_from_the_side_a_face_beyond_the_count_that_lies_on_a_surer_die_is_its_side_however_it_is_seen_to_lean(
    seed: int, tilt_deg: float, far: float, way: float
) -> None:
    dice = table(np.random.default_rng(seed), 5, tilt_deg, 40, 0)[:5]
    sure = [replace(each, confidence=0.9) for each in dice]
    top = sure[0]
    x, y = top.x_px + far * top.edge_px * np.cos(way), top.y_px + far * top.edge_px * np.sin(way)
    askew = replace(top, x_px=x, y_px=y, lean=(top.lean[0], top.lean[1] + 0.5), value=5, confidence=0.6)
    assert thrown_and_further([*sure, askew], 5) == sure
    assert accept_dice([*sure, askew], 5).values == tuple(each.value for each in sure)
    away = replace(askew, x_px=top.x_px + 4000)
    assert thrown_and_further([*sure, away], 5) == [*sure, away]


def test_from_the_side_a_flat_die_that_touches_another_is_still_one_too_many() -> None:
    sure = [replace(each, confidence=0.9) for each in table(np.random.default_rng(3), 5, 45, 40, 0)[:5]]
    near = replace(sure[0], y_px=sure[0].y_px + 0.8 * sure[0].edge_px, confidence=0.6)
    assert thrown_and_further([*sure, near], 5) == [*sure, near]
    assert accept_dice([*sure, near], 5).why == Message.of("dice-extra", seen=6, thrown=5)
