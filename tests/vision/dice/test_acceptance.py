"""What is believed of a die and of a roll."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from vision.dice.acceptance import (
    ALONE,
    BELIEVED,
    BELIEVED_ONE,
    BELIEVED_UNCOUNTED,
    FOUND,
    LEVEL,
    MAYBE,
    MOST_DICE,
    NEAR,
    NO_DICE,
    RIVAL,
    DieDoubt,
    DieState,
    accept_all_dice,
    accept_dice,
    accept_die,
    accept_value,
    empty_reading,
    open_die,
)
from vision.dice.detections import COCKED, DOUBTED, TOGETHER, DetectedDie, FlatDie, Tilt, tilt_evidence

chance = st.floats(0, 1)
leans = st.tuples(st.floats(-1, 1), st.floats(-1, 1))
dice = st.builds(
    DetectedDie,
    st.integers(1, 6),
    st.floats(0, 500),
    st.floats(0, 500),
    st.floats(20, 90),
    chance,
    chance,
    chance,
    leans,
)


def die(
    value: int = 3, confidence: float = 0.9, second: float = 0.05, cocked: float = 0.02, x: float = 50.0
) -> DetectedDie:
    return DetectedDie(value, x, 50.0, 40.0, confidence, second, cocked, (0.0, 0.0))


@given(st.lists(dice, max_size=8), st.none() | st.integers(1, 8))
def test_a_roll_is_read_only_when_every_die_is_believed(found: list[DetectedDie], count: int | None) -> None:
    reading = accept_dice(sorted(found, key=lambda each: -each.present), count)
    assert (reading.call == "read") == (reading.why is None)
    if reading.call == "read":
        assert reading.dice
        assert all(each.doubt is None and each.value is not None for each in reading.dice)
        assert count in (None, len(reading.dice))


@given(dice)
def test_a_cocked_die_never_has_a_value_and_a_flat_one_always(seen: DetectedDie) -> None:
    read = accept_die(seen)
    assert (read.value is None) == (read.state is DieState.COCKED)
    assert read.value in (None, seen.value)


@given(dice)
def test_a_believed_die_is_sure_and_has_no_rival(seen: DetectedDie) -> None:
    if accept_die(seen).doubt is None:
        assert seen.confidence >= BELIEVED
        assert seen.second <= RIVAL * seen.confidence
        assert tilt_evidence(seen, ALONE).log_odds < DOUBTED


@pytest.mark.parametrize(
    ("seen", "doubt"),
    [
        (die(), None),
        (die(confidence=BELIEVED - 0.01), DieDoubt.FAINT),
        (die(confidence=0.6, second=0.4), DieDoubt.TWO_VALUES),
        (die(confidence=0.3, cocked=0.6), DieDoubt.COCKED),
        (die(confidence=0.9, cocked=0.6), DieDoubt.COCKED),
    ],
)
def test_each_doubt_has_its_name(seen: DetectedDie, doubt: DieDoubt | None) -> None:
    assert accept_die(seen).doubt is doubt


@given(st.floats(0, 0.9), st.floats(0, 0.9))
def test_what_is_cocked_and_what_nearly_is_follows_from_the_evidence(tilt: float, oblique: float) -> None:
    stance = Tilt(tilt, oblique)
    read, odds = accept_die(die(), stance), tilt_evidence(die(), stance).log_odds
    assert (read.state is DieState.COCKED) == (read.value is None) == (odds >= COCKED)
    assert (read.doubt is DieDoubt.COCKED) == (odds >= DOUBTED)
    assert (read.confidence >= 0.5) == (odds >= COCKED) or read.value is not None


def test_a_die_that_leans_far_apart_from_the_others_is_cocked() -> None:
    assert accept_die(die(), Tilt(0.3, 0.1)).state is DieState.COCKED
    assert accept_die(die(), Tilt(0.0, 0.1)).doubt is None


def test_of_four_dice_the_one_that_leans_is_called() -> None:
    flat = [die(x=50.0 + 100 * k) for k in range(3)]
    reading = accept_dice([*flat, replace(die(x=350), lean=(0.5, 0.1))], count=4)
    assert [each.state for each in reading.dice] == [*[DieState.FLAT] * 3, DieState.COCKED]
    assert reading.why == Message.of("dice-cocked", cocked=1, dice=4)


def test_something_faint_that_leans_beside_sure_dice_is_a_cocked_die() -> None:
    flat = [die(x=50.0 + 100 * k) for k in range(3)]
    faint = replace(die(x=350, confidence=(MAYBE + FOUND) / 2), lean=(0.5, 0.1))
    assert [each.state for each in accept_dice([*flat, faint]).dice] == [*[DieState.FLAT] * 3, DieState.COCKED]
    assert len(accept_dice([*flat, replace(faint, lean=(0.0, 0.0))]).dice) == 3
    assert len(accept_dice([*flat[:1], faint]).dice) == 1


def test_beside_dice_that_lay_flat_before_one_sure_die_is_enough_for_that_and_none_is_not() -> None:
    known = [FlatDie(40.0 * k, 200.0, (0.0, 0.0)) for k in range(6)]
    faint = replace(die(x=350, confidence=(MAYBE + FOUND) / 2), lean=(0.5, 0.1))
    assert [each.state for each in accept_dice([die(), faint], None, known).dice] == [DieState.FLAT, DieState.COCKED]
    assert accept_dice([faint, replace(faint, x_px=150.0)], None, known) == empty_reading(NO_DICE)


def test_a_single_die_is_cocked_beside_dice_that_lay_flat_before() -> None:
    known = [FlatDie(40.0 * k, 200.0, (0.0, 0.0)) for k in range(6)]
    leaning = replace(die(cocked=0.1), lean=(0.4, 0.1), askew=0.1)
    assert [each.state for each in accept_dice([leaning], 1).dice] == [DieState.FLAT]
    assert [each.state for each in accept_dice([leaning], 1, known).dice] == [DieState.COCKED]
    assert [each.state for each in accept_dice([replace(leaning, lean=(0.05, 0.0))], 1, known).dice] == [DieState.FLAT]


def test_with_a_count_faint_dice_are_shown_but_not_believed() -> None:
    reading = accept_dice([die(x=50), die(x=150, confidence=0.2)], count=2)
    assert [each.doubt for each in reading.dice] == [None, DieDoubt.FAINT]
    assert reading.call == "unsure"


def test_one_die_too_many_makes_the_roll_unsure_and_the_surest_are_listed() -> None:
    reading = accept_dice([die(x=50), die(x=150), die(x=250)], count=2)
    assert len(reading.dice) == 2
    assert reading.why == Message.of("dice-extra", seen=3, thrown=2)


@given(st.lists(dice, max_size=8), st.none() | st.integers(1, 8))
def test_every_die_that_is_seen_is_listed_where_more_are_seen_than_were_thrown(
    found: list[DetectedDie], count: int | None
) -> None:
    found.sort(key=lambda each: -each.present)
    strict, every = accept_dice(found, count), accept_all_dice(found, count)
    assert (every.why, every.astray) == (strict.why, strict.astray)
    more = count is not None and len(every.dice) > count
    assert more or every == strict
    if more:
        assert every.why == Message.of("dice-extra", seen=len(every.dice), thrown=count)
        assert [each.seen for each in every.dice[: len(strict.dice)]] == [each.seen for each in strict.dice]
        assert all(each.seen.present >= BELIEVED for each in every.dice)


def test_too_many_dice_are_all_listed_and_none_of_them_is_doubtful_for_that() -> None:
    found = [die(x=50.0 + 100 * k) for k in range(5)] + [die(x=650, confidence=BELIEVED - 0.01)]
    reading = accept_all_dice(found, count=3)
    assert [each.doubt for each in reading.dice] == [None] * 5
    assert reading.why == reading.astray == Message.of("dice-extra", seen=5, thrown=3)


def test_a_die_too_few_makes_the_roll_unsure() -> None:
    assert accept_all_dice([die()], count=2).why == Message.of("dice-fewer", seen=1, thrown=2)


def test_without_a_count_something_that_may_be_a_die_makes_the_roll_unsure() -> None:
    found = [die(x=50), die(x=150, confidence=(MAYBE + FOUND) / 2)]
    assert len(accept_dice(found).dice) == 1
    assert accept_dice(found).why == Message.of("dice-perhaps-more", read=1, perhaps=1)
    assert accept_dice(found, count=1).call == "read"


@pytest.mark.parametrize(("value", "count", "doubt"), [(1, None, DieDoubt.FAINT), (1, 1, None), (2, None, None)])
def test_without_a_count_a_one_must_be_surer_than_other_faces(
    value: int, count: int | None, doubt: DieDoubt | None
) -> None:
    beside = [] if count else [die(5, 0.9, x=150.0)]
    *_, read = accept_dice([*beside, die(value, (BELIEVED_UNCOUNTED + BELIEVED_ONE) / 2)], count).dice
    assert read.doubt is doubt
    *_, sure = accept_dice([*beside, die(value, BELIEVED_ONE)], count).dice
    assert sure.doubt is None


@pytest.mark.parametrize("value", [1, 2, 6])
def test_without_a_count_every_face_must_be_surer(value: int) -> None:
    between = die(value, (BELIEVED + BELIEVED_UNCOUNTED) / 2)
    assert [each.doubt for each in accept_dice([die(5, 0.9, x=150.0), between]).dice] == [None, DieDoubt.FAINT]
    assert [each.doubt for each in accept_dice([between], 1).dice] == [None]


def test_without_a_count_things_that_are_all_faint_are_no_dice() -> None:
    faint = [die(1, 0.5), die(4, (FOUND + BELIEVED) / 2, x=150.0)]
    assert accept_dice(faint) == empty_reading(NO_DICE)
    assert [each.doubt for each in accept_dice(faint, 2).dice] == [None, DieDoubt.FAINT]


def test_nothing_seen_is_no_roll() -> None:
    reading = accept_dice([])
    assert (reading.call, reading.dice) == ("unsure", ())


def test_sixty_dice_are_not_read() -> None:
    reading = accept_dice([die(x=50.0 * k) for k in range(60)])
    assert reading.why == Message.of("dice-too-many", seen=60, most=MOST_DICE)


ASKEW_BY_BOTH_LOOKS = replace(die(cocked=0.9), askew=0.9)


@pytest.mark.parametrize(
    ("tilt", "oblique", "known", "flat"),
    [
        (LEVEL - 0.001, NEAR - 0.01, True, True),
        (LEVEL + 0.001, 0.1, True, False),
        (LEVEL - 0.001, 0.1, False, False),
        (LEVEL - 0.001, NEAR, True, False),
    ],
)
def test_a_die_that_leans_as_flat_ones_are_known_to_is_flat_whatever_the_looks_say(
    tilt: float, oblique: float, *, known: bool, flat: bool
) -> None:
    read = accept_die(ASKEW_BY_BOTH_LOOKS, Tilt(tilt, oblique), known=known)
    assert (read.doubt is None) == flat


@pytest.mark.parametrize(("lay_flat", "believed"), [(TOGETHER - 1, False), (TOGETHER, True)])
def test_how_flat_dice_lean_is_known_by_three_that_lay_flat(lay_flat: int, *, believed: bool) -> None:
    known = [FlatDie(100.0 * k, 50.0 + 30 * k, (0.0, 0.0)) for k in range(lay_flat)]
    assert (accept_dice([ASKEW_BY_BOTH_LOOKS], 1, known).call == "read") == believed


@pytest.mark.parametrize(
    ("oblique", "known", "doubt"),
    [(0.2, True, DieDoubt.COCKED), (0.2, False, None), (NEAR - 0.01, True, DieDoubt.COCKED), (NEAR, True, None)],
)
def test_a_die_that_only_its_lean_gives_away_is_cocked_where_flat_ones_are_known(
    oblique: float, doubt: DieDoubt | None, *, known: bool
) -> None:
    seen = replace(die(cocked=0.15), askew=0.02)
    assert accept_die(seen, Tilt(0.25, oblique), known=known).doubt is doubt


def test_one_uncertain_die_of_a_counted_roll_can_be_answered() -> None:
    reading = accept_dice([die(5, x=0.0), die(2, x=100.0), die(4, confidence=0.3, second=0.2, x=200.0)], count=3)
    asked = open_die(reading)
    assert asked is not None
    assert (reading.call, reading.dice[asked].value) == ("unsure", 4)
    answered = accept_value(reading, asked, 6)
    assert (answered.call, sorted(answered.values)) == ("read", [2, 5, 6])
    assert open_die(answered) is None


@pytest.mark.parametrize(
    ("found", "count"),
    [
        ([die(5, x=0.0), die(2, x=100.0)], 2),
        ([die(5, x=0.0), die(4, confidence=0.3, x=200.0)], 3),
        ([die(4, confidence=0.3, x=100.0), die(4, confidence=0.3, x=200.0)], 2),
        ([die(5, x=0.0), die(1, confidence=0.1, cocked=0.95, x=200.0)], 2),
    ],
)
def test_a_roll_with_no_doubt_or_with_more_than_one_die_in_doubt_has_no_open_die(
    found: list[DetectedDie], count: int
) -> None:
    assert open_die(accept_dice(found, count)) is None


@given(st.lists(dice, max_size=8), st.integers(1, 8), st.integers(1, 6))
def test_an_answered_roll_is_read_with_the_answer(found: list[DetectedDie], count: int, value: int) -> None:
    reading = accept_dice(sorted(found, key=lambda each: -each.present), count)
    asked = open_die(reading)
    if asked is not None:
        answered = accept_value(reading, asked, value)
        assert answered.call == "read"
        assert len(answered.values) == count
        assert answered.dice[asked].value == value
