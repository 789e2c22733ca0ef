"""Panel on GPIO pins; presses from contact edges."""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import cycle
from typing import Any

import gpiozero
from gpiozero.exc import BadPinFactory, GPIOZeroError, PinFactoryFallback

from hardware.panel import Button, Colour, NullPanel, Panel, PanelEvent, PanelSettings, Press, Rhythm, Signal, Sound


class PressReader:
    """Turns one button's edges into presses.

    A long press counts as soon as it has been held long enough, its release then nothing. Where doubles count, a short
    press waits `double_s` for a second; where they do not (`double_s` None), it counts at its release.
    """

    def __init__(
        self,
        emit: Callable[[Press], None],
        double_s: float | None,
        timer: Callable[[float, Callable[[], None]], threading.Timer] = threading.Timer,
    ) -> None:
        self._emit = emit
        self._double_s = double_s
        self._timer = timer
        self._lock = threading.Lock()
        self._down = False
        self._was_held = False
        self._waiting: threading.Timer | None = None
        self._second = False

    def pressed(self) -> None:
        """The contact has closed."""
        with self._lock:
            self._down, self._was_held = True, False
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None
                self._second = True

    def held(self) -> None:
        """The contact has been closed for long. Said too late, when it is open again, it is nothing."""
        with self._lock:
            if not self._down:
                return
            self._was_held = True
            second, self._second = self._second, False
        if second:
            self._emit(Press.SHORT)
        self._emit(Press.LONG)

    def released(self) -> None:
        """The contact has opened."""
        with self._lock:
            self._down = False
            if self._was_held:
                self._was_held = False
                return
            second, self._second = self._second, False
            if not second and self._double_s is not None:
                self._waiting = self._timer(self._double_s, self._alone)
                self._waiting.daemon = True
                self._waiting.start()
                return
        self._emit(Press.DOUBLE if second else Press.SHORT)

    def _alone(self) -> None:
        with self._lock:
            if self._waiting is not threading.current_thread():
                return
            self._waiting = None
        self._emit(Press.SHORT)

    def close(self) -> None:
        """Forget a press that waits for its second."""
        with self._lock:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None


_BEAT_S = 0.1
RHYTHMS: dict[Rhythm, tuple[int, ...]] = {
    Rhythm.STEADY: (1,),
    Rhythm.SLOW: (1,) * 6 + (0,) * 6,
    Rhythm.FAST: (1,) * 2 + (0,) * 2,
    Rhythm.DOUBLE: (1, 0, 1) + (0,) * 9,
    Rhythm.BEACON: (1,) + (0,) * 23,
}
"""One figure a beat: on or off."""
_SOUNDS: dict[Sound, tuple[float, float, int]] = {
    Sound.SHORT: (0.08, 0.08, 1),
    Sound.LONG: (0.6, 0.1, 1),
    Sound.TWICE: (0.08, 0.12, 2),
}
"""Seconds on, seconds off, how often."""
_RGB: dict[Colour, tuple[float, float, float]] = {
    Colour.OFF: (0, 0, 0),
    Colour.GREEN: (0, 1, 0),
    Colour.AMBER: (1, 0.42, 0),
    Colour.RED: (1, 0, 0),
}
_THREE: dict[Colour, tuple[int, int, int]] = {
    Colour.OFF: (0, 0, 0),
    Colour.GREEN: (0, 0, 1),
    Colour.AMBER: (0, 1, 0),
    Colour.RED: (1, 0, 0),
}
INSTALL = "on a Raspberry Pi: sudo apt install python3-lgpio, or pip install lgpio==0.2.2.0"


class GpioPanel:
    """Four buttons, perhaps a knob, a light and a buzzer on pins. Raises gpiozero's errors; `open_panel` does not."""

    missing: str | None = None

    def __init__(self, settings: PanelSettings, *, pin_factory: Any = None) -> None:
        self._settings = settings
        self._meanings = settings.meanings
        self._callbacks: list[Callable[[PanelEvent], None]] = []
        self._devices: list[Any] = []
        self._readers: dict[Button, PressReader] = {}
        self._light: Any = None
        try:
            for button in Button:
                if settings.pin(button) is not None:
                    self._add_button(button, pin_factory)
            if settings.knob_a is not None:
                self._add_knob(pin_factory)
            self._light = self._keep(self._make_light(pin_factory))
            self._buzzer = None
            if settings.buzzer is not None:
                self._buzzer = self._keep(gpiozero.Buzzer(settings.buzzer, pin_factory=pin_factory))
        except Exception:
            self.close()
            raise

    def _keep(self, device: Any) -> Any:
        self._devices.append(device)
        return device

    def _add_button(self, button: Button, pin_factory: Any) -> None:
        settings = self._settings
        doubles = settings.double_s if (button, Press.DOUBLE) in self._meanings else None
        reader = PressReader(partial(self._emit, button), doubles)
        device = self._keep(
            gpiozero.Button(
                settings.pin(button),
                bounce_time=settings.bounce_s or None,
                hold_time=settings.long_s,
                pin_factory=pin_factory,
            )
        )
        device.when_pressed = reader.pressed
        device.when_held = reader.held
        device.when_released = reader.released
        self._readers[button] = reader

    def _add_knob(self, pin_factory: Any) -> None:
        settings = self._settings
        knob = self._keep(
            gpiozero.RotaryEncoder(settings.knob_a, settings.knob_b, max_steps=0, pin_factory=pin_factory)
        )
        knob.when_rotated_clockwise = partial(self._emit, Button.KNOB, Press.RIGHT)
        knob.when_rotated_counter_clockwise = partial(self._emit, Button.KNOB, Press.LEFT)

    def _make_light(self, pin_factory: Any) -> Any:
        settings = self._settings
        lit_high = not settings.common_anode
        if settings.amber is None:
            pins = (settings.red, settings.green, settings.blue)
            return gpiozero.RGBLED(*pins, active_high=lit_high, pin_factory=pin_factory)
        pins = (settings.red, settings.amber, settings.green)
        return gpiozero.LEDBoard(*pins, active_high=lit_high, pin_factory=pin_factory)

    def _emit(self, button: Button, press: Press) -> None:
        action = self._meanings.get((button, press))
        if action is None:
            return
        event = PanelEvent(action, button, press, time.monotonic(), datetime.now(UTC))
        for callback in self._callbacks:
            callback(event)

    def listen(self, callback: Callable[[PanelEvent], None]) -> None:
        """Have `callback` called with every press, from a thread of gpiozero's."""
        self._callbacks.append(callback)

    def show(self, signal: Signal) -> None:
        """Show a signal until the next; its sound is made once."""
        lit = (_RGB if self._settings.amber is None else _THREE)[signal.colour]
        beats = [lit if on else (0, 0, 0) for on in RHYTHMS[signal.rhythm]]
        self._light.source = None
        if len(beats) == 1:
            self._light.value = lit
        else:
            self._light.source_delay = _BEAT_S
            self._light.source = cycle(beats)
        if signal.sound is not None:
            self.buzz(signal.sound)

    def buzz(self, sound: Sound) -> None:
        """Make a sound once; the light stays as it is."""
        if self._buzzer is not None:
            on_s, off_s, times = _SOUNDS[sound]
            self._buzzer.beep(on_s, off_s, times, background=True)

    def close(self) -> None:
        """Switch the light off and give the pins back."""
        self._callbacks.clear()
        for reader in self._readers.values():
            reader.close()
        if self._light is not None:
            # gpiozero would close the LEDs first, under the thread that beats.
            self._light.source = None
        for device in reversed(self._devices):
            device.close()
        self._devices.clear()


def open_panel(settings: PanelSettings | None = None, *, pin_factory: Any = None) -> Panel:
    """Return the panel on this machine's pins, or a `NullPanel` whose `missing` says once why there is none.

    Without a `pin_factory` gpiozero looks for one. Pins that exist but cannot be had are no missing panel: that is a
    `NullPanel` too, with the pin and the reason in its line.
    """
    # gpiozero warns for every library that it tries in vain; the line in `missing` says it once.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PinFactoryFallback)
        try:
            return GpioPanel(settings or PanelSettings(), pin_factory=pin_factory)
        except BadPinFactory:
            return NullPanel(f"no panel: this machine has no GPIO that gpiozero can use; {INSTALL}")
        except (GPIOZeroError, OSError) as fault:
            return NullPanel(
                f"no panel: its pins cannot be had ({fault}); free them or change the pins in the settings"
            )
