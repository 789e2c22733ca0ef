"""GPIO panel: buttons, knob, light and buzzer on pins, with presses decoded from contact edges."""

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

from hardware.panel import (
    BlinkPattern,
    Button,
    Colour,
    NullPanel,
    Panel,
    PanelEvent,
    PanelSettings,
    PanelSignal,
    Press,
    Sound,
)
from messages.message import Message


class PressReader:
    """Decoder from one button's contact edges to presses.

    A long press is reported when `held` is called; its release is then ignored. If double presses are
    used, a short press waits `double_s` for a second one; otherwise (`double_s` None), it is reported at its release.
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
        """Handle a closed contact."""
        with self._lock:
            self._down, self._was_held = True, False
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None
                self._second = True

    def held(self) -> None:
        """Handle a contact that was closed for the time of a long press; ignored if it is open again."""
        with self._lock:
            if not self._down:
                return
            self._was_held = True
            second, self._second = self._second, False
        if second:
            self._emit(Press.SHORT)
        self._emit(Press.LONG)

    def released(self) -> None:
        """Handle an opened contact."""
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
        """Cancel a press that waits for its second."""
        with self._lock:
            if self._waiting is not None:
                self._waiting.cancel()
                self._waiting = None


_BEAT_S = 0.1
RHYTHMS: dict[BlinkPattern, tuple[int, ...]] = {
    BlinkPattern.STEADY: (1,),
    BlinkPattern.SLOW: (1,) * 6 + (0,) * 6,
    BlinkPattern.FAST: (1,) * 2 + (0,) * 2,
    BlinkPattern.DOUBLE: (1, 0, 1) + (0,) * 9,
    BlinkPattern.BEACON: (1,) + (0,) * 23,
}
"""Light on (1) or off (0) at each beat."""
_SOUNDS: dict[Sound, tuple[float, float, int]] = {
    Sound.SHORT: (0.08, 0.08, 1),
    Sound.LONG: (0.6, 0.1, 1),
    Sound.TWICE: (0.08, 0.12, 2),
}
"""Seconds on, seconds off, number of repetitions."""
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


class GpioPanel:
    """Panel of four buttons, an optional knob, a light and a buzzer. Raises gpiozero's errors, unlike `open_panel`."""

    missing: Message | None = None

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
        """Call `callback` with every press, from a thread of gpiozero."""
        self._callbacks.append(callback)

    def show(self, signal: PanelSignal) -> None:
        """Show a signal until the next one; its sound is played once."""
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
        """Play a sound once; the light is unchanged."""
        if self._buzzer is not None:
            on_s, off_s, times = _SOUNDS[sound]
            self._buzzer.beep(on_s, off_s, times, background=True)

    def close(self) -> None:
        """Switch the light off and release the pins."""
        self._callbacks.clear()
        for reader in self._readers.values():
            reader.close()
        if self._light is not None:
            # Otherwise gpiozero closes the LEDs while the blinking thread still uses them.
            self._light.source = None
        for device in reversed(self._devices):
            device.close()
        self._devices.clear()


def open_panel(settings: PanelSettings | None = None, *, pin_factory: Any = None) -> Panel:
    """Return the panel on this machine's pins, or a `NullPanel` with the reason in `missing`.

    Without a `pin_factory` gpiozero chooses one. Pins that exist but cannot be used also give a `NullPanel`, whose
    `missing` names the pin and the reason.
    """
    # gpiozero warns for each library that it cannot load; `missing` reports the result once.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PinFactoryFallback)
        try:
            return GpioPanel(settings or PanelSettings(), pin_factory=pin_factory)
        except BadPinFactory:
            return NullPanel(Message.of("panel-no-gpio"))
        except (GPIOZeroError, OSError) as fault:
            return NullPanel(Message.of("panel-pins-unusable", fault=fault))
