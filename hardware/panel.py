"""Button panel: protocol, signals, `[panel]` settings."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Literal, Protocol

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator
from pydantic.dataclasses import dataclass as validated_dataclass

from hardware.async_bridge import call_threadsafe


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


NOTHING = "nothing"
MEANINGS: Mapping[tuple[Button, Press], Action] = MappingProxyType(
    {
        (Button.CONFIRM, Press.SHORT): Action.CONFIRM,
        (Button.CONFIRM, Press.LONG): Action.CONFIRM,
        (Button.UNDO, Press.SHORT): Action.UNDO,
        (Button.UNDO, Press.LONG): Action.CHALLENGE,
        (Button.MEASURE, Press.SHORT): Action.MEASURE,
        (Button.MEASURE, Press.LONG): Action.REDO,
        (Button.NEXT, Press.SHORT): Action.NEXT,
        (Button.NEXT, Press.LONG): Action.PAIR,
        (Button.NEXT, Press.DOUBLE): Action.BACK,
        (Button.KNOB, Press.RIGHT): Action.NEXT,
        (Button.KNOB, Press.LEFT): Action.BACK,
        (Button.KNOB, Press.SHORT): Action.CONFIRM,
        (Button.KNOB, Press.LONG): Action.CONFIRM,
    }
)
"""What every press asks for unless the settings say otherwise."""

_TURNS = (Press.RIGHT, Press.LEFT)
_PRESSES = {
    f"{button} {press}": (button, press)
    for button in Button
    for press in Press
    if button is Button.KNOB or press not in _TURNS
}
_PINS = ("confirm", "undo", "measure", "next", "knob", "knob_a", "knob_b", "red", "green", "blue", "amber", "buzzer")


def _named(presses: Mapping[str, str]) -> Mapping[str, str]:
    for name in presses:
        if name not in _PRESSES:
            raise ValueError(f"{name!r} is no press; expected one of {', '.join(_PRESSES)}")
    return MappingProxyType(dict(presses))


Pin = Annotated[int, Field(ge=2, le=27)]
MaybePin = Annotated[Pin | None, BeforeValidator(lambda pin: None if pin == 0 else pin)]
"""A pin, or 0 in the file for none."""

Seconds = Annotated[float, Field(gt=0, le=10)]
Meanings = Mapping[str, Action | Literal["nothing"]]


@validated_dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class PanelSettings:
    """BCM pin numbers, times and meanings. Buttons and the knob close to ground.

    The light is an RGB LED (`red`, `green`, `blue`), or three LEDs when `amber` is given and `blue` is left out. Only a
    button of which a double press asks for something waits `double_s` before its short press counts. Raises pydantic's
    `ValidationError` (a ValueError) that names the field when a pin is used twice or does not exist.
    """

    enabled: bool = Field(default=True, description="whether to look for the panel")
    confirm: Pin = Field(default=5, description="the confirm button")
    undo: Pin = Field(default=6, description="the undo button; held, it is a challenge")
    measure: Pin = Field(default=13, description="the measure button; held, what was taken back is put back")
    next: Pin = Field(default=19, description="the next button; twice, it goes back; held, the pairing PIN is spoken")
    knob_a: MaybePin = Field(default=None, description="the first contact of a rotary knob, which does what next does")
    knob_b: MaybePin = Field(default=None, description="its second contact; exchange both when it turns the wrong way")
    knob: MaybePin = Field(default=None, description="the knob's own button, which does what confirm does")
    red: Pin = Field(default=17, description="the red light")
    green: Pin = Field(default=27, description="the green light")
    blue: MaybePin = Field(default=22, description="the blue light of an RGB LED; 0 where there is an amber one")
    amber: MaybePin = Field(default=None, description="the amber light, where there are three LEDs")
    buzzer: MaybePin = Field(default=26, description="the buzzer; 0 for none")
    common_anode: bool = Field(default=False, description="whether the LED's common leg is the positive one")
    long_s: Seconds = Field(default=0.9, description="how long a long press is held")
    double_s: Seconds = Field(default=0.35, description="how soon the second press of a double one comes")
    bounce_s: Annotated[float, Field(ge=0, le=1)] = Field(default=0.03, description="how long a contact may rattle")
    presses: Annotated[Mapping[str, Action | Literal["nothing"]], AfterValidator(_named), PlainSerializer(dict)] = (
        Field(
            default_factory=dict,
            description='what presses ask for when it is not the usual: "undo long" = "undo", or "nothing"',
        )
    )

    @model_validator(mode="after")
    def _is_possible(self) -> PanelSettings:
        if (self.blue is None) == (self.amber is None):
            raise ValueError(
                f"the light has blue {self.blue!r} and amber {self.amber!r}: "
                "give blue for an RGB LED, or amber and blue = 0 for three LEDs"
            )
        if (self.knob_a is None) != (self.knob_b is None):
            raise ValueError(f"the knob has contacts {self.knob_a!r} and {self.knob_b!r}: give both, or neither")
        used: dict[int, str] = {}
        for name in _PINS:
            pin = getattr(self, name)
            if pin in used:
                raise ValueError(f"{name}: found pin {pin}, which {used[pin]} has too; give another")
            if pin is not None:
                used[pin] = name
        return self

    @property
    def meanings(self) -> Mapping[tuple[Button, Press], Action]:
        """What each press asks for; a press that asks for nothing is not in it."""
        said = {**MEANINGS, **{_PRESSES[name]: asked for name, asked in self.presses.items()}}
        return {press: Action(asked) for press, asked in said.items() if asked != NOTHING}

    def pin(self, button: Button) -> int | None:
        """Return a button's pin; None for a knob that cannot be pressed."""
        pin: int | None = getattr(self, button.value)
        return pin
