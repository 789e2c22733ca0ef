"""Button panel: protocol, signals, and the `[panel]` settings."""

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
from hardware.errors import PanelSettingsError
from messages.message import Message


class Button(StrEnum):
    """The four buttons, and the optional knob."""

    CONFIRM = "confirm"
    UNDO = "undo"
    MEASURE = "measure"
    NEXT = "next"
    KNOB = "knob"


class Press(StrEnum):
    """Kind of press: short, long or double; or a turn of the knob by one notch."""

    SHORT = "short"
    LONG = "long"
    DOUBLE = "double"
    RIGHT = "right"
    LEFT = "left"


class Action(StrEnum):
    """Action requested by a press."""

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
    """One press: its action, the button, the kind of press, and its time (monotonic, and UTC)."""

    action: Action
    button: Button
    press: Press
    at_s: float
    at_utc: datetime


class Colour(StrEnum):
    """Colour of the light."""

    OFF = "off"
    GREEN = "green"
    AMBER = "amber"
    RED = "red"


class BlinkPattern(StrEnum):
    """Blinking pattern of the light, so that nobody needs to distinguish red from green."""

    STEADY = "steady"
    SLOW = "slow"
    FAST = "fast"
    DOUBLE = "double"
    BEACON = "beacon"


class Sound(StrEnum):
    """Sound of the buzzer."""

    SHORT = "short"
    LONG = "long"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class PanelSignal:
    """Colour and rhythm shown until the next signal, and a sound played once."""

    colour: Colour
    rhythm: BlinkPattern = BlinkPattern.STEADY
    sound: Sound | None = None


DARK = PanelSignal(Colour.OFF)
YES = PanelSignal(Colour.GREEN, BlinkPattern.STEADY, Sound.SHORT)
UNSURE = PanelSignal(Colour.AMBER, BlinkPattern.SLOW, Sound.TWICE)
NO = PanelSignal(Colour.RED, BlinkPattern.FAST, Sound.LONG)
WAITING = PanelSignal(Colour.AMBER, BlinkPattern.DOUBLE)
"""A prompt is open and waits for a press."""
TROUBLE = PanelSignal(Colour.RED, BlinkPattern.BEACON)
"""The table cannot see or record the game: camera or board is lost, the journal fails, or the disk is full."""


class Panel(Protocol):
    """Buttons, a light and a buzzer, or a `NullPanel` without them."""

    @property
    def missing(self) -> Message | None:
        """Reason why there is no panel, and what to do; None if there is one."""
        ...

    def listen(self, callback: Callable[[PanelEvent], None]) -> None:
        """Call `callback` with every press, from a thread of the panel."""
        ...

    def show(self, signal: PanelSignal) -> None:
        """Show a signal until the next one."""
        ...

    def buzz(self, sound: Sound) -> None:
        """Play a sound once; the light is unchanged."""
        ...

    def close(self) -> None:
        """Release the pins."""
        ...


@dataclass(frozen=True, slots=True)
class NullPanel:
    """Panel without hardware; `missing` is the reason."""

    missing: Message

    def listen(self, callback: Callable[[PanelEvent], None]) -> None:
        """Do nothing: there are no presses."""

    def show(self, signal: PanelSignal) -> None:
        """Do nothing: there is no light."""

    def buzz(self, sound: Sound) -> None:
        """Do nothing: there is no buzzer."""

    def close(self) -> None:
        """Do nothing: no pins are in use."""


async def panel_events(panel: Panel, *, limit: int = 32) -> AsyncIterator[PanelEvent]:
    """Yield a panel's presses in the event loop, in order, without end.

    At most `limit` presses are queued; further ones are dropped.
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
"""Default action of every press."""

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
            raise PanelSettingsError("panel-press-unknown", press=name, known=list(_PRESSES))
    return MappingProxyType(dict(presses))


Pin = Annotated[int, Field(ge=2, le=27)]
MaybePin = Annotated[Pin | None, BeforeValidator(lambda pin: None if pin == 0 else pin)]
"""A pin; 0 in the file means none."""

Seconds = Annotated[float, Field(gt=0, le=10)]
Meanings = Mapping[str, Action | Literal["nothing"]]


@validated_dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
class PanelSettings:
    """BCM pin numbers, times and actions of the panel. Buttons and the knob connect to ground.

    The light is an RGB LED (`red`, `green`, `blue`), or three LEDs if `amber` is given and `blue` is not. A short press
    waits `double_s` only if the button has an action for a double press. Raises pydantic's `ValidationError` (a
    ValueError) that names the field if a pin is used twice or does not exist. Descriptions are codes of messages.
    """

    enabled: bool = Field(default=True, description="panel-setting-enabled")
    confirm: Pin = Field(default=5, description="panel-setting-confirm")
    undo: Pin = Field(default=6, description="panel-setting-undo")
    measure: Pin = Field(default=13, description="panel-setting-measure")
    next: Pin = Field(default=19, description="panel-setting-next")
    knob_a: MaybePin = Field(default=None, description="panel-setting-knob-a")
    knob_b: MaybePin = Field(default=None, description="panel-setting-knob-b")
    knob: MaybePin = Field(default=None, description="panel-setting-knob")
    red: Pin = Field(default=17, description="panel-setting-red")
    green: Pin = Field(default=27, description="panel-setting-green")
    blue: MaybePin = Field(default=22, description="panel-setting-blue")
    amber: MaybePin = Field(default=None, description="panel-setting-amber")
    buzzer: MaybePin = Field(default=26, description="panel-setting-buzzer")
    common_anode: bool = Field(default=False, description="panel-setting-common-anode")
    long_s: Seconds = Field(default=0.9, description="panel-setting-long")
    double_s: Seconds = Field(default=0.35, description="panel-setting-double")
    bounce_s: Annotated[float, Field(ge=0, le=1)] = Field(default=0.03, description="panel-setting-bounce")
    presses: Annotated[Mapping[str, Action | Literal["nothing"]], AfterValidator(_named), PlainSerializer(dict)] = (
        Field(
            default_factory=dict,
            description="panel-setting-presses",
        )
    )

    @model_validator(mode="after")
    def _is_possible(self) -> PanelSettings:
        if (self.blue is None) == (self.amber is None):
            raise PanelSettingsError("panel-light-pins", blue=self.blue or "none", amber=self.amber or "none")
        if (self.knob_a is None) != (self.knob_b is None):
            raise PanelSettingsError("panel-knob-pins", a=self.knob_a or "none", b=self.knob_b or "none")
        used: dict[int, str] = {}
        for name in _PINS:
            pin = getattr(self, name)
            if pin in used:
                raise PanelSettingsError("panel-pin-twice", setting=name, pin=pin, other=used[pin])
            if pin is not None:
                used[pin] = name
        return self

    @property
    def meanings(self) -> Mapping[tuple[Button, Press], Action]:
        """Action of each press; presses without an action are left out."""
        said = {**MEANINGS, **{_PRESSES[name]: asked for name, asked in self.presses.items()}}
        return {press: Action(asked) for press, asked in said.items() if asked != NOTHING}

    def pin(self, button: Button) -> int | None:
        """Return a button's pin; None for a knob without a button."""
        pin: int | None = getattr(self, button.value)
        return pin
