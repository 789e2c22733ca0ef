"""Which of several hubs writes a table's stream: one at a time, and another takes over when it ends."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from venue.errors import VenueError
from venue.hub.store import Store

BEAT_S = 1.0
"""How often a hub shows that it lives."""

DEAD_AFTER = 5
"""So many beats of one's own without one of another hub's, and that one is taken for dead. No clock is compared."""

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
class Turn:
    """What a beat has changed: the tables that this hub writes from now on, and a sentence where something is wrong."""

    taken: tuple[str, ...] = ()
    trouble: str = ""


class Writers:
    """The share of one hub, by its `name`, in the tables of a database.

    Whoever begins under a name takes the place of whoever had it before: a hub that is restarted goes on at once, and
    one that was thought dead writes nothing more, because every transaction asks `fence` first. The tables are shared
    evenly among the hubs that live. Safe to call from any thread. Raises `VenueError` when the database fails.
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
        """The tables that this hub writes, as far as it knows."""
        return self._mine

    def _look(self, connection: sa.Connection) -> None:
        rows = connection.execute(sa.select(_WRITERS)).all()
        self._known = frozenset(row.table_name for row in rows)
        self._mine = frozenset(row.table_name for row in rows if row.hub == self.name)

    def beat(self) -> Turn:
        """Show that this hub lives, take over what nobody writes, and let go what is more than its share."""
        with self._lock:
            before = self._mine
            try:
                with self._store.transaction() as connection:
                    trouble = self._turn(connection)
            except IntegrityError:  # another hub was faster: what it has left is looked at with the next beat
                return Turn()
            return Turn(tuple(sorted(self._mine - before)), trouble)

    def _turn(self, connection: sa.Connection) -> str:
        me = _HUBS.c.hub == self.name
        mine = sa.and_(me, _HUBS.c.life == self._life)
        if connection.execute(_HUBS.update().where(mine).values(beat=_HUBS.c.beat + 1)).rowcount == 0:
            if connection.execute(sa.select(_HUBS.c.life).where(me)).first() is not None:
                self._mine = frozenset()
                return (
                    f"another hub writes as {self.name!r} in this database, and this one writes nothing any more: "
                    "give one of the two a name of its own (--hub)"
                )
            # It was taken for dead: it lives.
            connection.execute(_HUBS.insert().values(hub=self.name, life=self._life, beat=0))
        for hub in self._dead(connection):
            connection.execute(_HUBS.delete().where(_HUBS.c.hub == hub))
            self._others.pop(hub)
        left = sa.and_(_WRITERS.c.hub != NOBODY, _WRITERS.c.hub.not_in(sa.select(_HUBS.c.hub)))
        connection.execute(_WRITERS.update().where(left).values(hub=NOBODY))
        self._balance(connection)
        self._look(connection)
        return ""

    def _dead(self, connection: sa.Connection) -> list[str]:
        """Return the other hubs whose beat has stood still for so many of one's own."""
        others: dict[str, tuple[str, int, int]] = {}
        for row in connection.execute(sa.select(_HUBS).where(_HUBS.c.hub != self.name)):
            life, beat, still = self._others.get(row.hub, ("", -1, 0))
            others[row.hub] = (row.life, row.beat, still + 1 if (life, beat) == (row.life, row.beat) else 0)
        self._others = others
        return [hub for hub, (_, _, still) in others.items() if still >= DEAD_AFTER]

    def _balance(self, connection: sa.Connection) -> None:
        """Let go of the tables that are more than this hub's even share, or take so many that nobody writes."""
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
        """Return which of the tables this hub writes; those that no hub has written before are its own from now on."""
        with self._lock:
            for table in sorted(set(tables) - self._known):
                with contextlib.suppress(IntegrityError), self._store.transaction() as connection:
                    if self._lives(connection):
                        connection.execute(_WRITERS.insert().values(table_name=table, hub=self.name))
                        self._mine |= {table}
                self._known |= {table}
            return self._mine.intersection(tables)

    def fence(self, connection: sa.Connection, tables: Collection[str]) -> frozenset[str]:
        """Return which of the tables this hub writes; until the transaction ends no other hub can take them over."""
        if not tables or not self._lives(connection, held=True):
            return frozenset()
        which = sa.and_(_WRITERS.c.table_name.in_(tables), _WRITERS.c.hub == self.name)
        query = sa.select(_WRITERS.c.table_name).where(which).order_by(_WRITERS.c.table_name).with_for_update()
        return frozenset(connection.execute(query).scalars())

    def _lives(self, connection: sa.Connection, *, held: bool = False) -> bool:
        query = sa.select(_HUBS.c.hub).where(_HUBS.c.hub == self.name, _HUBS.c.life == self._life)
        return connection.execute(query.with_for_update() if held else query).first() is not None

    def leave(self) -> None:
        """Let go of everything; other hubs take it over with their next beat."""
        with self._lock:
            self._mine = frozenset()
            try:
                with self._store.transaction() as connection:
                    if self._lives(connection, held=True):
                        connection.execute(_WRITERS.update().where(_WRITERS.c.hub == self.name).values(hub=NOBODY))
                        connection.execute(_HUBS.delete().where(_HUBS.c.hub == self.name))
            except (VenueError, IntegrityError):
                return  # they take it over a little later
