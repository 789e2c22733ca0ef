"""A make's pips are learnt from a few of its dice, and count others of it; faces are drawn here point by point."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from tests.vision.dice.trays import die
from vision.dice.pips import Counted, Pips, counted, in_another_colour, pips_of

Image = NDArray[np.uint8]
Colour = tuple[float, float, float]
PLACES = {1: "5", 2: "19", 3: "159", 4: "1379", 5: "13579", 6: "134679"}
"""Where each value's pips lie, as on the keys of a telephone."""

MIDDLE, FINER, SIDE = 60.0, 4, 120
WHITE, BLACK = (230.0, 230.0, 225.0), (20.0, 20.0, 20.0)
DARK_RED, MARBLE = (40.0, 35.0, 75.0), (52.0, 48.0, 46.0)


def face(
    value: int,
    turn_deg: float = 0.0,
    body: Colour = WHITE,
    pip: Colour = BLACK,
    *,
    extra: tuple[str, float] = ("", 0.0),
    seed: int = 1,
) -> Image:
    """A picture of one die, 40 px, turned; `extra` are further marks, and how much of a pip's colour they have."""
    rng = np.random.default_rng(seed)
    large = np.full((SIDE * FINER, SIDE * FINER, 3), (90.0, 120.0, 80.0))
    turn = np.radians(turn_deg)

    def at(right: float, down: float) -> tuple[int, int]:
        x, y = np.cos(turn) * right - np.sin(turn) * down, np.sin(turn) * right + np.cos(turn) * down
        return round((MIDDLE + x + 0.5) * FINER), round((MIDDLE + y + 0.5) * FINER)

    corners = np.array([at(a, b) for a, b in ((-20, -20), (20, -20), (20, 20), (-20, 20))], np.int32)
    cv2.fillConvexPoly(large, corners, body)
    for keys, share in ((PLACES[value], 1.0), extra):
        for key in keys:
            down, right = divmod(int(key) - 1, 3)
            colour = [float(b + share * (p - b)) for b, p in zip(body, pip, strict=True)]
            cv2.circle(large, at(10.0 * (right - 1), 10.0 * (down - 1)), round(4 * FINER), colour, -1)
    small = cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(small + rng.normal(0, 2.5, small.shape), 0, 255).round(), dtype=np.uint8)


def learnt(
    said: tuple[int, ...] = (1, 2, 3, 4, 5, 6),
    *,
    shown: tuple[int, ...] = (),
    body: Colour = WHITE,
    pip: Colour = BLACK,
) -> Pips:
    """What dice that are read as `said` and are `shown` as the same, unless others, teach of a make that looks so."""
    faces = [face(each, 13.0 * k, body, pip, seed=k) for k, each in enumerate(shown or said)]
    dice = [die(MIDDLE + SIDE * k, MIDDLE, each) for k, each in enumerate(said)]
    pips = pips_of(np.hstack(faces), dice)
    assert pips is not None
    return pips


BLACK_ON_WHITE = learnt()
RED_ON_MARBLE = learnt(body=MARBLE, pip=DARK_RED)
WHITE_ON_MARBLE = Pips(axis=(0.0019, 0.0019, 0.0019), spacing=0.25, radius=0.11)


def seen_at(value: int, turn: float, off_px: tuple[float, float], size: float) -> Counted:
    """Count a 40 px die that the detector puts `off_px` from where it lies, with an edge `size` times as long."""
    seen = replace(die(MIDDLE + off_px[0], MIDDLE + off_px[1]), edge_px=40.0 * size)
    return counted(face(value, turn), seen, BLACK_ON_WHITE)


def off_by(px: float) -> st.SearchStrategy[tuple[float, float]]:
    return st.tuples(st.floats(-px, px), st.floats(-px, px))


@given(st.integers(1, 6), st.floats(0, 360), off_by(2), st.floats(0.94, 1.06))
@settings(max_examples=depth(25, 60), deadline=None)
def test_a_die_found_within_a_twentieth_of_its_edge_is_counted(
    value: int, turn: float, off_px: tuple[float, float], size: float
) -> None:
    assert seen_at(value, turn, off_px, size).agrees(value)


@given(st.integers(1, 6), st.floats(0, 360), off_by(3), st.floats(0.94, 1.06))
@example(4, 0.0, (0.0, 3.0), 1.0)
@settings(max_examples=depth(25, 60), deadline=None)
def test_a_die_found_further_off_is_doubted_at_worst(
    value: int, turn: float, off_px: tuple[float, float], size: float
) -> None:
    count = seen_at(value, turn, off_px, size)
    assert count.value == value or not count.names_it


@given(st.integers(1, 6), st.floats(0, 360))
@settings(max_examples=depth(25, 30), deadline=None)
def test_pips_that_hardly_differ_from_their_body_are_counted_all_the_same(value: int, turn: float) -> None:
    look = face(value, turn, MARBLE, DARK_RED, seed=7)
    assert counted(look, die(MIDDLE, MIDDLE), RED_ON_MARBLE).agrees(value)


@given(st.sampled_from([(2, "5", 3), (4, "5", 5), (4, "46", 6)]), st.floats(0, 90))
@settings(max_examples=depth(25, 30), deadline=None)
def test_marks_much_weaker_than_a_pip_of_that_make_are_none(case: tuple[int, str, int], turn: float) -> None:
    value, marks, taken_for = case
    count = counted(face(value, turn, extra=(marks, 0.2)), die(MIDDLE, MIDDLE), BLACK_ON_WHITE)
    assert count.agrees(value)
    assert count.denies(taken_for)


@pytest.mark.parametrize("value", PLACES)
def test_a_face_whose_marks_are_all_too_weak_shows_nothing(value: int) -> None:
    faint = tuple(b + 0.2 * (p - b) for b, p in zip(WHITE, BLACK, strict=True))
    count = counted(face(value, 20, pip=(faint[0], faint[1], faint[2])), die(MIDDLE, MIDDLE), BLACK_ON_WHITE)
    assert not any(count.agrees(each) for each in PLACES)


@pytest.mark.parametrize("turn", range(0, 180, 17))
@pytest.mark.parametrize("pip", [(30.0, 25.0, 150.0), (170.0, 60.0, 40.0)])
@pytest.mark.parametrize("value", [1, 4])
def test_a_face_whose_pips_are_of_another_colour_is_told_from_one_that_is_read_otherwise(
    value: int, turn: float, pip: Colour
) -> None:
    look = face(value, turn, MARBLE, pip, seed=5)
    assert in_another_colour(look, die(MIDDLE, MIDDLE, value), WHITE_ON_MARBLE)
    for other in PLACES.keys() - {value}:
        assert not in_another_colour(look, die(MIDDLE, MIDDLE, other), WHITE_ON_MARBLE)


@pytest.mark.parametrize("width", [2, 4, -1])
def test_an_emblem_is_no_pip_of_another_colour(width: int) -> None:
    """A ring, a thick one, and a disc twice as wide as a pip."""
    look = face(1, 0, MARBLE, MARBLE)
    cv2.circle(look, (60, 60), 9, (40, 40, 200), width, cv2.LINE_AA)
    assert not any(in_another_colour(look, die(MIDDLE, MIDDLE, value), WHITE_ON_MARBLE) for value in PLACES)


def test_a_few_dice_that_were_misread_do_not_mislead() -> None:
    pips = learnt((1, 5, 5, 3, 6, 2), shown=(1, 4, 5, 3, 6, 2))
    for value in PLACES:
        assert counted(face(value, 31), die(MIDDLE, MIDDLE), pips).agrees(value)


def test_a_reflection_in_the_middle_that_is_read_as_a_pip_on_every_die_is_none() -> None:
    """Twos read as threes and fours as fives, one and all: a whole make is misread alike."""
    shown, said = (1, 2, 2, 2, 4, 4), (1, 3, 3, 3, 5, 5)
    faces = [face(each, 13.0 * k, extra=("5" if each > 1 else "", 0.2), seed=k) for k, each in enumerate(shown)]
    pips = pips_of(np.hstack(faces), [die(MIDDLE + SIDE * k, MIDDLE, each) for k, each in enumerate(said)])
    assert pips is not None
    for value in (2, 4):
        assert counted(face(value, 31, extra=("5", 0.2)), die(MIDDLE, MIDDLE), pips).agrees(value)


@pytest.mark.parametrize("sure", [(0.9, 0.9, 0.6, 0.5), (0.6, 0.9, 0.5, 0.4)])
def test_a_reflection_that_is_a_pip_on_some_dice_alone_is_told_by_those_that_are_read_least_surely(
    sure: tuple[float, ...],
) -> None:
    """A five and a three, and two twos that are read as threes."""
    shown, said = (5, 3, 2, 2), (5, 3, 3, 3)
    faces = [face(each, 13.0 * k, extra=("5" if each == 2 else "", 0.3), seed=k) for k, each in enumerate(shown)]
    dice = [
        replace(die(MIDDLE + SIDE * k, MIDDLE, each), confidence=confidence)
        for k, (each, confidence) in enumerate(zip(said, sure, strict=True))
    ]
    pips = pips_of(np.hstack(faces), dice)
    assert pips is not None
    for value in (2, 3, 5):
        extra = ("5", 0.3) if value == 2 else ("", 0.0)
        assert counted(face(value, 31, extra=extra), die(MIDDLE, MIDDLE), pips).value == value


def test_three_dice_say_what_pips_look_like_where_the_ones_are_red() -> None:
    shown = (1, 1, 1, 3, 5, 6)
    red, black = (30.0, 25.0, 150.0), (20.0, 20.0, 20.0)
    faces = [face(each, 13.0 * k, WHITE, red if each == 1 else black, seed=k) for k, each in enumerate(shown)]
    pips = pips_of(np.hstack(faces), [die(MIDDLE + SIDE * k, MIDDLE, each) for k, each in enumerate(shown)])
    assert pips is not None
    contrast = np.subtract(black, WHITE) @ pips.axis
    assert 0.7 < contrast < 1.4
    for value in (2, 3, 4, 5, 6):
        assert counted(face(value, 31), die(MIDDLE, MIDDLE), pips).agrees(value)


def test_a_make_knows_what_its_own_dice_leave_unexplained_and_which_values_they_showed() -> None:
    assert BLACK_ON_WHITE.shown == tuple(PLACES)
    few = learnt((2, 3, 4))
    assert few.shown == (2, 3, 4)
    said = [counted(face(each, 13.0 * k, seed=k), die(MIDDLE, MIDDLE), few) for k, each in enumerate((2, 3, 4))]
    assert few.misfit == pytest.approx(np.median([each.misfit for each in said]), rel=0.05)


@given(st.floats(0.05, 20), st.floats(0, 5), st.floats(0.1, 20))
def test_a_value_is_named_that_fits_as_well_as_its_makes_own_dice_and_better_than_all_others(
    usual: float, margin: float, times: float
) -> None:
    count = Counted(4, margin, misfit=times * usual, usual=usual)
    if times <= 1.4 and margin >= max(0.2, 0.2 * count.misfit):
        assert count.names_it
    if count.misfit > 2.0 and (times > 1.4 or margin < 0.2 * count.misfit):
        assert not count.names_it
    assert not Counted(0, margin, misfit=times * usual, usual=usual).names_it
    assert not (count.names_it and count.fits_none)


def test_pips_are_measured_as_they_were_drawn() -> None:
    assert BLACK_ON_WHITE.spacing == pytest.approx(10 / 40)
    assert BLACK_ON_WHITE.radius == pytest.approx(4 / 40, abs=0.021)
    assert 0.7 < np.dot(BLACK_ON_WHITE.axis, np.subtract((20, 20, 20), (230, 230, 225))) < 1.6


def test_nothing_is_learnt_from_too_few_dice_nor_from_plain_squares() -> None:
    two = np.hstack([face(3), face(4)])
    assert pips_of(two, [die(MIDDLE, MIDDLE, 3), die(MIDDLE + SIDE, MIDDLE, 4)]) is None
    values = (1, 2, 4, 5)
    squares = np.hstack([face(1, 20.0 * k, extra=("5", 0.0)) for k in range(4)])
    for plain in (squares, np.full_like(squares, 128)):
        assert pips_of(plain, [die(MIDDLE + SIDE * k, MIDDLE, each) for k, each in enumerate(values)]) is None


def test_dice_that_all_show_one_value_do_not_tell_what_a_pip_is() -> None:
    alike = np.hstack([face(1, 20.0 * k) for k in range(4)])
    assert pips_of(alike, [die(MIDDLE + SIDE * k, MIDDLE, 1) for k in range(4)]) is None


@pytest.mark.parametrize(
    ("count", "names_it"),
    [
        (Counted(4, 0.35, 0.5), True),
        (Counted(4, 0.25, 0.5), False),
        (Counted(2, 0.26, 1.2), False),
        (Counted(2, 0.45, 1.2), False),
        (Counted(2, 0.6, 1.2), True),
        (Counted(4, 3.0, 2.5), False),
        (Counted(0, 3.0, 0.5), False),
    ],
)
def test_a_count_names_a_value_by_itself_only_where_it_leaves_little_over(count: Counted, *, names_it: bool) -> None:
    """An emblem leaves 1.2 pips, and a two fits it better than all other values by a quarter of one."""
    assert count.names_it is names_it


@pytest.mark.parametrize(
    ("count", "agrees", "denies"),
    [
        (Counted(4, 0.5, 0.4), True, False),
        (Counted(4, 0.2, 0.4), False, False),
        (Counted(4, 0.5, 4.0), False, False),
        (Counted(4, 0.4, 1.9), True, False),
        (Counted(4, 0.87, 4.56), False, False),
        (Counted(4, 1.2, 4.56), True, False),
        (Counted(5, 0.1, 0.4), False, True),
        (Counted(5, 0.5, 9.0), False, False),
        (Counted(5, 3.0, 9.0), False, True),
    ],
)
def test_a_count_speaks_only_where_one_value_fits_better_than_the_others(
    count: Counted, *, agrees: bool, denies: bool
) -> None:
    assert (count.agrees(4), count.denies(4)) == (agrees, denies)


@pytest.mark.parametrize(
    ("margin", "misfit", "overrules"),
    [(0.31, 0.35, False), (0.52, 1.1, False), (0.41, 0.35, True), (0.61, 1.1, True), (0.39, 0.2, False)],
)
def test_pips_overrule_the_networks_only_where_they_are_clearer_than_they_must_be_to_agree(
    margin: float, misfit: float, *, overrules: bool
) -> None:
    """The first two were a three of gold pips counted as a two, and a five as a four."""
    count = Counted(2, margin, misfit, usual=0.46 if misfit > 1 else 0.31)
    assert count.names_it is (margin >= 0.3)
    assert count.overrules is overrules


@given(st.integers(0, 6), st.floats(0, 4), st.floats(0, 8), st.floats(0, 3))
def test_what_overrules_names_a_value(value: int, margin: float, misfit: float, usual: float) -> None:
    count = Counted(value, margin, misfit, usual)
    assert count.names_it or not count.overrules


def test_what_is_left_of_a_colour_where_pips_and_bodies_are_grey_is_no_makes_pips() -> None:
    """Of black dice with white pips five were counted right by it, by chance, and a skull as a two, for certain."""
    for pips in (BLACK_ON_WHITE, learnt((2, 3, 5, 3, 3), body=BLACK, pip=WHITE)):
        axis = np.array(pips.axis)
        assert abs(axis.sum()) > 0.8 * np.abs(axis).sum()
        assert pips.misfit < 0.5
