"""Journal of a game: every event in one SQLite file, durable before it takes effect."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from messages.message import Message
from referee.game.journal_entry import JournalEntry
from referee.records.journal.database import (
    MIGRATIONS,
    connected,
    locked,
    made_durable,
    migrated,
    translated,
    version_of,
)
from referee.records.journal.errors import JournalDamagedError, JournalError
from referee.records.journal.reading import read_rows
from referee.records.journal.tail import (
    LastAcknowledged,
    Tail,
    beside,
    expected_tail,
    first_seal,
    missing_after,
    put_tail,
    read_end,
    require_only_begun,
    seal,
)

WallClock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time of day in UTC."""
    return datetime.now(UTC)


class Journal:
    """One game's log on disk. Created by `Journal.open`; it is the only writer until `close`.

    SQLite in WAL mode with `synchronous=FULL`: after `append` returns, the events are on disk. Every row is sealed with
    a digest over itself and the row before, so that a damaged row is found and named; a second file records the last
    event (`tail.py`), so that missing ones are found. All methods raise `JournalError` (an `OSError`) if the disk
    fails; nothing acknowledged before is lost by that. `trouble` describes a problem that does not stop the journal.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[str], clock: WallClock) -> None:
        self.path = path
        self.trouble: Message | None = None
        self._tail: Tail | None = None
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self._guard = threading.Lock()
        self._events: list[JournalEntry] = []
        self._seal = first_seal()

    @classmethod
    def open(cls, path: Path | str, *, clock: WallClock = utc_now, migrations: Sequence[str] = MIGRATIONS) -> Journal:
        """Open the journal in that file, created if missing and migrated to the newest schema.

        Raises `JournalBusyError` if another process has it open, `JournalDamagedError` if it cannot be read (the
        message states from which event on, and the command that saves the events before), `JournalError` if it was
        written by a newer program or the disk fails. `clock` gives the time stored with each event.
        """
        path = Path(path)
        lock = locked(path)
        try:
            new = not path.exists()
            if new and not beside(path).exists():
                expected_tail(path)
            connection = connected(path)
            try:
                version = version_of(path, connection, len(migrations))
                if version == 0 and not new:
                    require_only_begun(path)
                made_durable(path, connection)
                migrated(path, connection, migrations, version)
                journal = cls(path, connection, lock, clock)
                journal._load()
                journal._compare_with_tail()
            except BaseException:
                connection.close()
                raise
        except BaseException:
            lock.close()
            raise
        return journal

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def events(self) -> tuple[JournalEntry, ...]:
        """Every durable event, the oldest first."""
        return tuple(self._events)

    @property
    def last_sequence(self) -> int:
        """The sequence number of the last durable event, 0 if there is none."""
        return len(self._events)

    def append(self, events: Sequence[JournalEntry]) -> None:
        """Make these events durable, all or none; returns when they are on disk.

        Raises `JournalError` if they do not follow the last one without a gap, or if the disk fails.
        """
        with self._guard:
            rows, last_seal = self._rows(events)
            first, last = self.last_sequence + 1, self.last_sequence + len(events)
            with translated(self.path, Message.of("journal-appending", first=first, last=last)):
                try:
                    self._connection.execute("BEGIN IMMEDIATE")
                    self._connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
                    self._connection.execute("COMMIT")
                except BaseException:
                    if self._connection.in_transaction:
                        with contextlib.suppress(sqlite3.Error):
                            self._connection.execute("ROLLBACK")
                    raise
            self._events.extend(events)
            self._seal = last_seal
            self._note_end()

    def checkpoint(self) -> None:
        """Move appended events into the main file, so that damage to the write-ahead log costs little."""
        with self._guard, translated(self.path, Message.of("journal-checkpoint")):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if self._tail is not None:
            self._tail.sync()

    def times(self) -> dict[int, datetime]:
        """Return the time of writing of each event, by its sequence number."""
        with self._guard, translated(self.path, Message.of("journal-times")):
            found = self._connection.execute("SELECT sequence, at FROM events ORDER BY sequence").fetchall()
        return {int(sequence): datetime.fromisoformat(at) for sequence, at in found}

    def close(self) -> None:
        """Close the file and release the lock. May be called twice."""
        with self._guard, contextlib.closing(self._lock), translated(self.path, Message.of("journal-closing")):
            if self._tail is not None:
                self._tail.close()
            self._connection.close()

    def _rows(self, events: Sequence[JournalEntry]) -> tuple[list[tuple[object, ...]], str]:
        rows: list[tuple[object, ...]] = []
        running = self._seal
        at = self._clock().astimezone(UTC).isoformat(timespec="milliseconds")
        for expected, event in enumerate(events, self.last_sequence + 1):
            if event.sequence != expected:
                raise JournalError(
                    "journal-out-of-order",
                    file=self.path,
                    event=event.sequence,
                    kind=event.kind,
                    before=expected - 1,
                    expected=expected,
                )
            running = seal(running, event)
            data = json.dumps(event.data, ensure_ascii=False, separators=(",", ":"))
            head = (event.sequence, event.id, event.cause, event.schema_version, event.edition, event.kind)
            rows.append((*head, data, at, running))
        return rows, running

    def _compare_with_tail(self) -> None:
        """Raise `JournalDamagedError` if acknowledged events are missing; then keep the tail up to date."""
        there = beside(self.path).exists()
        end = read_end(beside(self.path))
        missing = missing_after(self.path, self._events, end)
        if missing:
            raise JournalDamagedError("journal-recover", file=self.path, fault=missing)
        try:
            self._tail = put_tail(self.path)
        except OSError as fault:
            reason = fault.strerror or ""
            self.trouble = Message.of("journal-tail-unwritable", file=beside(self.path), reason=reason)
            return
        if there and end is None:
            self.trouble = Message.of("journal-tail-damaged", file=beside(self.path), last=self.last_sequence)
        self._note_end()

    def _note_end(self) -> None:
        if self._tail is not None:
            self._tail.write(LastAcknowledged(self.last_sequence, self._seal))
            self.trouble = self._tail.fault or self.trouble

    def _load(self) -> None:
        for event, running in read_rows(self.path, self._connection):
            self._events.append(event)
            self._seal = running
