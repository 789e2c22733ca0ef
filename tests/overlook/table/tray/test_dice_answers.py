"""Dice that lie in the tray when the program is started again: the journal knows which were answered with."""

from __future__ import annotations

import pytest

from messages.message import Message
from overlook.table.tray.dice_on_tray import MOST_NOTED
from referee.game.intents import EndBattle, Redo, Undo
from tests.overlook.table.tray.ledgers import BLUE, FIRST, RED, SECOND, Hall, Player, die
from vision.dice.acceptance import empty_reading
from vision.dice.tray_tracker import TrayPhase

NO_FRAMES = Message.of("tray-no-frames")


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
    plain.tell(empty_reading(Message.stored("a book")))
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
    again.phase(TrayPhase.EMPTY)
    again.lay(die(5, 60))
    assert again.said() == {SECOND: (5,)}


def test_after_a_restart_under_a_lid_dice_stay_taken(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    again = hall.opened()
    again.tell(empty_reading(Message.stored("a lid")))
    again.lay(die(5, 60))
    assert again.table.facts().suggestions == ()


def test_after_a_restart_dice_from_before_the_game_answer_nothing_in_it(hall: Hall) -> None:
    early = hall.opened()
    early.lay(die(5, 60))
    early.begin()
    again = hall.opened()
    again.lay(die(5, 60))
    assert again.table.facts().suggestions == ()


def test_a_redo_after_a_restart_has_its_dice_again(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.table.submit(Undo(id="undo-1"))
    again = hall.opened()
    again.lay(die(5, 60))
    again.table.submit(Redo(id="redo-1"))
    assert again.table.facts().suggestions == ()


def answered_undone_thrown_again_and_put_back(player: Player) -> None:
    player.lay(die(5, 60))
    player.enter(0, 5)
    player.table.submit(Undo(id="undo-1"))
    player.lay(die(3, 200))
    assert player.said()[FIRST] == (3,)
    player.table.submit(Redo(id="redo-1"))


def test_an_answer_that_is_put_back_takes_what_was_thrown_since(plain: Player) -> None:
    answered_undone_thrown_again_and_put_back(plain)
    assert plain.table.facts().suggestions == ()
    plain.table.submit(Undo(id="undo-2"))
    assert plain.said()[FIRST] == (3,)


def test_an_answer_that_was_put_back_took_what_was_thrown_since_after_a_restart_too(hall: Hall, plain: Player) -> None:
    answered_undone_thrown_again_and_put_back(plain)
    again = hall.opened()
    again.lay(die(3, 200))
    assert again.table.facts().suggestions == ()


def test_an_answer_that_is_put_back_leaves_the_dice_of_the_next_one(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.lay(die(5, 60), die(2, 200))
    plain.enter(0, 2)
    for number in range(2):
        plain.table.submit(Undo(id=f"undo-{number}"))
    plain.table.submit(Redo(id="redo-0"))
    assert plain.said() == {SECOND: (2,)}
    again = hall.opened()
    again.lay(die(5, 60), die(2, 200))
    assert again.said() == {SECOND: (2,)}


def undone_and_redone(player: Player) -> None:
    player.table.submit(Undo(id="undo-there-and-back"))
    player.table.submit(Redo(id="redo-there-and-back"))


@pytest.mark.parametrize("emptied", [False, True])
def test_an_undo_and_a_redo_leave_the_next_players_dice_as_they_were(hall: Hall, plain: Player, emptied: bool) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    if emptied:
        plain.phase(TrayPhase.EMPTY)
    there = [die(2, 200)] if emptied else [die(5, 60), die(2, 200)]
    plain.lay(*there)
    undone_and_redone(plain)
    assert plain.said() == {SECOND: (2,)}
    again = hall.opened()
    again.lay(*there)
    assert again.said() == {SECOND: (2,)}


def test_an_undo_and_a_redo_leave_both_players_dice_as_they_were(coloured: Player) -> None:
    coloured.lay(die(4, 60, "p1"), die(4, 200, "p2"))
    coloured.enter(0, 4)
    coloured.enter(0, 4)
    coloured.lay(die(6, 100, "p1"), die(3, 250, "p2"))
    thrown_again = {f"{FIRST}:1": (6,), f"{SECOND}:1": (3,)}
    assert coloured.said() == thrown_again
    undone_and_redone(coloured)
    assert coloured.said() == thrown_again


def test_dice_seen_between_an_undo_and_its_redo_are_told_from_those_that_lay_there_after_a_restart_too(
    hall: Hall, plain: Player
) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.lay(die(5, 60), die(2, 200))
    plain.table.submit(Undo(id="undo-1"))
    plain.lay(die(5, 60), die(2, 200), die(6, 130))
    plain.table.submit(Redo(id="redo-1"))
    assert plain.said() == {SECOND: (2,)}
    again = hall.opened()
    again.lay(die(5, 60), die(2, 200), die(6, 130))
    assert again.said() == {SECOND: (2,)}


@pytest.mark.parametrize(
    ("phase", "fault"), [(TrayPhase.ROLLING, None), (TrayPhase.HAND, None), (TrayPhase.SETTLED, NO_FRAMES)]
)
def test_an_answer_put_back_while_nobody_sees_the_dice_leaves_those_that_come_to_lie(
    plain: Player, phase: TrayPhase, fault: Message | None
) -> None:
    plain.lay(die(5, 60))
    plain.enter(0, 5)
    plain.phase(phase, fault)
    undone_and_redone(plain)
    plain.phase(TrayPhase.ROLLING)
    plain.lay(die(5, 60), die(2, 200))
    assert plain.said() == {SECOND: (2,)}


def test_after_a_restart_dice_beyond_those_that_are_noted_answer_nothing(hall: Hall, plain: Player) -> None:
    many = [die(1, 60 + 45 * place) for place in range(MOST_NOTED + 1)]
    plain.lay(*many)
    plain.enter(0, 1)
    again = hall.opened()
    again.lay(*many)
    assert again.table.facts().suggestions == ()
    again.lay(*many, die(2, 20))
    assert again.said() == {SECOND: (2,)}


def test_dice_thrown_after_the_battle_answer_nothing_when_its_end_is_undone(plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.table.submit(EndBattle(id="end", conceded_by="p1"))
    plain.lay(die(5, 60), die(2, 200))
    plain.table.submit(Undo(id="undo-1"))
    assert plain.said()[FIRST] == (5,)
    plain.lay(die(5, 60), die(2, 200), die(6, 130))
    assert len(plain.table.facts().suggestions[0].dice) == 2


def test_dice_from_before_the_end_are_free_again_when_it_is_undone_after_a_restart(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.table.submit(EndBattle(id="end", conceded_by="p1"))
    again = hall.opened()
    again.lay(die(5, 60))
    again.lay(die(5, 60), die(2, 200))
    again.table.submit(Undo(id="undo-1"))
    assert again.said()[FIRST] == (5,)


def test_dice_thrown_after_the_end_and_a_restart_answer_nothing(hall: Hall, plain: Player) -> None:
    plain.lay(die(5, 60))
    plain.table.submit(EndBattle(id="end", conceded_by="p1"))
    again = hall.opened()
    again.lay(die(2, 200))
    again.table.submit(Undo(id="undo-1"))
    assert again.table.facts().suggestions == ()


def test_after_a_restart_dice_entered_before_anybody_saw_them_are_taken(hall: Hall, coloured: Player) -> None:
    coloured.tie()
    coloured.phase(TrayPhase.ROLLING, NO_FRAMES)
    coloured.enter(0, 6)
    again = hall.opened(RED, BLUE)
    again.lay(die(6, 130, "p1"), die(2, 260, "p2"))
    assert again.said() == {f"{SECOND}:1": (2,)}
