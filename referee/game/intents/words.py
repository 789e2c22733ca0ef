"""Words about the game: answers, proposals, doubts, and taking back."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field

from referee.game.intents.base import INTENTS, Dice, Intent
from referee.game.intents.requests import Items, RequestedRuling, Text, request_fields
from referee.game.records import Record


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
