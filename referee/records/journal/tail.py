"""Seals of entries, and the tail file that records a journal's last event."""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from messages.message import Message
from referee.game.journal_entry import JournalEntry
from referee.records.journal.errors import JournalDamagedError, JournalError


def first_seal() -> str:
    """Return the seal before the first event."""
    return hashlib.blake2b(b"overlook journal", digest_size=16).hexdigest()


def seal(before: str, event: JournalEntry) -> str:
    """Return the seal of an event after one with the seal `before`: 32 hexadecimal digits."""
    record = [event.sequence, event.id, event.cause, event.schema_version, event.edition, event.kind, event.data]
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.blake2b((before + text).encode(), digest_size=16).hexdigest()


SUFFIX = ".tail"
SLOT_BYTES = 64
SLOTS = 2


@dataclass(frozen=True, slots=True)
class LastAcknowledged:
    """The last acknowledged event, 0 for none yet, and its seal."""

    sequence: int
    seal: str


class Tail:
    """File beside a journal that records its end, with two slots written alternately, so that one is always intact.

    It is written in place after the journal: it never records more than was acknowledged, and needs no space on a full
    disk. `fault` is why it could not be written, else None. Raises `OSError` if it cannot be opened.
    """

    def __init__(self, path: Path) -> None:
        self.fault: Message | None = None
        self._path = path
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        self._next = 0

    def write(self, end: LastAcknowledged) -> None:
        """Record the journal's current end."""
        try:
            os.pwrite(self._handle, _line(end), self._next * SLOT_BYTES)
            self.fault = None
        except OSError as fault:
            self.fault = Message.of("journal-tail-not-written", file=self._path, reason=fault.strerror or "")
        self._next = (self._next + 1) % SLOTS

    def give_to(self, owner: os.stat_result) -> None:
        """Give the file the owner of another; raises `OSError` on a file system without owners."""
        os.fchown(self._handle, owner.st_uid, owner.st_gid)

    def sync(self) -> None:
        """Flush it to disk."""
        try:
            os.fdatasync(self._handle)
        except OSError as fault:
            self.fault = Message.of("journal-tail-not-flushed", file=self._path, reason=fault.strerror or "")

    def close(self) -> None:
        """Flush and close the file. May be called twice."""
        if self._handle >= 0:
            self.sync()
            os.close(self._handle)
            self._handle = -1


def put_tail(path: Path) -> Tail:
    """Return the tail file of a journal; a new one records that there are no events yet."""
    new = not beside(path).exists()
    tail = Tail(beside(path))
    if new:
        tail.write(LastAcknowledged(0, first_seal()))
        if os.geteuid() == 0:
            # Like SQLite for its own files: files that root creates beside a table's game must be writable for the
            # table.
            tail.give_to((path if path.exists() else path.parent).stat())
    return tail


def expected_tail(path: Path) -> None:
    """Create the tail of a journal that is about to be created, with no events."""
    try:
        put_tail(path).close()
    except OSError as fault:
        raise JournalError("journal-tail-not-made", file=path, reason=fault.strerror or "") from fault


def read_end(path: Path) -> LastAcknowledged | None:
    """Return a journal's end from the tail file; None if it is missing or has no intact slot."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    ends = [_read(data[at : at + SLOT_BYTES]) for at in range(0, SLOTS * SLOT_BYTES, SLOT_BYTES)]
    return max((end for end in ends if end is not None), key=lambda end: end.sequence, default=None)


def beside(journal: Path) -> Path:
    """Return the path of a journal's tail file."""
    return journal.with_name(journal.name + SUFFIX)


def _line(end: LastAcknowledged) -> bytes:
    said = f"{end.sequence:>12} {end.seal:>32}"
    return f"{said} {zlib.crc32(said.encode()):08x}".ljust(SLOT_BYTES - 1).encode() + b"\n"


def _read(line: bytes) -> LastAcknowledged | None:
    said, check = line[:45], line[46:54]
    if f"{zlib.crc32(said):08x}".encode() != check:
        return None
    sequence, _, seal = said.decode("ascii").strip().partition(" ")
    return LastAcknowledged(int(sequence), seal.strip())


def missing_after(path: Path, events: Sequence[JournalEntry], end: LastAcknowledged | None) -> Message | None:
    """Return which acknowledged events a journal lacks; None if none are known to be missing."""
    if end is None or (end.sequence == 0 and not events):
        return None
    kept = len(events)
    if end.sequence > kept:
        lost = end.sequence - kept
        return Message.of("journal-events-lost", file=path, lost=lost, first=kept + 1, last=end.sequence, kept=kept)
    running = first_seal()
    for event in events[: end.sequence]:
        running = seal(running, event)
    if end.sequence and running != end.seal:
        return Message.of("journal-replaced", file=path, last=end.sequence)
    return None


def require_only_begun(path: Path) -> None:
    """Raise `JournalDamagedError` for a file without a journal, unless it was only about to be created."""
    end = read_end(beside(path))
    if end is None:
        raise JournalDamagedError("journal-emptied", file=path)
    if end.sequence > 0:
        raise JournalDamagedError("journal-events-emptied", file=path, lost=end.sequence)
