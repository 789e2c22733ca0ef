"""The form of everything that somebody wants to do, and the vocabulary that reads it back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from referee.game.intents.requests import RequestFields
from referee.game.records import Record, Vocabulary

ANY = "any"
REFEREE = "referee"
CAMERA = "camera"
Dice = tuple[Annotated[int, Field(ge=1, le=6)], ...]


class Intent(Record):
    """Something that somebody wants to do.

    `id` is the idempotency key: the same id twice is the same intent, done once. `by` is a player's id, "any" (the
    panel and the shared page: whoever is at hand), "referee" (a person who corrects) or "camera". An observation is
    said of the table and is no step that undo takes back. `request` are the fields that a player says who asks for it;
    None where no player does.
    """

    observation: ClassVar[bool] = False
    request: ClassVar[RequestFields | None] = None

    id: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[^#]")]
    by: Annotated[str, Field(min_length=1, max_length=40)] = ANY

    def to_data(self) -> dict[str, Any]:
        """Return the record as plain JSON values, without the id, which is the event's."""
        data = super().to_data()
        del data["id"]
        return data


INTENTS: Vocabulary[Intent] = Vocabulary("intent")


def read_intent(data: Mapping[str, Any]) -> Intent:
    """Return the intent of `{"kind": ..., "id": ..., "by": ..., ...}`; `MalformedError` names what is wrong."""
    rest = dict(data)
    kind = str(rest.pop("kind", ""))
    return INTENTS.read(kind, rest)
