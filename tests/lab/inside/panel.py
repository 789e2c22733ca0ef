"""The panel on simulated pins, through gpiozero and lgpio as they are: what is pressed, and what lights up."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import gpiozero
from marks import check

from hardware.gpio_panel import open_panel
from hardware.panel import DARK, NO, UNSURE, WAITING, YES, Button, PanelEvent, PanelSettings, Press

PINS = PanelSettings()
(BANK,) = Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*")
QUIET_S = 1.0
PULLS = {
    pin: os.open(BANK / f"sim_gpio{pin}" / "pull", os.O_WRONLY | os.O_CLOEXEC)
    for pin in (PINS.confirm, PINS.undo, PINS.measure, PINS.next)
}


def drive(pin: int, level: str) -> None:
    """Close (`pull-down`) or open (`pull-up`) the contact on a pin."""
    os.pwrite(PULLS[pin], level.encode(), 0)


def lit(pin: int) -> bool:
    """Return whether the panel drives a pin high."""
    return (BANK / f"sim_gpio{pin}" / "value").read_text().strip() == "1"


class Hands:
    """Presses buttons and keeps what the panel makes of it."""

    def __init__(self) -> None:
        self.events: list[PanelEvent] = []

    def said(self) -> list[tuple[Button, Press]]:
        """Return the presses so far, and forget them."""
        time.sleep(QUIET_S)
        found = [(event.button, event.press) for event in self.events]
        self.events.clear()
        return found

    def bounce(self, button: Button, held_s: float) -> float:
        """Press with five bounces, hold, let go with five; return the seconds that the longer of them took."""
        pin, took = PINS.pin(button), []
        assert pin is not None
        for last, other in (("pull-down", "pull-up"), ("pull-up", "pull-down")):
            began = time.monotonic()
            for _ in range(5):
                drive(pin, last)
                drive(pin, other)
            drive(pin, last)
            took.append(time.monotonic() - began)
            time.sleep(held_s)
        return max(took)


def once(hands: Hands, button: Button, held_s: float) -> list[tuple[Button, Press]]:
    """Return what one bouncing press was read as; tried again when the machine was held up in the middle of it."""
    for _ in range(8):
        took_s = hands.bounce(button, held_s)
        found = hands.said()
        if took_s < PINS.bounce_s:
            return found
    raise TimeoutError(f"ten bounces took {took_s:.3f} s each time: this machine is too slow to bounce")


def shares(pins: Sequence[int], for_s: float) -> list[float]:
    """Return which share of the time each pin is high."""
    counts, reads, end = [0] * len(pins), 0, time.monotonic() + for_s
    while time.monotonic() < end:
        reads += 1
        counts = [count + lit(pin) for count, pin in zip(counts, pins, strict=True)]
    return [count / reads for count in counts]


def pulses(pin: int, start: Callable[[], None], for_s: float) -> list[float]:
    """Return how long a pin was high each time, in seconds, after `start`."""
    found, since = [], None
    start()
    end = time.monotonic() + for_s
    while time.monotonic() < end:
        high, now = lit(pin), time.monotonic()
        if high and since is None:
            since = now
        elif not high and since is not None:
            found.append(now - since)
            since = None
    return found


def main() -> None:
    """Press everything, light everything."""
    red, green, blue, buzzer = PINS.red, PINS.green, PINS.blue, PINS.buzzer
    assert blue is not None
    assert buzzer is not None
    colours = (red, green, blue)
    hands = Hands()
    panel = open_panel(PINS)
    missing = panel.missing
    with check("panel-opens") as say:
        assert missing is None, missing
        say(type(gpiozero.Device.pin_factory).__name__)
        assert type(gpiozero.Device.pin_factory).__name__ == "LGPIOFactory"
    if panel.missing:
        return
    panel.listen(hands.events.append)
    with check("panel-press") as say:
        for button in (Button.CONFIRM, Button.UNDO, Button.MEASURE):
            found = once(hands, button, 0.2)
            say(found)
            assert found == [(button, Press.SHORT)], found
    with check("panel-hold") as say:
        found = once(hands, Button.UNDO, PINS.long_s + 0.6)
        say(found)
        assert found == [(Button.UNDO, Press.LONG)], found
    with check("panel-double") as say:
        for _ in range(8):
            began = time.monotonic()
            for level in ("pull-down", "pull-up", "pull-down", "pull-up"):
                drive(PINS.next, level)
                time.sleep(PINS.bounce_s * 2)
            took_s, found = time.monotonic() - began, hands.said()
            if took_s < PINS.double_s:
                break
        say(found)
        assert found == [(Button.NEXT, Press.DOUBLE)], found
    with check("panel-green") as say:
        panel.show(YES)
        time.sleep(0.3)
        light = shares(colours, 1.0)
        say(light)
        assert light == [0, 1, 0], light
    with check("panel-red-flashes") as say:
        panel.show(NO)
        time.sleep(0.3)
        light = shares(colours, 3.0)
        say(light)
        assert 0.2 < light[0] < 0.8, light
        assert light[1:] == [0, 0], light
    with check("panel-amber-mixes") as say:
        panel.show(UNSURE)
        time.sleep(0.3)
        light = shares(colours, 6.0)
        say(light)
        assert 0.05 < light[1] < 0.75 * light[0], light
        assert light[2] == 0, light
    with check("panel-dark") as say:
        panel.show(DARK)
        time.sleep(0.5)
        light = shares(colours, 1.0)
        say(light)
        assert light == [0, 0, 0], light
    with check("panel-buzzer") as say:
        once_s, twice_s = pulses(buzzer, lambda: panel.show(NO), 3.0), pulses(buzzer, lambda: panel.show(UNSURE), 3.0)
        say([round(one, 2) for one in (*once_s, *twice_s)])
        assert [len(once_s), len(twice_s)] == [1, 2]
        assert once_s[0] > 2 * max(twice_s)
    with check("panel-close") as say:
        panel.show(WAITING)
        panel.close()
        light = shares((*colours, buzzer), 0.5)
        say(light)
        assert light == [0, 0, 0, 0], light


if __name__ == "__main__":
    main()
