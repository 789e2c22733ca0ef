"""The journal of a game: every event in one SQLite file, durable before it counts."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO

from pydantic import ValidationError

from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalBusyError, JournalDamagedError, JournalError, JournalNewerError
from referee.records.journal.seal import first_seal, seal
from referee.records.journal.tail import End, Tail, beside, read_end

APPLICATION_ID = 0x4F564C4B
MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE events (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        cause INTEGER NOT NULL,
        schema_version INTEGER NOT NULL,
        edition TEXT NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        at TEXT NOT NULL,
        seal TEXT NOT NULL
    ) STRICT;
    """,
)

Clock = Callable[[], datetime]


def _now() -> datetime:
    return datetime.now(UTC)


class Journal:
    """One game's log on disk. `Journal.open` is how to get one; it is its only writer until `close`.

    SQLite in WAL mode with `synchronous=FULL`: what `append` returned from is on the disk. Every row is sealed with a
    digest over itself and the row before, so that a damaged row is found and named; a second file says which event was
    the last (`tail.py`), so that missing ones are. All methods raise `JournalError` (an `OSError`) when the disk fails;
    nothing that was acknowledged before is lost by that. `trouble` says what is wrong though the journal goes on.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[str], clock: Clock) -> None:
        self.path = path
        self.trouble = ""
        self._tail: Tail | None = None
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self._guard = threading.Lock()
        self._events: list[JournalEntry] = []
        self._seal = first_seal()

    @classmethod
    def open(cls, path: Path | str, *, clock: Clock = _now, migrations: Sequence[str] = MIGRATIONS) -> Journal:
        """Return the journal in that file, made when it is not there, brought up to the newest schema.

        Raises `JournalBusyError` when somebody else has it open, `JournalDamagedError` when it cannot be read (the
        message says from which event on, and the command that saves what stands before), `JournalError` when it was
        written by a newer program or the disk fails. `clock` gives the time written beside each event.
        """
        path = Path(path)
        lock = _locked(path)
        try:
            new = not path.exists()
            if new and not beside(path).exists():
                _foretold(path)
            connection = _connected(path)
            try:
                version = _version(path, connection, len(migrations))
                if version == 0 and not new:
                    _begun_lately(path)
                _durable(path, connection)
                _migrated(path, connection, migrations, version)
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
        """Every event that is durable, the first one first."""
        return tuple(self._events)

    @property
    def last_sequence(self) -> int:
        """The sequence number of the last durable event, 0 when there is none."""
        return len(self._events)

    def append(self, events: Sequence[JournalEntry]) -> None:
        """Make these events durable, all or none; return when they are on the disk.

        Raises `JournalError` when they do not follow the last one without a hole, or when the disk fails.
        """
        with self._guard:
            rows, last_seal = self._rows(events)
            with _translated(
                self.path, f"events {self.last_sequence + 1} to {self.last_sequence + len(events)} were not kept"
            ):
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
        """Move what was appended into the main file: what happens to the write-ahead log then costs little."""
        with self._guard, _translated(self.path, "it was not put together"):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        if self._tail is not None:
            self._tail.sync()

    def times(self) -> dict[int, datetime]:
        """Return when each event was written, by its sequence number."""
        with self._guard, _translated(self.path, "the times were not read"):
            found = self._connection.execute("SELECT sequence, at FROM events ORDER BY sequence").fetchall()
        return {int(sequence): datetime.fromisoformat(at) for sequence, at in found}

    def close(self) -> None:
        """Close the file and let others open it. Closing twice is nothing."""
        with self._guard, contextlib.closing(self._lock), _translated(self.path, "it was not closed cleanly"):
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
                    f"{self.path}: event {event.sequence} ({event.kind!r}) follows {expected - 1}: expected {expected}"
                )
            running = seal(running, event)
            data = json.dumps(event.data, ensure_ascii=False, separators=(",", ":"))
            head = (event.sequence, event.id, event.cause, event.schema_version, event.edition, event.kind)
            rows.append((*head, data, at, running))
        return rows, running

    def _compare_with_tail(self) -> None:
        """Raise `JournalDamagedError` where events are missing that were acknowledged; then follow the end."""
        there = beside(self.path).exists()
        end = read_end(beside(self.path))
        missing = missing_after(self.path, self._events, end)
        if missing:
            raise JournalDamagedError(f"{missing}{_mend(self.path)}")
        try:
            self._tail = _put_tail(self.path)
        except OSError as fault:
            self.trouble = f"{beside(self.path)}: cannot be written ({fault.strerror}): move it out of the way"
            return
        if there and end is None:
            self.trouble = (
                f"{beside(self.path)} was damaged: whether events are missing after {self.last_sequence} is not known"
            )
        self._note_end()

    def _note_end(self) -> None:
        if self._tail is not None:
            self._tail.write(End(self.last_sequence, self._seal))
            self.trouble = self._tail.fault or self.trouble

    def _load(self) -> None:
        for event, running in read_rows(self.path, self._connection):
            self._events.append(event)
            self._seal = running


def missing_after(path: Path, events: Sequence[JournalEntry], end: End | None) -> str:
    """Return which acknowledged events a journal has not, in a sentence; empty where it has all that is known of."""
    if end is None or (end.sequence == 0 and not events):
        return ""
    if end.sequence > len(events):
        lost = (
            f"event {end.sequence} is" if end.sequence == len(events) + 1 else _from_to(len(events) + 1, end.sequence)
        )
        return f"{path}: {lost} missing: the {len(events)} before can be read; look for a backup with more"
    running = first_seal()
    for event in events[: end.sequence]:
        running = seal(running, event)
    if end.sequence and running != end.seal:
        return f"{path}: is not the game that was played here up to event {end.sequence}: it was replaced by another"
    return ""


def _from_to(first: int, last: int) -> str:
    return f"events {first} to {last} are"


def _put_tail(path: Path) -> Tail:
    """Return the file that says where a journal ends; a new one says that nothing was kept yet."""
    new = not beside(path).exists()
    tail = Tail(beside(path))
    if new:
        tail.write(End(0, first_seal()))
        if os.geteuid() == 0:
            # As SQLite does with its own: what root makes beside a table's game must be the table's to write.
            tail.give_to((path if path.exists() else path.parent).stat())
    return tail


def _foretold(path: Path) -> None:
    """Say beside a journal that is about to be made that nothing is in it yet."""
    try:
        _put_tail(path).close()
    except OSError as fault:
        raise JournalError(f"{path}: cannot be made ({fault.strerror}); make room on the disk and try again") from fault


def _begun_lately(path: Path) -> None:
    """Raise `JournalDamagedError` for a file without a journal in it, unless it was only about to be made."""
    end = read_end(beside(path))
    if end is None or end.sequence > 0:
        kept = f"its {end.sequence} events are missing" if end is not None else "whatever was in it is missing"
        raise JournalDamagedError(f"{path}: is empty: {kept}; look for a backup{_mend(path)}")


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


def missing_at_end(path: Path | str) -> str:
    """Return which acknowledged events a journal has not, by its last number alone; empty where none is known of.

    A running table may have it open. Raises what `read_journal` raises.
    """
    path = Path(path)
    end = read_end(beside(path))
    with _looking(path) as connection, _translated(path, "it cannot be read"):
        made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone() is not None
        last = int(connection.execute("SELECT max(sequence) FROM events").fetchone()[0] or 0) if made else 0
    # The journal is written first: what it has more than its end says was kept a moment ago.
    return "" if end is None or end.sequence <= last else f"{path}: {_from_to(last + 1, end.sequence)} missing"


def read_written(path: Path | str, after: int = 0) -> tuple[Written, ...]:
    """Return what follows an event in a journal, without becoming its writer and without proving what came before.

    Nothing, for one that was cut off before its first event. Raises what `read_journal` raises.
    """
    path = Path(path)
    with _looking(path) as connection, _translated(path, "it cannot be read"):
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone() is None:
            return ()
        rows = connection.execute("SELECT * FROM events WHERE sequence > ? ORDER BY sequence", (after,)).fetchall()
        try:
            return tuple(Written(_event(row), datetime.fromisoformat(row["at"]), row["seal"]) for row in rows)
        except ValueError as error:
            raise JournalDamagedError(f"{path}: cannot be read after event {after} ({error}){_mend(path)}") from error


@contextlib.contextmanager
def _looking(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection that only reads; a running table may have the journal open."""
    if not path.is_file():
        raise JournalError(f"{path}: no such journal")
    with _translated(path, "it cannot be opened"):
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=5)
    connection.row_factory = sqlite3.Row
    with contextlib.closing(connection):
        yield connection


def _mend(path: Path) -> str:
    return f": run 'overlook recover {path}'"


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
        if _is_disk(error) or not _can_be_read(path):
            raise JournalError(f"{path}: the disk failed while reading: {error}") from error
        raise JournalDamagedError(
            f"{path}: event {expected} cannot be read ({error}); the {expected - 1} before it can{_mend(path)}"
        ) from error


def _event(row: sqlite3.Row) -> JournalEntry:
    fields = {key: row[key] for key in ("sequence", "id", "cause", "schema_version", "edition", "kind")}
    try:
        return JournalEntry(**fields, data=json.loads(row["data"]))
    except (ValidationError, TypeError) as error:
        raise ValueError(f"a field is not of its form: {str(error).splitlines()[0]}") from error


def _locked(path: Path) -> IO[str]:
    """Return the lock file, held: its holder's process id is in it."""
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = beside.open("a+")
    except OSError as error:
        raise JournalError(f"{path}: cannot be opened: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "another process"
        lock.close()
        raise JournalBusyError(
            f"{path}: process {holder} has this game open: stop that table first, or give this one a folder of "
            "its own: --data FOLDER"
        ) from error
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def _connected(path: Path) -> sqlite3.Connection:
    with _translated(path, "it cannot be opened"):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        connection.row_factory = sqlite3.Row
        return connection


def _version(path: Path, connection: sqlite3.Connection, newest: int) -> int:
    """Return the schema of the file, 0 for a new one; refuse what is not ours, or too new, before touching it."""
    with _translated(path, "it cannot be read"):
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        mark = int(connection.execute("PRAGMA application_id").fetchone()[0])
        tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if tables and mark != APPLICATION_ID:
        raise JournalError(f"{path}: is a database, but not a journal of Overlook; name another file")
    if version > newest:
        raise JournalNewerError(
            f"{path}: made by a newer Overlook (schema {version}, this one reads {newest}): update first"
        )
    return version


def _durable(path: Path, connection: sqlite3.Connection) -> None:
    with _translated(path, "it cannot be written"):
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")


def _migrated(path: Path, connection: sqlite3.Connection, migrations: Sequence[str], version: int) -> None:
    with _translated(path, "it cannot be brought up to date"):
        for number, script in enumerate(migrations[version:], version + 1):
            try:
                connection.executescript(
                    f"BEGIN IMMEDIATE;{script}"
                    f"PRAGMA application_id={APPLICATION_ID};PRAGMA user_version={number};COMMIT;"
                )
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise


def _can_be_read(path: Path) -> bool:
    """Whether the disk gives every byte of the file: SQLite calls a disk that does not a damaged file."""
    try:
        with path.open("rb") as file:
            while file.read(1 << 20):
                pass
    except OSError:
        return False
    return True


def _is_disk(error: BaseException) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


@contextlib.contextmanager
def _translated(path: Path, what: str) -> Iterator[None]:
    """Turn SQLite's errors into the journal's: one line with the file, what failed and why."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) and _can_be_read(path):
            raise JournalDamagedError(f"{path}: {what}: the file is damaged ({error}){_mend(path)}") from error
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise JournalBusyError(f"{path}: {what}: another program holds it ({error})") from error
        hint = "; make room on the disk and try again" if code == sqlite3.SQLITE_FULL else ""
        raise JournalError(f"{path}: {what}: {error}{hint}") from error
