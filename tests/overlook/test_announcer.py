"""The spoken call: what is new is said once, in words that can be heard."""

from __future__ import annotations

import pytest

from hardware.voice import VoiceSettings
from messages.message import Message
from overlook.app.panel_and_voice import Announcer, spelled, spoken_language
from referee.rules.ruling import Verdict
from tests.overlook.test_signals import NEXT, PROPOSAL, ruled, standing
from tests.web.fake_combats import combat, side
from tests.web.test_web_news import member, snapshot
from web.contract.table.game_views import CombatResultView, GameView
from web.stream.commentary import ruling_message

LOSS = Message.of("roll-result", operative="b1", parts=[Message.of("roll-result-wounds", before=8, after=3)])


def caller(*, questions: bool = False) -> Announcer:
    made = Announcer(questions=questions)
    assert made.call(standing()) is None
    return made


def test_a_new_ruling_is_said_once() -> None:
    made, now = caller(), standing(ruled("r1", Verdict.YES))
    assert [made.call(now), made.call(now)] == ["Yes: a4 may Dash.", None]


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


def test_a_ruling_is_spoken_from_its_messages() -> None:
    claim = Message.of("move-claim-may-move", operative="a4", action="Dash")
    why = Message.of("move-drop-height", measured=2.5, required=2.0).failed
    ruling = ruled("r1", Verdict.NO).model_copy(update={"claim_message": claim.failed, "message": why})
    here = standing(ruling).model_copy(
        update={"game": GameView(edition="kt24", title="F", roster=(member("a4", "p1"),))}
    )
    assert caller().call(here) == "No: A 4 may not Dash there. The path drops 2.5 inches; the most is 2 inches."


def test_a_ruling_that_is_taken_back_is_called_so() -> None:
    withdrawn = Message.of("stream-ruling-withdrawn", claim="a4 may Dash")
    assert ruling_message(ruled("r1", Verdict.NO, taken_back=True)) == withdrawn


def test_a_ruling_that_is_taken_back_later_is_called_again() -> None:
    made = caller()
    assert made.call(standing(ruled("r1", Verdict.NO))) == "No: a4 may Dash. So."
    assert made.call(standing(ruled("r1", Verdict.NO, taken_back=True))) == "Withdrawn: a4 may Dash."


def test_questions_are_said_when_they_are_wanted_and_after_the_ruling() -> None:
    now = standing(ruled("r1", Verdict.NO), prompts=(PROPOSAL,))
    assert caller().call(now) == "No: a4 may Dash. So."
    made = caller(questions=True)
    assert made.call(now) == "No: a4 may Dash. So. take it?"
    assert made.call(standing(ruled("r1", Verdict.NO), prompts=(NEXT,))) == "next action"
    assert made.call(standing(ruled("r1", Verdict.NO), prompts=(NEXT,))) is None


def test_what_stood_when_the_table_was_switched_on_is_not_said() -> None:
    assert Announcer(questions=True).call(standing(ruled("r1", Verdict.NO), prompts=(NEXT,))) is None


def test_what_happens_is_said_in_the_streams_sentences_where_it_is_wanted() -> None:
    before = snapshot()
    hurt = side("b1", "p2", 3)
    shot = combat(
        over=True,
        target=hurt,
        results=(CombatResultView(operative="b1", player="p2", sentence="B1: 8 → 3", message=LOSS),),
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


def test_a_pin_is_said_figure_by_figure() -> None:
    assert spelled("040912") == "The PIN is 0, 4, 0, 9, 1, 2. Again: 0, 4, 0, 9, 1, 2."


@pytest.mark.parametrize(
    ("voice", "language"),
    [("en", "en"), ("de", "de"), ("de-AT", "de"), ("mb-de2", "de"), ("en-gb", "en"), ("xx", "en")],
)
def test_the_texts_are_in_the_language_of_the_voice(voice: str, language: str) -> None:
    assert spoken_language(VoiceSettings(language=voice)) == language


def test_a_ruling_is_announced_in_german() -> None:
    made = Announcer(questions=False, language="de")
    made.call(standing())
    english = Announcer(questions=False)
    english.call(standing())
    now = standing(ruled("r1", Verdict.NO))
    german_text, english_text = made.call(now), english.call(now)
    assert german_text != english_text
    assert german_text is not None
    assert "Nein" in german_text


def test_a_pin_is_spelled_in_german() -> None:
    assert spelled("0409", "de") == "Die PIN ist 0, 4, 0, 9. Noch einmal: 0, 4, 0, 9."
