"""A back-up that is brought to the machine's page: how far it is, what is in it, and what is asked for about it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, ConfigDict, Field

from web.contract.bringing import BringState, BroughtView, Count
from web.contract.views import ClosedModel

RestoreState = BringState
"""How far a back-up is that was brought to be put in place."""


class RestoreView(BroughtView):
    """The back-up that is brought, by its `number`: how much of it has come, and what is in it once it is verified.

    `line` says what is done with it or what became of the last one. `games_here` is how many games the table has now.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"state": "coming", "number": 7, "name": "a.backup", "size_bytes": 900, "come_bytes": 512, "line": ""}
            ]
        }
    )

    program: str = ""
    made: AwareDatetime | None = None
    files: Count = 0
    games: Count = 0
    unpacked_bytes: Count = 0
    games_here: Count = 0


class BringCopy(ClosedModel):
    """Say that a back-up is to come, with its size; its parts go to /api/machine/upload. One before is forgotten."""

    kind: Literal["bring"]
    name: Annotated[str, Field(min_length=1, max_length=120)]
    size_bytes: Annotated[int, Field(ge=1, le=2**53)]


class DropCopy(ClosedModel):
    """Forget the back-up that was brought; nothing of the table's was touched."""

    kind: Literal["drop"]


class PlaceCopy(ClosedModel):
    """Put the back-up in place that was shown under this number: what is there is put aside, never deleted."""

    kind: Literal["place"]
    number: Count
