"""Texts in pieces: the lengths of a message are apart from the text between them, so that pages convert their unit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from referee.rules.ruling import Verdict
from web.contract.table.available_actions import (
    ChoiceView,
    LengthView,
    MeasureView,
    MoveView,
    TargetView,
    WeaponView,
    pieces_of,
)

MOVE = Message.of("offer-move", inches=3.0, cost=1)
FIGURES = Message.of("offer-length-sigma", inches=7.951, sigma=0.012)


def test_a_length_is_apart_with_its_deviation() -> None:
    assert pieces_of(MOVE) == (LengthView(said='3"', inches=3.0), ", 1 AP")
    assert pieces_of(FIGURES) == (LengthView(said='7.95", ±0.01"', inches=7.95, sigma=0.01),)


@given(st.floats(0, 60), st.floats(0, 1))
def test_the_pieces_are_the_text(inches: float, sigma: float) -> None:
    parts = [FIGURES.with_args(inches=inches, sigma=sigma), MOVE.with_args(inches=inches)]
    message = Message.of("text-sentences", parts=parts)
    assert "".join(piece if isinstance(piece, str) else piece.said for piece in pieces_of(message)) == str(message)


def test_views_have_their_texts_in_pieces() -> None:
    assert MoveView(action="Dash", sentence=str(MOVE), message=MOVE).sentence_prose == pieces_of(MOVE)
    assert MeasureView(sentence="A to B", figures=str(FIGURES), figures_message=FIGURES).figures_prose == pieces_of(
        FIGURES
    )
    choice = ChoiceView(label="b1", possible=False, verdict=Verdict.NO, why=str(MOVE), message=MOVE)
    assert choice.why_prose == pieces_of(MOVE)


def test_a_text_without_a_message_is_one_piece() -> None:
    weapon = WeaponView(name="Rifle", kind="ranged", attacks=4, hit="3+", damage="3/4", rules=('Range 12"', "Hot"))
    assert weapon.rules_prose == (('Range 12"',), ("Hot",))
    assert TargetView(operative="b1", verdict=Verdict.YES, sentence='2.1" of 2"').sentence_prose == ('2.1" of 2"',)
    assert ChoiceView(label="b1", possible=True, verdict=Verdict.YES).why_prose == ()


def test_the_facts_of_a_target_are_a_message_beside_the_text() -> None:
    odds = Message.of("chance-attack", down=0.41, damage=5.2)
    target = TargetView(
        operative="b1", verdict=Verdict.YES, sentence="Clear.", cover=Verdict.YES, odds=str(odds), odds_message=odds
    )
    assert target.facts_message == Message.of("view-target-facts", parts=[Message.of("view-in-cover"), odds])
    assert target.facts == f"in cover · {odds}"
    assert TargetView(operative="b1", verdict=Verdict.YES, sentence="Clear.").facts_message is None
