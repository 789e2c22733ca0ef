"""The SQLite file of a journal: exclusive lock, identification, durability, schema migrations, error translation."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any

from messages.catalogue import NOTHING
from messages.message import Message
from referee.records.journal.errors import JournalBusyError, JournalDamagedError, JournalError, JournalNewerError

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


try:
    import fcntl
except ImportError:  # Windows
    _FLOCK = False
else:
    _FLOCK = True


def lock_exclusively(file: IO[Any]) -> None:
    """Lock a file until it is closed; raises `OSError` if another program has it locked.

    Without `flock` the first byte is locked as Windows does it, or nothing if the system has no locks.
    """
    if _FLOCK:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    elif find_spec("msvcrt") is not None:
        windows: Any = import_module("msvcrt")
        windows.locking(file.fileno(), windows.LK_NBLCK, 1)


def locked(path: Path) -> IO[str]:
    """Return the locked lock file; it contains its holder's process id if the disk has space."""
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = beside.open("a+")
    except OSError as error:
        raise JournalError("journal-no-folder", file=path, reason=error.strerror or "") from error
    try:
        lock_exclusively(lock)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        raise JournalBusyError("journal-in-use", file=path, process=holder or NOTHING) from error
    with contextlib.suppress(OSError):  # a full disk: the lock is held, only its holder's process id is not recorded
        os.ftruncate(lock.fileno(), 0)
        os.write(lock.fileno(), str(os.getpid()).encode())
    return lock


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection to the file, which is created if missing."""
    with translated(path, Message.of("journal-opening")):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        connection.row_factory = sqlite3.Row
        return connection


def version_of(path: Path, connection: sqlite3.Connection, newest: int) -> int:
    """Return the file's schema version, 0 for a new one; raises for foreign or newer files before changing them."""
    with translated(path, Message.of("journal-reading")):
        version = int(connection.execute("PRAGMA user_version").fetchone()[0])
        mark = int(connection.execute("PRAGMA application_id").fetchone()[0])
        tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if tables and mark != APPLICATION_ID:
        raise JournalError("journal-other-database", file=path)
    if version > newest:
        raise JournalNewerError("journal-newer", file=path, schema=version, newest=newest)
    return version


def made_durable(path: Path, connection: sqlite3.Connection) -> None:
    """Set up the connection so that commits are on disk."""
    with translated(path, Message.of("journal-writing")):
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")


def migrated(path: Path, connection: sqlite3.Connection, migrations: Sequence[str], version: int) -> None:
    """Migrate the file from a schema version to the newest, step by step, each step atomic."""
    with translated(path, Message.of("journal-migrating")):
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


@contextlib.contextmanager
def translated(path: Path, what: Message) -> Iterator[None]:
    """Translate SQLite's errors to the journal's: one line with the file, what failed and why."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) and can_be_read(path):
            raise JournalDamagedError("journal-damaged", file=path, what=what, fault=error) from error
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise JournalBusyError("journal-held", file=path, what=what, fault=error) from error
        failed = "journal-disk-full" if code == sqlite3.SQLITE_FULL else "journal-failed"
        raise JournalError(failed, file=path, what=what, fault=error) from error
    except UnicodeDecodeError as error:  # sqlite3 quotes the file's description of its tables
        raise JournalDamagedError("journal-damaged", file=path, what=what, fault=error) from error


def is_disk(error: BaseException) -> bool:
    """Whether the disk failed, and not the file."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)


def can_be_read(path: Path) -> bool:
    """Whether every byte of the file is readable: SQLite reports an unreadable disk as a damaged file."""
    try:
        with path.open("rb") as file:
            while file.read(1 << 20):
                pass
    except OSError:
        return False
    return True
