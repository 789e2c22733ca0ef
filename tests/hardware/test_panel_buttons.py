"""Buttons and knob on gpiozero's mock pins: which press asks for what."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.gpio_panel import PressReader
from hardware.panel import (
    Action,
    Button,
    Press,
    panel_events,
)
from tests.hardware.panel_driver import SETTINGS, SOON_LONG, PanelDriver, until


class HandTimer(threading.Timer):
    """A timer that runs out when the test says so."""

    def start(self) -> None:
        """Wait for the test."""

    def run_out(self, *, too_late: bool) -> None:
        """Run out now, in a thread of its own as ever; `too_late` for a `cancel` that came before to be in time."""
        if too_late:
            self.finished.clear()
        self.interval = 0
        super().start()
        self.join()


class Timers:
    """Timers that a reader asked for."""

    def __init__(self) -> None:
        self.asked_s: list[float] = []
        self._made: list[HandTimer] = []

    def __call__(self, after_s: float, act: Callable[[], None]) -> HandTimer:
        self.asked_s.append(after_s)
        self._made.append(HandTimer(after_s, act))
        return self._made[-1]

    def run_out(self, *, too_late: bool = False) -> None:
        """Let all run out that were begun and have not yet."""
        made, self._made = self._made, []
        for timer in made:
            timer.run_out(too_late=too_late)


@pytest.fixture
def patient(pins: MockFactory) -> Iterator[PanelDriver]:
    """A driver of a panel where a press is soon a long one."""
    made = PanelDriver(pins, SOON_LONG)
    yield made
    made.panel.close()


@pytest.mark.parametrize(
    ("button", "action"),
    [(Button.CONFIRM, Action.CONFIRM), (Button.UNDO, Action.UNDO), (Button.MEASURE, Action.MEASURE),
     (Button.NEXT, Action.NEXT)],
)  # fmt: skip
def test_a_short_press_asks_for_its_own(driver: PanelDriver, button: Button, action: Action) -> None:
    before_s = time.monotonic()
    driver.press(button)
    assert driver.said(1) == [(action, Press.SHORT)]
    event = driver.events[0]
    assert event.button is button
    assert before_s <= event.at_s <= time.monotonic()
    assert event.at_utc.tzinfo is not None


@pytest.mark.parametrize(
    ("button", "action"),
    [(Button.UNDO, Action.CHALLENGE), (Button.NEXT, Action.PAIR), (Button.MEASURE, Action.REDO)],
)
def test_a_long_press_asks_for_its_own_and_nothing_else(patient: PanelDriver, button: Button, action: Action) -> None:
    patient.hold(button)
    assert patient.said(1) == [(action, Press.LONG)]


def test_a_long_press_counts_while_it_is_held(patient: PanelDriver) -> None:
    pin = patient.pins.pin(SETTINGS.undo)
    pin.drive_low()
    assert patient.said(1) == [(Action.CHALLENGE, Press.LONG)]
    pin.drive_high()
    assert patient.said(1) == [(Action.CHALLENGE, Press.LONG)]


def test_a_double_press_on_next_goes_back(pins: MockFactory) -> None:
    made = PanelDriver(pins, replace(SETTINGS, double_s=10.0))
    made.press(Button.NEXT)
    time.sleep(0.02)
    made.press(Button.NEXT)
    assert made.said(1) == [(Action.BACK, Press.DOUBLE)]
    made.panel.close()


def test_two_slow_presses_on_next_are_two(driver: PanelDriver) -> None:
    driver.press(Button.NEXT)
    assert driver.said(1) == [(Action.NEXT, Press.SHORT)]
    driver.press(Button.NEXT)
    assert driver.said(2) == [(Action.NEXT, Press.SHORT)] * 2


def test_only_a_button_with_a_double_press_waits_for_it(driver: PanelDriver) -> None:
    driver.press(Button.UNDO)
    assert len(driver.events) == 1, "undo counts at its release"
    driver.press(Button.UNDO)
    assert driver.said(2) == [(Action.UNDO, Press.SHORT)] * 2


def test_a_press_that_means_nothing_says_nothing(pins: MockFactory) -> None:
    nothing: dict[str, Action | Literal["nothing"]] = {"measure short": "nothing", "confirm long": "nothing"}
    made = PanelDriver(pins, replace(SOON_LONG, long_s=2.0, presses=nothing))
    made.press(Button.MEASURE)
    made.hold(Button.CONFIRM)
    made.press(Button.CONFIRM)
    assert made.said(1) == [(Action.CONFIRM, Press.SHORT)]
    made.panel.close()


def test_a_press_can_ask_for_something_else(pins: MockFactory) -> None:
    other = {"measure double": Action.CHALLENGE, "undo long": Action.UNDO}
    made = PanelDriver(pins, replace(SOON_LONG, long_s=2.0, presses=other))
    made.hold(Button.UNDO)
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
    made = PanelDriver(pins, KNOB)
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
    made = PanelDriver(pins, KNOB)
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
        ("prh", [Press.SHORT]),
        ("prh.pr", [Press.SHORT, Press.SHORT]),
        ("prprh", [Press.DOUBLE]),
    ],
)
def test_edges_become_presses(edges: str, presses: list[Press]) -> None:
    """p pressed, h held (said too late where the contact has opened), r released, a dot a pause."""
    said: list[Press] = []
    timers = Timers()
    reader = PressReader(said.append, 0.1, timers)
    steps: dict[str, Callable[[], None]] = {
        "p": reader.pressed,
        "h": reader.held,
        "r": reader.released,
        ".": timers.run_out,
    }
    for edge in edges + ".":
        steps[edge]()
    assert said == presses
    assert set(timers.asked_s) <= {0.1}


def test_a_press_that_waits_alone_is_said_by_its_timer() -> None:
    said: list[Press] = []
    reader = PressReader(said.append, 0.02)
    reader.pressed()
    reader.released()
    until(lambda: bool(said))
    assert said == [Press.SHORT]


def test_a_closed_reader_forgets_the_press_that_waits() -> None:
    said: list[Press] = []
    timers = Timers()
    reader = PressReader(said.append, 0.1, timers)
    reader.pressed()
    reader.released()
    reader.close()
    timers.run_out(too_late=True)
    assert said == []


def test_presses_reach_the_event_loop_in_order(driver: PanelDriver) -> None:
    async def run() -> list[Action]:
        events = panel_events(driver.panel)
        first = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.02)

        def press_three() -> None:
            for button in (Button.MEASURE, Button.CONFIRM, Button.UNDO):
                driver.press(button)

        await asyncio.to_thread(press_three)
        return [(await first).action, (await anext(events)).action, (await anext(events)).action]

    assert asyncio.run(run()) == [Action.MEASURE, Action.CONFIRM, Action.UNDO]
    driver.press(Button.CONFIRM)  # the loop is gone: nothing happens
