"""What a table still has to say, on disk: numbered without holes, kept until the hub has it."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import uuid
from collections.abc import Iterator, Sequence
from pathlib import Path

from venue.errors import OutboxError

APPLICATION_ID = 0x4F564F42
SCHEMA = 1
_MAKE = f"""
    BEGIN IMMEDIATE;
    CREATE TABLE said (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
    CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    PRAGMA application_id={APPLICATION_ID};
    PRAGMA user_version={SCHEMA};
    COMMIT;
"""


class Outbox:
    """A durable queue in one SQLite file (WAL, synchronous=FULL). Its methods may be called from any thread.

    `append` returns when what is said is on the disk. `stream` names this outbox for good: a new file is a new stream.
    Raises `OutboxError` when the disk fails; nothing that was appended before is lost by that.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._guard = threading.Lock()
        with self._said("cannot be opened"):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
            self._check()
        self._last = self._number("SELECT max(number) FROM said", self._about("last"))

    def _check(self) -> None:
        version = int(self._connection.execute("PRAGMA user_version").fetchone()[0])
        mark = int(self._connection.execute("PRAGMA application_id").fetchone()[0])
        if version == 0 and mark == 0:
            self._connection.executescript(_MAKE)
            self._connection.execute("INSERT INTO about VALUES ('stream', ?), ('last', '0')", (uuid.uuid4().hex,))
        elif mark != APPLICATION_ID or version != SCHEMA:
            raise OutboxError(f"{self.path}: is no outbox of this program (schema {version}): name another file")
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        found = self._connection.execute("SELECT value FROM about WHERE name = 'stream'").fetchone()
        self.stream = str(found[0])

    def _about(self, name: str) -> int:
        return int(self._connection.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()[0])

    def _number(self, query: str, least: int) -> int:
        found = self._connection.execute(query).fetchone()[0]
        return max(least, int(found or 0))

    @property
    def last(self) -> int:
        """The number of what was said last, 0 when nothing was."""
        return self._last

    def append(self, bodies: Sequence[str]) -> int:
        """Keep these, and return the number of the last one."""
        with self._guard, self._said("nothing was added"):
            numbered = list(enumerate(bodies, self._last + 1))
            try:
                self._connection.execute("BEGIN IMMEDIATE")
                self._connection.executemany("INSERT INTO said VALUES (?, ?)", numbered)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    with contextlib.suppress(sqlite3.Error):
                        self._connection.execute("ROLLBACK")
                raise
            self._last += len(numbered)
            return self._last

    def after(self, number: int, most: int) -> list[tuple[int, str]]:
        """Return what follows a number, at most so many, in order."""
        with self._guard, self._said("cannot be read"):
            found = self._connection.execute(
                "SELECT number, body FROM said WHERE number > ? ORDER BY number LIMIT ?", (number, most)
            )
            return [(int(row[0]), str(row[1])) for row in found]

    def forget(self, number: int) -> None:
        """Drop everything up to a number: the hub keeps it."""
        with self._guard, self._said("nothing was dropped"):
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute("UPDATE about SET value = ? WHERE name = 'last'", (str(self._last),))
            self._connection.execute("DELETE FROM said WHERE number <= ?", (number,))
            self._connection.execute("COMMIT")

    def oldest(self) -> int:
        """Return the number of the first that is still kept; one beyond the last when none is."""
        with self._guard, self._said("cannot be read"):
            found = self._connection.execute("SELECT min(number) FROM said").fetchone()[0]
            return int(found) if found is not None else self._last + 1

    def waiting(self) -> int:
        """Return how many the hub does not have yet."""
        with self._guard, self._said("cannot be read"):
            return int(self._connection.execute("SELECT count(*) FROM said").fetchone()[0])

    def close(self) -> None:
        """Close the file."""
        with self._guard:
            self._connection.close()

    @contextlib.contextmanager
    def _said(self, what: str) -> Iterator[None]:
        try:
            yield
        except OutboxError:
            raise
        except (sqlite3.Error, OSError) as fault:
            raise OutboxError(f"{self.path}: {what} ({fault}): is the disk well? see 'overlook doctor'") from fault


def numbered(body: str, stream: str, number: int, oldest: int) -> bytes:
    """Return what was appended as it goes over the wire: with its stream, its number, and the oldest still kept."""
    document = {**json.loads(body), "stream": stream, "number": number, "oldest": oldest}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
