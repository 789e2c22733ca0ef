"""The tables of the hub's database that keep what tables say."""

from __future__ import annotations

import sqlalchemy as sa

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
