"""The spoken call: what is new is said once, in words that can be heard."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.app.panel_and_voice import Announcer, aloud, spelled
from referee.rules.ruling import Verdict
from tests.overlook.test_signals import NEXT, PROPOSAL, ruled, standing
from tests.web.fake_combats import combat, side
from tests.web.test_web_news import member, snapshot
from web.contract.table.game_views import CombatResultView
from web.stream.commentary import ruling_message


def caller(*, questions: bool = False) -> Announcer:
    made = Announcer(questions=questions)
    assert made.call(standing()) is None
    return made


def test_a_new_ruling_is_said_once() -> None:
    made, now = caller(), standing(ruled("r1", Verdict.YES))
    assert [made.call(now), made.call(now)] == ["Yes: a 4 may Dash.", None]


@pytest.mark.parametrize(
    ("verdict", "message"),
    [
        (Verdict.YES, Message.of("stream-ruling-yes", claim="a4 may Dash")),
        (Verdict.NO, Message.of("stream-ruling-no", claim="a4 may Dash", why="So.")),
        (Verdict.TOO_CLOSE, Message.of("stream-ruling-too-close", claim="a4 may Dash", why="So.")),
    ],
)
def test_the_verdict_comes_first_and_a_reason_with_all_but_yes(verdict: Verdict, message: Message) -> None:
    assert ruling_message(ruled("r1", verdict)) == message


def test_a_ruling_that_is_taken_back_is_called_so() -> None:
    withdrawn = Message.of("stream-ruling-withdrawn", claim="a4 may Dash")
    assert ruling_message(ruled("r1", Verdict.NO, taken_back=True)) == withdrawn


def test_a_ruling_that_is_taken_back_later_is_called_again() -> None:
    made = caller()
    assert made.call(standing(ruled("r1", Verdict.NO))) == "No: a 4 may Dash. So."
    assert made.call(standing(ruled("r1", Verdict.NO, taken_back=True))) == "Withdrawn: a 4 may Dash."


def test_questions_are_said_when_they_are_wanted_and_after_the_ruling() -> None:
    now = standing(ruled("r1", Verdict.NO), prompts=(PROPOSAL,))
    assert caller().call(now) == "No: a 4 may Dash. So."
    made = caller(questions=True)
    assert made.call(now) == "No: a 4 may Dash. So. take it?"
    assert made.call(standing(ruled("r1", Verdict.NO), prompts=(NEXT,))) == "next action"
    assert made.call(standing(ruled("r1", Verdict.NO), prompts=(NEXT,))) is None


def test_what_stood_when_the_table_was_switched_on_is_not_said() -> None:
    assert Announcer(questions=True).call(standing(ruled("r1", Verdict.NO), prompts=(NEXT,))) is None


def test_what_happens_is_said_in_the_streams_sentences_where_it_is_wanted() -> None:
    before = snapshot()
    hurt = side("b1", "p2", 3)
    shot = combat(
        over=True, target=hurt, results=(CombatResultView(operative="b1", player="p2", sentence="B1: 8 → 3"),)
    )
    now = snapshot(combat=(shot,), roster=(member("a1", "p1", 0, out=True), member("b1", "p2")))
    made, silent = Announcer(questions=False, events=True), caller()
    assert made.call(before) is None
    silent.call(before)
    assert made.call(now) == "A 1 shoots at B 1 (rifle). B 1: 8 to 3. B 1 takes out A 1."
    assert made.call(now) is None, "once"
    assert silent.call(now) is None


def test_an_attack_is_said_when_it_is_over_and_what_was_taken_back_is_not() -> None:
    made = Announcer(questions=False, events=True)
    fallen = snapshot(roster=(member("a1", "p1", 0, out=True), member("b1", "p2")))
    assert [made.call(one) for one in (fallen, snapshot(combat=(combat(),)))] == [None, None]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('Reposition costs 4" of 6".', "Reposition costs 4 inches of 6 inches."),
        ('within 1" of b12', "within 1 inch of b 12"),
        ('0.5" short', "0.5 inches short"),
        ("The base runs into barricade-north.", "The base runs into barricade north."),
    ],
)
def test_inches_names_and_dashes_are_made_for_the_ear(written: str, said: str) -> None:
    assert aloud(written) == said


def test_a_pin_is_said_figure_by_figure() -> None:
    assert spelled("040912") == "The PIN is 0, 4, 0, 9, 1, 2. Again: 0, 4, 0, 9, 1, 2."


@given(st.text())
def test_nothing_but_dashes_inches_and_names_is_changed(text: str) -> None:
    """Taking out spaces, dashes, inch marks and the word leaves the same letters."""
    plain = str.maketrans("", "", ' -"')
    before, after = text.translate(plain), aloud(text).translate(plain)
    assert after.replace("inches", "").replace("inch", "") == before.replace("inches", "").replace("inch", "")
