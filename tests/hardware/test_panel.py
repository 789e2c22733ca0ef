"""Opening and closing a panel: pins that are taken, settings that none can have, a machine without GPIO."""

from __future__ import annotations

import warnings
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from pydantic import ValidationError

from hardware.gpio_panel import open_panel
from hardware.panel import UNSURE, YES, Action, Button, NullPanel, PanelSettings, Press
from tests.hardware.panel_driver import SETTINGS, PanelDriver


def test_closed_it_gives_its_pins_back(pins: MockFactory) -> None:
    made = PanelDriver(pins)
    made.panel.show(UNSURE)
    made.panel.close()
    again = PanelDriver(pins)
    again.press(Button.CONFIRM)
    assert again.said(1) == [(Action.CONFIRM, Press.SHORT)]
    assert made.events == []
    again.panel.close()


def test_without_gpio_there_is_none_and_it_says_so_in_one_line() -> None:
    """This machine has no GPIO: gpiozero finds no factory, and none of its warnings gets through."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        panel = open_panel()
    assert isinstance(panel, NullPanel)
    assert panel.missing.startswith("no panel: this machine has no GPIO")
    assert "python3-lgpio" in panel.missing
    assert "\n" not in panel.missing
    panel.listen(lambda event: pytest.fail(f"{event} out of nothing"))
    panel.show(YES)
    panel.close()


def test_a_pin_that_is_taken_is_named(pins: MockFactory) -> None:
    other = gpiozero.LED(SETTINGS.red, pin_factory=pins)
    panel = open_panel(SETTINGS, pin_factory=pins)
    assert isinstance(panel, NullPanel)
    assert "GPIO17" in panel.missing
    other.close()
    free = open_panel(SETTINGS, pin_factory=pins)
    assert free.missing is None
    free.close()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"confirm": 6}, "undo: found pin 6, which confirm has too"),
        ({"next": 40}, r"next\n.*less than or equal to 27"),
        ({"red": 0}, r"red\n.*greater than or equal to 2"),
        ({"blue": None}, "amber"),
        ({"amber": 12}, "blue"),
        ({"long_s": 0.0}, "long_s"),
        ({"knob_a": 23}, "give both, or neither"),
        ({"knob_a": 5, "knob_b": 24}, "knob_a: found pin 5, which confirm has too"),
        ({"presses": {"undo right": "undo"}}, "'undo right' is no press"),
        ({"presses": {"undo long": "explode"}}, "undo long"),
    ],
)
def test_settings_that_no_panel_can_have_are_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        PanelSettings(**wrong)
