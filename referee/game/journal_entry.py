"""Journal entry: the envelope of all events. The log of entries is authoritative; the state is its fold."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

SCHEMA_VERSION = 1


class JournalEntry(BaseModel):
    """One thing that happened in a game.

    `sequence` counts from 1 without holes. `id` is unique and given by whoever acted (an idempotency key).
    `cause` is the sequence number of the intent that this followed from; an intent is its own cause. `edition` names
    the rules it was judged by. `kind` and `data` say what happened, in that edition's words.
    """

    model_config = ConfigDict(defer_build=True, frozen=True, strict=True, extra="forbid")

    sequence: Annotated[int, Field(ge=1)]
    id: Annotated[str, Field(min_length=1, max_length=64)]
    cause: Annotated[int, Field(ge=1)]
    schema_version: Annotated[int, Field(ge=1)] = SCHEMA_VERSION
    edition: Annotated[str, Field(min_length=1)]
    kind: Annotated[str, Field(min_length=1)]
    data: dict[str, Any] = Field(default_factory=dict)

    @property
    def is_intent(self) -> bool:
        """Whether this entry is an intent, not an event that followed."""
        return self.cause == self.sequence
