"""Several hubs on one database: each table's stream has one writer, whatever hubs begin, stall, end or come back."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from messages.message import Message
from tests.depth import depth
from tests.venue.hall import AT
from venue.hub.store import ReceivedBatch, Store
from venue.hub.table_leases import DEAD_AFTER, TableLeases
from venue.protocol import GameMessage

HUBS = ("a", "b", "c")
TABLES = ("t1", "t2", "t3", "t4", "t5")


def said(table: str, number: int) -> GameMessage:
    fields = {"stream": f"stream-of-{table}", "game": "g", "sequence": number, "kind": "note", "at": AT}
    return GameMessage(number=number, seal=f"{table}-{number}", **fields)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'hub.sqlite'}")


def settle(*hubs: TableLeases) -> None:
    for _ in range(DEAD_AFTER + 4):
        for hub in hubs:
            hub.renew()


def test_a_table_is_written_by_the_hub_that_heard_it_first(store: Store) -> None:
    one, other = TableLeases(store, "a"), TableLeases(store, "b")
    assert one.written(["t1"]) == {"t1"}
    assert other.written(["t1", "t2"]) == {"t2"}
    with store.transaction() as connection:
        assert set(one.fence(connection, TABLES)) == {"t1"}
        assert set(other.fence(connection, TABLES)) == {"t2"}


def test_hubs_that_live_share_the_tables_evenly_and_keep_what_they_have(store: Store) -> None:
    one = TableLeases(store, "a")
    one.written(TABLES)
    other = TableLeases(store, "b")
    settle(one, other)
    assert sorted((len(one.mine), len(other.mine))) == [2, 3]
    assert one.mine | other.mine == set(TABLES)
    before = (one.mine, other.mine)
    settle(one, other)
    assert (one.mine, other.mine) == before


def test_a_hub_that_shows_no_life_is_replaced_and_writes_nothing_when_it_wakes(store: Store) -> None:
    stalled = TableLeases(store, "a")
    stalled.written(TABLES)
    other = TableLeases(store, "b")
    for _ in range(DEAD_AFTER):
        assert other.renew().taken == ()
    assert other.renew().taken == TABLES
    assert stalled.mine == set(TABLES)
    kept = store.keep(ReceivedBatch([("t1", said("t1", 1))]), stalled.fence)
    assert (kept.new, kept.reached, list(store.said())) == ([], [], [])
    assert len(store.keep(ReceivedBatch([("t1", said("t1", 1))]), other.fence).new) == 1
    settle(stalled, other)
    assert stalled.mine | other.mine == set(TABLES)
    assert not stalled.mine & other.mine


def test_a_hub_that_is_restarted_under_its_name_goes_on_at_once(store: Store) -> None:
    killed = TableLeases(store, "a")
    killed.written(TABLES)
    again = TableLeases(store, "a")
    assert again.mine == set(TABLES)
    turn = killed.renew()
    assert turn.trouble == Message.of("hub-name-taken", hub="a")
    assert killed.mine == set()
    again.leave()
    assert killed.renew().trouble is None
    settle(killed)
    assert killed.mine == set(TABLES)


def test_what_a_hub_leaves_is_taken_with_the_next_beat(store: Store) -> None:
    leaving, other = TableLeases(store, "a"), TableLeases(store, "b")
    leaving.written(TABLES)
    leaving.leave()
    assert other.renew().taken == TABLES


ACTIONS = st.tuples(
    st.sampled_from(["beat", "beat", "say", "say", "say", "kill", "begin", "leave"]), st.integers(0, 14)
)


@settings(max_examples=depth(25, 60), deadline=None)
@given(st.lists(ACTIONS, min_size=5, max_size=60))
def test_every_event_is_kept_once_and_in_order_whatever_becomes_of_the_hubs(actions: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        stores = {hub: Store(f"sqlite:///{folder}/hub.sqlite") for hub in HUBS}
        alive = {"a": TableLeases(stores["a"], "a")}
        ghosts: list[TableLeases] = []
        said_so_far = dict.fromkeys(TABLES, 0)
        kept = {table: list[int]() for table in TABLES}

        def hear(hub: TableLeases, table: str) -> None:
            """Everything that the table has said comes to the hub, again and again."""
            if table in hub.written([table]):
                all_of_it = [(table, said(table, number)) for number in range(1, said_so_far[table] + 1)]
                for _, one in stores[hub.name].keep(ReceivedBatch(all_of_it), hub.fence).new:
                    kept[table].append(one.number)

        for what, which in actions:
            name, table = HUBS[which % 3], TABLES[which % 5]
            if what == "begin":
                ghosts += [alive[name]] if name in alive else []
                alive[name] = TableLeases(stores[name], name)
            elif what == "say":
                said_so_far[table] += 1
                for hub in (*ghosts, *alive.values()):
                    hear(hub, table)
            elif name in alive:
                if what == "beat":
                    alive[name].renew()
                elif what == "leave":
                    alive.pop(name).leave()
                else:
                    ghosts.append(alive.pop(name))
        if not alive:
            alive["b"] = TableLeases(stores["b"], "b")
        settle(*alive.values())
        written = [table for hub in alive.values() for table in hub.mine]
        assert len(written) == len(set(written))
        for table in TABLES:
            for hub in alive.values():
                hear(hub, table)
            whole = list(range(1, said_so_far[table] + 1))
            assert kept[table] == whole
            assert [one.number for _, one in stores["a"].said(table)] == whole
        for one in stores.values():
            one.close()
