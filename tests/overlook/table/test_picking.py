"""Equipment by the panel's buttons: several different options, as the rules allow (A24-04, A24-05)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.table.offers.panel_menu import TAKE, Cursor, Menu, menu_of
from referee.editions.kt24.equipment import OPTIONS
from referee.editions.kt24.flow import EQUIPMENT_SLOTS, NO_EQUIPMENT, NONE
from referee.game.handlers.set_up import option_name
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState
from tests.overlook.play.hands import PanelAndCamera, play_by_panel
from tests.overlook.play.scripts import script

ASKED = Prompt(
    id="equipment:p1",
    topic=Topic.EQUIPMENT,
    about="p1",
    owner="p1",
    question=Message.stored("Which?"),
    choices=(NO_EQUIPMENT, *OPTIONS),
    default=NONE,
    picks=EQUIPMENT_SLOTS,
)
PLACES = {"A1": [5.0, 2.0], "B1": [12.0, 20.0]}


def base() -> Menu:
    return menu_of(GameState("kt24"), 0, [ASKED], offers=None)


@given(st.lists(st.integers(0, 40), max_size=9))
def test_a24_05_at_most_four_different_options_are_picked(steps: list[int]) -> None:
    cursor, menu = Cursor().on(base()), base()
    for step in steps:
        options = [item for item in menu.items if not item.intent]
        if options:
            cursor = cursor.with_pick(options[step % len(options)].choice)
            menu = base().after(cursor.on(base()).picked)
    names = [option_name(key) for key in cursor.picked]
    assert len(names) == len(set(names)) <= EQUIPMENT_SLOTS
    left = {option_name(item.choice) for item in menu.items if not item.intent}
    assert left.isdisjoint(names)
    assert bool(left) == (len(names) < EQUIPMENT_SLOTS)
    if cursor.picked:
        marked = menu.items[cursor.on(menu).at or 0]
        assert (marked.choice, marked.intent["options"]) == (TAKE, list(cursor.picked))


def by_panel(play: Callable[[PanelAndCamera], Awaitable[None]], folder: Path) -> None:
    """Play a set-up by the panel from the question about p1's equipment on."""

    async def asked_for_equipment(table: PanelAndCamera) -> None:
        await table.roll([6])
        await table.roll([1])
        await table.choose("Initiative: P1")
        await play(table)

    play_by_panel({**script(PLACES, begin="set_up"), "places": {}}, asked_for_equipment, folder)


def test_a24_05_the_panel_takes_several_options_together(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        assert table.menu.marked == "No equipment"
        await table.choose("Mines")
        assert (table.menu.marked, table.menu.picked) == ("Take 1 of at most 4", ("Mines",))
        await table.choose("Grenades: smoke, stun")
        assert table.menu.marked == "Take 2 of at most 4"
        await table.press("confirm")
        assert table.table.state.side("p1").equipment == ("mines", "utility grenades: smoke, stun")
        assert table.table.state.side("p1").supplies == {"smoke grenade": 1, "stun grenade": 1}
        assert table.menu.prompt == "equipment:p2"
        assert table.menu.picked == ()
        await table.press("confirm")
        assert table.table.state.side("p2").equipment == ()

    by_panel(play, tmp_path)


def test_undo_puts_back_the_option_picked_last_and_then_undoes_what_was_before(tmp_path: Path) -> None:
    async def play(table: PanelAndCamera) -> None:
        await table.choose("Mines")
        await table.choose("Ladders")
        await table.press("undo")
        assert (table.menu.marked, table.menu.picked) == ("Take 1 of at most 4", ("Mines",))
        await table.press("undo")
        assert (table.menu.marked, table.menu.picked) == ("No equipment", ())
        before = table.table.sequence
        await table.press("undo")
        assert table.table.state.stage != "selection"
        await table.press("redo")
        assert table.table.state.stage == "selection"
        assert table.table.sequence > before
        with pytest.raises(AssertionError, match="redo"):
            await table.press("redo")

    by_panel(play, tmp_path)
