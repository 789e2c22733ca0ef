"""Light and buzzer on gpiozero's mock pins: which signal shows and sounds how."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware import gpio_panel
from hardware.gpio_panel import RHYTHMS
from hardware.panel import DARK, NO, TROUBLE, UNSURE, WAITING, YES, BlinkPattern, Colour, PanelSignal, Sound
from tests.hardware.panel_driver import SETTINGS, PanelDriver, until


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
def test_a_steady_light_stays(driver: PanelDriver, colour: Colour, lit: tuple[float, ...]) -> None:
    driver.panel.show(PanelSignal(colour))
    assert watched(driver.panel._light, 0.3) == [lit]


def test_rhythms_tell_colours_apart_without_colour() -> None:
    """In 2.4 s steady never changes, a beacon twice, slow 4 times, double 8, fast 12."""
    changes = {}
    for rhythm, beats in RHYTHMS.items():
        shown = list(itertools.islice(itertools.cycle(beats), 25))
        changes[rhythm] = sum(one != other for one, other in itertools.pairwise(shown))
    assert changes == {
        BlinkPattern.STEADY: 0,
        BlinkPattern.BEACON: 2,
        BlinkPattern.SLOW: 4,
        BlinkPattern.DOUBLE: 8,
        BlinkPattern.FAST: 12,
    }


@pytest.mark.parametrize("rhythm", [BlinkPattern.SLOW, BlinkPattern.FAST, BlinkPattern.DOUBLE])
def test_a_rhythm_goes_on_until_the_next_signal(
    driver: PanelDriver, rhythm: BlinkPattern, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpio_panel, "_BEAT_S", 0.02)
    red = driver.pins.pin(SETTINGS.red)
    red.clear_states()
    driver.panel.show(PanelSignal(Colour.RED, rhythm))
    until(lambda: len(red.states) >= 6)
    lit = [state.state for state in red.states[:6]]
    assert lit == [0, 1, 0, 1, 0, 1]
    driver.panel.show(DARK)
    assert watched(driver.panel._light, 0.3) == [(0, 0, 0)]


def test_the_light_stops_beating_before_its_pins_are_given_back(
    pins: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A beat that falls while the LEDs are being closed would be a fault in gpiozero's thread."""
    made = PanelDriver(pins)
    made.panel.show(PanelSignal(Colour.RED, BlinkPattern.FAST))
    beating = made.panel._light._source_thread
    close = gpiozero.PWMLED.close
    late: list[bool] = []

    def closed(led: gpiozero.PWMLED) -> None:
        late.append(beating.is_alive())
        close(led)

    monkeypatch.setattr(gpiozero.PWMLED, "close", closed)
    assert beating.is_alive()
    made.panel.close()
    assert late
    assert not any(late)


def test_the_last_rulings_signals_differ_in_colour_and_rhythm() -> None:
    signals = (YES, UNSURE, NO)
    assert len({signal.colour for signal in signals}) == len({signal.rhythm for signal in signals}) == 3
    assert len({signal.sound for signal in signals}) == 3
    assert WAITING.sound is None


def test_no_two_signals_share_a_rhythm_for_those_who_see_no_red_and_green() -> None:
    assert len({signal.rhythm for signal in (YES, UNSURE, NO, WAITING, TROUBLE)}) == 5


def test_three_leds_show_the_same(pins: MockFactory) -> None:
    made = PanelDriver(pins, replace(SETTINGS, blue=None, amber=22))
    for signal, lit in ((YES, (17, 0)), (PanelSignal(Colour.AMBER), (22, 1)), (PanelSignal(Colour.RED), (17, 1))):
        made.panel.show(signal)
        pin, state = lit
        assert bool(pins.pin(pin).state) is bool(state)
    made.panel.show(YES)
    assert pins.pin(27).state
    assert not pins.pin(22).state
    made.panel.close()


def test_a_common_anode_is_lit_by_low_pins(pins: MockFactory) -> None:
    made = PanelDriver(pins, replace(SETTINGS, common_anode=True))
    made.panel.show(PanelSignal(Colour.RED))
    assert pins.pin(SETTINGS.red).state == 0
    assert pins.pin(SETTINGS.green).state == 1
    made.panel.close()


def test_the_buzzer_sounds_once(pins: MockFactory) -> None:
    made = PanelDriver(pins)
    buzzer = pins.pin(SETTINGS.buzzer)
    buzzer.clear_states()
    made.panel.show(UNSURE)
    until(lambda: len(buzzer.states) >= 5)
    time.sleep(0.2)
    assert [bool(state.state) for state in buzzer.states] == [False, True, False, True, False]
    made.panel.close()


def test_with_the_sound_off_the_light_speaks_alone(pins: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpio_panel, "_BEAT_S", 0.02)
    buzzer = pins.pin(SETTINGS.buzzer)
    made = PanelDriver(pins, replace(SETTINGS, buzzer=0))
    buzzer.clear_states()
    made.panel.show(UNSURE)
    made.panel.buzz(Sound.SHORT)
    lit = pins.pin(SETTINGS.red)
    until(lambda: len(lit.states) > 4)
    assert len(buzzer.states) == 1
    made.panel.close()


def test_a_buzz_leaves_the_light_as_it_is(driver: PanelDriver) -> None:
    driver.panel.show(PanelSignal(Colour.GREEN))
    buzzer = driver.pins.pin(SETTINGS.buzzer)
    buzzer.clear_states()
    driver.panel.buzz(Sound.SHORT)
    shown: set[tuple[float, ...]] = set()

    def buzzed() -> bool:
        shown.add(tuple(driver.panel._light.value))
        return len(buzzer.states) >= 3

    until(buzzed)
    time.sleep(0.1)
    assert shown == {(0, 1, 0)}
    assert [bool(state.state) for state in buzzer.states] == [False, True, False]
