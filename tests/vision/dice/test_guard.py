"""A roll is accepted only where all of it is nearly certain, and otherwise says which dice are not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from vision.dice.acceptance import (
    CERTAIN,
    CERTAIN_COUNTED,
    CONFIRMED,
    CONFIRMED_ALONE,
    MOST_DICE,
    NO_DICE,
    ONE_SIZE,
    DieDoubt,
    RollReading,
    accept_dice,
    die_chance,
    empty_reading,
    reject_uncertain_roll,
)
from vision.dice.detections import DetectedDie

WHOSE = Message.of("dice-owner", unowned=1, dice=2)

chances = st.floats(0.46, 0.99)


def die(x: float, confidence: float = 0.92, against: float = 0.02, value: int = 4) -> DetectedDie:
    return DetectedDie(value, x, 50.0, 40.0, confidence, 0.01, 0.001, (0.0, 0.0), against=against)


def read(dice: list[DetectedDie], count: int | None, *, familiar: bool = False) -> RollReading:
    found = sorted(dice, key=lambda each: -each.present)
    return reject_uncertain_roll(accept_dice(found, count), found, counted=count is not None, familiar=familiar)


@given(st.lists(st.tuples(chances, st.floats(0, 1)), min_size=1, max_size=12), st.booleans())
def test_the_chance_of_a_roll_is_that_of_all_its_dice_together(seen: list[tuple[float, float]], familiar: bool) -> None:
    dice = [die(100.0 * k, *each) for k, each in enumerate(seen)]
    reading = read(dice, len(dice), familiar=familiar)
    together = math.prod(die_chance(each, familiar=familiar) for each in dice)
    assert reading.chance == pytest.approx(together)
    assert (reading.call == "read") == (together >= CERTAIN_COUNTED)


@given(st.lists(st.tuples(chances, st.floats(0, 1)), min_size=1, max_size=12))
def test_the_dice_that_are_not_marked_are_certain_together_and_no_fewer_could_be_marked(
    seen: list[tuple[float, float]],
) -> None:
    dice = [die(100.0 * k, *each) for k, each in enumerate(seen)]
    reading = read(dice, len(dice))
    sure = [die_chance(each.seen) for each in reading.dice if each.doubt is None]
    marked = [die_chance(each.seen) for each in reading.dice if each.doubt is DieDoubt.FAINT]
    assert math.prod(sure) >= CERTAIN_COUNTED
    if marked:
        assert max(marked) <= min(sure, default=1.0)
        assert math.prod([*sure, max(marked)]) < CERTAIN_COUNTED
        assert reading.why is not None
        assert (reading.why["doubtful"], reading.why["dice"]) == (len(marked), len(dice))


def test_an_unknown_make_is_named_and_a_known_one_is_not() -> None:
    doubtful = [die(0), die(100, 0.6, 0.4)]
    unknown, known = read(doubtful, 2).why, read([die(0), die(100, 0.5, 0.6)], 2, familiar=True).why
    assert unknown is not None
    assert known is not None
    assert (unknown.code, known.code) == ("dice-uncertain-make", "dice-uncertain")


def test_something_beside_the_dice_matters_only_where_nobody_said_how_many_were_thrown() -> None:
    dice = [die(0), die(100)]
    beside = replace(die(300), confidence=0.2, second=0.1)
    assert read(dice, None).call == "read"
    reading = read([*dice, beside], None)
    assert reading.astray == reading.why
    assert reading.why == Message.of("dice-perhaps-another", read=2)
    assert [each.doubt for each in reading.dice] == [None, None]
    assert read([*dice, beside], 2).call == "read"


def test_a_second_face_of_a_read_die_is_nothing_beside_it() -> None:
    dice = [die(0), die(100)]
    assert read([*dice, replace(die(8.0), confidence=0.2)], None).call == "read"


@given(st.lists(st.tuples(chances, st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=6))
def test_a_second_look_makes_a_roll_read_only_where_it_confirms_every_die_that_is_not_certain(
    seen: list[tuple[float, float, float]],
) -> None:
    dice = [die(100.0 * k, *each[:2]) for k, each in enumerate(seen)]
    told = {each.x_px: least for each, (_, _, least) in zip(dice, seen, strict=True)}
    plain = reject_uncertain_roll(accept_dice(dice, len(dice)), dice, counted=True)
    again = reject_uncertain_roll(
        accept_dice(dice, len(dice)), dice, counted=True, again=lambda some, *_: [told[d.x_px] for d in some]
    )
    doubted = [each for each in dice if die_chance(each) < CERTAIN]
    bar = CONFIRMED if 2 * len(doubted) <= len(dice) else CONFIRMED_ALONE
    confirmed = all(told[each.x_px] >= bar for each in doubted)
    assert again.call == ("read" if confirmed else plain.call)
    if again.call == "unsure":
        assert again == plain


@given(st.floats(0.4, 2.4), st.lists(st.floats(30, 50), min_size=2, max_size=6), st.booleans())
def test_a_die_of_another_size_than_all_others_is_believed_only_where_it_is_certain(
    share: float, edges: list[float], certain: bool
) -> None:
    """Two eyes in an emblem are read as a small die's two."""
    others = [replace(die(100.0 * k, 0.985, 0.002), edge_px=edge) for k, edge in enumerate(edges)]
    odd = replace(die(900.0, 0.985 if certain else 0.7, 0.002 if certain else 0.2), edge_px=share * edges[0])
    found = [*others, odd]
    reading = reject_uncertain_roll(
        accept_dice(found, len(found)), found, counted=True, again=lambda some, *_: [1.0] * len(some)
    )
    unlike = not min(edges) * ONE_SIZE <= odd.edge_px <= max(edges) / ONE_SIZE
    assert reading.call == ("unsure" if unlike and not certain else "read")
    if reading.call == "unsure":
        assert [each.seen for each in reading.dice if each.doubt is not None] == [odd]
        assert reading.why == Message.of("dice-other-size", unlike=1, dice=len(reading.dice))


@pytest.mark.parametrize(("edge_px", "call"), [(29.0, "unsure"), (33.0, "read")])
def test_in_a_tray_its_dice_s_size_is_known(edge_px: float, call: str) -> None:
    found = [die(0, 0.985, 0.002), replace(die(100, 0.7, 0.2), edge_px=edge_px)]
    reading = reject_uncertain_roll(
        accept_dice(found, 2), found, counted=True, in_tray=True, again=lambda some, *_: [1.0] * len(some)
    )
    assert reading.call == call


def test_a_second_look_says_nothing_of_how_many_were_thrown() -> None:
    doubtful = [die(0), die(100, 0.6, 0.4)]
    reading = reject_uncertain_roll(
        accept_dice(doubtful, None), doubtful, counted=False, again=lambda some, *_: [1.0] * len(some)
    )
    assert reading.call == "unsure"


def test_what_is_unsure_anyway_stays_as_it_is() -> None:
    unsure = empty_reading(NO_DICE)
    for counted in (True, False):
        assert reject_uncertain_roll(unsure, [], counted=counted).why == NO_DICE
    one_cocked = accept_dice([die(0, 0.6, 0.5), replace(die(100), cocked=0.9, askew=0.9)], 2)
    assert reject_uncertain_roll(one_cocked, [], counted=True, in_tray=True) is one_cocked


@given(st.lists(st.tuples(st.floats(0.3, 0.7), st.floats(0.2, 1)), min_size=2, max_size=9))
def test_of_things_in_an_unsure_picture_none_is_believed_that_is_not_certain_by_itself(
    seen: list[tuple[float, float]],
) -> None:
    things = [die(100.0 * k, *each) for k, each in enumerate(seen)]
    for count in (None, len(things) + 1, 1):
        reading = read(things, count)
        if reading.chance is None:
            assert reading.call == "unsure"
            assert all(die_chance(each.seen) >= CERTAIN for each in reading.sure)


def test_in_a_picture_of_more_things_than_anybody_throws_no_die_is_believed() -> None:
    things = [die(100.0 * k, 0.98, 0.001) for k in range(MOST_DICE + 1)]
    assert read(things, None).sure == ()
    assert len(read(things[:-1], MOST_DICE).sure) == MOST_DICE


def test_sure_dice_stay_believed_beside_a_cocked_one_that_nobody_counted() -> None:
    dice = [die(0), die(100), replace(die(200), cocked=0.9, askew=0.9)]
    reading = read(dice, None)
    assert sorted(each.doubt or "" for each in reading.dice) == ["", "", DieDoubt.COCKED]


def test_things_that_are_all_faint_are_no_dice_where_nobody_counted_them() -> None:
    things = [die(0, 0.6, 0.6), die(100, 0.6, 0.6)]
    assert read([*things, die(200, 0.3, 0.6)], None) == empty_reading(NO_DICE)
    assert [each.doubt for each in read(things, 2).dice] == [DieDoubt.FAINT] * 2


FAINT = DetectedDie(
    2, 500.0, 50.0, 40.0, 0.42, 0.01, 0.001, (0.0, 0.0), against=0.05, named=0.9, face=0.97, doubted=0.1
)


@pytest.mark.parametrize("doubted", [FAINT, replace(FAINT, confidence=0.55, second=0.25)], ids=["faint", "two values"])
@pytest.mark.parametrize(
    ("least", "thrown", "allowed", "call"),
    [
        (CONFIRMED, 3, True, "read"),
        (CONFIRMED - 0.01, 3, True, "unsure"),
        (CONFIRMED, 3, False, "unsure"),
        (CONFIRMED, 4, True, "unsure"),
    ],
)
def test_a_doubted_die_counts_where_one_is_known_to_lie_and_every_look_names_it(
    least: float, thrown: int, allowed: bool, call: str, doubted: DetectedDie
) -> None:
    found = [die(0.0), die(100.0), doubted]
    judged = accept_dice(found, thrown)
    reading = reject_uncertain_roll(
        judged, found, counted=True, in_tray=True, faint_again=allowed, again=lambda some, *_: [least] * len(some)
    )
    assert judged.call == "unsure"
    assert reading.call == call
    if call == "unsure":
        assert reading == judged


@pytest.mark.parametrize(
    ("certain", "faint", "call"), [(2, 1, "read"), (1, 1, "read"), (1, 2, "unsure"), (0, 1, "unsure")]
)
def test_in_a_photograph_faint_dice_count_only_beside_as_many_that_are_certain(
    certain: int, faint: int, call: str
) -> None:
    found = [die(100.0 * k, 0.97, 0.005) for k in range(certain)]
    found += [replace(FAINT, x_px=900.0 + 100 * k) for k in range(faint)]
    reading = reject_uncertain_roll(
        accept_dice(found, len(found)), found, counted=True, faint_again=True, again=lambda some, *_: [1.0] * len(some)
    )
    assert reading.call == call


@pytest.mark.parametrize(("certain", "doubted", "are_dice"), [(3, 2, True), (2, 2, True), (2, 3, False), (0, 1, False)])
def test_where_most_of_a_photograph_s_dice_are_doubted_no_look_in_other_colours_is_asked(
    certain: int, doubted: int, are_dice: bool
) -> None:
    found = [die(100.0 * k, 0.97, 0.005) for k in range(certain)]
    found += [die(900.0 + 100 * k, 0.6, 0.3) for k in range(doubted)]
    asked = []

    def again(some: Sequence[DetectedDie], _: Sequence[DetectedDie], in_colours: bool) -> list[float]:
        asked.append(in_colours)
        return [CONFIRMED] * len(some)

    reading = reject_uncertain_roll(accept_dice(found, len(found)), found, counted=True, again=again)
    assert asked == [are_dice]
    assert reading.call == ("read" if are_dice else "unsure")


def test_a_faint_die_beside_one_that_could_be_anybody_s_stays_doubtful() -> None:
    found = [die(0.0), die(100.0), FAINT]
    judged = accept_dice(found, 3)
    strange = replace(judged, dice=(replace(judged.dice[0], doubt=DieDoubt.OWNER), *judged.dice[1:]))
    reading = reject_uncertain_roll(
        strange, found, counted=True, in_tray=True, faint_again=True, again=lambda some, *_: [1.0] * len(some)
    )
    assert reading == strange


@given(chances, st.floats(0, 1))
def test_a_die_of_nobody_s_colour_in_a_tray_is_doubted_for_its_face_where_that_is_not_certain(
    confidence: float, against: float
) -> None:
    """Where only one player's dice are told by colour nobody asks whose it is, and its value is what counts."""
    found = [die(0, confidence, against), die(100)]
    judged = accept_dice(found, 2)
    strange = replace(judged, dice=tuple(replace(each, doubt=DieDoubt.OWNER) for each in judged.dice), why=WHOSE)
    taken = reject_uncertain_roll(strange, found, counted=True, in_tray=True, familiar=True)
    assert taken.why == WHOSE
    assert [each.doubt is DieDoubt.OWNER for each in taken.dice] == [
        die_chance(each.seen) >= CERTAIN for each in judged.dice
    ]
