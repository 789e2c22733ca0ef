"""What players answer with teaches the tray its dice: kept from run to run, taken back with the answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from messages.message import Message
from overlook.image_files import jpeg
from overlook.table.tray import roll_storage
from overlook.table.tray.roll_assignments import DiceRollAssignments
from overlook.table.tray.roll_storage import EXAMPLES_FILE, store_beside
from referee.game.intents import Undo
from tests.overlook.table.tray.ledgers import BLUE, RED, Hall, Player, die, tray
from vision.dice.acceptance import DieDoubt
from vision.dice.tray_tracker import TrayPhase


def learned(player: Player) -> list[tuple[int, str]]:
    """Return the value and the player of each example, oldest first."""
    assert player.table.ledger is not None
    return [(each.value, each.player) for each in player.table.ledger.learned.examples]


@pytest.mark.parametrize("right", [5, 6])
def test_a_doubted_die_is_learnt_by_the_value_that_a_player_gives_it(plain: Player, right: int) -> None:
    plain.lay(die(5, 60, doubt=DieDoubt.FAINT))
    plain.enter(0, right)
    assert learned(plain) == [(right, "")]


def test_each_player_s_dice_are_learnt_by_themselves(hall: Hall) -> None:
    both = hall.begun(RED, BLUE)
    both.lay(die(4, 60, "p1", DieDoubt.FAINT), die(3, 200, "p2"))
    both.enter(0, 6)
    both.enter(0, 3)
    assert learned(both) == [(6, "p1"), (3, "p2")]


def test_what_was_learnt_survives_a_restart_and_not_a_new_calibration(hall: Hall) -> None:
    first = hall.begun()
    first.lay(die(5, 60, doubt=DieDoubt.FAINT))
    first.enter(0, 6)
    again = hall.opened()
    assert learned(again) == [(6, "")]
    assert again.table.ledger is not None
    calibrated = replace(tray(), empty=np.full_like(tray().empty, 90))
    anew = DiceRollAssignments(calibrated, jpeg, store=store_beside(hall.folder / "tray.json"))
    assert anew.learned.examples == ()
    assert anew.learned.fault is None


def test_what_an_answer_taught_is_forgotten_when_it_is_taken_back(plain: Player) -> None:
    plain.lay(die(5, 60, doubt=DieDoubt.FAINT))
    plain.enter(0, 2)
    plain.table.submit(Undo(id="oops"))
    assert learned(plain) == []
    plain.enter(0, 6)
    assert learned(plain) == [(6, "")]


def test_a_roll_by_hand_teaches_nothing_of_the_dice_that_lie_there(plain: Player) -> None:
    plain.lay(die(5, 60, doubt=DieDoubt.FAINT))
    plain.phase(TrayPhase.ROLLING)
    plain.enter(0, 6)
    assert learned(plain) == []


def test_dice_that_were_thrown_before_they_were_asked_for_teach_nothing(plain: Player) -> None:
    plain.lay(die(5, 60, doubt=DieDoubt.FAINT), die(5, 200, doubt=DieDoubt.FAINT))
    plain.enter(0, 6)
    assert learned(plain) == [], "two lie there and one was said"


def test_a_wrongly_read_certain_die_resets_what_was_learned(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60, doubt=DieDoubt.FAINT))
    plain.enter(0, 6)
    plain.lay(die(2, 200))
    plain.enter(0, 3)
    assert learned(plain) == []
    assert learned(hall.opened()) == []


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"version": 2}'])
def test_a_broken_example_file_is_reported_and_replaced(hall: Hall, text: str) -> None:
    (hall.folder / EXAMPLES_FILE).write_text(text)
    player = hall.begun()
    assert player.table.ledger is not None
    fault = player.table.ledger.learned.fault
    assert fault is not None
    assert (fault.code, fault["file"]) == ("tray-examples-unreadable", EXAMPLES_FILE)
    player.lay(die(5, 60, doubt=DieDoubt.FAINT))
    player.enter(0, 6)
    assert player.table.ledger.learned.fault is None
    assert learned(hall.opened()) == [(6, "")]


def test_a_full_disk_costs_what_was_learnt_and_not_the_answer(plain: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(roll_storage, "write_json", full)
    plain.lay(die(5, 60, doubt=DieDoubt.FAINT))
    plain.enter(0, 6)
    assert plain.table.facts().suggestions == ()
    assert plain.table.ledger is not None
    assert plain.table.ledger.learned.fault == Message.of("tray-examples-not-stored", fault="No space left on device")
    assert learned(plain) == [(6, "")], "it is known until the program ends"
