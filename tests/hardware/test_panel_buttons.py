"""Buttons and knob on gpiozero's mock pins: which press asks for what."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.panel import (
    Action,
    Button,
    Press,
    panel_events,
)
from hardware.panel.presses import PressReader
from tests.hardware.panel_hands import SETTINGS, Hands


@pytest.mark.parametrize(
    ("button", "action"),
    [(Button.CONFIRM, Action.CONFIRM), (Button.UNDO, Action.UNDO), (Button.MEASURE, Action.MEASURE),
     (Button.NEXT, Action.NEXT)],
)  # fmt: skip
def test_a_short_press_asks_for_its_own(hands: Hands, button: Button, action: Action) -> None:
    before_s = time.monotonic()
    hands.press(button)
    assert hands.said(1) == [(action, Press.SHORT)]
    event = hands.events[0]
    assert event.button is button
    assert before_s <= event.at_s <= time.monotonic()
    assert event.at_utc.tzinfo is not None


def test_a_long_press_on_undo_is_a_challenge_and_nothing_else(hands: Hands) -> None:
    hands.press(Button.UNDO, for_s=0.9)
    assert hands.said(1) == [(Action.CHALLENGE, Press.LONG)]


def test_a_long_press_counts_while_it_is_held(hands: Hands) -> None:
    pin = hands.pins.pin(SETTINGS.undo)
    pin.drive_low()
    assert hands.said(1) == [(Action.CHALLENGE, Press.LONG)]
    pin.drive_high()


def test_a_double_press_on_next_goes_back(hands: Hands) -> None:
    hands.press(Button.NEXT)
    time.sleep(0.02)
    hands.press(Button.NEXT)
    assert hands.said(1) == [(Action.BACK, Press.DOUBLE)]


def test_a_long_press_on_next_asks_for_the_pin(hands: Hands) -> None:
    hands.press(Button.NEXT, for_s=0.9)
    assert hands.said(1) == [(Action.PAIR, Press.LONG)]


def test_a_long_press_on_measure_puts_back_what_was_taken_back(hands: Hands) -> None:
    hands.press(Button.MEASURE, for_s=0.9)
    assert hands.said(1) == [(Action.REDO, Press.LONG)]


def test_two_slow_presses_on_next_are_two(hands: Hands) -> None:
    hands.press(Button.NEXT)
    assert hands.said(1) == [(Action.NEXT, Press.SHORT)]
    hands.press(Button.NEXT)
    assert hands.said(2) == [(Action.NEXT, Press.SHORT)] * 2


def test_only_a_button_with_a_double_press_waits_for_it(hands: Hands) -> None:
    hands.press(Button.UNDO)
    assert len(hands.events) == 1, "undo counts at its release"
    hands.press(Button.UNDO)
    assert hands.said(2) == [(Action.UNDO, Press.SHORT)] * 2


def test_a_press_that_means_nothing_says_nothing(pins: MockFactory) -> None:
    made = Hands(pins, replace(SETTINGS, presses={"measure short": "nothing", "confirm long": "nothing"}))
    made.press(Button.MEASURE)
    made.press(Button.CONFIRM, for_s=0.9)
    made.press(Button.CONFIRM)
    assert made.said(1) == [(Action.CONFIRM, Press.SHORT)]
    made.panel.close()


def test_a_press_can_ask_for_something_else(pins: MockFactory) -> None:
    made = Hands(pins, replace(SETTINGS, presses={"measure double": Action.CHALLENGE, "undo long": Action.UNDO}))
    made.press(Button.UNDO, for_s=0.9)
    made.press(Button.MEASURE)
    made.press(Button.MEASURE)
    assert made.said(2) == [(Action.UNDO, Press.LONG), (Action.CHALLENGE, Press.DOUBLE)]
    made.panel.close()


KNOB = replace(SETTINGS, knob_a=23, knob_b=24, knob=25)


def turn(pins: MockFactory, first: int, second: int) -> None:
    """One notch: the contacts close and open one after the other, `first` leading."""
    for pin in (first, second):
        pins.pin(pin).drive_low()
    for pin in (first, second):
        pins.pin(pin).drive_high()


def test_a_knob_goes_on_and_back_by_the_notch_and_its_button_confirms(pins: MockFactory) -> None:
    made = Hands(pins, KNOB)
    turn(pins, 23, 24)
    turn(pins, 23, 24)
    turn(pins, 24, 23)
    made.press(Button.KNOB)
    assert made.said(4) == [
        (Action.NEXT, Press.RIGHT),
        (Action.NEXT, Press.RIGHT),
        (Action.BACK, Press.LEFT),
        (Action.CONFIRM, Press.SHORT),
    ]
    made.panel.close()


def test_a_knob_that_shivers_between_notches_says_nothing(pins: MockFactory) -> None:
    made = Hands(pins, KNOB)
    for _ in range(5):
        pins.pin(23).drive_low()
        pins.pin(23).drive_high()
    made.press(Button.KNOB)
    assert made.said(1) == [(Action.CONFIRM, Press.SHORT)]
    made.panel.close()


@pytest.mark.parametrize(
    ("edges", "presses"),
    [
        ("pr", [Press.SHORT]),
        ("phr", [Press.LONG]),
        ("prpr", [Press.DOUBLE]),
        ("prpr.pr", [Press.DOUBLE, Press.SHORT]),
        ("pr.pr", [Press.SHORT, Press.SHORT]),
        ("prphr", [Press.SHORT, Press.LONG]),
        ("phrpr", [Press.LONG, Press.SHORT]),
        ("prprprpr", [Press.DOUBLE, Press.DOUBLE]),
    ],
)
def test_edges_become_presses(edges: str, presses: list[Press]) -> None:
    """p pressed, h held, r released, a dot a pause."""
    said: list[Press] = []
    reader = PressReader(said.append, 0.1)
    steps: dict[str, Callable[[], None]] = {
        "p": reader.pressed,
        "h": reader.held,
        "r": reader.released,
        ".": lambda: time.sleep(0.4),
    }
    for edge in edges + ".":
        steps[edge]()
    assert said == presses


def test_a_closed_reader_forgets_the_press_that_waits() -> None:
    said: list[Press] = []
    reader = PressReader(said.append, 0.05)
    reader.pressed()
    reader.released()
    reader.close()
    time.sleep(0.15)
    assert said == []


def test_presses_reach_the_event_loop_in_order(hands: Hands) -> None:
    async def run() -> list[Action]:
        events = panel_events(hands.panel)
        first = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.02)
        presses = (Button.MEASURE, Button.CONFIRM, Button.UNDO)
        await asyncio.to_thread(lambda: [hands.press(button) for button in presses])
        return [(await first).action, (await anext(events)).action, (await anext(events)).action]

    assert asyncio.run(run()) == [Action.MEASURE, Action.CONFIRM, Action.UNDO]
    hands.press(Button.CONFIRM)  # the loop is gone: nothing happens
