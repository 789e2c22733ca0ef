"""A journal read without becoming its writer: a running table may have it open."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from referee.game.journal_entry import JournalEntry
from referee.records.journal.database import can_be_read, how_to_mend, is_disk, translated
from referee.records.journal.errors import JournalDamagedError, JournalError
from referee.records.journal.missing import from_to
from referee.records.journal.seal import first_seal, seal
from referee.records.journal.tail import beside, read_end


@dataclass(frozen=True, slots=True)
class Written:
    """One event as it stands in a journal: the event, when it was written, its seal."""

    event: JournalEntry
    at: datetime
    seal: str


def read_journal(path: Path | str) -> tuple[JournalEntry, ...]:
    """Return the events of a journal without becoming its writer; a running table may have it open.

    Raises `JournalError` when there is no such file, `JournalDamagedError` when it cannot be read.
    """
    path = Path(path)
    with _looking(path) as connection:
        return tuple(event for event, _ in read_rows(path, connection))


def read_written(path: Path | str, after: int = 0) -> tuple[Written, ...]:
    """Return what follows an event in a journal, without becoming its writer and without proving what came before.

    Nothing, for one that was cut off before its first event. Raises what `read_journal` raises.
    """
    path = Path(path)
    with _looking(path) as connection, translated(path, "it cannot be read"):
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone() is None:
            return ()
        rows = connection.execute("SELECT * FROM events WHERE sequence > ? ORDER BY sequence", (after,)).fetchall()
        try:
            return tuple(Written(_event(row), datetime.fromisoformat(row["at"]), row["seal"]) for row in rows)
        except ValueError as error:
            raise JournalDamagedError(
                f"{path}: cannot be read after event {after} ({error}){how_to_mend(path)}"
            ) from error


def missing_at_end(path: Path | str) -> str:
    """Return which acknowledged events a journal has not, by its last number alone; empty where none is known of.

    A running table may have it open. Raises what `read_journal` raises.
    """
    path = Path(path)
    end = read_end(beside(path))
    with _looking(path) as connection, translated(path, "it cannot be read"):
        made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone() is not None
        last = int(connection.execute("SELECT max(sequence) FROM events").fetchone()[0] or 0) if made else 0
    # The journal is written first: what it has more than its end says was kept a moment ago.
    return "" if end is None or end.sequence <= last else f"{path}: {from_to(last + 1, end.sequence)} missing"


def read_rows(path: Path, connection: sqlite3.Connection) -> Iterator[tuple[JournalEntry, str]]:
    """Yield each event with its seal; `JournalDamagedError` names the first one that cannot be read."""
    running = first_seal()
    expected = 1
    try:
        for row in connection.execute("SELECT * FROM events ORDER BY sequence"):
            event = _event(row)
            running = seal(running, event)
            if event.sequence != expected or running != row["seal"]:
                raise ValueError("it is not what was written")
            yield event, running
            expected += 1
    except (sqlite3.DatabaseError, ValueError) as error:
        if is_disk(error) or not can_be_read(path):
            raise JournalError(f"{path}: the disk failed while reading: {error}") from error
        raise JournalDamagedError(
            f"{path}: event {expected} cannot be read ({error}); the {expected - 1} before it can{how_to_mend(path)}"
        ) from error


def _event(row: sqlite3.Row) -> JournalEntry:
    fields = {key: row[key] for key in ("sequence", "id", "cause", "schema_version", "edition", "kind")}
    try:
        return JournalEntry(**fields, data=json.loads(row["data"]))
    except (ValidationError, TypeError) as error:
        raise ValueError(f"a field is not of its form: {str(error).splitlines()[0]}") from error


@contextlib.contextmanager
def _looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection that only reads; a running table may have the journal open."""
    if not path.is_file():
        raise JournalError(f"{path}: no such journal")
    with translated(path, "it cannot be opened"):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=5)
    connection.row_factory = sqlite3.Row
    with contextlib.closing(connection):
        yield connection
