"""What a page may ask of the table, and what it is told."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from web.contract.game_requests import GameRequest, TableRequest, Whole
from web.contract.views import Name, View

Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


Die = Annotated[int, Field(ge=1, le=6), Whole]


class Button(StrEnum):
    """A button of the panel; a press on the page and one on the table are the same event."""

    CONFIRM = "confirm"
    UNDO = "undo"
    REDO = "redo"
    MEASURE = "measure"
    NEXT = "next"
    BACK = "back"
    CHALLENGE = "challenge"


class Answer(View):
    """An open prompt answered: by the key of a choice, or by the dice that were rolled."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"required": ["choice"], "properties": {"choice": {"type": "string"}, "dice": {"maxItems": 0}}},
                {"required": ["dice"], "properties": {"choice": {"type": "null"}, "dice": {"minItems": 1}}},
            ]
        }
    )

    kind: Literal["answer"]
    prompt: Name
    choice: Name | None = None
    dice: Annotated[tuple[Die, ...], Field(max_length=40)] = ()

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.choice is None) == (not self.dice):
            raise ValueError("expected either a choice or dice")
        return self


class Undo(View):
    """The last intent taken back, with all that followed from it."""

    kind: Literal["undo"]


class Redo(View):
    """What was taken back last, put back."""

    kind: Literal["redo"]


class Challenge(View):
    """A ruling doubted."""

    kind: Literal["challenge"]
    ruling: Name


RequestedIntent = Answer | Undo | Redo | Challenge | GameRequest | TableRequest


class SubmitRequest(View):
    """An intent and the seat it is made for ("any" when no seat is meant)."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"player": "p1", "intent": {"kind": "answer", "prompt": "reroll-7", "choice": "keep"}},
                {"player": "p2", "intent": {"kind": "answer", "prompt": "attack-9", "dice": [6, 4, 1]}},
                {"intent": {"kind": "undo"}},
                {"player": "p1", "intent": {"kind": "activate", "operative": "a2", "order": "engage"}},
                {
                    "player": "p1",
                    "intent": {
                        "kind": "act",
                        "operative": "a2",
                        "action": "Shoot",
                        "weapon": "rifle",
                        "target": "b6",
                        "dice": True,
                    },
                },
            ]
        }
    )

    intent: Annotated[RequestedIntent, Field(discriminator="kind")]
    player: Name = "any"


class Accepted(View):
    """Taken; `sequence` is that of the event that records it, null when it changed nothing that is recorded."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"accepted": True, "sequence": 57}]})

    accepted: Literal[True] = True
    sequence: Annotated[int, Field(ge=1)] | None = None


class Refused(View):
    """Not taken, and why, in one sentence."""

    accepted: Literal[False] = False
    sentence: Name


Outcome = Accepted | Refused
