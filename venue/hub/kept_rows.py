"""How an event stands in the hub's database: with a digest, so that a row that no hub wrote so is noticed."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol

from pydantic import ValidationError

from venue.messages import GameMessage

COLUMNS = ("stream", "number", "game", "sequence", "seal", "kind")
"""What a row says beside its body: the same as the body."""


class RowDamagedError(ValueError):
    """A row is not what a hub has written."""


class Row(Protocol):
    """A row of the events: its columns by name."""

    table_name: str
    body: str

    def __getattr__(self, name: str) -> Any:
        """Return a column."""
        ...


def body_of(table: str, said: GameMessage) -> str:
    """Return an event as it is kept: JSON, and its digest in a second line."""
    body = said.model_dump_json()
    return f"{body}\n{_digest(table, body)}"


def read_row(row: Row) -> GameMessage:
    """Return the event of a row, which an earlier hub kept without a digest; raises `RowDamagedError`."""
    body, _, digest = str(row.body).partition("\n")
    if digest and digest != _digest(row.table_name, body):
        raise RowDamagedError("its digest differs")
    try:
        said = GameMessage.model_validate_json(body)
    except ValidationError as fault:
        raise RowDamagedError("it is no message") from fault
    if any(getattr(row, name) != getattr(said, name) for name in COLUMNS):
        raise RowDamagedError("its columns say something else")
    return said


def _digest(table: str, body: str) -> str:
    return hashlib.blake2b(f"{table}\n{body}".encode(), digest_size=16).hexdigest()
