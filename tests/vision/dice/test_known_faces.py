"""Doubted dice that look like ones whose value players said: two rolls must say so, or one and the reader."""

from __future__ import annotations

from dataclasses import replace

import pytest

from messages.message import Message
from tests.vision.dice.test_likeness import EVERY, RING, example, seen
from tests.vision.dice.test_pips import BLACK_ON_WHITE, MIDDLE, face
from tests.vision.dice.trays import die
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading, reject_uncertain_roll
from vision.dice.face_templates import Example
from vision.dice.known_make import apply_learned_faces
from vision.dice.tray import PlayersDice

MAKE = PlayersDice(player="A", lab=(230, 128, 128), pips=BLACK_ON_WHITE)
EMBLEM = face(5, 77.0, extra=RING, seed=4)
WHY = Message.of("dice-doubtful", doubtful=1, dice=1)


def emblem(roll: str, value: int = 6, player: str = "A") -> Example:
    return Example(value, roll, player, seen(5, 200.0, emblem=True, seed=len(roll)))


def read(
    value: int, doubt: DieDoubt | None = DieDoubt.FAINT, sure: float = 0.3, owner: str | None = "A"
) -> RollReading:
    unsure = replace(die(MIDDLE, MIDDLE, value), confidence=sure, named=sure, face=sure, doubted=0.9, against=0.9)
    state = DieState.COCKED if doubt is DieDoubt.COCKED else DieState.FLAT
    found = ReadDie(unsure, None if state is DieState.COCKED else value, state, doubt, owner=owner)
    return RollReading((found,), WHY if doubt is not None else None)


def believed(reading: RollReading) -> tuple[int, ...] | None:
    """Return the values that are believed in the end, None where the roll is not."""
    taken = reject_uncertain_roll(
        reading, [each.seen for each in reading.dice], counted=True, in_tray=True, familiar=True
    )
    return taken.values if taken.call == "read" else None


def told(reading: RollReading, *examples: Example) -> RollReading:
    return apply_learned_faces(reading, EMBLEM, [*EVERY[:5], *examples], [MAKE])


def test_an_emblem_is_read_once_two_rolls_have_said_what_it_is_worth() -> None:
    assert believed(read(4)) is None
    assert believed(told(read(4), emblem("one"))) is None
    assert believed(told(read(4), emblem("one"), emblem("other"))) == (6,)


@pytest.mark.parametrize("wrong", [1, 4])
def test_one_wrong_correction_never_makes_an_emblem_believed(wrong: int) -> None:
    assert believed(told(read(4), emblem("one", wrong))) is None
    assert believed(told(read(4), emblem("one", wrong), emblem("other", 6))) is None
    assert believed(told(read(4), emblem("one", wrong), emblem("b", 6), emblem("third", 6))) is None


@pytest.mark.parametrize("value", range(1, 7))
def test_one_wrong_correction_of_a_pipped_die_never_makes_it_believed(value: int) -> None:
    """Nor where the networks misread it as what was typed: its pips say otherwise."""
    shown = value % 6 + 1
    image, wrong = face(shown, 140.0, seed=2), example(value, "typed", shown=shown)
    for sure in (0.3, 0.9):
        found = apply_learned_faces(read(value, sure=sure), image, [wrong], [MAKE])
        assert found.dice[0].value == value
        assert found.dice[0].doubt is not None


@pytest.mark.parametrize("value", [2, 5])
def test_one_example_confirms_what_networks_and_pips_say_too(value: int) -> None:
    image = face(value, 140.0, seed=2)
    assert believed(apply_learned_faces(read(value), image, EVERY, [MAKE])) == (value,)
    assert believed(apply_learned_faces(read(value % 6 + 1), image, EVERY, [MAKE])) is None, (
        "the networks say otherwise"
    )


def test_a_believed_die_that_looks_like_another_value_is_doubted() -> None:
    image = face(3, 10.0, seed=2)
    found = apply_learned_faces(read(2, None, 0.6), image, EVERY, [MAKE])
    assert found.dice[0].doubt is DieDoubt.TWO_VALUES
    assert found.why == WHY


def test_how_a_die_lies_and_what_another_player_s_dice_look_like_say_nothing() -> None:
    both = emblem("one"), emblem("other")
    assert told(read(4, DieDoubt.COCKED), *both).dice[0].value is None
    theirs = tuple(replace(each, player="B") for each in both)
    assert believed(told(read(4), *theirs)) is None


def test_whose_a_die_is_that_no_colour_tells_is_told_by_its_face() -> None:
    found = told(read(4, DieDoubt.OWNER, owner=None), emblem("one"), emblem("other"))
    assert (found.dice[0].owner, found.dice[0].value, found.why) == ("A", 6, None)


def test_a_face_that_is_too_bright_to_be_seen_looks_like_nothing() -> None:
    """All such faces look the same, whatever they show: two that were said to be fours made a three a four."""
    said = [*EVERY[:5], emblem("one"), emblem("other")]
    in_glare = apply_learned_faces(read(4), EMBLEM, said, [MAKE], lambda _: 0.95)
    assert believed(in_glare) is None
    assert believed(apply_learned_faces(read(4), EMBLEM, said, [MAKE], lambda _: 0.2)) == (6,)


def test_what_is_wrong_with_the_whole_roll_stays() -> None:
    extra = Message.of("dice-extra", seen=3, thrown=1)
    reading = replace(read(4), why=extra, astray=extra)
    assert told(reading, emblem("one"), emblem("other")).why == extra
