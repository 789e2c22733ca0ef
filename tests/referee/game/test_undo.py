"""Undo takes back the last intent with all that followed from it; redo puts it back; both stand in the log."""

from __future__ import annotations

import pytest

from messages.message import Message
from referee.game.board_place import BoardPlace
from referee.game.engine.timeline import fold_all
from referee.game.state import GameState
from referee.rules.errors import IllegalError
from tests.codes import coded
from tests.referee.allowed import is_allowed
from tests.referee.game.conftest import GameDriver

ASIDE = BoardPlace(9.0, 9.0)


def test_undo_goes_back_to_the_start_and_redo_to_the_end(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Dash", to=ASIDE, charged=3.0)
    firefight.end("A1")
    end = firefight.state
    seen = [end]
    while firefight.game.timeline.past is not None:
        firefight("undo")
        seen.append(firefight.state)
    assert firefight.state == GameState()
    assert not is_allowed(firefight.game, firefight.intent("undo"))
    for expected in reversed(seen[:-1]):
        firefight("redo")
        assert firefight.state == expected
    assert firefight.state == end
    assert firefight.game.timeline.undone is None
    assert fold_all(firefight.game.log).state == end


def test_nothing_is_ever_deleted_from_the_log(firefight: GameDriver) -> None:
    before = firefight.game.log
    firefight.activate("A1")
    firefight("undo")
    firefight("redo")
    assert firefight.game.log[: len(before)] == before
    assert [event.kind for event in firefight.game.log[len(before) :]] == ["activate", "activated", "undo", "redo"]


def test_a_new_intent_after_an_undo_drops_what_could_be_put_back(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight("undo")
    firefight.activate("A2")
    assert firefight.game.timeline.undone is None
    with pytest.raises(IllegalError, check=coded("undo-nothing-undone")):
        firefight("redo")
    assert firefight.activation.operative == "A2"


def test_undo_takes_back_all_that_followed_by_itself(firefight: GameDriver) -> None:
    firefight.activate("A1")
    before = firefight.state
    firefight.act("A1", "Shoot", target="B1", weapon="bolter", results=({"operative": "B1", "amount": 12},))
    assert firefight.state.operative("B1").life == "removed"
    firefight("undo")
    assert firefight.state == before


def test_a_called_fault_is_no_step(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight("call", key="B1:moved", means="B1 moved outside its activation", by="camera")
    firefight("undo")
    assert firefight.state.activation is None
    assert firefight.game.called == {"B1:moved": Message.stored("B1 moved outside its activation")}
    assert firefight.game.timeline.undone is not None
    firefight("call", key="B1:moved", means="B1 moved outside its activation", by="camera")
    firefight("redo")
    assert firefight.activation.operative == "A1"


def test_the_same_fault_is_not_called_twice_until_it_is_mended(firefight: GameDriver) -> None:
    first = firefight("call", key="B1", means="B1 stands elsewhere")
    second = firefight("call", key="B1", means="B1 stands elsewhere")
    assert [event.kind for event in first] == ["call", "fault_called"]
    assert [event.kind for event in second] == ["call"]
    firefight("mend", key="B1")
    assert firefight.game.called == {}
    assert [event.kind for event in firefight("mend", key="B1")] == ["mend"]
    assert [event.kind for event in firefight("call", key="B1", means="again")] == ["call", "fault_called"]
