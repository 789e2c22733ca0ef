"""Secret choices stay secret in what surfaces are shown, until they are revealed (A24-08, A24-10)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.board_place import BoardPlace
from referee.game.card import Card, Seat
from referee.game.intents import SetUp
from referee.game.journal_entry import JournalEntry
from referee.game.secrecy import REDACTED, redact_secrets
from tests.referee.game.conftest import GameDriver


def told(events: Sequence[JournalEntry]) -> str:
    return " ".join(event.model_dump_json() for event in events)


def test_a24_10_a_sealed_choice_is_veiled_with_the_answer_that_made_it(driver: GameDriver) -> None:
    driver.to_gambits()
    before = len(driver.game.log)
    driver.answer("gambit:", "primary:tac")
    events = driver.game.log[before:]
    assert "tac" in told(events)
    shown = redact_secrets(events, driver.state)
    assert "tac" not in told(shown)
    assert [event.kind for event in shown] == [event.kind for event in events]
    assert shown[0].data["choice"] == shown[1].data["value"] == REDACTED


def test_a24_08_what_was_revealed_since_is_shown(
    driver: GameDriver, seats: tuple[Seat, ...], teams: tuple[Card, ...], places: dict[str, BoardPlace]
) -> None:
    driver.typed(SetUp, seats=seats, operatives=teams, places=places)
    driver.answer("first-roll:0:p1", dice=(6,))
    driver.answer("first-roll:0:p2", dice=(1,))
    driver.answer("first:", "p1")
    driver.confirm_all("equipment:", "equipment:")
    first = driver("seal", player="p1", topic="scouting", value="recon")
    assert "recon" not in told(redact_secrets(first, driver.state))
    driver("seal", player="p2", topic="scouting", value="ambush")
    assert redact_secrets(first, driver.state) == first


def test_other_events_are_shown_as_they_are(firefight: GameDriver) -> None:
    assert (
        redact_secrets(firefight("activate", operative="A1", order="engage"), firefight.state)
        == (firefight.game.log[-2:])
    )
