"""What a panel is: buttons that say what was pressed, a light that speaks by colour and rhythm, a buzzer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from hardware.threadsafe import call_threadsafe


class Button(StrEnum):
    """The four buttons, and the knob that a panel may have."""

    CONFIRM = "confirm"
    UNDO = "undo"
    MEASURE = "measure"
    NEXT = "next"
    KNOB = "knob"


class Press(StrEnum):
    """How a button was pressed: released before long, held that long, twice in short order; or turned by a notch."""

    SHORT = "short"
    LONG = "long"
    DOUBLE = "double"
    RIGHT = "right"
    LEFT = "left"


class Action(StrEnum):
    """What a press asks for."""

    CONFIRM = "confirm"
    UNDO = "undo"
    REDO = "redo"
    MEASURE = "measure"
    NEXT = "next"
    BACK = "back"
    CHALLENGE = "challenge"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class PanelEvent:
    """One press: what it asks for, which button, how, and when (monotonic, and UTC)."""

    action: Action
    button: Button
    press: Press
    at_s: float
    at_utc: datetime


class Colour(StrEnum):
    """What the light can show."""

    OFF = "off"
    GREEN = "green"
    AMBER = "amber"
    RED = "red"


class Rhythm(StrEnum):
    """How it shows it, so that nobody has to tell red from green."""

    STEADY = "steady"
    SLOW = "slow"
    FAST = "fast"
    DOUBLE = "double"
    BEACON = "beacon"


class Sound(StrEnum):
    """What the buzzer can say."""

    SHORT = "short"
    LONG = "long"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class Signal:
    """What the light shows until it is told otherwise, and what the buzzer says once."""

    colour: Colour
    rhythm: Rhythm = Rhythm.STEADY
    sound: Sound | None = None


DARK = Signal(Colour.OFF)
YES = Signal(Colour.GREEN, Rhythm.STEADY, Sound.SHORT)
UNSURE = Signal(Colour.AMBER, Rhythm.SLOW, Sound.TWICE)
NO = Signal(Colour.RED, Rhythm.FAST, Sound.LONG)
WAITING = Signal(Colour.AMBER, Rhythm.DOUBLE)
"""A question is open and waits for a press."""
TROUBLE = Signal(Colour.RED, Rhythm.BEACON)
"""The table cannot see, or cannot keep what is played: camera or board is lost, the journal fails, the disk is full."""


class Panel(Protocol):
    """Buttons, a light and a buzzer; or nothing that takes their place (`NullPanel`)."""

    @property
    def missing(self) -> str | None:
        """One line that says why there is no panel and what to do; None when there is one."""
        ...

    def listen(self, callback: Callable[[PanelEvent], None]) -> None:
        """Have `callback` called with every press, from a thread of the panel's own."""
        ...

    def show(self, signal: Signal) -> None:
        """Show a signal until the next."""
        ...

    def buzz(self, sound: Sound) -> None:
        """Make a sound once; the light stays as it is."""
        ...

    def close(self) -> None:
        """Give the pins back."""
        ...


@dataclass(frozen=True, slots=True)
class NullPanel:
    """No panel: nobody presses, nothing lights up. `missing` says why."""

    missing: str

    def listen(self, callback: Callable[[PanelEvent], None]) -> None:
        """Nobody will press."""

    def show(self, signal: Signal) -> None:
        """Nobody will see it."""

    def buzz(self, sound: Sound) -> None:
        """Nobody will hear it."""

    def close(self) -> None:
        """Nothing is held."""


async def panel_events(panel: Panel, *, limit: int = 32) -> AsyncIterator[PanelEvent]:
    """Yield a panel's presses in the event loop, in order, for ever.

    At most `limit` wait to be taken; while as many wait, further presses are left out.
    """
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[PanelEvent] = asyncio.Queue(limit)

    def take(event: PanelEvent) -> None:
        if not waiting.full():
            waiting.put_nowait(event)

    def pressed(event: PanelEvent) -> None:
        call_threadsafe(loop, take, event)

    panel.listen(pressed)
    while True:
        yield await waiting.get()
