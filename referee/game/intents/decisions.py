"""Answers, proposals, challenges, undo and redo; faults and rolls observed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from referee.game.intents.base import INTENTS, Dice, Intent, Items, RequestedRuling, Text, request_fields
from referee.game.record import Record


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


@INTENTS.word("answer")
class Answer(Intent):
    """Answer a prompt: the key of a choice, or the dice that were rolled. Neither means the default.

    `counted` says that somebody counted critical successes, successes and fails: a face stands for its grade, and says
    nothing about the die. `onward` lets what the same player is asked next in these dice be answered by its defaults:
    given before strikes and blocks until those begin, given with one of them to the end; a roll is always asked for,
    and so is the next target. `thrown` are the rolls that the tray saw for it, one after another, where it was thrown
    more than once: the table says so itself.
    """

    request = request_fields("counted", "onward", prompt=Text(most=None), choice=Text(most=None), dice=Items(40))
    LATER = frozenset({"thrown"})

    prompt: str
    choice: str | None = None
    dice: Dice = ()
    counted: bool = False
    onward: bool = False
    thrown: Annotated[tuple[Dice, ...], Field(max_length=100)] = ()


class ProposedReading(Record):
    """One reading of what was seen: a label for people, and the intent it would be (kind and fields)."""

    label: Annotated[str, Field(min_length=1)]
    intent: str
    data: dict[str, Any]

    @classmethod
    def of(cls, label: str, intent: Intent) -> Self:
        """Return an intent as a reading; whoever takes it does it."""
        data = intent.to_data()
        del data["by"]
        return cls(label=label, intent=intent.kind, data=data)


@INTENTS.word("propose")
class Propose(Intent):
    """Put up what was inferred for a word: the first reading is the default, the others are offered."""

    owner: str
    question: Annotated[str, Field(min_length=1)]
    readings: tuple[ProposedReading, ...]


@INTENTS.word("challenge")
class Challenge(Intent):
    """Doubt a ruling: of the intent with that sequence number, or the last one that carried a ruling."""

    request = request_fields(of=RequestedRuling)

    of: int | None = None


@INTENTS.word("undo")
class Undo(Intent):
    """Take back the last intent with all that followed from it."""

    request = request_fields()


@INTENTS.word("redo")
class Redo(Intent):
    """Put back the intent that was undone last."""

    request = request_fields()
