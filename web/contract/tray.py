"""What the dice tray shows: the phase, the roll that lies there, what it says to each question."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from web.contract.views import Name, View

Pixel = Annotated[int, Field(ge=-100_000, le=100_000)]


class LyingDieView(View):
    """A die of a roll: its value, null when it lies on no face; `doubt` says why it is not believed.

    `box` is its place in the roll's picture: left, top, width, height.
    """

    value: Annotated[int, Field(ge=1, le=6)] | None
    doubt: str = ""
    box: tuple[Pixel, Pixel, Pixel, Pixel]


class ReadView(View):
    """What the tray says to one question. `why` says why it is not believed; empty when one word is enough.

    `key` names its dice: another one as soon as one of them is thrown again or read otherwise.
    """

    prompt: Name
    key: str = ""
    dice: tuple[LyingDieView, ...]
    why: str = ""


class TrayView(View):
    """The tray. `roll` names the picture of what lies there (`/api/rolls/{roll}.jpg`), null when nothing does.

    `fault` says why nothing can be read and what to do.
    """

    phase: Literal["empty", "rolling", "hand", "settled"]
    fault: str = ""
    roll: str | None = None
    reads: tuple[ReadView, ...] = ()
