"""Undo is about what a player did last, and takes along what the camera and the rules added by themselves."""

from __future__ import annotations

import pytest

from messages.message import Message
from overlook.table.games.steps import accompanying_undo, last_done
from referee.game.board_place import BoardPlace
from referee.game.engine.prompting import REFUSE
from referee.game.engine.timeline import RedoStep, Timeline, TimelineStep
from referee.game.intents import (
    CAMERA,
    Activate,
    Answer,
    DeclarePlace,
    DeclareStatus,
    Intent,
    Propose,
    Redo,
    Score,
    SpringMine,
    Undo,
)
from referee.game.intents.decisions import ProposedReading
from referee.game.state import GameState
from referee.rules.position import Order

DONE = Score(id="s", by="p1", player="p1", op="crit", vp=1)
ADDED: list[Intent] = [
    Propose(
        id="x",
        by=CAMERA,
        owner="p1",
        question="Did it move?",
        readings=(ProposedReading.of(Message.stored("Yes"), DONE),),
    ),
    SpringMine(id="x", by=CAMERA, marker="M", operative="A1"),
    DeclarePlace(id="x", by=CAMERA, operative="A1", place=BoardPlace(x=1.0, y=2.0)),
    Answer(id="x", by=CAMERA, prompt="p", choice=REFUSE),
]
TOKENS: list[Intent] = [
    Activate(id="x", by=CAMERA, operative="A1", order=Order.ENGAGE),
    DeclareStatus(id="x", by=CAMERA, operative="A1", order=Order.CONCEAL),
]


def steps(*intents: Intent) -> TimelineStep:
    step = None
    for number, intent in enumerate(intents, 1):
        step = TimelineStep(number, intent, (), GameState(), GameState(), step)
    assert step is not None
    return step


@pytest.mark.parametrize("added", ADDED, ids=lambda intent: intent.kind)
def test_what_the_camera_added_is_nobodys_last_deed(added: Intent) -> None:
    step = last_done(Timeline(past=steps(DONE, added, added)))
    assert step is not None
    assert step.intent == DONE


@pytest.mark.parametrize(
    "intent", [*TOKENS, *(one.model_copy(update={"by": "p2"}) for one in ADDED)], ids=lambda intent: intent.kind
)
def test_order_tokens_and_what_a_player_says_are_deeds(intent: Intent) -> None:
    step = last_done(Timeline(past=steps(DONE, intent)))
    assert step is not None
    assert step.intent == intent


@pytest.mark.parametrize("added", ADDED, ids=lambda intent: intent.kind)
def test_undo_goes_on_until_something_is_taken_back_that_somebody_did(added: Intent) -> None:
    taken_back = RedoStep(steps(DONE, added), None, "p1")
    more = accompanying_undo(
        Undo(id="u", by="p1"), Timeline(past=steps(DONE), undone=taken_back), lambda what: f"{what}-2"
    )
    assert more == Undo(id="undo-2", by="p1")
    done = RedoStep(steps(DONE), None, "p1")
    assert accompanying_undo(Undo(id="u", by="p1"), Timeline(past=steps(DONE), undone=done), str) is None


@pytest.mark.parametrize("added", ADDED, ids=lambda intent: intent.kind)
def test_redo_puts_back_what_the_camera_had_added(added: Intent) -> None:
    left = Timeline(past=steps(DONE), undone=RedoStep(steps(DONE, added), None, "p1"))
    assert accompanying_undo(Redo(id="r", by="p1"), left, lambda what: f"{what}-2") == Redo(id="redo-2", by="p1")
