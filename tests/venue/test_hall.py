"""Whatever is cut off, the hub has every event of every table once, in order."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paho.mqtt.enums import CallbackAPIVersion

from tests.venue.conftest import Mosquitto
from tests.venue.hall import AT, Hub, Seat, until
from venue.errors import VenueError
from venue.hub.store import ReceivedBatch, Store
from venue.protocol import Ack, GameMessage, MessageKind, TableState, Topic, UnnumberedGameMessage


def test_what_tables_say_arrives_once_each_and_in_order(tmp_path: Path, broker: Mosquitto) -> None:
    hub = Hub(tmp_path, broker.port).start()
    seats = [Seat(f"t{number}", tmp_path, broker.port).start() for number in range(3)]
    for seat in seats:
        seat.say(200)

    def arrived(seat: Seat) -> None:
        until(lambda: len(hub.sequences(seat.name)) == 200)
        assert hub.sequences(seat.name) == list(range(1, 201))
        until(lambda: seat.outbox.waiting() == 0)

    for seat in seats:
        arrived(seat)
        seat.close()
    hub.close()


def test_a_broker_that_dies_and_forgets_loses_nothing(tmp_path: Path, broker: Mosquitto) -> None:
    hub = Hub(tmp_path, broker.port).start()
    seat = Seat("t1", tmp_path, broker.port).start()
    for _ in range(3):
        seat.say(40)
        broker.kill()
        seat.say(20)
        broker.start()
    until(lambda: len(hub.sequences("t1")) == 180, within_s=60)
    assert hub.sequences("t1") == list(range(1, 181))
    seat.close()
    hub.close()


def test_a_hub_that_dies_goes_on_where_its_database_ends(tmp_path: Path, broker: Mosquitto) -> None:
    seat = Seat("t1", tmp_path, broker.port).start()

    def heard(hub: Hub, count: int) -> None:
        until(lambda: len(hub.sequences("t1")) >= count, within_s=60)

    for round_ in range(3):
        hub = Hub(tmp_path, broker.port).start()
        seat.say(30)
        heard(hub, 60 * round_ + 30)
        hub.listener._client.loop_stop()
        hub.close()
        seat.say(30)
    hub = Hub(tmp_path, broker.port).start()
    until(lambda: len(hub.sequences("t1")) == 180, within_s=60)
    assert hub.sequences("t1") == list(range(1, 181))
    seat.close()
    hub.close()


def test_a_table_that_dies_says_the_rest_when_it_is_back(tmp_path: Path, broker: Mosquitto) -> None:
    hub = Hub(tmp_path, broker.port).start()
    seat = Seat("t1", tmp_path, broker.port).start()
    seat.say(50)
    seat.close()
    seat = Seat("t1", tmp_path, 1).start()
    seat.say(25)
    seat.close()
    seat = Seat("t1", tmp_path, broker.port).start()
    until(lambda: len(hub.sequences("t1")) == 75)
    assert hub.sequences("t1") == list(range(1, 76))
    seat.close()
    hub.close()


def test_a_lost_table_is_said_to_be_gone_by_the_broker(tmp_path: Path, broker: Mosquitto) -> None:
    hub = Hub(tmp_path, broker.port).start()
    seat = Seat("t1", tmp_path, broker.port).start()
    until(lambda: [row.online for row in hub.store.tables()] == [True])
    socket = seat.publisher._client.socket()
    assert socket is not None
    socket.close()
    seat.publisher._client.loop_stop()
    until(lambda: [row.online for row in hub.store.tables()] == [False])
    seat.outbox.close()
    hub.close()


def test_the_newest_state_is_there_for_a_hub_that_comes_later(tmp_path: Path, broker: Mosquitto) -> None:
    seat = Seat("t1", tmp_path, broker.port).start()
    for point in range(1, 4):
        seat.publisher.show(TableState(title="Final", edition="kt24", turning_point=point, at=AT))
    until(lambda: any(well for well, _ in seat.reports))
    hub = Hub(tmp_path, broker.port).start()
    until(lambda: [row.state.turning_point for row in hub.store.tables() if row.state] == [3])
    seat.close()
    hub.close()


def test_a_wrong_password_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "passwords").write_text("")
    running = Mosquitto(tmp_path, lines=(f"password_file {tmp_path / 'passwords'}", "allow_anonymous false")).start()
    seat = Seat("t1", tmp_path, running.port, user="t1", password="wrong").start()
    until(lambda: bool(seat.reports))
    assert seat.reports[0][0] is False
    assert seat.reports[0][1].code == "hall-refused"
    seat.close()
    running.kill()


def said(number: int, *, stream: str = "s" * 8, oldest: int = 1, **more: object) -> GameMessage:
    fields = {"game": "g", "sequence": number, "kind": "note", "at": AT, **more}
    return GameMessage(stream=stream, number=number, oldest=oldest, **fields)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'hub.sqlite'}")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql+psycopg://hub:hunter2@127.0.0.1:1/hall",
        "postgresql+psycopg://hub@127.0.0.1:1/hall?password=hunter2",
        "nonsense://hub:hunter2@127.0.0.1:1/hall",
        "postgresql+psycopg://hub:hunter2@127.0.0.1:port/hall",
        "hub:hunter2@127.0.0.1/hall",
    ],
)
def test_a_database_that_cannot_be_opened_is_one_line_without_its_password(url: str) -> None:
    with pytest.raises(VenueError) as refused:
        Store(url)
    assert refused.value.message.code == "hub-database-closed"
    assert "127.0.0.1" in refused.value.message["database"]
    assert "/hall" in refused.value.message["database"]
    assert "hunter2" not in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_database_that_fails_later_does_not_say_its_password(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite"
    store = Store(f"sqlite:///file:{path}?uri=true&password=hunter2")
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE said")
    with pytest.raises(VenueError) as refused:
        store.keep(ReceivedBatch([("t1", said(1))]))
    assert refused.value.message.code == "hub-database-failed"
    assert str(path) in refused.value.message["database"]
    assert "hunter2" not in str(refused.value)
    store.close()


def test_a_repetition_is_not_kept_twice_and_a_gap_waits(store: Store) -> None:
    heard = [said(1), said(2), said(2), said(4), said(1)]
    kept = store.keep(ReceivedBatch([("t1", one) for one in heard]))
    assert [one.number for _, one in kept.new] == [1, 2]
    assert [have.number for _, have in kept.reached] == [2]
    kept = store.keep(ReceivedBatch([("t1", said(3)), ("t1", said(4))]))
    assert [one.number for _, one in kept.new] == [3, 4]


def test_a_new_outbox_of_the_same_table_starts_anew(store: Store) -> None:
    store.keep(ReceivedBatch([("t1", said(number)) for number in (1, 2)]))
    kept = store.keep(ReceivedBatch([("t1", said(1, stream="other-stream", game="h"))]))
    assert len(kept.new) == 1
    assert len(list(store.said("t1"))) == 3


@given(st.lists(st.tuples(st.integers(1, 6), st.sampled_from("ab")), max_size=30))
def test_a_game_that_went_on_otherwise_stands_as_it_was_said_last(steps: list[tuple[int, str]]) -> None:
    """The reference is a list of seals: saying what stands changes nothing, anything else cuts it off there."""
    store, standing = Store("sqlite://"), list[str]()
    for number, (sequence, branch) in enumerate(steps, 1):
        place = min(sequence, len(standing) + 1)
        seal = "".join(standing[: place - 1]) + branch
        store.keep(ReceivedBatch([("t1", said(number, sequence=place, seal=seal[-1]))]))
        if standing[place - 1 : place] != [branch]:
            standing[place - 1 :] = [branch]
    assert [one.seal for _, one in store.said("t1")] == standing
    store.close()


def test_a_result_stands_as_long_as_what_ended_the_game(store: Store) -> None:
    over = TableState(title="Final", edition="kt24", game="g", ended=True, at=AT)
    store.keep(ReceivedBatch([("t1", said(1, seal="a")), ("t1", said(2, seal="b", result=over))]))
    assert [table for table, _ in store.results()] == ["t1"]
    store.keep(ReceivedBatch([("t1", said(3, seal="c", result=over.model_copy(update={"ended": False})))]))
    assert store.results() == []
    store.keep(ReceivedBatch([("t1", said(4, seal="x", sequence=3))]))
    assert [table for table, _ in store.results()] == ["t1"]
    store.keep(ReceivedBatch([("t1", said(5, seal="y", sequence=2))]))
    assert store.results() == []


def test_a_new_hub_takes_up_where_the_table_still_keeps(store: Store) -> None:
    kept = store.keep(ReceivedBatch([("t1", said(51, oldest=51)), ("t1", said(52, oldest=51))]))
    assert [one.number for _, one in kept.new] == [51, 52]


def test_what_the_hub_has_of_another_stream_drops_nothing_from_the_outbox(tmp_path: Path, broker: Mosquitto) -> None:
    hub = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    hub.connect("127.0.0.1", broker.port)
    hub.loop_start()
    seat = Seat("t1", tmp_path, broker.port)
    seat.say(3)

    def acknowledge(ack: Ack) -> None:
        topic = str(Topic("t1", MessageKind.HAVE))
        hub.publish(topic, ack.to_bytes(), qos=1, retain=True).wait_for_publish(10)

    acknowledge(Ack(stream=seat.outbox.stream, number=0))
    seat.start()
    until(lambda: seat.publisher.calls_answered is False)
    acknowledge(Ack(stream="0" * 32, number=2))
    acknowledge(Ack(stream=seat.outbox.stream, number=1, judge=True))
    until(lambda: seat.publisher.calls_answered is True and seat.outbox.waiting() < 3)
    assert [number for number, _ in seat.outbox.ready(0, 10)] == [2, 3]
    seat.close()
    hub.disconnect()
    hub.loop_stop()


def test_an_older_copy_of_an_outbox_is_renewed_and_said_again(tmp_path: Path, broker: Mosquitto) -> None:
    hub = Hub(tmp_path, broker.port).start()
    seat = Seat("t1", tmp_path, broker.port).start()
    seat.say(20)
    until(lambda: seat.outbox.waiting() == 0)
    seat.close()
    copy = (tmp_path / "t1.outbox").read_bytes()
    seat = Seat("t1", tmp_path, broker.port).start()
    seat.say(20)
    until(lambda: hub.sequences("t1") == list(range(1, 41)))
    seat.close()
    for suffix in ("-wal", "-shm"):
        (tmp_path / f"t1.outbox{suffix}").unlink(missing_ok=True)
    (tmp_path / "t1.outbox").write_bytes(copy)
    seat = Seat("t1", tmp_path, broker.port)
    stream = seat.outbox.stream
    seat.start()
    until(lambda: seat.publisher.overtaken)
    seat.publisher.renew()
    assert seat.outbox.stream != stream
    assert seat.outbox.last == 0
    seat.outbox.append(
        [UnnumberedGameMessage(game="0002", sequence=n, kind="note", at=AT).model_dump_json() for n in (1, 2)]
    )
    seat.publisher.wake()
    until(lambda: [one.sequence for _, one in hub.store.said("t1", "0002")] == [1, 2])
    seat.close()
    hub.close()
