"""Observing: faults on the table and rolls in the tray, said as they are seen."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from referee.game.intents.base import INTENTS, Intent
from referee.game.records import Record


@INTENTS.word("call")
class ReportFault(Intent):
    """Call a fault that the camera sees on the table. The same `key` is called once while it stands."""

    observation: ClassVar[bool] = True

    key: Annotated[str, Field(min_length=1)]
    means: Annotated[str, Field(min_length=1)]


@INTENTS.word("mend")
class ClearFault(Intent):
    """Say that a called fault is right again."""

    observation: ClassVar[bool] = True

    key: Annotated[str, Field(min_length=1)]


@INTENTS.word("spring")
class SpringMine(Intent):
    """Say that a mine has come within an operative's control range otherwise than by its move (rule J24-07)."""

    marker: str
    operative: str


class ObservedDie(Record):
    """A die in the tray: what it shows, None where it lies on no face, and whose it is by its colour.

    `doubt` says why it is not believed. `box` is its place in the roll's picture: left, top, width, height. `kept` is
    true of a die that lay there before this roll, `taken` the answer that had been given with it, "" for none.
    """

    value: Annotated[int, Field(ge=1, le=6)] | None
    player: str | None = None
    doubt: str = ""
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    kept: bool = False
    taken: str = ""


@INTENTS.word("see_roll")
class ObserveRoll(Intent):
    """Say what the dice tray showed, as evidence: what counts is the answer that a player gives.

    `prompts` are those that waited for dice then, `why` says why the reading is not believed, `picture` names the
    file of the roll's picture and `sha256` its digest.
    """

    observation: ClassVar[bool] = True

    dice: Annotated[tuple[ObservedDie, ...], Field(max_length=60)]
    prompts: tuple[str, ...] = ()
    why: str = ""
    picture: str = ""
    sha256: str = ""
