"""Events that the hub takes in a transaction: each once, in order, and what they say of a game's result."""

from __future__ import annotations

import contextlib
from typing import Any

import sqlalchemy as sa

from venue.hub.kept_rows import RowDamagedError, body_of, read_row
from venue.hub.kept_tables import RESULTS, SAID
from venue.hub.upserts import forget, upsert
from venue.messages import GameMessage, TableState

ENDED = "battle_ended"
"""The event with which a table ends a game; its `why` is "p1 conceded" after a concession."""


class Taking:
    """Events that are taken in one transaction; those of different games are written together."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._rows: list[dict[str, Any]] = []
        self._games: set[tuple[str, str]] = set()

    def take(self, table: str, said: GameMessage) -> bool:
        """Keep one event and what it says of the result; return False when it was kept before."""
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
        """Write what was taken."""
        if self._rows:
            self._connection.execute(SAID.insert(), self._rows)
        self._rows, self._games = [], set()


def _settle(connection: sa.Connection, table: str, game: str) -> None:
    """Make the result of a game what still stands of it says."""
    forget(connection, RESULTS, {"table_name": table, "game": game})
    mine = sa.and_(SAID.c.table_name == table, SAID.c.game == game, SAID.c.stands)
    for row in connection.execute(sa.select(SAID).where(mine).order_by(SAID.c.sequence)).all():
        with contextlib.suppress(RowDamagedError):
            _result(connection, table, read_row(row))


def _result(connection: sa.Connection, table: str, said: GameMessage) -> None:
    if said.result is None:
        return
    key, result = {"table_name": table, "game": said.game}, with_concession(said.result, said)
    if result.ended:
        upsert(connection, RESULTS, key, {"at": result.at.isoformat(), "state": result.model_dump_json()})
    else:
        forget(connection, RESULTS, key)


def with_concession(result: TableState, said: GameMessage) -> TableState:
    """Return a result with who conceded, which tables up to 0.2.0 say in the event alone."""
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
        "body": body_of(table, said),
    }
