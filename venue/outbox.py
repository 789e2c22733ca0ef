"""Durable outbox of a table: messages numbered without gaps, kept until the hub acknowledges them."""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from venue.errors import OutboxDamagedError, OutboxError

APPLICATION_ID = 0x4F564F42
SCHEMA = 1
_TABLES = """
    CREATE TABLE said (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    INSERT INTO about VALUES ('stream', lower(hex(randomblob(16)))), ('last', '0'), ('mark', '');
"""
_CHECKS = "CREATE TABLE checks (number INTEGER PRIMARY KEY, crc INTEGER NOT NULL) STRICT"
"""CRC-32 of each message with its number; row 0 has that of the `about` table."""

ABOUT = 0


class Outbox:
    """A durable queue in one SQLite file (WAL, synchronous=FULL). Thread-safe.

    `append` returns once the messages are on disk. `stream` identifies this outbox; a new file and `renew` begin a new
    stream. Raises `OutboxError` if the disk fails; messages appended earlier are not lost by that.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.put_aside = ""
        """Name under which a damaged predecessor was set aside, if any."""

        self._guard = threading.Lock()
        with self._faults("hall-outbox-cannot-open"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
            try:
                self._check()
                self._last = self._number("SELECT max(number) FROM said", int(self._about("last")))
                self._mark = self._about("mark")
            except BaseException:
                self._connection.close()
                raise

    def _check(self) -> None:
        version = int(self._connection.execute("PRAGMA user_version").fetchone()[0])
        mark = int(self._connection.execute("PRAGMA application_id").fetchone()[0])
        if version == 0 and mark == 0:
            self._connection.executescript(
                f"BEGIN IMMEDIATE;{_TABLES}PRAGMA application_id={APPLICATION_ID};PRAGMA user_version={SCHEMA};COMMIT;"
            )
        elif mark != APPLICATION_ID or version != SCHEMA:
            raise OutboxDamagedError("hall-outbox-foreign", file=self.path, schema=version)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self.stream = self._about("stream")
        found = self._read_through()
        if self._connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checks'").fetchone() is None:
            with self._whole():
                self._connection.execute(_CHECKS)
                self._connection.executemany("INSERT INTO checks VALUES (?, ?)", found.items())
        elif (kept := dict(self._connection.execute("SELECT number, crc FROM checks"))) != found:
            number = min(one for one in {*kept, *found} if kept.get(one) != found.get(one))
            if number == ABOUT:
                raise OutboxDamagedError("hall-outbox-head-changed", file=self.path)
            raise OutboxDamagedError("hall-outbox-message-changed", file=self.path, number=number)

    def _read_through(self) -> dict[int, int]:
        """Return the checksums of the file's content, by number.

        Raises `OutboxDamagedError` for a waiting message that is not valid JSON: it could never be sent.
        """
        found = {ABOUT: self._about_check()}
        for number, body in self._connection.execute("SELECT number, CAST(body AS BLOB) FROM said"):
            try:
                json.loads(body)
            except ValueError as fault:
                raise OutboxDamagedError(
                    "hall-outbox-message-damaged", file=self.path, number=number, fault=fault
                ) from fault
            found[number] = check_of(number, body)
        return found

    def _about_check(self) -> int:
        return check_of(ABOUT, json.dumps([self._about(name) for name in ("stream", "last", "mark")]).encode())

    def _keep_about(self, **values: str) -> None:
        """Change values of the `about` table and its checksum, within a transaction."""
        for name, value in values.items():
            self._connection.execute("UPDATE about SET value = ? WHERE name = ?", (value, name))
        self._connection.execute("INSERT OR REPLACE INTO checks VALUES (?, ?)", (ABOUT, self._about_check()))

    def _about(self, name: str) -> str:
        found = self._connection.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        if found is None:
            raise OutboxDamagedError("hall-outbox-head-missing", file=self.path, name=name)
        return str(found[0])

    def _number(self, query: str, least: int) -> int:
        found = self._connection.execute(query).fetchone()[0]
        return max(least, int(found or 0))

    @property
    def last(self) -> int:
        """Number of the last message, 0 if there was none."""
        return self._last

    @property
    def mark(self) -> str:
        """Mark set by the last `append`, empty in a new outbox."""
        return self._mark

    def append(self, bodies: Sequence[str], mark: str = "") -> int:
        """Store messages and the mark in one transaction, and return the number of the last message."""
        with self._guard, self._faults("hall-outbox-cannot-add"):
            numbered = list(enumerate(bodies, self._last + 1))
            with self._whole():
                self._connection.executemany("INSERT INTO said VALUES (?, ?)", numbered)
                checks = [(number, check_of(number, body.encode())) for number, body in numbered]
                self._connection.executemany("INSERT INTO checks VALUES (?, ?)", checks)
                self._keep_about(mark=mark)
            self._last, self._mark = self._last + len(numbered), mark
            return self._last

    def renew(self) -> None:
        """Empty the outbox and begin a new stream, because this file is an older copy of what the hub has received."""
        with self._guard, self._faults("hall-outbox-cannot-renew"):
            with self._whole():
                self._connection.execute("DELETE FROM said")
                self._connection.execute("DELETE FROM checks")
                self._keep_about(stream=secrets.token_hex(16), last="0", mark="")
            self.stream, self._last, self._mark = self._about("stream"), 0, ""

    def ready(self, after: int, most: int) -> list[tuple[int, bytes]]:
        """Return up to `most` messages after a number, in order: the number and the payload."""
        with self._guard, self._faults("hall-outbox-cannot-read"):
            found = self._connection.execute(
                "SELECT number, body FROM said WHERE number > ? ORDER BY number LIMIT ?", (after, most)
            ).fetchall()
            oldest = self._oldest() if found else 0
            return [(int(number), numbered(str(body), self.stream, int(number), oldest)) for number, body in found]

    def forget(self, number: int) -> None:
        """Delete the messages up to a number, which the hub has stored."""
        with self._guard, self._faults("hall-outbox-cannot-remove"), self._whole():
            self._connection.execute("DELETE FROM said WHERE number <= ?", (number,))
            self._connection.execute("DELETE FROM checks WHERE number <= ?", (number,))
            self._keep_about(last=str(self._last))

    def _oldest(self) -> int:
        """Return the number of the oldest message that is kept."""
        return int(self._connection.execute("SELECT min(number) FROM said").fetchone()[0])

    def waiting(self) -> int:
        """Return the number of messages that the hub has not acknowledged."""
        with self._guard, self._faults("hall-outbox-cannot-read"):
            return int(self._connection.execute("SELECT count(*) FROM said").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        with self._guard:
            self._connection.close()

    @contextlib.contextmanager
    def _whole(self) -> Iterator[None]:
        """Run the body in one transaction."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
            raise

    def _faults(self, code: str) -> contextlib.AbstractContextManager[None]:
        return _faults_as(code, self.path)


@contextlib.contextmanager
def _faults_as(code: str, path: Path) -> Iterator[None]:
    """Convert errors of SQLite and the disk to `OutboxError`, with this code unless the file is damaged."""
    try:
        yield
    except OutboxError:
        raise
    except (sqlite3.Error, OSError) as fault:
        kind = (getattr(fault, "sqlite_errorcode", 0) or 0) & 0xFF
        if kind in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise OutboxDamagedError("hall-outbox-damaged", file=path, fault=fault) from fault
        raise OutboxError(code, file=path, fault=fault) from fault
    except ValueError as fault:  # damage in the file: a number or name that sqlite3 cannot convert
        raise OutboxDamagedError("hall-outbox-damaged", file=path, fault=fault) from fault


def check_of(number: int, body: bytes) -> int:
    """Return the checksum of a message: the CRC-32 of its number and body."""
    return zlib.crc32(body, zlib.crc32(str(number).encode()))


def waiting_in(path: Path) -> int:
    """Return the number of unacknowledged messages in an outbox that a running table may have open."""
    with (
        _faults_as("hall-outbox-cannot-read", path),
        contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=5)) as connection,
    ):
        return int(connection.execute("SELECT count(*) FROM said").fetchone()[0])


def numbered(body: str, stream: str, number: int, oldest: int) -> bytes:
    """Return the payload of a stored message: with its stream, its number, and the oldest number kept."""
    document = {**json.loads(body), "stream": stream, "number": number, "oldest": oldest}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
