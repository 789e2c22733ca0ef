"""How the hub keeps what tables show: now and then, all at the end, and nobody's with another's fault."""

from __future__ import annotations

import asyncio
import json
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given
from hypothesis import strategies as st

from tests.venue.event_serving import store_at
from venue.errors import VenueError
from venue.hub.hall_views import HallFeed
from venue.hub.mqtt_ingest import NewsRelay, StateBuffer, TableUpdate
from venue.hub.store import INSERTS, ReceivedBatch, upsert_all
from venue.protocol import Presence, TableState

AT = datetime(2026, 11, 26, tzinfo=UTC)


def shown(title: str) -> TableState:
    return TableState(title=title, edition="kt24", at=AT)


class Database:
    """Takes states, or fails."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}
        self.dropped: list[str] = []
        self.fails = False

    def keep(self, states: dict[str, TableState]) -> None:
        if self.fails:
            raise VenueError("hub-database-failed", database="hub.sqlite", fault="disk full")
        if "poison" in states:
            raise ValueError("no database has room for this")
        for table, state in states.items():
            self.kept.setdefault(table, []).append(state.title)

    def drop(self, table: str, _: Exception) -> None:
        self.dropped.append(table)


def test_of_many_states_the_first_and_the_newest_are_kept() -> None:
    database = Database()
    states = StateBuffer(database.keep, database.drop)
    for number in range(50):
        states.take("t1", shown(str(number)))
        states.flush_due()
    assert database.kept == {"t1": ["0"]}
    states.keep_all()
    assert database.kept == {"t1": ["0", "49"]}
    assert len(states) == 0


def test_what_a_failing_database_did_not_take_is_kept_later() -> None:
    database = Database()
    states = StateBuffer(database.keep, database.drop)
    states.take("t1", shown("x"))
    database.fails = True
    with pytest.raises(VenueError):
        states.keep_all()
    database.fails = False
    states.keep_all()
    assert database.kept == {"t1": ["x"]}


def test_a_state_that_cannot_be_kept_takes_no_other_with_it() -> None:
    database = Database()
    states = StateBuffer(database.keep, database.drop)
    for table in ("t1", "poison", "t2"):
        states.take(table, shown(table))
    states.keep_all()
    assert (database.kept, database.dropped, len(states)) == ({"t1": ["t1"], "t2": ["t2"]}, ["poison"], 0)


def test_a_state_and_a_presence_of_a_table_stand_in_one_row(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    store.keep(ReceivedBatch(states={"t1": shown("first"), "t2": shown("other")}))
    store.keep(ReceivedBatch(presence={"t1": Presence(online=True)}))
    store.keep(ReceivedBatch(states={"t1": shown("second")}))
    rows = {row.table: (row.online, row.state.title if row.state else None) for row in store.tables()}
    store.close()
    assert rows == {"t1": (True, "second"), "t2": (False, "other")}


@given(
    st.lists(
        st.dictionaries(st.sampled_from("abc"), st.integers(0, 9), min_size=1).map(
            lambda found: [{"key": key, "value": value} for key, value in found.items()]
        )
    ),
    st.booleans(),
)
def test_rows_that_are_written_again_have_their_last_values(
    batches: list[list[dict[str, object]]], asked: bool
) -> None:
    table = sa.Table("t", sa.MetaData(), sa.Column("key", sa.String, primary_key=True), sa.Column("value", sa.Integer))
    engine = sa.create_engine("sqlite://")
    inserts = INSERTS.copy()
    if asked:
        INSERTS.clear()
    try:
        with engine.begin() as connection:
            table.create(connection)
            for rows in batches:
                upsert_all(connection, table, rows)
            found = {row.key: row.value for row in connection.execute(sa.select(table))}
    finally:
        INSERTS.update(inserts)
    assert found == {row["key"]: row["value"] for rows in batches for row in rows}


def test_what_is_passed_on_comes_whole_and_in_order() -> None:
    came: list[str] = []

    async def follow() -> None:
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()

        def take(news: TableUpdate) -> None:
            came.append(news.table)
            if len(came) == 5000:
                ended.set()

        relay = NewsRelay(loop, take)

        def hear() -> None:
            for at in range(5000):
                relay.on(TableUpdate(str(at), Presence(online=True)))

        thread = threading.Thread(target=hear)
        thread.start()
        await asyncio.wait_for(ended.wait(), 60)
        thread.join()

    asyncio.run(follow())
    assert came == [str(at) for at in range(5000)]


def test_views_are_written_as_they_are_at_that_moment() -> None:
    board = HallFeed([])
    for title in ("first", "second"):
        board.take(TableUpdate("t1", shown(title)))
        board.take(TableUpdate("t2", Presence(online=True)))
        views = board.tables()
        assert json.loads(board.text(views)) == [view.model_dump(mode="json") for view in views]
