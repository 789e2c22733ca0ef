"""The newest state of each table until the database has it: viewers see every one, the database one now and then."""

from __future__ import annotations

import time
from collections.abc import Callable

from venue.errors import VenueError
from venue.messages import TableState

EVERY_S = 5.0
"""How often a table's state is kept. The broker keeps the newest one, too, for a hub that comes anew."""

PAUSE_S = 0.2
MOST = 64
"""So many states are kept at once, after so long a pause: who waits for events does not wait for them."""


class NewestStates:
    """What tables show and the database does not have yet; belongs to the thread that keeps.

    `keep` writes states by table in one transaction, `drop` is told of a state that cannot be written at all.
    """

    def __init__(self, keep: Callable[[dict[str, TableState]], object], drop: Callable[[str, Exception], None]) -> None:
        self._keep = keep
        self._drop = drop
        self._new: dict[str, TableState] = {}
        self._due_s: dict[str, float] = {}
        self._after_s = 0.0

    def __len__(self) -> int:
        """How many tables have a state that the database does not have."""
        return len(self._new)

    def take(self, table: str, state: TableState) -> None:
        """Note a table's newest state."""
        self._new[table] = state

    def keep_due(self) -> None:
        """Keep what is due. Raises `VenueError` when the database fails: it is tried again later."""
        now_s = time.monotonic()
        if self._new and now_s >= self._after_s:
            self._after_s = now_s + PAUSE_S
            self._write([table for table in self._new if now_s >= self._due_s.get(table, 0.0)][:MOST])

    def keep_all(self) -> None:
        """Keep everything now. Raises `VenueError` when the database fails."""
        self._write(list(self._new))

    def _write(self, tables: list[str]) -> None:
        if not tables:
            return
        try:
            self._keep({table: self._new[table] for table in tables})
        except VenueError:
            raise
        except Exception as fault:  # whatever one table shows, the others are kept
            if len(tables) > 1:
                for table in tables:
                    self._write([table])
                return
            self._drop(tables[0], fault)
        for table in tables:
            del self._new[table]
            self._due_s[table] = time.monotonic() + EVERY_S
