"""Hands at a panel on mock pins: they press its buttons and keep what it says."""

from __future__ import annotations

import time

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

SETTINGS = PanelSettings(long_s=0.6, double_s=0.4, bounce_s=0.0)


class Hands:
    """Presses a panel's buttons and keeps what it says."""

    def __init__(self, pins: MockFactory, settings: PanelSettings = SETTINGS) -> None:
        self.pins, self.settings = pins, settings
        panel = open_panel(settings, pin_factory=pins)
        assert isinstance(panel, GpioPanel)
        self.panel = panel
        self.events: list[PanelEvent] = []
        panel.listen(self.events.append)

    def press(self, button: Button, for_s: float = 0.01) -> None:
        pin = self.pins.pin(self.settings.pin(button))
        pin.drive_low()
        time.sleep(for_s)
        pin.drive_high()

    def said(self, count: int, timeout_s: float = 3.0) -> list[tuple[Action, Press]]:
        deadline = time.monotonic() + timeout_s
        while len(self.events) < count and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(0.05)
        return [(event.action, event.press) for event in self.events]
