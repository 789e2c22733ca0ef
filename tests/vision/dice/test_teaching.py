"""What a player says of a roll, in any order, becomes examples only of dice that are surely meant."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.dice.trays import die
from vision.dice.acceptance import DieDoubt, DieState, ReadDie
from vision.dice.examples import KEPT, label_examples, with_newer
from vision.dice.face_templates import SIDE_PX, Example


def read(value: int, doubt: DieDoubt | None = None, face: float = 0.6) -> ReadDie:
    seen = replace(die(0.0, 0.0, value), face=face)
    cocked = doubt is DieDoubt.COCKED
    return ReadDie(seen, None if cocked else value, DieState.COCKED if cocked else DieState.FLAT, doubt, "A")


def learnt(dice: list[ReadDie], said: list[int]) -> dict[int, int]:
    """Return the value that each die, by its number, was learnt to show."""
    faces = [np.full((SIDE_PX, SIDE_PX, 3), k, np.uint8) for k in range(len(dice))]
    return {int(each.face[0, 0, 0]): each.value for each in label_examples(dice, faces, said, roll="r", player="")}


dice_read = st.lists(
    st.builds(read, st.integers(1, 6), st.sampled_from([None, *DieDoubt]), st.floats(0.0, 1.0)), min_size=1, max_size=6
)


@given(dice_read, st.data())
def test_the_order_in_which_values_are_said_makes_no_difference(dice: list[ReadDie], data: st.DataObject) -> None:
    said = data.draw(st.lists(st.integers(1, 6), min_size=len(dice), max_size=len(dice)))
    assert learnt(dice, said) == learnt(dice, data.draw(st.permutations(said)))


@given(dice_read, st.data())
def test_believed_dice_are_learnt_as_they_were_read_or_nothing_is(dice: list[ReadDie], data: st.DataObject) -> None:
    said = data.draw(st.lists(st.integers(1, 6), min_size=len(dice), max_size=len(dice)))
    found = learnt(dice, said)
    believed = {k: each.value for k, each in enumerate(dice) if each.doubt is None}
    contradicted = bool(Counter(value for value in believed.values() if value is not None) - Counter(said))
    assert (not found) if contradicted else found.items() >= believed.items()
    assert not (Counter(found.values()) - Counter(said)), "no value is learnt more often than it was said"
    assert all(dice[k].state is DieState.FLAT for k in found)


def test_the_only_doubted_die_is_what_is_left_whatever_it_was_read_as() -> None:
    assert learnt([read(3), read(2, DieDoubt.FAINT, 0.95), read(5)], [5, 6, 3]) == {0: 3, 1: 6, 2: 5}


def test_doubted_dice_are_told_apart_by_what_they_were_read_as_where_that_is_clear() -> None:
    assert learnt([read(3, DieDoubt.FAINT), read(5, DieDoubt.FAINT)], [5, 3]) == {0: 3, 1: 5}
    assert learnt([read(3, DieDoubt.FAINT), read(5, DieDoubt.FAINT)], [5, 6]) == {}, "which of the two is the six?"
    assert learnt([read(3, DieDoubt.FAINT), read(5, DieDoubt.FAINT)], [6, 6]) == {0: 6, 1: 6}


def test_a_die_held_for_cocked_is_no_example_and_another_number_teaches_nothing() -> None:
    assert learnt([read(3), read(4, DieDoubt.COCKED)], [3, 4]) == {0: 3}
    assert learnt([read(3)], [3, 4]) == {}


def test_the_newest_of_each_value_are_kept() -> None:
    face = np.zeros((SIDE_PX, SIDE_PX, 3), np.uint8)
    examples: tuple[Example, ...] = ()
    for number in range(2 * KEPT):
        new = [Example(value, str(number), player, face) for value in (2, 5) for player in ("A", "B")]
        examples = with_newer(examples, new)
    assert Counter((each.value, each.player) for each in examples) == {
        (value, player): KEPT for value in (2, 5) for player in ("A", "B")
    }
    assert {int(each.roll) for each in examples} == set(range(KEPT, 2 * KEPT))
