"""The steps of a script: what is said, seen, rolled, pressed and expected, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from web.contract.requests import GAME_REQUESTS, TABLE_REQUESTS, Button, OneOf, RequestedIntent

Seat = Literal["p1", "p2", "referee", "screen"]
Coordinate = Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)]
Spot = Annotated[tuple[Coordinate, ...], Field(min_length=2, max_length=4)]
Face = Annotated[int, Field(ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(min_length=1, max_length=40)]

EXPECTED = frozenset(
    {
        *("turning_point", "phase", "over", "winner", "players", "operatives", "markers", "openings", "log"),
        *("initiative", "turn", "active", "faults", "accepted", "why", "events", "rulings", "prompts", "offers"),
        *("activations", "ploys"),
    }
)
"""What an expectation may name."""


class Step(BaseModel):
    """One thing that happens. `seat` is the paired device that does it; None: the owner of the oldest open prompt."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    word: ClassVar[str] = ""

    seat: Annotated[Seat | None, Field(alias="as")] = None

    @classmethod
    def tidied(cls, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the step as its fields have it, where it may be written in more than one way."""
        return raw

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Yield the things and leaves that it names: the field, the name, and "thing" or "leaf"."""
        yield from ()


class Do(Step):
    """A request, as `POST /api/intents` takes it as `intent`."""

    word: ClassVar[str] = "do"

    do: Annotated[RequestedIntent, OneOf([*GAME_REQUESTS.values(), *TABLE_REQUESTS])]


class See(Step):
    """A hand comes, puts things there, and leaves; the table comes to rest.

    `via` are places on the way, by thing; `gone` is taken away; `open` and `closed` are leaves. All of them may stand
    beside `see` or in it.
    """

    word: ClassVar[str] = "see"

    see: dict[str, Spot] = Field(default_factory=dict)
    via: dict[str, tuple[Spot, ...]] = Field(default_factory=dict)
    gone: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()

    @classmethod
    def tidied(cls, raw: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the step with what stands in `see` beside it, and the only thing's way by its name."""
        step, inner = dict(raw), raw.get("see")
        if isinstance(inner, Mapping):
            own = {name: value for name, value in inner.items() if name in ("via", "gone", "open", "closed")}
            step = {**own, **step, "see": {name: value for name, value in inner.items() if name not in own}}
        if isinstance(step.get("via"), list) and isinstance(inner, Mapping) and len(step["see"]) == 1:
            step["via"] = {next(iter(step["see"])): step["via"]}
        return step

    def names(self) -> Iterator[tuple[str, str, str]]:
        """Yield what is put there, taken away, opened and closed."""
        yield from (("see", name, "thing") for name in self.see)
        yield from (("via", name, "thing") for name in self.via)
        yield from (("gone", name, "thing") for name in self.gone)
        yield from (("open", name, "leaf") for name in self.open)
        yield from (("closed", name, "leaf") for name in self.closed)


class Choose(Step):
    """A choice of an open prompt: its key, its label, or the label's beginning; `about` names the operative."""

    word: ClassVar[str] = "choose"

    choose: Annotated[str, Field(min_length=1)]
    about: str | None = None


class Dice(Step):
    """Dice entered for the seat's open dice prompt; `about` names the operative where several are open."""

    word: ClassVar[str] = "dice"

    dice: Faces
    about: str | None = None


class Tray(Step):
    """Dice that come to lie in the tray: its seat's own, thrown all at once."""

    word: ClassVar[str] = "tray"

    tray: Faces


class Press(Step):
    """A button of the panel."""

    word: ClassVar[str] = "press"

    press: Button


class Expect(Step):
    """What must be so: any part of the state, and of the step before."""

    word: ClassVar[str] = "expect"

    expect: dict[str, Any]

    @field_validator("expect")
    @classmethod
    def _known(cls, value: dict[str, Any]) -> dict[str, Any]:
        for name in value:
            if name not in EXPECTED:
                raise ValueError(f"names of {', '.join(sorted(EXPECTED))}, not {name!r}")
        return value


STEPS: Mapping[str, type[Step]] = {each.word: each for each in (Do, See, Choose, Dice, Tray, Press, Expect)}
"""The model of each step, by the word that stands in it."""
