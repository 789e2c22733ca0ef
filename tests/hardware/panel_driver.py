"""A driver of a panel on mock pins: it presses the buttons and keeps what the panel says."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from gpiozero.pins.mock import MockFactory

from hardware.gpio_panel import GpioPanel, open_panel
from hardware.panel import Action, Button, PanelEvent, PanelSettings, Press

PATIENCE_S = 60.0
SETTINGS = PanelSettings(long_s=10.0, double_s=0.4, bounce_s=0.0)
"""A short press stays one however long the machine is busy with something else."""

SOON_LONG = replace(SETTINGS, long_s=0.3, double_s=10.0)
"""For presses that are held until they count, and for doubles."""


def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline, f"not within {PATIENCE_S} s"
        time.sleep(0.005)


class PanelDriver:
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
        pin, reader = self.pins.pin(self.settings.pin(button)), self.panel._readers[button]
        pin.drive_low()
        until(lambda: reader._was_held)
        time.sleep(0.05)
        pin.drive_high()

    def said(self, count: int) -> list[tuple[Action, Press]]:
        until(lambda: len(self.events) >= count)
        time.sleep(0.05)
        return [(event.action, event.press) for event in self.events]
