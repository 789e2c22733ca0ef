"""Leases of hubs that share a database: one hub writes a table's stream, and another takes over when it ends."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from messages.message import Message
from venue.errors import VenueError
from venue.hub.store import Store

BEAT_S = 1.0
"""Interval in seconds between heartbeats."""

DEAD_AFTER = 5
"""A hub is dead if its heartbeat has not changed during so many of this hub's own. No clocks are compared."""

NOBODY = ""

_META = sa.MetaData()
_HUBS = sa.Table(
    "hubs",
    _META,
    sa.Column("hub", sa.String(64), primary_key=True),
    sa.Column("life", sa.String(32), nullable=False),
    sa.Column("beat", sa.BigInteger, nullable=False),
)
_WRITERS = sa.Table(
    "writers",
    _META,
    sa.Column("table_name", sa.String(32), primary_key=True),
    sa.Column("hub", sa.String(64), nullable=False),
)


@dataclass(frozen=True, slots=True)
class LeaseUpdate:
    """Result of a heartbeat: tables newly taken over, and what is wrong, if anything."""

    taken: tuple[str, ...] = ()
    trouble: Message | None = None


class TableLeases:
    """Leases of one hub, by its `name`, on the tables of a database.

    A new hub replaces an earlier one of the same name: a restarted hub continues at once, and one that was wrongly
    taken for dead cannot write any more, because every transaction checks `fence` first. Tables are shared evenly among
    the living hubs. Thread-safe. Raises `VenueError` if the database fails.
    """

    def __init__(self, store: Store, name: str) -> None:
        self.name = name
        self._store = store
        self._life = secrets.token_hex(16)
        self._lock = threading.RLock()
        self._mine: frozenset[str] = frozenset()
        self._known: frozenset[str] = frozenset()
        self._others: dict[str, tuple[str, int, int]] = {}
        store.make(_META)
        with store.transaction() as connection:
            connection.execute(_HUBS.delete().where(_HUBS.c.hub == self.name))
            connection.execute(_HUBS.insert().values(hub=self.name, life=self._life, beat=0))
            self._look(connection)

    @property
    def mine(self) -> frozenset[str]:
        """Tables that this hub writes, as of the last heartbeat."""
        return self._mine

    def _look(self, connection: sa.Connection) -> None:
        rows = connection.execute(sa.select(_WRITERS)).all()
        self._known = frozenset(row.table_name for row in rows)
        self._mine = frozenset(row.table_name for row in rows if row.hub == self.name)

    def renew(self) -> LeaseUpdate:
        """Update the heartbeat, take over tables without a writer, and release tables beyond this hub's share."""
        with self._lock:
            before = self._mine
            try:
                with self._store.transaction() as connection:
                    trouble = self._turn(connection)
            except IntegrityError:  # another hub was faster; the next heartbeat looks again
                return LeaseUpdate()
            return LeaseUpdate(tuple(sorted(self._mine - before)), trouble)

    def _turn(self, connection: sa.Connection) -> Message | None:
        me = _HUBS.c.hub == self.name
        mine = sa.and_(me, _HUBS.c.life == self._life)
        if connection.execute(_HUBS.update().where(mine).values(beat=_HUBS.c.beat + 1)).rowcount == 0:
            if connection.execute(sa.select(_HUBS.c.life).where(me)).first() is not None:
                self._mine = frozenset()
                return Message.of("hub-name-taken", hub=self.name)
            # Another hub took this one for dead and removed its row.
            connection.execute(_HUBS.insert().values(hub=self.name, life=self._life, beat=0))
        for hub in self._dead(connection):
            connection.execute(_HUBS.delete().where(_HUBS.c.hub == hub))
            self._others.pop(hub)
        left = sa.and_(_WRITERS.c.hub != NOBODY, _WRITERS.c.hub.not_in(sa.select(_HUBS.c.hub)))
        connection.execute(_WRITERS.update().where(left).values(hub=NOBODY))
        self._balance(connection)
        self._look(connection)
        return None

    def _dead(self, connection: sa.Connection) -> list[str]:
        """Return the other hubs whose heartbeat has not changed for `DEAD_AFTER` of this hub's."""
        others: dict[str, tuple[str, int, int]] = {}
        for row in connection.execute(sa.select(_HUBS).where(_HUBS.c.hub != self.name)):
            life, beat, still = self._others.get(row.hub, ("", -1, 0))
            others[row.hub] = (row.life, row.beat, still + 1 if (life, beat) == (row.life, row.beat) else 0)
        self._others = others
        return [hub for hub, (_, _, still) in others.items() if still >= DEAD_AFTER]

    def _balance(self, connection: sa.Connection) -> None:
        """Release tables beyond this hub's even share, or take free ones up to it."""
        rows = connection.execute(sa.select(_WRITERS).order_by(_WRITERS.c.table_name)).all()
        written = [row.table_name for row in rows if row.hub == self.name]
        free = [row.table_name for row in rows if row.hub == NOBODY]
        share = -(-len(rows) // (1 + len(self._others)))
        if len(written) > share:
            self._hand(connection, written[share:], self.name, NOBODY)
        elif free and len(written) < share:
            self._hand(connection, free[: share - len(written)], NOBODY, self.name)

    def _hand(self, connection: sa.Connection, tables: Collection[str], before: str, after: str) -> None:
        which = sa.and_(_WRITERS.c.table_name.in_(tables), _WRITERS.c.hub == before)
        connection.execute(_WRITERS.update().where(which).values(hub=after))

    def written(self, tables: Collection[str]) -> frozenset[str]:
        """Return which of the tables this hub writes; tables without a lease become its own."""
        with self._lock:
            for table in sorted(set(tables) - self._known):
                with contextlib.suppress(IntegrityError), self._store.transaction() as connection:
                    if self._lives(connection):
                        connection.execute(_WRITERS.insert().values(table_name=table, hub=self.name))
                        self._mine |= {table}
                self._known |= {table}
            return self._mine.intersection(tables)

    def fence(self, connection: sa.Connection, tables: Collection[str]) -> frozenset[str]:
        """Return which of the tables this hub writes; they are locked until the transaction ends."""
        if not tables or not self._lives(connection, held=True):
            return frozenset()
        which = sa.and_(_WRITERS.c.table_name.in_(tables), _WRITERS.c.hub == self.name)
        query = sa.select(_WRITERS.c.table_name).where(which).order_by(_WRITERS.c.table_name).with_for_update()
        return frozenset(connection.execute(query).scalars())

    def _lives(self, connection: sa.Connection, *, held: bool = False) -> bool:
        query = sa.select(_HUBS.c.hub).where(_HUBS.c.hub == self.name, _HUBS.c.life == self._life)
        return connection.execute(query.with_for_update() if held else query).first() is not None

    def leave(self) -> None:
        """Release all tables; other hubs take them over with their next heartbeat."""
        with self._lock:
            self._mine = frozenset()
            try:
                with self._store.transaction() as connection:
                    if self._lives(connection, held=True):
                        connection.execute(_WRITERS.update().where(_WRITERS.c.hub == self.name).values(hub=NOBODY))
                        connection.execute(_HUBS.delete().where(_HUBS.c.hub == self.name))
            except (VenueError, IntegrityError):
                return  # other hubs take them over after `DEAD_AFTER` heartbeats
