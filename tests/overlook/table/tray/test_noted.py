"""Dice that lie in the tray when the program is started again: the journal knows which were answered with."""

from __future__ import annotations

from referee.rules.game.intents import Redo, Undo
from tests.overlook.table.tray.bowls import BLUE, FIRST, RED, SECOND, Hall, Player, die
from vision.dice.guard import nothing
from vision.dice.settling import Phase


def test_after_a_restart_dice_that_were_answered_with_stay_taken(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    again = hall.opened()
    again.lay(die(5, 60))
    assert again.said() == {}
    again.lay(die(5, 60), die(2, 200))
    assert again.said() == {SECOND: (2,)}


def test_after_a_restart_dice_that_nobody_answered_with_are_still_there(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    again = hall.opened()
    again.lay(die(5, 60))
    assert again.said()[FIRST] == (5,)


def test_after_a_restart_a_die_stays_taken_though_another_was_seen_since_and_taken_out(
    hall: Hall, plain: Player
) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.lay(die(5, 60), die(2, 200))
    plain.lay(die(5, 60))
    again = hall.opened()
    again.lay(die(5, 60))
    assert again.said() == {}


def test_after_a_restart_dice_that_something_hid_stay_taken(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.tell(nothing("a book"))
    again = hall.opened()
    again.lay(die(5, 60))
    assert again.said() == {}


def test_after_a_restart_the_dice_of_who_has_not_answered_are_free(hall: Hall, coloured: Player) -> None:
    coloured.lay(die(5, 60, "p1"), die(2, 200, "p2"))
    coloured.enter(0, 5)
    again = hall.opened(RED, BLUE)
    again.lay(die(5, 60, "p1"), die(2, 200, "p2"))
    assert again.said() == {SECOND: (2,)}


def test_after_a_restart_and_an_undo_the_dice_are_free(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.table.submit(Undo(id="undo-1"))
    again = hall.opened()
    again.lay(die(5, 60))
    assert again.said()[FIRST] == (5,)


def test_after_a_restart_a_die_thrown_into_the_emptied_tray_is_a_new_one(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    again = hall.opened()
    again.phase(Phase.EMPTY)
    again.lay(die(5, 60))
    assert again.said() == {SECOND: (5,)}


def test_after_a_restart_under_a_lid_dice_stay_taken(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    again = hall.opened()
    again.tell(nothing("a lid"))
    again.lay(die(5, 60))
    assert again.table.reads == ()


def test_after_a_restart_dice_from_before_the_game_answer_nothing_in_it(hall: Hall) -> None:
    early = hall.opened()
    early.lay(die(5, 60))
    early.begin()
    again = hall.opened()
    again.lay(die(5, 60))
    assert again.table.reads == ()


def test_a_redo_after_a_restart_has_its_dice_again(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.table.submit(Undo(id="undo-1"))
    again = hall.opened()
    again.lay(die(5, 60))
    again.table.submit(Redo(id="redo-1"))
    assert again.table.reads == ()


def test_after_a_restart_dice_entered_before_anybody_saw_them_are_taken(hall: Hall, coloured: Player) -> None:
    coloured.tie()
    coloured.phase(Phase.ROLLING, "no picture")
    coloured.enter(0, 6)
    again = hall.opened(RED, BLUE)
    again.lay(die(6, 130, "p1"), die(2, 260, "p2"))
    assert again.said() == {f"{SECOND}:1": (2,)}
