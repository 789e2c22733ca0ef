"""Rolls that a player says show other values are kept as examples, with their pictures."""

from __future__ import annotations

import json

import pytest

from messages.message import Message
from overlook.table.tray.roll_storage import RollPictures
from tests.overlook.table.tray.ledgers import Hall, Player, die
from vision.dice.acceptance import DieDoubt
from vision.dice.tray_tracker import TrayPhase


def wrong_ones(hall: Hall) -> list[dict[str, object]]:
    files = sorted((hall.folder / "games" / "0001.rolls").glob("*.wrong.json"))
    return [json.loads(file.read_text()) for file in files]


@pytest.mark.parametrize("doubt", [None, DieDoubt.FAINT])
def test_a_die_that_a_player_says_shows_another_value_is_kept_with_its_picture(
    hall: Hall, plain: Player, doubt: DieDoubt | None
) -> None:
    plain.lay(die(5, 60, doubt=doubt))
    assert plain.table.ledger is not None
    assert plain.table.ledger.on_tray is not None
    roll, box = plain.table.ledger.on_tray.id, plain.table.ledger.on_tray.dice[0].box
    plain.enter(0, 6)
    expected = {"version": 1, "image": f"{roll}.jpg", "read": [{"value": 5, "box": list(box)}], "right": [6]}
    assert wrong_ones(hall) == [expected]
    assert (hall.folder / "games" / "0001.rolls" / f"{roll}.jpg").exists()


@pytest.mark.parametrize(("doubt", "right", "misread"), [(None, 6, True), (None, 5, False), (DieDoubt.FAINT, 6, False)])
def test_the_tray_knows_of_a_believed_die_that_was_read_wrongly(
    plain: Player, doubt: DieDoubt | None, right: int, *, misread: bool
) -> None:
    plain.lay(die(5, 60, doubt=doubt))
    plain.enter(0, right)
    plain.lay(die(2, 60))
    plain.enter(0, 2)
    assert plain.table.ledger is not None
    assert plain.table.ledger.misread is misread


def test_nothing_is_kept_of_a_roll_that_was_read_right_or_is_not_all_that_was_thrown(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.lay(die(2, 60), die(5, 200), die(3, 280))
    plain.enter(0, 1)
    assert wrong_ones(hall) == []


def test_dice_entered_while_others_roll_say_nothing_about_those_that_lay_there(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.phase(TrayPhase.ROLLING)
    plain.enter(0, 6)
    assert wrong_ones(hall) == []


def test_a_full_disk_costs_the_example_and_not_the_answer(plain: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RollPictures, "keep_wrong", full)
    plain.lay(die(5, 60))
    plain.enter(0, 6)
    assert plain.table.facts().suggestions == ()
    assert plain.table.ledger is not None
    assert plain.table.ledger.unkept == Message.of("tray-example-not-stored", fault="No space left on device")
