"""What buttons alone choose: Next marks one thing of the menu, Confirm takes what is marked, Undo takes it out."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from overlook.table.game_showing import named
from overlook.table.items_ready import items_ready
from overlook.table.panel_accounts import SIGN, accounts_of
from overlook.table.panel_menu import Cursor, Menu, menu_of
from overlook.table.session import TableSession
from referee.game import intents as game
from web.contract.requests import Accepted, Button, Outcome, Refused
from web.contract.table.available_actions import MenuView, OffersView

LOOK_S = 0.3
"""What is asked for less long than this has not been looked at: nobody reads and answers faster."""

OVERTAKEN = "The decision has changed since you marked an answer: look, and press again."
TOO_SOON = "The decision has just changed: look, and press again."


class PanelPort(Protocol):
    """What a chooser needs of the service it belongs to."""

    def publish(self) -> None:
        """Show what stands now to everybody who looks."""

    async def do(self, intent: game.Intent) -> Outcome:
        """Return whether an intent of the game was taken."""

    def sign(self, signer: str, by: str) -> Outcome:
        """Return whether a player's signature under the result was taken, and from whom."""


class PanelChooser:
    """What is marked in the menu of what can be done now."""

    def __init__(self, table: TableSession, service: PanelPort) -> None:
        self._table, self._service = table, service
        self._cursor = Cursor()
        self._asked: tuple[str, tuple[str, ...]] = ("", ())
        self._since_s = -LOOK_S

    def menu(self, offers: OffersView | None) -> Menu:
        """Return what can be taken now."""
        table = self._table
        prompts = [named(prompt, table.state) for prompt in table.open_prompts if prompt.holds_up]
        reads = {read.prompt: read for read in table.reads}
        items = items_ready(table)
        menu = menu_of(
            table.state,
            table.sequence,
            prompts,
            offers=offers,
            reads=reads,
            items=items,
            accounts=accounts_of(table, prompts),
        )
        if self._cursor.key == menu.key and self._cursor.opened:
            return menu.into(self._cursor.opened)
        return menu.after(self._cursor.on(menu).picked)

    def view(self, offers: OffersView | None) -> MenuView | None:
        """Return what the surfaces show of it; None where there is nothing to take."""
        menu = self.menu(offers)
        self._notice(menu)
        return self._cursor.view(menu)

    def _notice(self, menu: Menu) -> None:
        if (menu.key, menu.opened) != self._asked:
            self._asked, self._since_s = (menu.key, menu.opened), self._table.now_s()

    def take_out(self, offers: OffersView | None) -> bool:
        """Close a list, or take out the die entered or the option picked last; return whether there was one."""
        here = self._cursor.on(self.menu(offers))
        if not (here.entered or here.picked or here.opened):
            return False
        self._cursor = here.without_last()
        self._service.publish()
        return True

    async def press(self, button: Button, menu: Menu, *, by: str = game.ANY, key: str, pressed_s: float) -> Outcome:
        """Return whether Next, Back or Confirm was taken that was pressed at that time, as whose word."""
        if not menu.items:
            return Refused(sentence="No decision is open.")
        self._notice(menu)
        gathered = self._cursor.by_hand or bool(self._cursor.entered)
        overtaken = gathered and self._cursor.lost(menu)
        self._cursor = self._cursor.on(menu)
        if button is not Button.CONFIRM:
            self._cursor = self._cursor.moved(menu, -1 if button is Button.BACK else 1)
            self._service.publish()
            return Accepted()
        if overtaken:
            self._service.publish()
            return Refused(sentence=OVERTAKEN)
        marked_itself = self._cursor.at is not None and not self._cursor.by_hand
        if marked_itself and pressed_s - self._since_s < LOOK_S:
            return Refused(sentence=TOO_SOON)
        return await self._confirm(menu, key, by)

    async def _confirm(self, menu: Menu, key: str, by: str) -> Outcome:
        if self._cursor.at is None:
            return Refused(sentence=f"Press Next to choose first: {menu.question}")
        item = menu.items[self._cursor.at]
        if item.listed is not None:
            self._cursor = self._cursor.opening(item.choice)
            self._service.publish()
            return Accepted()
        if item.intent:
            signing = item.intent["kind"] == SIGN
            outcome = (
                self._service.sign(item.intent["player"], by) if signing else await self._service.do(item.of(key, by))
            )
            if isinstance(outcome, Accepted):
                self._cursor = Cursor()
            return outcome
        if menu.picks:
            self._cursor = self._cursor.with_pick(item.choice)
            self._service.publish()
            return Accepted()
        self._cursor = self._cursor.with_die(int(item.choice))
        if len(self._cursor.entered) < menu.dice:
            self._service.publish()
            return Accepted()
        outcome = await self._service.do(game.Answer(id=key, by=by, prompt=menu.prompt, dice=self._cursor.entered))
        refused = isinstance(outcome, Refused)
        self._cursor = replace(self._cursor, entered=(), by_hand=False) if refused else Cursor()
        if refused:
            self._service.publish()
        return outcome
