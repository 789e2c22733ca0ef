"""The hub's history in PostgreSQL: what holds in SQLite holds there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.venue.hall import AT
from tests.venue.postgresql import Server
from venue.errors import VenueError
from venue.hub.store import ReceivedBatch, Store
from venue.protocol import GameMessage, Presence, TableState

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    made = Server()
    made.start()
    yield made
    made.close()


def said(number: int, **more: object) -> GameMessage:
    fields = {"stream": "s" * 8, "game": "g", "sequence": number, "kind": "note", "seal": f"seal-{number}", "at": AT}
    return GameMessage(number=number, **{**fields, **more})


def heard(*all_of_it: GameMessage) -> ReceivedBatch:
    return ReceivedBatch([("t1", one) for one in all_of_it])


def test_events_states_and_results_are_kept_once_and_stand_after_the_server_was_cut_off(server: Server) -> None:
    store = Store(server.url)
    over = TableState(title="Final", edition="kt24", game="g", ended=True, at=AT)
    first = heard(said(1), said(2), said(2), said(4))
    first.presence["t1"], first.states["t1"] = Presence(online=True), over
    assert [one.number for _, one in store.keep(first).new] == [1, 2]
    store.keep(heard(said(3), said(4, result=over)))
    server.stop()
    with pytest.raises(VenueError) as error:
        store.keep(heard(said(5)))
    assert error.value.message.code == "hub-database-failed"
    server.start()
    end_s = time.monotonic() + 30
    while True:
        try:
            store.keep(heard(said(5)))
            break
        except VenueError:
            assert time.monotonic() < end_s
    assert [one.sequence for _, one in store.said("t1")] == [1, 2, 3, 4, 5]
    assert [table for table, _ in store.results()] == ["t1"]
    assert [(row.table, row.online) for row in store.tables()] == [("t1", True)]
    store.keep(heard(said(1, stream="another-stream"), said(2, stream="another-stream", sequence=4, seal="other")))
    assert [one.seal for _, one in store.said("t1")] == ["seal-1", "seal-2", "seal-3", "other"]
    assert store.results() == []
    assert {have.number for _, have in store.acknowledged()} == {5, 2}
    store.close()


def test_no_server_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(VenueError) as refusal:
        Store(f"postgresql+psycopg://nobody@/none?host={tmp_path}")
    assert refusal.value.message.code == "hub-database-closed"
    assert "\n" not in str(refusal.value)
