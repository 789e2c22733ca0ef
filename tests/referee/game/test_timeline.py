"""The fold: what it refuses, what it says, and that events alone make the state."""

from __future__ import annotations

import pytest

from referee.game.engine.battle_flow import BattleFlow
from referee.game.engine.game import Game
from referee.game.engine.timeline import Timeline, fold, fold_all
from referee.game.events import EVENTS
from referee.game.intents import INTENTS, read_intent
from referee.game.journal_entry import JournalEntry
from referee.game.record import OutOfOrderError, UnknownKindError
from referee.rules.errors import IllegalError, MalformedError
from tests.codes import coded
from tests.referee.allowed import is_allowed
from tests.referee.game.conftest import GameDriver


def changed(event: JournalEntry, **fields: object) -> JournalEntry:
    return JournalEntry(**{**event.model_dump(), **fields})


def test_the_state_is_the_fold_of_the_events_and_of_nothing_else(firefight: GameDriver) -> None:
    again = fold_all(JournalEntry.model_validate_json(event.model_dump_json()) for event in firefight.game.log)
    assert again.state == firefight.state
    assert again.sequence == len(firefight.game.log)


def test_a_game_goes_on_from_its_log(firefight: GameDriver, battle_flow: BattleFlow) -> None:
    other = Game(battle_flow, firefight.game.log)
    assert other.state == firefight.state
    assert other.prompts == firefight.game.prompts
    assert other.timeline.past is not None


@pytest.mark.parametrize("sequence", [1, 3, 5, 40])
def test_an_event_out_of_order_says_which_was_expected(sequence: int) -> None:
    event = JournalEntry(sequence=sequence, id="x", cause=sequence, edition="kt24", kind="undo", data={"by": "any"})
    at = Timeline(sequence=1)
    with pytest.raises(OutOfOrderError, check=coded("entry-gap", event=sequence, last=1, expected=2)):
        fold(at, event)


def test_an_unknown_kind_lists_the_kinds_there_are(firefight: GameDriver) -> None:
    last = firefight.game.log[-1]
    alien = changed(last, sequence=last.sequence + 1, id="z", kind="teleported", cause=last.cause)
    with pytest.raises(UnknownKindError, check=coded("entry-kind-unknown", kind="teleported")):
        fold(firefight.game.timeline, alien)


def test_another_edition_another_schema_and_a_strange_cause_are_refused(firefight: GameDriver) -> None:
    timeline, last = firefight.game.timeline, firefight.game.log[-1]
    following = changed(last, sequence=last.sequence + 1, id="z")
    with pytest.raises(OutOfOrderError, check=coded("entry-edition", found="kt21", expected="kt24")):
        fold(timeline, changed(following, edition="kt21"))
    with pytest.raises(OutOfOrderError, check=coded("entry-schema", found=9)):
        fold(timeline, changed(following, schema_version=9))
    with pytest.raises(OutOfOrderError, check=coded("entry-cause", found=2)):
        fold(timeline, changed(following, cause=2))


def test_what_cannot_have_happened_names_the_event_and_the_reason(firefight: GameDriver) -> None:
    timeline, last = firefight.game.timeline, firefight.game.log[-1]
    impossible = changed(
        last, sequence=last.sequence + 1, id="z", kind="activation_ended", data={"operative": "A1"}, cause=last.cause
    )
    with pytest.raises(OutOfOrderError, check=coded("state-nobody-active")) as error:
        fold(timeline, impossible)
    assert (error.value.message.code, error.value.message["kind"]) == ("entry-impossible", "activation_ended")


def test_a_field_of_the_wrong_kind_names_the_field() -> None:
    with pytest.raises(MalformedError, check=coded("entry-field", kind="wounds_lost", field="amount", found="'many'")):
        EVENTS.read("wounds_lost", {"operative": "A1", "amount": "many"})
    with pytest.raises(MalformedError, check=coded("entry-field", sort="intent", kind="activate", field="order")):
        read_intent({"kind": "activate", "id": "x", "operative": "A1", "order": "hide"})
    with pytest.raises(UnknownKindError, check=coded("entry-kind-unknown", sort="intent", kind="fly")):
        read_intent({"kind": "fly", "id": "x"})
    with pytest.raises(MalformedError, check=coded("entry-field", field="dice.0")):
        read_intent({"kind": "answer", "id": "x", "prompt": "p", "dice": [7]})


def test_no_kind_is_both_an_intent_and_a_happening() -> None:
    assert not set(INTENTS) & set(EVENTS)


def test_the_same_id_twice_is_done_once_and_answers_the_same(firefight: GameDriver) -> None:
    intent = firefight.intent("activate", operative="A1", order="engage")
    first = firefight.game.submit(intent)
    length = len(firefight.game.log)
    assert firefight.game.submit(intent) == first
    assert len(firefight.game.log) == length
    other = read_intent({"kind": "activate", "id": intent.id, "operative": "A2", "order": "engage"})
    with pytest.raises(IllegalError, check=coded("entry-id-used")):
        firefight.game.submit(other)


def test_an_id_stays_done_after_its_undo_and_after_a_restart(firefight: GameDriver, battle_flow: BattleFlow) -> None:
    intent = firefight.intent("activate", operative="A1", order="engage")
    first = firefight.game.submit(intent)
    firefight("undo")
    again = Game(battle_flow, firefight.game.log)
    assert again.submit(intent) == first
    assert again.state.activation is None


def test_what_the_keeper_cannot_keep_has_not_happened(firefight: GameDriver, battle_flow: BattleFlow) -> None:
    class FullDiskError(OSError):
        pass

    def refuse(events: tuple[JournalEntry, ...]) -> None:
        raise FullDiskError("no room")

    game = Game(battle_flow, firefight.game.log, keep=refuse)
    intent = firefight.intent("activate", operative="A1", order="engage")
    with pytest.raises(FullDiskError):
        game.submit(intent)
    assert game.state == firefight.state
    assert len(game.log) == len(firefight.game.log)
    assert is_allowed(game, intent)


def test_a_roll_that_the_tray_saw_is_evidence_and_no_step(firefight: GameDriver, battle_flow: BattleFlow) -> None:
    firefight.activate("A1")
    stands, past = firefight.state, firefight.game.timeline.past
    firefight("see_roll", dice=[{"value": 4, "player": "p1"}, {"value": None, "doubt": "cocked"}], by="camera")
    assert firefight.state == stands
    assert firefight.game.timeline.past is past
    assert Game(battle_flow, firefight.game.log).log[-1].data["dice"][1]["value"] is None
    firefight("undo")
    assert firefight.state.activation is None


def test_a_die_that_shows_seven_is_not_noted(firefight: GameDriver) -> None:
    with pytest.raises(MalformedError, check=coded("entry-field", field="dice.0.value")):
        firefight("see_roll", dice=[{"value": 7}], by="camera")
