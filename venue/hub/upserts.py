"""Rows of the hub's database written whether they are there or not, and taken out, by their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

INSERTS: dict[str, Callable[[sa.Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}
"""Databases that write a row or its new values in one statement; others are asked first whether it is there."""


def upsert(connection: sa.Connection, table: sa.Table, key: dict[str, str], values: dict[str, Any]) -> None:
    """Write the values of the row with a key."""
    upsert_all(connection, table, [{**key, **values}])


def upsert_all(connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows that name the same columns, each by what of it is the table's key; a key stands in them once."""
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
    if connection.execute(table.update().where(at(table, key)).values(**row)).rowcount == 0:
        connection.execute(table.insert().values(**row))


def forget(connection: sa.Connection, table: sa.Table, key: dict[str, str]) -> None:
    """Take out the row with a key."""
    connection.execute(table.delete().where(at(table, key)))


def at(table: sa.Table, key: dict[str, Any]) -> sa.ColumnElement[bool]:
    """Return the condition of a key."""
    return sa.and_(*(table.c[name] == value for name, value in key.items()))
