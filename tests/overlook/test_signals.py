"""The panel's light: trouble, then what was ruled, then what is asked; a sound for what is new alone."""

from __future__ import annotations

import pytest

from hardware.panel import DARK, NO, TROUBLE, UNSURE, WAITING, YES, PanelSignal
from overlook.app.panel_and_voice import HOLD_S, SignalChooser
from referee.game.prompt import Topic
from referee.rules.ruling import Verdict
from web.contract.base import HealthState
from web.contract.table.board_views import RulingView, TableView
from web.contract.table.game_views import GameView, PromptChoiceView, PromptView
from web.contract.table.snapshot import HealthView, Snapshot

NEXT = PromptView(
    id="act:1:0:activation:a4:0",
    topic=Topic.ACTION,
    about="a4",
    owner="p1",
    question="next action",
    choices=(PromptChoiceView(key="end", label="End"),),
)
PROPOSAL = PromptView(
    id="proposal:seen-1",
    topic=Topic.PROPOSAL,
    owner="p1",
    question="take it?",
    choices=(PromptChoiceView(key="no", label="No"),),
)


def ruled(name: str, verdict: Verdict, *, taken_back: bool = False) -> RulingView:
    return RulingView(
        id=name, sequence=1, claim="a4 may Dash", verdict=verdict, p_yes=0.5, sentence="So.", taken_back=taken_back
    )


def standing(
    *rulings: RulingView, prompts: tuple[PromptView, ...] = (), health: tuple[HealthView, ...] = ()
) -> Snapshot:
    game = GameView(edition="kt24", title="Friendly")
    return Snapshot(revision=1, table=TableView(), game=game, rulings=rulings, prompts=prompts, health=health)


def silent(signal: PanelSignal) -> PanelSignal:
    return PanelSignal(signal.colour, signal.rhythm)


@pytest.fixture
def chooser() -> SignalChooser:
    """One that has seen an empty table."""
    made = SignalChooser()
    assert made.signal(standing(), 0.0) == DARK
    return made


@pytest.mark.parametrize(("verdict", "signal"), [(Verdict.YES, YES), (Verdict.NO, NO), (Verdict.TOO_CLOSE, UNSURE)])
def test_a_new_ruling_is_shown_before_the_question_that_waits(
    chooser: SignalChooser, verdict: Verdict, signal: PanelSignal
) -> None:
    now = standing(ruled("r1", verdict), prompts=(NEXT,))
    assert chooser.signal(now, 1.0) == signal
    assert chooser.signal(now, 1.0 + HOLD_S - 0.1) is None
    assert chooser.signal(now, 1.0 + HOLD_S + 0.1) == WAITING


def test_the_ruling_that_is_asked_about_stays_until_the_answer(chooser: SignalChooser) -> None:
    asked = standing(ruled("r1", Verdict.NO), prompts=(PROPOSAL, NEXT))
    assert chooser.signal(asked, 1.0) == NO
    assert chooser.signal(asked, 100.0) is None
    assert chooser.signal(standing(ruled("r1", Verdict.NO), prompts=(NEXT,)), 101.0) == WAITING


def test_two_rulings_alike_sound_twice_and_one_that_stays_sounds_once(chooser: SignalChooser) -> None:
    first, second = standing(ruled("r1", Verdict.NO)), standing(ruled("r2", Verdict.NO), ruled("r1", Verdict.NO))
    assert [chooser.signal(each, 1.0) for each in (first, first, second, second)] == [NO, None, NO, None]


def test_a_ruling_that_comes_back_after_a_question_makes_no_sound(chooser: SignalChooser) -> None:
    assert chooser.signal(standing(ruled("r1", Verdict.YES)), 1.0) == YES
    assert chooser.signal(standing(ruled("r1", Verdict.YES), prompts=(NEXT,)), 50.0) == WAITING
    assert chooser.signal(standing(ruled("r1", Verdict.YES)), 60.0) == silent(YES)


def test_what_was_ruled_before_the_table_was_switched_on_makes_no_sound() -> None:
    assert SignalChooser().signal(standing(ruled("r1", Verdict.NO)), 0.0) == silent(NO)


def test_a_ruling_that_was_taken_back_is_not_shown(chooser: SignalChooser) -> None:
    assert chooser.signal(standing(ruled("r1", Verdict.NO)), 1.0) == NO
    assert chooser.signal(standing(ruled("r1", Verdict.NO, taken_back=True)), 2.0) == DARK


@pytest.mark.parametrize("part", ["camera", "board"])
def test_a_table_that_cannot_see_says_so_before_anything_else(chooser: SignalChooser, part: str) -> None:
    lost = HealthView(part=part, state=HealthState.LOST, sentence="no pictures")
    now = standing(ruled("r1", Verdict.YES), prompts=(NEXT,), health=(lost,))
    assert chooser.signal(now, 1.0) == TROUBLE
    assert chooser.signal(standing(prompts=(NEXT,)), 2.0) == WAITING


@pytest.mark.parametrize(
    ("part", "state"),
    [("journal", HealthState.TROUBLE), ("journal", HealthState.LOST), ("disk", HealthState.LOST)],
)
def test_a_table_that_cannot_keep_what_is_played_says_so_before_anything_else(
    chooser: SignalChooser, part: str, state: HealthState
) -> None:
    failing = HealthView(part=part, state=state, sentence="the disk is full")
    now = standing(ruled("r1", Verdict.YES), prompts=(NEXT,), health=(failing,))
    assert chooser.signal(now, 1.0) == TROUBLE
    assert chooser.signal(standing(prompts=(NEXT,)), 2.0) == WAITING


def test_a_disk_that_fills_up_is_not_yet_full(chooser: SignalChooser) -> None:
    filling = HealthView(part="disk", state=HealthState.TROUBLE, sentence="1.5 GB free")
    assert chooser.signal(standing(prompts=(NEXT,), health=(filling,)), 1.0) == WAITING


def test_trouble_elsewhere_is_no_matter_of_the_light(chooser: SignalChooser) -> None:
    obs = HealthView(part="obs", state=HealthState.LOST, sentence="OBS refused the password")
    assert chooser.signal(standing(health=(obs,)), 1.0) is None
