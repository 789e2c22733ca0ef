"""Opening and closing a panel: pins that are taken, settings that none can have, a machine without GPIO."""

from __future__ import annotations

import warnings
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from pydantic import ValidationError

from hardware.errors import PanelSettingsError
from hardware.gpio_panel import open_panel
from hardware.panel import UNSURE, YES, Action, Button, NullPanel, PanelSettings, Press
from messages.message import Message
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
    assert panel.missing == Message.of("panel-no-gpio")
    panel.listen(lambda event: pytest.fail(f"{event} out of nothing"))
    panel.show(YES)
    panel.close()


def test_a_pin_that_is_taken_is_named(pins: MockFactory) -> None:
    other = gpiozero.LED(SETTINGS.red, pin_factory=pins)
    panel = open_panel(SETTINGS, pin_factory=pins)
    assert isinstance(panel, NullPanel)
    assert panel.missing.code == "panel-pins-unusable"
    assert "GPIO17" in panel.missing["fault"]
    other.close()
    free = open_panel(SETTINGS, pin_factory=pins)
    assert free.missing is None
    free.close()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"confirm": 6}, Message.of("panel-pin-twice", setting="undo", pin=6, other="confirm")),
        ({"blue": None}, Message.of("panel-light-pins", blue="none", amber="none")),
        ({"amber": 12}, Message.of("panel-light-pins", blue=22, amber=12)),
        ({"knob_a": 23}, Message.of("panel-knob-pins", a=23, b="none")),
        ({"knob_a": 5, "knob_b": 24}, Message.of("panel-pin-twice", setting="knob_a", pin=5, other="confirm")),
    ],
)
def test_pins_that_no_panel_can_have_are_refused(wrong: dict[str, Any], message: Message) -> None:
    assert refusal(wrong).message == message


def test_an_unknown_press_is_refused_and_the_known_ones_are_listed() -> None:
    message = refusal({"presses": {"undo right": "undo"}}).message
    assert (message.code, message["press"]) == ("panel-press-unknown", "undo right")
    assert "knob right" in message["known"]


def refusal(wrong: dict[str, Any]) -> PanelSettingsError:
    with pytest.raises(ValidationError) as error:
        PanelSettings(**wrong)
    (found,) = error.value.errors()
    refused = found["ctx"]["error"]
    assert isinstance(refused, PanelSettingsError)
    return refused


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"next": 40}, r"next\n.*less than or equal to 27"),
        ({"red": 0}, r"red\n.*greater than or equal to 2"),
        ({"long_s": 0.0}, "long_s"),
        ({"presses": {"undo long": "explode"}}, "undo long"),
    ],
)
def test_values_out_of_range_are_refused_by_name(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        PanelSettings(**wrong)
