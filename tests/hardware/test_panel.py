"""Buttons, light and buzzer on gpiozero's mock pins."""

from __future__ import annotations

import asyncio
import itertools
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import HardwareError, PanelSettingsError
from hardware.panel import (
    DARK,
    NO,
    UNSURE,
    WAITING,
    YES,
    Action,
    Button,
    Colour,
    GpioPanel,
    NullPanel,
    PanelEvent,
    PanelSettings,
    Press,
    Rhythm,
    Signal,
    open_panel,
    panel_events,
)
from hardware.panel.gpio import RHYTHMS
from hardware.panel.presses import PressReader

SETTINGS = PanelSettings(long_s=0.6, double_s=0.4, bounce_s=0.0)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


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


@pytest.fixture
def hands(pins: MockFactory) -> Iterator[Hands]:
    made = Hands(pins)
    yield made
    made.panel.close()


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
    meanings = {(Button.CONFIRM, Press.SHORT): Action.CONFIRM}
    made = Hands(pins, replace(SETTINGS, meanings=meanings))
    made.press(Button.MEASURE)
    made.press(Button.CONFIRM, for_s=0.9)
    made.press(Button.CONFIRM)
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


def watched(light: gpiozero.Device, seconds: float) -> list[tuple[float, ...]]:
    """The colours that a light shows, one after another, without repetition."""
    shown: list[tuple[float, ...]] = []
    until_s = time.monotonic() + seconds
    while time.monotonic() < until_s:
        value = tuple(round(float(part), 2) for part in light.value)
        if not shown or shown[-1] != value:
            shown.append(value)
        time.sleep(0.005)
    return shown


@pytest.mark.parametrize(
    ("colour", "lit"), [(Colour.GREEN, (0, 1, 0)), (Colour.RED, (1, 0, 0)), (Colour.OFF, (0, 0, 0))]
)
def test_a_steady_light_stays(hands: Hands, colour: Colour, lit: tuple[float, ...]) -> None:
    hands.panel.show(Signal(colour))
    assert watched(hands.panel._light, 0.3) == [lit]


def test_rhythms_tell_colours_apart_without_colour() -> None:
    """In 2.4 s steady never changes, slow 4 times, double 8, fast 12."""
    changes = {}
    for rhythm, beats in RHYTHMS.items():
        shown = list(itertools.islice(itertools.cycle(beats), 25))
        changes[rhythm] = sum(one != other for one, other in itertools.pairwise(shown))
    assert changes == {Rhythm.STEADY: 0, Rhythm.SLOW: 4, Rhythm.DOUBLE: 8, Rhythm.FAST: 12}


@pytest.mark.parametrize("rhythm", [Rhythm.SLOW, Rhythm.FAST, Rhythm.DOUBLE])
def test_a_rhythm_goes_on_until_the_next_signal(hands: Hands, rhythm: Rhythm) -> None:
    red = hands.pins.pin(SETTINGS.red)
    red.clear_states()
    hands.panel.show(Signal(Colour.RED, rhythm))
    deadline = time.monotonic() + 8
    while len(red.states) < 6 and time.monotonic() < deadline:
        time.sleep(0.01)
    lit = [state.state for state in red.states[:6]]
    assert lit == [0, 1, 0, 1, 0, 1]
    hands.panel.show(DARK)
    assert watched(hands.panel._light, 0.3) == [(0, 0, 0)]


def test_the_last_rulings_signals_differ_in_colour_and_rhythm() -> None:
    signals = (YES, UNSURE, NO)
    assert len({signal.colour for signal in signals}) == len({signal.rhythm for signal in signals}) == 3
    assert len({signal.sound for signal in signals}) == 3
    assert WAITING.sound is None


def test_three_leds_show_the_same(pins: MockFactory) -> None:
    made = Hands(pins, replace(SETTINGS, blue=None, amber=22))
    for signal, lit in ((YES, (17, 0)), (Signal(Colour.AMBER), (22, 1)), (Signal(Colour.RED), (17, 1))):
        made.panel.show(signal)
        pin, state = lit
        assert bool(pins.pin(pin).state) is bool(state)
    made.panel.show(YES)
    assert pins.pin(27).state
    assert not pins.pin(22).state
    made.panel.close()


def test_a_common_anode_is_lit_by_low_pins(pins: MockFactory) -> None:
    made = Hands(pins, replace(SETTINGS, common_anode=True))
    made.panel.show(Signal(Colour.RED))
    assert pins.pin(SETTINGS.red).state == 0
    assert pins.pin(SETTINGS.green).state == 1
    made.panel.close()


def test_the_buzzer_sounds_once(pins: MockFactory) -> None:
    made = Hands(pins)
    buzzer = pins.pin(SETTINGS.buzzer)
    buzzer.clear_states()
    made.panel.show(UNSURE)
    deadline = time.monotonic() + 5
    while len(buzzer.states) < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.2)
    assert [bool(state.state) for state in buzzer.states] == [False, True, False, True, False]
    made.panel.close()


def test_closed_it_gives_its_pins_back(pins: MockFactory) -> None:
    made = Hands(pins)
    made.panel.show(UNSURE)
    made.panel.close()
    again = Hands(pins)
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
        ({"confirm": 6}, "undo"),
        ({"next": 40}, "next: found 40"),
        ({"red": 0}, "red: found 0"),
        ({"blue": None}, "amber"),
        ({"amber": 12}, "blue"),
        ({"long_s": 0.0}, "long_s"),
    ],
)
def test_settings_that_no_panel_can_have_are_refused(wrong: dict[str, int], says: str) -> None:
    with pytest.raises(PanelSettingsError, match=says) as caught:
        PanelSettings(**wrong)
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, ValueError)


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
