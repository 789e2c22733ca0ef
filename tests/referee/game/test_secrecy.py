"""Secret choices stay secret in what surfaces are shown, until they are revealed (A24-08, A24-10)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.engine.timeline import fold_all, has_secrets, redact_secrets
from referee.game.events.secret_choices import REDACTED
from referee.game.intents import SetUp, Undo
from referee.game.journal_entry import JournalEntry
from referee.game.record import RefusedError
from tests.referee.game.conftest import GameDriver
from tests.referee.game.refused import reasons


def told(events: Sequence[JournalEntry]) -> str:
    return " ".join(event.model_dump_json() for event in events)


def test_a24_10_a_sealed_choice_is_redacted_with_the_answer_that_made_it(driver: GameDriver) -> None:
    driver.to_gambits()
    before = len(driver.game.log)
    driver.answer("gambit:", "primary:tac")
    events = driver.game.log[before:]
    assert "tac" in told(events)
    public = redact_secrets(events, driver.game.timeline)
    assert "tac" not in told(public)
    assert [event.sequence for event in public] == [event.sequence for event in events]
    assert [event.kind for event in public[1:]] == [event.kind for event in events[1:]]
    assert public[0].data == {"by": "any", "player": "p1", "topic": "primary_op", "value": REDACTED}
    assert public[1].data["value"] == REDACTED


def test_a24_08_what_was_revealed_since_is_shown(choosing: GameDriver) -> None:
    choosing.confirm_all("equipment:", "equipment:")
    first = choosing("seal", player="p1", topic="scouting", value="recon")
    assert "recon" not in told(redact_secrets(first, choosing.game.timeline))
    assert has_secrets(choosing.game.log, choosing.game.timeline)
    choosing("seal", player="p2", topic="scouting", value="ambush")
    assert redact_secrets(first, choosing.game.timeline) == first
    assert not has_secrets(choosing.game.log, choosing.game.timeline)


@pytest.fixture
def choosing(
    driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...], places: dict[str, BoardPlace]
) -> GameDriver:
    """A game in which equipment is chosen next, by either player."""
    driver.typed(SetUp, seats=seats, operatives=teams, places=places)
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(1,))
    driver.answer("first:", "p1")
    return driver


def shown(game: GameDriver) -> str:
    """Return the whole log as everybody may see it; a replay folds it."""
    log = redact_secrets(game.game.log, game.game.timeline)
    fold_all(log)
    return told(log)


def test_a24_04_equipment_is_shown_to_nobody_until_both_have_chosen(choosing: GameDriver) -> None:
    choosing("choose_equipment", player="p1", options=["explosive grenades: frag, krak"])
    assert "frag" not in shown(choosing)
    choosing.answer("equipment:p2", "none")
    assert "frag" in shown(choosing)


def test_a24_04_an_answer_that_takes_equipment_looks_like_any_other_choice_of_it(choosing: GameDriver) -> None:
    choosing.answer("equipment:p1", "none", by="p1")
    nothing = redact_secrets(choosing.game.log, choosing.game.timeline)[-2:]
    choosing("undo")
    some = choosing("choose_equipment", player="p1", options=["mines", "ladders"], by="p1")
    for one, other in zip(nothing, redact_secrets(some, choosing.game.timeline), strict=True):
        assert (one.kind, one.data) == (other.kind, other.data)


def test_what_was_taken_back_before_it_was_revealed_stays_secret(choosing: GameDriver) -> None:
    choosing("choose_equipment", player="p1", options=["razor wire"])
    choosing("undo")
    choosing("choose_equipment", player="p1", options=["mines"])
    choosing("choose_equipment", player="p2", options=["ladders"])
    assert "razor wire" not in shown(choosing)
    assert "mines" in shown(choosing)


def test_what_everybody_has_seen_is_not_secret_again_when_it_is_taken_back(choosing: GameDriver) -> None:
    grenades = "explosive grenades: frag, frag"
    choosing("choose_equipment", player="p1", options=[grenades])
    choosing("choose_equipment", player="p2", options=[])
    choosing.game.submit(Undo(id="back"))
    assert choosing.state.chosen == {"p1"}
    assert "frag" in shown(choosing)
    choosing("choose_equipment", player="p2", options=["mines"])
    assert "mines" in shown(choosing)


def test_a_choice_made_anew_after_its_reveal_was_taken_back_is_secret(choosing: GameDriver) -> None:
    choosing("seal", player="p1", topic="tac_op", value="Dig")
    choosing("reveal", player="p1", topic="tac_op")
    for _ in range(2):
        choosing("undo")
    again = choosing("seal", player="p1", topic="tac_op", value="Dig")
    assert "Dig" not in told(redact_secrets(again, choosing.game.timeline))
    assert "Dig" in shown(choosing), "the first time it was seen"


@pytest.mark.parametrize("policy", ["propose", "log"])
def test_a_secret_choice_that_breaks_a_rule_is_secret_in_the_proposal_and_in_the_fault(
    choosing: GameDriver, policy: str
) -> None:
    choosing("set_policy", rule="", policy=policy)
    choosing("choose_equipment", player="p1", options=["mines", "mines"])
    choosing("seal", player="p1", topic="tac_op", value="Dig")
    choosing("seal", player="p1", topic="tac_op", value="Hold")
    assert {"proposed", "fault_logged"} & {entry.kind for entry in choosing.game.log}
    for secret in ("mines", "Dig", "Hold"):
        assert secret not in shown(choosing)


def test_in_free_play_where_nobody_waits_for_the_other_equipment_is_open(
    driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...], places: dict[str, BoardPlace]
) -> None:
    driver.typed(SetUp, seats=seats, operatives=teams, places=places, free=True)
    driver("choose_equipment", player="p1", options=["mines"])
    assert "mines" in shown(driver)


def test_b21_05_the_other_player_is_refused_without_a_word_about_the_choice(choosing: GameDriver) -> None:
    choosing("choose_equipment", player="p1", options=["mines"])
    with pytest.raises(RefusedError) as refused:
        choosing("place_equipment", player="p1", item="ladders", by="p2")
    assert "mines" not in str(refused.value)
    assert reasons(refused) == ["refusal-not-yours"]


def test_other_events_are_shown_as_they_are(firefight: GameDriver) -> None:
    assert (
        redact_secrets(firefight("activate", operative="A1", order="engage"), firefight.game.timeline)
        == (firefight.game.log[-2:])
    )
