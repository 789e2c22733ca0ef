"""Reading of a journal without becoming its writer, and its form as JSON lines."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from messages.message import Message
from referee.game.journal_entry import JournalEntry
from referee.records.journal.database import can_be_read, is_disk, translated
from referee.records.journal.errors import JournalDamagedError, JournalError
from referee.records.journal.tail import beside, first_seal, read_end, seal
from referee.rules.errors import MalformedError, fault_at
from referee.rules.errors import expected as expected_by

FORMAT = "overlook game"
VERSION = 1
LONGEST_QUOTE = 40


def to_lines(events: Sequence[JournalEntry]) -> str:
    """Convert the events to JSON lines, the header first. The header's seal is that of the last event."""
    running = first_seal()
    for event in events:
        running = seal(running, event)
    header = {"format": FORMAT, "version": VERSION, "events": len(events), "seal": running}
    records = [header, *(event.model_dump(mode="json") for event in events)]
    return "".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)


def from_lines(text: str | Iterable[str]) -> tuple[JournalEntry, ...]:
    """Parse events from JSON lines.

    Raises `MalformedError` that names the line and its fault: not JSON, not an event, out of order, truncated, or
    changed since it was written.
    """
    lines = text.splitlines() if isinstance(text, str) else [line.rstrip("\n") for line in text]
    header = _header(lines[0] if lines else "")
    events = tuple(_entry_of_line(number, line) for number, line in enumerate(lines[1:], 2) if line.strip())
    running = first_seal()
    for expected, event in enumerate(events, 1):
        if event.sequence != expected:
            raise MalformedError("journal-line-order", line=expected + 1, event=event.sequence, before=expected - 1)
        running = seal(running, event)
    if len(events) != header["events"]:
        expected_events = header["events"]
        raise MalformedError("journal-line-cut-off", line=len(lines), found=len(events), expected=expected_events)
    if running != header["seal"]:
        raise MalformedError("journal-line-seal")
    return events


def _header(line: str) -> dict[str, object]:
    try:
        header = json.loads(line)
    except json.JSONDecodeError as error:
        raise MalformedError("journal-line-header", found=line[:LONGEST_QUOTE]) from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise MalformedError("journal-line-header", found=line[:LONGEST_QUOTE])
    if header.get("version") != VERSION:
        raise MalformedError("journal-line-version", found=header.get("version"), expected=VERSION)
    return header


def _entry_of_line(number: int, line: str) -> JournalEntry:
    try:
        return JournalEntry.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        fault = fault_at(where, first) if where else expected_by(first)
        raise MalformedError("journal-line-entry", line=number, found=line[:LONGEST_QUOTE], fault=fault) from error


@dataclass(frozen=True, slots=True)
class Written:
    """One event in a journal: the event, its time of writing, its seal."""

    event: JournalEntry
    at: datetime
    seal: str


def read_journal(path: Path | str) -> tuple[JournalEntry, ...]:
    """Return the events of a journal without becoming its writer; a running table may have it open.

    Raises `JournalError` if the file does not exist, `JournalDamagedError` if it cannot be read.
    """
    path = Path(path)
    with _looking(path) as connection:
        return tuple(event for event, _ in read_rows(path, connection))


def read_written(path: Path | str, after: int = 0) -> tuple[Written, ...]:
    """Return the events after a sequence number, without becoming the writer and without verifying those before.

    Empty for a journal that was interrupted before its first event. Raises the errors of `read_journal`.
    """
    path = Path(path)
    with _looking(path) as connection, translated(path, Message.of("journal-reading")):
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone() is None:
            return ()
        rows = connection.execute("SELECT * FROM events WHERE sequence > ? ORDER BY sequence", (after,)).fetchall()
        try:
            return tuple(Written(_entry_of_row(row), datetime.fromisoformat(row["at"]), row["seal"]) for row in rows)
        except ValueError as error:
            raise JournalDamagedError("journal-unreadable-after", file=path, event=after, fault=error) from error


def missing_at_end(path: Path | str) -> Message | None:
    """Return which acknowledged events are missing, by the last number only; None if none are known to be.

    A running table may have it open. Raises the errors of `read_journal`.
    """
    path = Path(path)
    end = read_end(beside(path))
    with _looking(path) as connection, translated(path, Message.of("journal-reading")):
        made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone() is not None
        last = int(connection.execute("SELECT max(sequence) FROM events").fetchone()[0] or 0) if made else 0
    # The journal is written before its tail, so events beyond the recorded end were written a moment ago.
    if end is None or end.sequence <= last:
        return None
    lost = end.sequence - last
    return Message.of("journal-events-missing", file=path, lost=lost, first=last + 1, last=end.sequence)


def read_rows(path: Path, connection: sqlite3.Connection) -> Iterator[tuple[JournalEntry, str]]:
    """Yield each event with its seal; raises `JournalDamagedError` that names the first unreadable one."""
    running = first_seal()
    expected = 1
    try:
        for row in connection.execute("SELECT * FROM events ORDER BY sequence"):
            event = _entry_of_row(row)
            running = seal(running, event)
            if event.sequence != expected or running != row["seal"]:
                raise MalformedError("journal-event-changed")
            yield event, running
            expected += 1
    except (sqlite3.DatabaseError, ValueError) as error:
        if is_disk(error) or not can_be_read(path):
            raise JournalError("journal-disk-failed", file=path, fault=error) from error
        raise JournalDamagedError(
            "journal-event-unreadable", file=path, event=expected, before=expected - 1, fault=error
        ) from error


def _entry_of_row(row: sqlite3.Row) -> JournalEntry:
    fields = {key: row[key] for key in ("sequence", "id", "cause", "schema_version", "edition", "kind")}
    try:
        return JournalEntry(**fields, data=json.loads(row["data"]))
    except (ValidationError, TypeError) as error:
        raise MalformedError("journal-event-field", fault=str(error).splitlines()[0]) from error


@contextlib.contextmanager
def _looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Provide a read-only connection; a running table may have the journal open."""
    if not path.is_file():
        raise JournalError("journal-unknown", file=path)
    with translated(path, Message.of("journal-opening")):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=5)
    connection.row_factory = sqlite3.Row
    with contextlib.closing(connection):
        yield connection
