"""Database of the hub on SQLAlchemy: tables, event rows with digests, upserts, and the intake transaction."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Protocol

import sqlalchemy as sa
from pydantic import ValidationError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError

from messages.message import Message, MessageError
from venue.errors import VenueError
from venue.protocol import KINDS, MOST, Ack, GameMessage, Presence, TableState

COLUMNS = ("stream", "number", "game", "sequence", "seal", "kind")
"""Columns of a row that repeat fields of its body."""


class RowDamagedError(MessageError, ValueError):
    """A row differs from what a hub has written."""


class Row(Protocol):
    """A row of the events: its columns by name."""

    table_name: str
    body: str

    def __getattr__(self, name: str) -> Any:
        """Return a column."""
        ...


def encode_row(table: str, said: GameMessage) -> str:
    """Return an event as stored text: JSON, and its digest in a second line."""
    body = said.model_dump_json()
    return f"{body}\n{_digest(table, body)}"


def decode_row(row: Row) -> GameMessage:
    """Return the event of a row; rows of earlier hubs have no digest. Raises `RowDamagedError`."""
    body, _, digest = str(row.body).partition("\n")
    if digest and digest != _digest(row.table_name, body):
        raise RowDamagedError("hub-row-digest")
    try:
        said = GameMessage.model_validate_json(body)
    except ValidationError as fault:
        raise RowDamagedError("hub-row-unreadable") from fault
    if any(getattr(row, name) != getattr(said, name) for name in COLUMNS):
        raise RowDamagedError("hub-row-columns")
    return said


def _digest(table: str, body: str) -> str:
    return hashlib.blake2b(f"{table}\n{body}".encode(), digest_size=16).hexdigest()


META = sa.MetaData()
STREAMS = sa.Table(
    "streams",
    META,
    sa.Column("table_name", sa.String(32), primary_key=True),
    sa.Column("stream", sa.String(64), primary_key=True),
    sa.Column("have", sa.Integer, nullable=False),
)
SAID = sa.Table(
    "said",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_name", sa.String(32), nullable=False, index=True),
    sa.Column("stream", sa.String(64), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("game", sa.String(128), nullable=False),
    sa.Column("sequence", sa.Integer, nullable=False),
    sa.Column("seal", sa.String(64), nullable=False),
    sa.Column("stands", sa.Boolean, nullable=False),
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("table_name", "stream", "number"),
    sa.Index("said_in_order", "table_name", "game", "sequence"),
)
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("table_name", sa.String(32), primary_key=True),
    sa.Column("online", sa.Boolean, nullable=False, default=False),
    sa.Column("seen", sa.String(40), nullable=False),
    sa.Column("state", sa.Text, nullable=True),
)
RESULTS = sa.Table(
    "results",
    META,
    sa.Column("table_name", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(128), primary_key=True),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("state", sa.Text, nullable=False),
)


INSERTS: dict[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""Dialects with an upsert statement; for others the row is updated, and inserted if missing."""


def upsert(connection: sa.Connection, table: sa.Table, key: dict[str, str], values: dict[str, Any]) -> None:
    """Insert or update the row with a key."""
    upsert_all(connection, table, [{**key, **values}])


def upsert_all(connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert or update rows with the same columns; no two of them may have the same primary key."""
    if not rows:
        return
    keys = [column.name for column in table.primary_key]
    insert = INSERTS.get(connection.dialect.name)
    if insert is None:
        for row in rows:
            _one_by_one(connection, table, {name: row[name] for name in keys}, row)
        return
    statement = insert(table)
    changed = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changed), list(rows))


def _one_by_one(connection: sa.Connection, table: sa.Table, key: dict[str, Any], row: dict[str, Any]) -> None:
    if connection.execute(table.update().where(key_clause(table, key)).values(**row)).rowcount == 0:
        connection.execute(table.insert().values(**row))


def delete_rows(connection: sa.Connection, table: sa.Table, key: dict[str, str]) -> None:
    """Delete the row with a key."""
    connection.execute(table.delete().where(key_clause(table, key)))


def key_clause(table: sa.Table, key: dict[str, Any]) -> sa.ColumnElement[bool]:
    """Return the condition that selects a key."""
    return sa.and_(*(table.c[name] == value for name, value in key.items()))


ENDED = "battle_ended"
"""Kind of the event that ends a game; its `why` is "p1 conceded" after a concession."""


class EventIngest:
    """Stores events within one transaction; events of different games are written together."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._rows: list[dict[str, Any]] = []
        self._games: set[tuple[str, str]] = set()

    def take(self, table: str, said: GameMessage) -> bool:
        """Add one event and its result; return False if it is already stored."""
        if (table, said.game) in self._games:
            self.write()
        standing = sa.and_(
            SAID.c.table_name == table, SAID.c.game == said.game, SAID.c.sequence >= said.sequence, SAID.c.stands
        )
        later = self._connection.execute(sa.select(SAID.c.sequence, SAID.c.seal).where(standing)).all()
        if said.seal and any(row.sequence == said.sequence and row.seal == said.seal for row in later):
            return False
        if later:
            self._connection.execute(SAID.update().where(standing).values(stands=False))
            _settle(self._connection, table, said.game)
        self._rows.append(_row(table, said))
        self._games.add((table, said.game))
        _result(self._connection, table, said)
        return True

    def write(self) -> None:
        """Write the events added so far."""
        if self._rows:
            self._connection.execute(SAID.insert(), self._rows)
        self._rows, self._games = [], set()


def _settle(connection: sa.Connection, table: str, game: str) -> None:
    """Recompute the result of a game from its events that are still valid."""
    delete_rows(connection, RESULTS, {"table_name": table, "game": game})
    mine = sa.and_(SAID.c.table_name == table, SAID.c.game == game, SAID.c.stands)
    for row in connection.execute(sa.select(SAID).where(mine).order_by(SAID.c.sequence)).all():
        with contextlib.suppress(RowDamagedError):
            _result(connection, table, decode_row(row))


def _result(connection: sa.Connection, table: str, said: GameMessage) -> None:
    if said.result is None:
        return
    key, result = {"table_name": table, "game": said.game}, with_concession(said.result, said)
    if result.ended:
        upsert(connection, RESULTS, key, {"at": result.at.isoformat(), "state": result.model_dump_json()})
    else:
        delete_rows(connection, RESULTS, key)


def with_concession(result: TableState, said: GameMessage) -> TableState:
    """Return a result with the player who conceded, which tables up to 0.2.0 report only in the event."""
    who, _, conceded = str(said.data.get("why", "")).rpartition(" ")
    if said.kind != ENDED or conceded != "conceded" or result.conceded_by is not None:
        return result
    return result.model_copy(update={"conceded_by": who})


def _row(table: str, said: GameMessage) -> dict[str, Any]:
    return {
        "table_name": table,
        "stream": said.stream,
        "number": said.number,
        "game": said.game,
        "sequence": said.sequence,
        "seal": said.seal,
        "stands": True,
        "kind": said.kind,
        "at": said.at.isoformat(),
        "body": encode_row(table, said),
    }


PAGE = 200
"""Number of messages read at once from a log."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table as the hub knows it: online or not, last contact, newest state."""

    table: str
    online: bool
    seen: str
    state: TableState | None


@dataclass(frozen=True, slots=True)
class ReceivedBatch:
    """Received messages in order; of presence and state only the newest per table."""

    said: list[tuple[str, GameMessage]] = field(default_factory=list)
    presence: dict[str, Presence] = field(default_factory=dict)
    states: dict[str, TableState] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Kept:
    """Result of storing: the new messages by table, and the number up to which each stream is stored."""

    new: list[tuple[str, GameMessage]]
    reached: list[tuple[str, Ack]]


WriteFence = Callable[[sa.Connection, Collection[str]], Collection[str]]
"""Returns the subset of tables that this hub may write, and locks them for the transaction."""


def every(_: sa.Connection, tables: Collection[str]) -> Collection[str]:
    """Return all tables, for a hub that is the only writer."""
    return tables


class Store:
    """One database. Every method is one transaction and raises `VenueError` if the database fails."""

    def __init__(self, url: str) -> None:
        self._name = _without_password(url)
        try:
            self._engine = sa.create_engine(url)
            self._faults = (SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error, UnicodeDecodeError)
            if self._engine.dialect.name == "sqlite":
                sa.event.listen(self._engine, "connect", _durable)
            self._make(META)
            columns = {one["name"] for one in sa.inspect(self._engine).get_columns(SAID.name)}
        except (SQLAlchemyError, ModuleNotFoundError, ValueError) as fault:
            raise VenueError("hub-database-closed", database=self._name, fault=str(fault).splitlines()[0]) from fault
        if not {column.name for column in SAID.columns} <= columns:
            raise VenueError("hub-database-old", database=self._name)

    @property
    def shared(self) -> bool:
        """Whether several hubs may write at once; a SQLite file is for one hub."""
        return self._engine.dialect.name != "sqlite"

    def make(self, tables: sa.MetaData) -> None:
        """Create missing tables."""
        try:
            self._make(tables)
        except self._faults as fault:
            raise _failed(self._name, fault) from fault

    def _make(self, tables: sa.MetaData) -> None:
        """Create missing tables; retry if another hub has just created one."""
        try:
            tables.create_all(self._engine)
        except self._faults:
            tables.create_all(self._engine)

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    def keep(self, heard: ReceivedBatch, fence: WriteFence = every) -> Kept:
        """Store new messages in one transaction; return them, and the number up to which each stream is stored.

        Only events of tables that `fence` returns are stored; the others belong to another hub. An event is stored
        once, even if it arrives in another stream. An event after a gap is ignored until it is sent again. If a game
        continues differently from some event on (it was restored from a backup), its later events become invalid.
        """
        new: list[tuple[str, GameMessage]] = []
        reached: dict[tuple[str, str], int] = {}
        try:
            with self._engine.begin() as connection:
                mine = fence(connection, {table for table, _ in heard.said})
                said = [(table, one) for table, one in heard.said if table in mine]
                kept = self._kept_of(connection, {table for table, _ in said})
                taking = EventIngest(connection)
                for table, one in said:
                    stream = (table, one.stream)
                    have = reached.get(stream, kept.get(stream, 0))
                    if one.number == have + 1 or one.number == one.oldest > have:
                        if taking.take(table, one):
                            new.append((table, one))
                        have = one.number
                    reached[stream] = have
                taking.write()
                upsert_all(
                    connection,
                    STREAMS,
                    [
                        {"table_name": table, "stream": name, "have": number}
                        for (table, name), number in reached.items()
                    ],
                )
                seen = datetime.now(UTC).isoformat(timespec="milliseconds")
                upsert_all(
                    connection,
                    TABLES,
                    [
                        {"table_name": table, "online": one.online, "seen": seen}
                        for table, one in heard.presence.items()
                    ],
                )
                shown = {table: state.model_dump_json() for table, state in heard.states.items()}
                upsert_all(
                    connection,
                    TABLES,
                    [{"table_name": table, "state": text, "seen": seen} for table, text in shown.items()],
                )
        except self._faults as fault:
            raise _failed(self._name, fault) from fault
        return Kept(new, [(table, Ack(stream=stream, number=n)) for (table, stream), n in reached.items()])

    def _kept_of(self, connection: sa.Connection, tables: Collection[str]) -> dict[tuple[str, str], int]:
        """Return the number up to which each stream of some tables is stored."""
        if not tables:
            return {}
        found = connection.execute(sa.select(STREAMS).where(STREAMS.c.table_name.in_(tables)))
        return {(row.table_name, row.stream): row.have for row in found}

    def acknowledged(self, tables: Collection[str] | None = None) -> list[tuple[str, Ack]]:
        """Return the number up to which every stream is stored, of all tables or of these."""
        query = sa.select(STREAMS)
        if tables is not None:
            query = query.where(STREAMS.c.table_name.in_(tables))
        with self._reading() as connection:
            return [(row.table_name, Ack(stream=row.stream, number=row.have)) for row in connection.execute(query)]

    def tables(self) -> list[TableRow]:
        """Return every known table, by name."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(TABLES).order_by(TABLES.c.table_name)).all()
        return [
            TableRow(
                row.table_name,
                bool(row.online),
                row.seen,
                _state(row.state),
            )
            for row in rows
        ]

    def results(self) -> list[tuple[str, TableState]]:
        """Return the last state of every ended game with its table, the oldest first; practice games are left out."""
        with self._reading() as connection:
            rows = connection.execute(sa.select(RESULTS).order_by(RESULTS.c.at, RESULTS.c.table_name)).all()
        found = ((row, _state(row.state)) for row in rows)
        return [
            (row.table_name, state.model_copy(update={"game": row.game}))
            for row, state in found
            if state is not None and not state.practice
        ]

    def games(self) -> list[tuple[str, str]]:
        """Return the table and name of every known game."""
        query = sa.select(SAID.c.table_name, SAID.c.game).where(SAID.c.kind.not_in(KINDS)).distinct()
        with self._reading() as connection:
            return [(row.table_name, row.game) for row in connection.execute(query)]

    def order(self, table: str, games: Collection[str]) -> dict[str, int]:
        """Return numbers that increase in the order in which games of a table first arrived, independent of clocks."""
        query = (
            sa.select(SAID.c.game, sa.func.min(SAID.c.id).label("first"))
            .where(SAID.c.table_name == table, SAID.c.game.in_(games))
            .group_by(SAID.c.game)
        )
        with self._reading() as connection:
            return {row.game: row.first for row in connection.execute(query)}

    def said(self, table: str | None = None, game: str | None = None) -> Iterator[tuple[str, GameMessage]]:
        """Yield the valid events in order of arrival, with their tables.

        Rows are read page by page, so that a slow consumer holds no database connection.
        """
        after = 0
        while page := self._page(after, table, game):
            for row in page:
                with contextlib.suppress(RowDamagedError):
                    yield row.table_name, decode_row(row)
            after = page[-1].id

    def said_since(self, after: int, kinds: Sequence[str]) -> tuple[int, list[tuple[str, GameMessage]]]:
        """Return the newest row number, and the events of these kinds after a row number, in order.

        Invalid events are included. With several hubs, a row with a smaller number may become visible later.
        """
        query = sa.select(SAID).where(SAID.c.id > after, SAID.c.kind.in_(kinds))
        with self._reading() as connection:
            newest = int(connection.execute(sa.select(sa.func.max(SAID.c.id))).scalar() or 0)
            rows = connection.execute(query.order_by(SAID.c.id)).all()
        found: list[tuple[str, GameMessage]] = []
        for row in rows:
            with contextlib.suppress(RowDamagedError):
                found.append((row.table_name, decode_row(row)))
        return newest, found

    def remove_damaged_rows(self) -> list[Message]:
        """Delete damaged rows, and return a message about each.

        The acknowledged numbers are then raised, so that every table takes its outbox for an outdated copy and sends
        all events again from its journals.
        """
        damaged: list[tuple[int, Message]] = []
        after = 0
        while page := self._page(after, None, None, standing=False):
            for row in page:
                try:
                    decode_row(row)
                except RowDamagedError as fault:
                    message = Message.of(
                        "hub-row-damaged",
                        database=self._name,
                        sequence=row.sequence,
                        game=row.game,
                        table=row.table_name,
                        why=fault,
                    )
                    damaged.append((row.id, message))
            after = page[-1].id
        if damaged:
            with self.transaction() as connection:
                for number, _ in damaged:
                    connection.execute(SAID.delete().where(SAID.c.id == number))
                connection.execute(STREAMS.update().values(have=MOST))
        return [message for _, message in damaged]

    def _page(self, after: int, table: str | None, game: str | None, *, standing: bool = True) -> Sequence[sa.Row[Any]]:
        query = sa.select(SAID).where(SAID.c.id > after).order_by(SAID.c.id).limit(PAGE)
        if standing:
            query = query.where(SAID.c.stands)
        if table is not None:
            query = query.where(SAID.c.table_name == table)
        if game is not None:
            query = query.where(SAID.c.game == game)
        with self._reading() as connection:
            return connection.execute(query).all()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """Provide a connection in a transaction; a conflicting insert raises `IntegrityError`."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except self._faults as fault:
            raise _failed(self._name, fault) from fault

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect() as connection:
                yield connection
        except self._faults as fault:
            raise _failed(self._name, fault) from fault


def _state(kept: str | None) -> TableState | None:
    """Return a stored state, or None if there is none or it has an outdated format: the table will send it again."""
    if kept is None:
        return None
    with contextlib.suppress(ValidationError):
        return TableState.model_validate_json(kept)
    return None


def _durable(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _without_password(url: str) -> str:
    """Return a database URL without its password; if it cannot be parsed, the part after "@"."""
    try:
        return sa.make_url(url).difference_update_query(["password"]).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return url.rpartition("@")[2]


def _failed(name: str, fault: Exception) -> VenueError:
    return VenueError("hub-database-failed", database=name, fault=str(fault).splitlines()[0])
