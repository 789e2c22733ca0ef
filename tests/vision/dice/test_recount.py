"""What a make's pips count to confirms a doubted die, makes a believed one doubtful, or says nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.simulated.demonstration import BODIES, demonstration_tray
from simulation.cameras.tray_camera import SimulatedTray
from tests.vision.dice.test_pips import (
    BLACK_ON_WHITE,
    DARK_RED,
    MARBLE,
    MIDDLE,
    SIDE,
    Colour,
    face,
)
from tests.vision.dice.trays import die
from vision.dice import known_make, reader, tray_calibration
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading
from vision.dice.detections import DetectedDie
from vision.dice.face_templates import Example, face_of
from vision.dice.known_make import CountedBefore, confirmed_by, count_mismatch, counts_of, relabel
from vision.dice.networks import Image
from vision.dice.pips import Counted, Pips, counted
from vision.dice.tray import PlayersDice
from vision.dice.tray_calibration import tray_of_pictures

DOUBTFUL = Message.of("dice-doubtful", doubtful=1, dice=1)

WHITE_PIPS = Pips(axis=(0.0019, 0.0019, 0.0019), spacing=0.25, radius=0.11)
"""White on marble, told by how bright they are: a dark red one is none of them."""

CLEAR, UNCLEAR = 0.8, 0.1
VALUE = 3
SURE = replace(die(0, 0, VALUE), confidence=0.97, named=0.98, face=0.99, doubted=0.02)
UNSURE = replace(SURE, confidence=0.5, named=0.5, face=0.6, doubted=0.4)


BLANK = np.full((120, 120, 3), 128, np.uint8)


def example(shown: int, said: int) -> Example:
    image = face(shown, 140.0, seed=3)
    return Example(said, "roll", "A", face_of(image, die(MIDDLE, MIDDLE)))


def read(*dice: DetectedDie) -> RollReading:
    return RollReading(tuple(ReadDie(each, each.value, DieState.FLAT, None, owner="A") for each in dice), None)


def counting(value: int, margin: float) -> Counted:
    return Counted(value, margin, misfit=0.3)


@pytest.mark.parametrize("margin", [CLEAR, UNCLEAR])
@pytest.mark.parametrize("value", [VALUE, VALUE + 1])
def test_a_die_whose_pips_count_otherwise_is_doubted(value: int, margin: float) -> None:
    other = replace(SURE, x_px=90.0)
    reading = count_mismatch(read(UNSURE, other), {UNSURE: counting(value, margin)})
    believed = value == VALUE
    assert [each.doubt for each in reading.dice] == [None if believed else DieDoubt.TWO_VALUES, None]
    assert reading.call == ("read" if believed else "unsure")


@pytest.mark.parametrize("doubt", [DieDoubt.FAINT, DieDoubt.TWO_VALUES])
def test_a_doubted_die_shows_what_its_pips_count_to_beyond_doubt(doubt: DieDoubt) -> None:
    """Whatever it was read as: none of 2,400 flat dice was counted wrongly so (model_card.md)."""
    seen = replace(UNSURE, against=0.5)
    reading = RollReading((ReadDie(seen, VALUE, DieState.FLAT, doubt, owner="A"),), DOUBTFUL)
    for value in (VALUE, VALUE + 1):
        told = relabel(reading, BLANK, {seen: counting(value, CLEAR)})
        assert (told.call, told.values, told.dice[0].owner) == ("read", (value,), "A")
    assert relabel(reading, BLANK, {seen: counting(VALUE, UNCLEAR)}) is reading
    assert relabel(reading, BLANK, {seen: Counted(VALUE, CLEAR, misfit=2.5)}).values == (VALUE,)
    assert relabel(reading, BLANK, {seen: Counted(VALUE + 1, CLEAR, misfit=2.5)}) is reading


@pytest.mark.parametrize("doubt", [DieDoubt.COCKED, DieDoubt.OWNER, DieDoubt.UNEXPLAINED])
def test_pips_tell_neither_how_a_die_lies_nor_whose_it_is(doubt: DieDoubt) -> None:
    reading = RollReading((ReadDie(UNSURE, VALUE, DieState.FLAT, doubt, owner="A"),), DOUBTFUL)
    assert relabel(reading, BLANK, {UNSURE: counting(VALUE, CLEAR)}) is reading


def test_a_die_of_which_the_networks_are_nearly_certain_is_named_by_no_other_count() -> None:
    reading = read(SURE)
    assert relabel(reading, BLANK, {SURE: counting(VALUE + 1, CLEAR)}) is reading


@pytest.mark.parametrize(("blown", "named_so"), [(0.02, True), (0.4, False)])
def test_pips_name_no_die_otherwise_than_it_was_read_where_glare_may_hide_some(blown: float, *, named_so: bool) -> None:
    """Of a five whose middle was white four pips were left (model_card.md)."""
    seen = replace(UNSURE, against=0.5)
    reading = RollReading((ReadDie(seen, VALUE, DieState.FLAT, DieDoubt.FAINT, owner="A"),), DOUBTFUL)
    told = relabel(reading, BLANK, {seen: counting(VALUE + 1, CLEAR)}, blown=lambda _: blown)
    assert (told.values == (VALUE + 1,)) is named_so
    assert relabel(reading, BLANK, {seen: counting(VALUE, CLEAR)}, blown=lambda _: blown).call == "read"


def test_pips_name_no_die_that_looks_like_one_of_which_a_player_said_another_value() -> None:
    unsure = replace(UNSURE, x_px=MIDDLE, y_px=MIDDLE)
    image, counts = face(VALUE, 20.0), {unsure: counting(VALUE, CLEAR)}
    reading = RollReading((ReadDie(unsure, VALUE, DieState.FLAT, DieDoubt.FAINT, owner="A"),), DOUBTFUL)
    makes = [PlayersDice(player="A", lab=(230, 128, 128), pips=BLACK_ON_WHITE)]
    said = {each: example(VALUE, each) for each in (VALUE, VALUE + 1)}
    assert relabel(reading, image, counts, [said[VALUE]], makes).values == (VALUE,)
    assert relabel(reading, image, counts, [said[VALUE + 1]], makes) is reading


@given(
    st.lists(
        st.tuples(st.none() | st.tuples(st.sampled_from([VALUE, VALUE + 1]), st.sampled_from([CLEAR, UNCLEAR]))),
        min_size=1,
        max_size=5,
    ),
    st.lists(st.floats(0.01, 0.99), min_size=5, max_size=5),
)
def test_pips_that_are_clear_decide_and_a_second_look_decides_the_rest(
    told: list[tuple[tuple[int, float] | None]], looks: list[float]
) -> None:
    dice = [replace(UNSURE, x_px=50.0 * k) for k in range(len(told))]
    counts = {each: counting(*count) for each, (count,) in zip(dice, told, strict=True) if count is not None}

    def again(doubted: Sequence[DetectedDie], found: Sequence[DetectedDie], are_dice: bool) -> list[float]:
        return [looks[dice.index(each)] for each in doubted]

    wanted = [
        look if count in (None, (VALUE, UNCLEAR)) else float(count == (VALUE, CLEAR))
        for (count,), look in zip(told, looks, strict=False)
    ]
    assert list(confirmed_by(counts, again)(dice, dice, True)) == wanted


def test_what_the_networks_hardly_take_for_a_die_is_not_confirmed_by_its_pips() -> None:
    ghost = replace(UNSURE, confidence=0.11)
    look = confirmed_by({ghost: counting(VALUE, CLEAR)}, lambda some, *_: [0.25] * len(some))
    assert list(look([ghost], [ghost], True)) == [0.25]


def test_only_doubtful_dice_of_a_player_whose_pips_are_known_are_counted() -> None:
    kinds = (
        ("A", DieState.FLAT, UNSURE),
        ("A", DieState.FLAT, SURE),
        ("A", DieState.COCKED, UNSURE),
        ("B", DieState.FLAT, UNSURE),
        (None, DieState.FLAT, UNSURE),
    )
    image = np.hstack([face(5, 20.0) for _ in kinds])
    dice = tuple(
        ReadDie(replace(seen, x_px=MIDDLE + SIDE * k, y_px=MIDDLE), VALUE, state, None, owner=owner)
        for k, (owner, state, seen) in enumerate(kinds)
    )
    colours = (
        PlayersDice(player="A", lab=(230, 128, 128), pips=BLACK_ON_WHITE),
        PlayersDice(player="B", lab=(20, 128, 128)),
    )
    counts = counts_of(RollReading(dice, None), image, colours)
    assert {each: count.value for each, count in counts.items()} == {dice[0].seen: 5}


def test_what_was_counted_is_not_counted_again_but_as_another_players_die(monkeypatch: pytest.MonkeyPatch) -> None:
    image, often = face(5, 20.0), []

    def noted(view: Image, seen: DetectedDie, pips: Pips) -> Counted:
        often.append(pips)
        return counted(view, seen, pips)

    monkeypatch.setattr(known_make, "counted", noted)
    seen = replace(UNSURE, x_px=MIDDLE, y_px=MIDDLE, value=5)
    other = Pips(axis=BLACK_ON_WHITE.axis, spacing=0.2, radius=0.08)
    colours = [
        PlayersDice(player=player, lab=(230, 128, 128), pips=pips)
        for player, pips in (("A", BLACK_ON_WHITE), ("B", other))
    ]
    readings = [RollReading((ReadDie(seen, 5, DieState.FLAT, None, owner=owner),), None) for owner in ("A", "A", "B")]
    before: CountedBefore = {}
    first, again, _ = (counts_of(reading, image, colours, before) for reading in readings)
    assert first == again == {seen: counted(image, seen, BLACK_ON_WHITE)}
    assert often == [BLACK_ON_WHITE, other]


@pytest.mark.parametrize(("pip", "left_open"), [(DARK_RED, True), (MARBLE, False)])
def test_a_red_one_is_not_doubted_for_showing_no_pip_of_the_others_colour(pip: Colour, *, left_open: bool) -> None:
    """A blank face that is read as a one is: it counts to nothing."""
    image = face(1, 20.0, MARBLE, pip)
    seen = replace(UNSURE, x_px=MIDDLE, y_px=MIDDLE, value=1)
    reading = RollReading((ReadDie(seen, 1, DieState.FLAT, None, owner="A"),), None)
    counts = counts_of(reading, image, [PlayersDice(player="A", lab=(50, 128, 128), pips=WHITE_PIPS)])
    assert (not counts) == left_open
    assert (count_mismatch(reading, counts) is reading) == left_open


def test_a_calibration_learns_the_pips_of_each_players_dice() -> None:
    camera, tray = demonstration_tray()
    makes = {each.player: each.pips for each in tray.colours}
    for player, body in BODIES.items():
        thrown = camera.tray.throw(range(1, 7), body)
        view = tray.view(camera.tray.picture(thrown))
        places = cv2.perspectiveTransform(np.array([[(each.x_px, each.y_px) for each in thrown]]), tray.onto)[0]
        pips = makes[player]
        assert pips is not None
        assert [counted(view, die(x, y), pips).value for x, y in places.tolist()] == [1, 2, 3, 4, 5, 6]


def test_of_dice_a_few_pixels_large_no_pips_are_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 17 px a flame in the place of a one was counted as a two."""
    made = SimulatedTray((480, 320), 30.0)
    empty, roll = [made.picture() for _ in range(4)], made.picture(made.throw(range(1, 7), BODIES["p1"]))
    assert tray_of_pictures(empty, made.corners_px, made.die_px, {"p1": roll}).colours[0].pips is not None
    monkeypatch.setattr(tray_calibration, "LEAST_PIPS_PX", made.die_px + 0.1)
    assert tray_of_pictures(empty, made.corners_px, made.die_px, {"p1": roll}).colours[0].pips is None


def test_the_networks_word_stands_against_pips_that_are_hardly_clearer() -> None:
    seen = replace(UNSURE, against=0.5)
    reading = RollReading((ReadDie(seen, VALUE, DieState.FLAT, DieDoubt.FAINT, owner="A"),), DOUBTFUL)
    hardly, clearly = (Counted(VALUE + 1, margin, misfit=0.3) for margin in (0.35, 0.8))
    assert relabel(reading, BLANK, {seen: hardly}) is reading
    assert relabel(reading, BLANK, {seen: clearly}).values == (VALUE + 1,)


def test_a_tray_asks_for_the_pips_of_dice_before_it_believes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    camera, tray = demonstration_tray()
    view = tray.view(camera.tray.picture(camera.tray.throw([2, 3, 5, 6], BODIES["p1"])))

    def read_when_counted_as(shown: Callable[[int], int]) -> RollReading:
        def counts(reading: RollReading, *_: object) -> dict[DetectedDie, Counted]:
            return {each.seen: counting(shown(each.value or 0), CLEAR) for each in reading.dice}

        monkeypatch.setattr(reader, "counts_of", counts)
        return reader.read_view(view, tray, 4, tray.flat)

    assert read_when_counted_as(lambda value: value).call == "read"
    otherwise = read_when_counted_as(lambda value: 7 - value)
    assert [each.doubt for each in otherwise.dice] == [DieDoubt.TWO_VALUES] * 4
    assert otherwise.call == "unsure"
