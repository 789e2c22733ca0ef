"""Intents of decisions: answers, proposals, challenges, undo and redo; observed faults and rolls."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from messages.message import Message
from referee.game.intents.base import INTENTS, Dice, Intent, Items, RequestedRuling, Text, request_fields
from referee.game.record import Record


@INTENTS.word("call")
class ReportFault(Intent):
    """Report a fault that the camera sees on the table. The same `key` is reported once until it is cleared.

    `means` is the fault in English, `message` with its code; None in earlier journals.
    """

    observation: ClassVar[bool] = True
    LATER = frozenset({"message"})

    key: Annotated[str, Field(min_length=1)]
    means: Annotated[str, Field(min_length=1)]
    message: Message | None = None


@INTENTS.word("mend")
class ClearFault(Intent):
    """Declare a reported fault corrected."""

    observation: ClassVar[bool] = True

    key: Annotated[str, Field(min_length=1)]


@INTENTS.word("hand_over")
class HandOverSeat(Intent):
    """Note that the seat of `player` went to another device; `agreed` is who accepted, that player or the table."""

    observation: ClassVar[bool] = True

    player: str


@INTENTS.word("branch")
class Branch(Intent):
    """Note that a game goes on from another one: the entries before this are those of `parent` up to `sequence`.

    Choices that were secret there are left out. `seal` is that of the parent's entry with this number.
    """

    observation: ClassVar[bool] = True

    parent: Annotated[str, Field(min_length=1, max_length=200)]
    sequence: Annotated[int, Field(ge=1)]
    seal: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]


@INTENTS.word("spring")
class SpringMine(Intent):
    """Report that a mine has come within an operative's control range other than by its move (rule J24-07)."""

    marker: str
    operative: str


class ObservedDie(Record):
    """A die in the tray: its face, None if it is cocked, and its player by colour.

    `doubt` is why it is not trusted. `box` is its rectangle in the roll's image: left, top, width, height. `kept` is
    True for a die that was there before this roll, `taken` the answer that it was used for, "" for none.
    """

    value: Annotated[int, Field(ge=1, le=6)] | None
    player: str | None = None
    doubt: str = ""
    box: tuple[int, int, int, int] = (0, 0, 0, 0)
    kept: bool = False
    taken: str = ""


@INTENTS.word("see_roll")
class ObserveRoll(Intent):
    """Record the dice in the tray as evidence; only the answer of a player counts.

    `prompts` are those that waited for dice then, `why` is why the reading is not trusted, `picture` is the file of the
    roll's image and `sha256` its digest.
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

    `counted`: somebody counted critical successes, successes and fails, so a face represents its grade and not the die.
    `onward` lets the player's next decisions in these dice be answered by default: given before strikes and blocks,
    until those begin; given with one of them, to the end. Rolls and the next target are always asked for. `thrown` are
    the rolls that the tray saw for it, in order, if there was more than one; the table adds them. `roll` asks the
    program to roll: the table then fills `dice`, and the journal keeps that they came from the program.
    """

    request = request_fields(
        "counted", "onward", "roll", prompt=Text(most=None), choice=Text(most=None), dice=Items(40)
    )
    LATER = frozenset({"thrown", "roll"})

    prompt: str
    choice: str | None = None
    dice: Dice = ()
    counted: bool = False
    onward: bool = False
    thrown: Annotated[tuple[Dice, ...], Field(max_length=100)] = ()
    roll: bool = False


class ProposedReading(Record):
    """One reading of an observation: a label for people, and the intent it represents (kind and fields).

    `label` is the label in English, `message` with its code; None in earlier journals.
    """

    label: Annotated[str, Field(min_length=1)]
    intent: str
    data: dict[str, Any]
    message: Message | None = None

    @classmethod
    def of(cls, label: Message, intent: Intent) -> Self:
        """Return an intent as a reading; accepting it performs the intent."""
        data = intent.to_data()
        del data["by"]
        return cls(label=str(label), intent=intent.kind, data=data, message=label)

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        data: dict[str, Any] = handler(self)
        return data if self.message is not None else {name: data[name] for name in data if name != "message"}


@INTENTS.word("propose")
class Propose(Intent):
    """Propose an inferred intent for confirmation: the first reading is the default, the others are alternatives.

    `question` is the question in English, `message` with its code; None in earlier journals.
    """

    LATER = frozenset({"message"})

    owner: str
    question: Annotated[str, Field(min_length=1)]
    readings: tuple[ProposedReading, ...]
    message: Message | None = None


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
