"""Recovery of a damaged journal."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from dataclasses import dataclass
from pathlib import Path

from messages.message import Message
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalDamagedError, JournalError
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_rows
from referee.records.journal.tail import SUFFIX, missing_after, read_end
from referee.records.journal.tail import beside as tail_of

COMPANIONS = ("", "-wal", "-shm", SUFFIX)


@dataclass(frozen=True, slots=True)
class SalvagedEvents:
    """Events before the first damaged or missing one, and the fault; `why` is None if there is none.

    `acknowledged` is the number of events known to have been stored.
    """

    events: tuple[JournalEntry, ...]
    why: Message | None = None
    acknowledged: int = 0


def salvage(path: Path | str) -> SalvagedEvents:
    """Return every event of a journal up to the first unreadable one. The file itself is not changed.

    Raises `JournalError` if the file does not exist.
    """
    path = Path(path)
    if not path.is_file():
        raise JournalError("journal-unknown", file=path)
    with tempfile.TemporaryDirectory(prefix="overlook-salvage-") as folder:
        copy = Path(folder) / "journal"
        for suffix in ("", "-wal"):
            beside = path.with_name(path.name + suffix)
            if beside.is_file():
                shutil.copyfile(beside, copy.with_name(copy.name + suffix))
        saved = _salvaged(path, copy)
    end = read_end(tail_of(path))
    why = saved.why or missing_after(path, saved.events, end)
    return SalvagedEvents(saved.events, why, max(len(saved.events), end.sequence if end is not None else 0))


def recover(path: Path | str) -> Path:
    """Replace a damaged file by a sound journal with all recoverable events; return the new path of the damaged one.

    Raises `JournalError` if nothing could be recovered (the file is not moved) or if the disk fails.
    """
    path = Path(path)
    saved = salvage(path)
    if not saved.events:
        raise JournalError("journal-nothing-saved", file=path, why=saved.why or Message.of("journal-without-events"))
    mended = path.with_name(path.name + ".mended")
    for suffix in (*COMPANIONS, ".lock"):
        mended.with_name(mended.name + suffix).unlink(missing_ok=True)
    with Journal.open(mended) as journal:
        journal.append(saved.events)
    mended.with_name(mended.name + ".lock").unlink(missing_ok=True)
    aside = next(
        candidate
        for number in range(1, 10_000)
        if not (candidate := path.with_name(f"{path.name}.damaged-{number}")).exists()
    )
    for suffix in COMPANIONS:
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + suffix))
    for suffix in ("", SUFFIX):
        mended.with_name(mended.name + suffix).replace(path.with_name(path.name + suffix))
    return aside


def _salvaged(path: Path, copy: Path) -> SalvagedEvents:
    events: list[JournalEntry] = []
    connection = sqlite3.connect(copy, isolation_level=None)
    connection.row_factory = sqlite3.Row
    with contextlib.closing(connection):
        try:
            connection.execute("PRAGMA writable_schema=ON")
            events.extend(event for event, _ in read_rows(path, connection))
        except JournalDamagedError as error:
            return SalvagedEvents(_prefix(path, connection), error.message)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            return SalvagedEvents((), Message.of("file-fault", file=path, fault=error))
    return SalvagedEvents(tuple(events))


def _prefix(path: Path, connection: sqlite3.Connection) -> tuple[JournalEntry, ...]:
    events: list[JournalEntry] = []
    with contextlib.suppress(JournalError):
        for event, _ in read_rows(path, connection):
            events.append(event)
    return tuple(events)
