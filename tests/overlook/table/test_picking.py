"""Equipment by the panel's buttons alone: several different options, as the rules allow (rules A24-04, A24-05)."""

from __future__ import annotations

import itertools
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from overlook.table.panel_menu import TAKE, Cursor, Menu, menu_of
from referee.editions.kt24.flow_setup import EQUIPMENT_SLOTS, NONE, OPTIONS
from referee.game.handlers.equipment import option_name
from referee.game.prompt import Prompt, Topic
from referee.game.state import GameState
from tests.overlook.played_table import LOUD, Table, played
from web.contract.intents import Accepted, Button, Outcome
from web.contract.offers import MenuView

ASKED = Prompt(
    id="equipment:p1",
    topic=Topic.EQUIPMENT,
    about="p1",
    owner="p1",
    question="Which?",
    choices=OPTIONS,
    default=NONE,
    picks=EQUIPMENT_SLOTS,
)


def base() -> Menu:
    return menu_of(GameState("kt24"), 0, [ASKED], offers=None)


@given(st.lists(st.integers(0, 40), max_size=9))
def test_a24_05_whatever_is_picked_in_turn_is_four_different_options_at_most(steps: list[int]) -> None:
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


class PanelButtons:
    """Presses on the panel of a table in play, every one of them taken."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def menu(self) -> MenuView:
        (menu,) = self._table.service.snapshot().menu
        return menu

    async def said(self, button: Button) -> Outcome:
        return await self._table.pressed(button)

    async def press(self, button: Button) -> None:
        assert isinstance(await self.said(button), Accepted)

    async def pick(self, label: str) -> None:
        while self.menu.marked != label:
            await self.press(Button.NEXT)
        await self.press(Button.CONFIRM)


async def asked_for_equipment(table: Table) -> PanelButtons:
    await table.begun()
    faces = itertools.cycle((LOUD, 2))
    while table.table.state.stage != "selection":
        await table.answered(table.table.game.prompts[0], next(faces))
    return PanelButtons(table)


def test_a24_05_the_panel_takes_several_options_together(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        buttons = await asked_for_equipment(table)
        assert buttons.menu.marked == "No equipment"
        await buttons.pick("Mines")
        assert (buttons.menu.marked, buttons.menu.picked) == ("Take 1 of at most 4", ("Mines",))
        await buttons.pick("Grenades: smoke, stun")
        assert buttons.menu.marked == "Take 2 of at most 4"
        await buttons.press(Button.CONFIRM)
        assert table.table.state.side("p1").equipment == ("mines", "utility grenades: smoke, stun")
        assert table.table.state.side("p1").supplies == {"smoke grenade": 1, "stun grenade": 1}
        assert buttons.menu.prompt == "equipment:p2"
        assert buttons.menu.picked == ()
        await buttons.press(Button.CONFIRM)
        assert table.table.state.side("p2").equipment == ()

    played(tmp_path, play)


def test_undo_puts_the_option_picked_last_back_and_then_undoes_what_was_before(tmp_path: Path) -> None:
    async def play(table: Table) -> None:
        buttons = await asked_for_equipment(table)
        await buttons.pick("Mines")
        await buttons.pick("Ladders")
        await buttons.press(Button.UNDO)
        assert (buttons.menu.marked, buttons.menu.picked) == ("Take 1 of at most 4", ("Mines",))
        await buttons.press(Button.UNDO)
        assert (buttons.menu.marked, buttons.menu.picked) == ("No equipment", ())
        before = table.table.sequence
        await buttons.press(Button.UNDO)
        assert table.table.state.stage != "selection"
        await buttons.press(Button.REDO)
        assert table.table.state.stage == "selection"
        assert table.table.sequence > before
        assert not isinstance(await buttons.said(Button.REDO), Accepted)

    played(tmp_path, play)
