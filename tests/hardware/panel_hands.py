"""Hands at a panel on mock pins: they press its buttons and keep what it says."""

from __future__ import annotations

import time
from dataclasses import replace

from gpiozero.pins.mock import MockFactory

from hardware.panel import (
    Action,
    Button,
    GpioPanel,
    PanelEvent,
    PanelSettings,
    Press,
    open_panel,
)

PATIENCE_S = 30.0
SETTINGS = PanelSettings(long_s=10.0, double_s=0.4, bounce_s=0.0)
"""A short press stays one however long the machine is busy with something else."""

SOON_LONG = replace(SETTINGS, long_s=0.3, double_s=10.0)
"""For presses that are held until they count, and for doubles."""


class Hands:
    """Presses a panel's buttons and keeps what it says."""

    def __init__(self, pins: MockFactory, settings: PanelSettings = SETTINGS) -> None:
        self.pins, self.settings = pins, settings
        panel = open_panel(settings, pin_factory=pins)
        assert isinstance(panel, GpioPanel)
        self.panel = panel
        self.events: list[PanelEvent] = []
        panel.listen(self.events.append)

    def press(self, button: Button) -> None:
        pin = self.pins.pin(self.settings.pin(button))
        pin.drive_low()
        time.sleep(0.01)
        pin.drive_high()

    def hold(self, button: Button) -> None:
        """Hold a button until that has counted as long, and a moment more."""
        at = [one for one in Button if self.settings.pin(one) is not None].index(button)
        pin, reader = self.pins.pin(self.settings.pin(button)), self.panel._readers[at]
        pin.drive_low()
        deadline = time.monotonic() + PATIENCE_S
        while not reader._was_held:
            assert time.monotonic() < deadline, f"{button} is held and does not count"
            time.sleep(0.005)
        time.sleep(0.05)
        pin.drive_high()

    def said(self, count: int, timeout_s: float = PATIENCE_S) -> list[tuple[Action, Press]]:
        deadline = time.monotonic() + timeout_s
        while len(self.events) < count and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(0.05)
        return [(event.action, event.press) for event in self.events]
