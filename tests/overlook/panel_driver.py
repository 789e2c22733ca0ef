"""Plays by the panel's four buttons: it answers what is asked by what the table shows, nothing else."""

from __future__ import annotations

import time

from gpiozero.pins.mock import MockFactory

from hardware.panel import Button, PanelSettings
from overlook.table.offers.panel_chooser import LOOK_S
from referee.game.state import GameState
from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import published, until
from web.contract.table.available_actions import MenuView

SETTINGS = PanelSettings(long_s=5.0, double_s=0.02, bounce_s=0.0)
"""A short press stays one however long the machine is busy with something else."""


class PanelDriver:
    """The four buttons of a panel, pressed as a player does."""

    def __init__(self, pins: MockFactory, server: LiveServer) -> None:
        self._pins, self._server = pins, server

    @property
    def state(self) -> GameState:
        """The game as it stands, for what the test asserts."""
        return self._server.table.table.state

    @property
    def menu(self) -> MenuView | None:
        """What the table shows of the panel's menu, once everything is worked out."""
        return next(iter(published(self._server).menu), None)

    def press(self, button: Button, *, long: bool = False) -> None:
        """Press a button and wait until that has changed something: a long press is held until then."""
        pin, table = self._pins.pin(SETTINGS.pin(button)), self._server.table
        if button is Button.CONFIRM:
            time.sleep(LOOK_S)
        before = table.table.sequence, published(self._server).menu
        pin.drive_low()
        time.sleep(0.01)
        if not long:
            pin.drive_high()
        until(lambda: (table.table.sequence, table.service.snapshot().menu) != before, f"{button} counts: {before}")
        pin.drive_high()

    def hold(self, button: Button) -> None:
        """Hold a button."""
        self.press(button, long=True)

    def choose(self, label: str) -> None:
        """Go on with Next until something is marked."""
        passed: list[str] = []
        while (menu := self.menu) is None or not menu.marked.startswith(label):
            assert menu is not None
            assert len(passed) <= menu.of, f"no {label!r} among {passed}"
            passed.append(menu.marked)
            self.press(Button.NEXT)

    def take(self, label: str) -> None:
        """Go on with Next until something is marked, and take it with Confirm."""
        self.choose(label)
        self.press(Button.CONFIRM)
