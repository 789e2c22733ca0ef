"""How likely a die is right, and their number, grows with what speaks for it and with nothing else."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.vision.dice.test_guard import chances, die, read
from vision.dice.acceptance import WEIGHTS, die_chance, number_chance


@given(chances, st.floats(0.02, 0.9), st.floats(0.001, 0.2))
def test_a_look_that_sees_another_value_makes_a_die_less_likely(confidence: float, against: float, more: float) -> None:
    assert die_chance(die(0, confidence, against + more)) < die_chance(die(0, confidence, against))


@given(chances, st.floats(0, 1))
def test_dice_of_a_make_that_was_read_before_are_surer(confidence: float, against: float) -> None:
    seen = die(0, confidence, against)
    assert die_chance(seen, familiar=True) > die_chance(seen)
    assert WEIGHTS.familiar > 0


@given(chances, st.floats(0, 1), st.floats(0.01, 0.99), st.floats(0.0, 1.0))
def test_what_the_closer_look_names_makes_a_die_no_less_likely_than_both_looks_do(
    confidence: float, against: float, named: float, doubted: float
) -> None:
    seen = die(0, confidence, against)
    assert die_chance(replace(seen, named=named, face=named, doubted=doubted)) >= die_chance(seen)


def test_a_value_that_is_named_clearly_is_certain_though_the_first_look_hardly_finds_the_die() -> None:
    faint = die(0, 0.5, 0.45)
    assert read([faint], 1).call == "unsure"
    named = replace(faint, named=0.96, face=0.98, doubted=0.35)
    assert read([named], 1).call == "read"
    assert read([replace(named, doubted=0.7)], 1).call == "unsure", "the first look sees another value"
    assert read([replace(named, named=0.05)], 1).call == "unsure", "the closer look holds it for cocked"


@given(st.floats(0.01, 0.98), st.floats(0.001, 0.01))
def test_the_surer_a_thing_beside_them_is_a_die_the_less_sure_is_their_number(present: float, more: float) -> None:
    fainter, surer = (replace(die(0), confidence=each) for each in (present, present + more))
    assert number_chance([surer]) <= number_chance([fainter]) <= number_chance([])
