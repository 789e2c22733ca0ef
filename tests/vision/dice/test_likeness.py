"""A face looks like the same face of its make at any turn, and like none where two values look alike."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from tests.vision.dice.test_pips import BLACK_ON_WHITE, MARBLE, MIDDLE, RED_ON_MARBLE, WHITE, face
from tests.vision.dice.trays import die
from vision.dice.face_templates import Example, FaceTemplateMatcher, face_of, likeness

DARK_RED = (40.0, 35.0, 75.0)
RING = ("2468", 1.0)
"""Marks beside those of a value: no pips lie so."""


def seen(value: int, turn: float, *, marble: bool = False, emblem: bool = False, seed: int = 1) -> NDArray[np.uint8]:
    colours = (MARBLE, DARK_RED) if marble else (WHITE, (20.0, 20.0, 20.0))
    image = face(value, turn, *colours, extra=RING if emblem else ("", 0.0), seed=seed)
    return face_of(image, die(MIDDLE, MIDDLE))


def example(value: int, roll: str = "first", *, shown: int | None = None, turn: float = 17.0) -> Example:
    return Example(value, roll, "A", seen(shown or value, turn, seed=7 * value))


EVERY = [example(value) for value in range(1, 7)]


@given(st.integers(1, 6), st.floats(0, 360), st.floats(-2, 2), st.floats(-2, 2))
@settings(max_examples=depth(25, 40), deadline=None)
def test_a_face_looks_like_its_own_value_however_it_lies(value: int, turn: float, right: float, down: float) -> None:
    image = face(value, turn, seed=3)
    shown = face_of(image, die(MIDDLE + right, MIDDLE + down))
    for axis in (BLACK_ON_WHITE.axis, None):
        like = likeness(shown, EVERY, axis)
        assert like is None or like == FaceTemplateMatcher(value, 1)
        assert like is not None or max(abs(right), abs(down)) > 1


@pytest.mark.parametrize("value", [1, 4, 6])
def test_pips_that_hardly_differ_from_their_body_look_like_themselves(value: int) -> None:
    examples = [Example(each, "one", "A", seen(each, 50.0, marble=True, seed=each)) for each in range(1, 7)]
    assert likeness(seen(value, 200.0, marble=True, seed=9), examples, RED_ON_MARBLE.axis) == FaceTemplateMatcher(
        value, 1
    )


def test_an_emblem_looks_like_itself_in_as_many_rolls_as_it_was_seen() -> None:
    emblem = [Example(6, roll, "A", seen(5, 30.0 * k, emblem=True, seed=k)) for k, roll in enumerate(("x", "y", "y"))]
    like = likeness(seen(5, 111.0, emblem=True, seed=8), [*EVERY[:5], *emblem], BLACK_ON_WHITE.axis)
    assert like == FaceTemplateMatcher(6, 2), "two of one roll are one witness"


@pytest.mark.parametrize(("shown", "known"), [(5, 4), (4, 5), (3, 2), (6, 4), (1, 3), (2, 1)])
@pytest.mark.parametrize("axis", [BLACK_ON_WHITE.axis, None])
def test_a_value_that_was_never_shown_is_not_taken_for_its_like(
    shown: int, known: int, axis: tuple[float, float, float] | None
) -> None:
    examples = [replace_value(each) for each in EVERY if each.value != shown]
    assert likeness(seen(shown, 80.0), examples, axis) is None
    assert likeness(seen(shown, 80.0), [example(known), example(known, "second", turn=40.0)], axis) is None


def replace_value(each: Example) -> Example:
    return replace(each, roll="other")


@pytest.mark.parametrize("right", range(1, 7))
@pytest.mark.parametrize("wrong", [1, 3, 6])
def test_one_that_was_called_wrongly_is_enough_to_say_nothing(right: int, wrong: int) -> None:
    if right == wrong:
        return
    examples = [*EVERY, *(example(right, roll, turn=70.0) for roll in "abc"), example(wrong, "d", shown=right)]
    assert likeness(seen(right, 99.0), examples, BLACK_ON_WHITE.axis) is None


def test_without_examples_nothing_is_said() -> None:
    assert likeness(seen(3, 0.0), [], BLACK_ON_WHITE.axis) is None
