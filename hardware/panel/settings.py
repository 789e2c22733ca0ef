"""The `[panel]` part of the settings: where the wires are, how long a press is, and what it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator
from pydantic.dataclasses import dataclass

from hardware.panel.panel import Action, Button, Press

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


@dataclass(frozen=True, slots=True, config=ConfigDict(extra="forbid"))
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
