"""What a page may ask of the table, and what it is told."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from web.contract.game_requests import GAME_REQUESTS, TABLE_REQUESTS, TableRequest
from web.contract.request_models import GameRequest, OneOf
from web.contract.views import Name, View

Key = Annotated[str, Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


class Button(StrEnum):
    """A button of the panel; a press on the page and one on the table are the same event."""

    CONFIRM = "confirm"
    UNDO = "undo"
    REDO = "redo"
    MEASURE = "measure"
    NEXT = "next"
    BACK = "back"
    CHALLENGE = "challenge"


RequestedIntent = GameRequest | TableRequest


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

    intent: Annotated[RequestedIntent, OneOf([*GAME_REQUESTS.values(), *TABLE_REQUESTS])]
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
