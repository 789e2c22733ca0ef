"""Dice by the panel's buttons: nothing is marked until somebody, or the tray, has chosen it."""

from __future__ import annotations

import pytest

from messages.message import Message
from overlook.table.offers.panel_menu import Cursor, menu_of
from overlook.table.tray.dice_on_tray import TraySuggestion
from referee.game.intents import ObservedDie
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState
from web.contract.table.available_actions import MenuView

ASKED = Prompt(
    id="roll:1", topic=Topic.ROLL_OFF, about="p1", owner="p1", question=Message.stored("Roll two dice"), dice=2
)


def shown(cursor: Cursor, read: TraySuggestion | None = None) -> MenuView:
    """Return what the surfaces show of the menu."""
    menu = menu_of(GameState("kt24"), 0, [ASKED], offers=None, reads={} if read is None else {ASKED.id: read})
    view = cursor.view(menu)
    assert view is not None
    return view


def read(*values: int, why: Message | None = None, astray: bool = False) -> TraySuggestion:
    dice = tuple(ObservedDie(value=value) for value in values)
    return TraySuggestion(ASKED.id, 2, dice, why, "roll-1.0 roll-1.1", astray)


@pytest.mark.parametrize(
    "told", [None, read(3, why=Message.stored("One die is missing."))], ids=["rolling", "one missing"]
)
def test_no_face_is_marked_before_somebody_chooses_one(told: TraySuggestion | None) -> None:
    view = shown(Cursor(), told)
    assert (view.at, view.choice, view.marked) == (0, "", "Press Next to choose")


def test_next_marks_the_first_face_and_it_stays_for_the_next_die() -> None:
    menu = menu_of(GameState("kt24"), 0, [ASKED], offers=None)
    cursor = Cursor().on(menu).moved(menu, 1)
    assert shown(cursor).marked == "1"
    assert shown(cursor.with_die(1)).marked == "1"
    assert shown(Cursor().on(menu).moved(menu, -1)).marked == "6"


def test_a_certain_tray_reading_is_marked() -> None:
    assert shown(Cursor(), read(3, 5)).marked == "From the tray: 3 5"


def test_a_face_marked_before_the_reading_is_certain_stays_a_face() -> None:
    strange = menu_of(
        GameState("kt24"),
        0,
        [ASKED],
        offers=None,
        reads={ASKED.id: read(3, 5, why=Message.stored("A tile lies there."), astray=True)},
    )
    believed = menu_of(GameState("kt24"), 0, [ASKED], offers=None, reads={ASKED.id: read(3, 5)})
    marked = Cursor().on(strange).moved(strange, 1)
    assert marked.key == strange.key != believed.key
    assert not marked.on(believed).by_hand
