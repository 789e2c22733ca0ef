"""A file that is brought to a page of the machine, in parts: how far it is."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from web.contract.views import ClosedModel

Count = Annotated[int, Field(ge=0, le=2**53)]


class BringState(StrEnum):
    """How far a file is that was brought, until what is in it is put in place."""

    NONE = "none"
    COMING = "coming"
    CHECKING = "checking"
    READY = "ready"
    PLACING = "placing"


class BroughtView(ClosedModel):
    """The file that is brought, by its `number`, and how much of it has come.

    `line` says what is done with it or what became of the last one.
    """

    state: BringState = BringState.NONE
    line: str = ""
    number: Count = 0
    name: str = ""
    size_bytes: Count = 0
    come_bytes: Count = 0
