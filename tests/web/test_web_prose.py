"""Sentences in pieces: every length is told apart, and nothing of the sentence is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.ruling import Verdict
from web.contract.table.available_actions import (
    LengthView,
    MeasureView,
    MoveView,
    TargetView,
    WeaponView,
    split_lengths,
)

WORDS = st.text(st.characters(exclude_characters='0123456789"″', codec="utf-8"), max_size=12)
LENGTHS = st.one_of(st.integers(0, 60), st.decimals(0, 60, places=2)).map(str)


def lengths_in(sentence: str) -> list[tuple[float, float | None]]:
    return [(piece.inches, piece.sigma) for piece in split_lengths(sentence) if isinstance(piece, LengthView)]


@pytest.mark.parametrize(
    ("sentence", "lengths"),
    [
        ("3 in, 1 AP", [(3.0, None)]),
        ("7.95 in, ±0.01", [(7.95, 0.01)]),
        ('A1 goes back 3.5"', [(3.5, None)]),
        ("within 2″ of 6 in", [(2.0, None), (6.0, None)]),
        ("1.43 in of 1.00 in, ±0.01", [(1.43, None), (1.0, 0.01)]),
        ("Range 8in", [(8.0, None)]),
        ("5 inside, 3 dice, 41 % incapacitated", []),
        ("", []),
    ],
)
def test_a_length_is_found_with_its_error(sentence: str, lengths: list[tuple[float, float | None]]) -> None:
    assert lengths_in(sentence) == lengths


@given(st.lists(st.tuples(WORDS, LENGTHS, st.sampled_from([" in", '"', "″", "in"])), max_size=4), WORDS)
def test_the_pieces_are_the_sentence_and_the_lengths_are_those_that_were_said(
    said: list[tuple[str, str, str]], last: str
) -> None:
    sentence = "".join(f"{words}; {number}{unit}," for words, number, unit in said) + last
    pieces = split_lengths(sentence)
    assert "".join(piece if isinstance(piece, str) else piece.said for piece in pieces) == sentence
    assert [inches for inches, _ in lengths_in(sentence)] == [float(number) for _, number, _ in said]
    assert "" not in pieces


def test_what_is_answered_carries_its_sentences_in_pieces() -> None:
    weapon = WeaponView(name="Rifle", kind="ranged", attacks=4, hit="3+", damage="3/4", rules=("Range 12 in", "Hot"))
    assert weapon.rules_prose == (("Range ", LengthView(said="12 in", inches=12.0)), ("Hot",))
    assert MoveView(action="Dash", sentence="3 in, 1 AP").sentence_prose == split_lengths("3 in, 1 AP")
    assert MeasureView(sentence="A to B", figures="2.00 in, ±0.01").figures_prose == split_lengths("2.00 in, ±0.01")
    target = TargetView(operative="b1", verdict=Verdict.YES, sentence='2.1" of 2"')
    assert [piece.inches for piece in target.sentence_prose if isinstance(piece, LengthView)] == [2.1, 2.0]
