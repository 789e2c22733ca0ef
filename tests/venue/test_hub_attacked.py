"""Whoever has one table's password, or none and a slow line, takes the hub from nobody."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import threading
import time
from pathlib import Path

import httpx
import paho.mqtt.client as mqtt
import pytest
import uvicorn
from paho.mqtt.enums import CallbackAPIVersion
from starlette.responses import PlainTextResponse

from messages.message import Message
from tests.ports import free_port
from tests.venue.conftest import Mosquitto
from tests.venue.hall import AT, Hub, Seat, until
from venue.errors import VenueError
from venue.hub.app import create_hub
from venue.hub.http import Guard
from venue.hub.store import Kept, ReceivedBatch, Store, WriteFence, every
from venue.mqtt import Broker
from venue.protocol import GameMessage, Presence, TableState, read_message
from web.server.server import listen_socket
from web.server.settings import WebSettings

SAID = {"v": 1, "game": "0001", "sequence": 1, "kind": "note", "stream": "s" * 32, "number": 1, "at": AT.isoformat()}


@pytest.mark.in_turn
@pytest.mark.parametrize("field", ["sequence", "cause", "number", "oldest"])
@pytest.mark.parametrize("value", [2**31, 2**63, 2**70, 10**300])
def test_a_number_that_no_database_takes_is_no_message(field: str, value: int) -> None:
    with pytest.raises(VenueError) as error:
        read_message(GameMessage, json.dumps({**SAID, field: value}).encode(), "here")
    message = error.value.message
    assert (message.code, message["topic"], message["field"]) == ("hall-message-invalid", "here", field)


@pytest.mark.in_turn
@pytest.mark.parametrize("field", ["game", "kind", "stream", "seal"])
@pytest.mark.parametrize("value", ["a" * 129, "nul\x00nul\x00nul"])
def test_a_text_that_no_database_takes_is_no_message(field: str, value: str) -> None:
    with pytest.raises(VenueError) as error:
        read_message(GameMessage, json.dumps({**SAID, field: value}).encode(), "here")
    message = error.value.message
    assert (message.code, message["topic"], message["field"]) == ("hall-message-invalid", "here", field)


def test_the_largest_numbers_that_are_messages_are_kept() -> None:
    store = Store("sqlite://")
    most = {"sequence": 2**31 - 1, "cause": 2**31 - 1, "number": 2**31 - 1, "oldest": 2**31 - 1}
    one = read_message(GameMessage, json.dumps({**SAID, **most}).encode(), "here")
    assert store.keep(ReceivedBatch(said=[("t1", one)])).new == [("t1", one)]
    store.close()


class Choking(Store):
    """A store that fails at one message for a reason that nobody has thought of."""

    def keep(self, heard: ReceivedBatch, fence: WriteFence = every) -> Kept:
        if any(one.kind == "poison" for _, one in heard.said):
            raise OverflowError("Python int too large to convert to SQLite INTEGER")
        return super().keep(heard, fence)


def test_one_message_that_chokes_the_store_is_dropped_and_every_other_is_kept(
    tmp_path: Path, broker: Mosquitto
) -> None:
    hub = Hub(tmp_path, broker.port)
    hub.store.close()
    hub.store = hub.listener._store = Choking(f"sqlite:///{tmp_path / 'choking.sqlite'}")
    client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    seat = Seat("t2", tmp_path, broker.port).start()
    hub.start()
    until(lambda: hub.reports != [])
    for number in range(1, 4):
        poison = {**SAID, "kind": "poison", "number": number}
        client.publish("overlook/v1/t1/said", json.dumps(poison), qos=1).wait_for_publish(10)
        client.publish("overlook/v1/t1/said", json.dumps({**SAID, "number": 2**70}), qos=1).wait_for_publish(10)
        seat.say(2)
    until(lambda: hub.sequences("t2") == [1, 2, 3, 4, 5, 6])
    assert not hub.listener.ended
    dropped = [message for _, message in hub.reports if message.code == "hub-message-dropped"]
    assert {(message["table"], message["kind"]) for message in dropped} == {("t1", "GameMessage")}
    client.disconnect()
    client.loop_stop()
    seat.close()
    hub.close()


def test_two_tables_of_one_name_are_told_so_and_do_not_drive_each_other_out(tmp_path: Path, broker: Mosquitto) -> None:
    hub = Hub(tmp_path, broker.port).start()
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
    first = Seat("t1", tmp_path / "a", broker.port).start()
    until(lambda: first.publisher.connected)
    second = Seat("t1", tmp_path / "b", broker.port).start()
    seats = (first, second)
    twice = Message.of("hall-table-twice", host="127.0.0.1", table="t1")
    until(lambda: any(seat.publisher.trouble == twice for seat in seats))
    told = next(seat for seat in seats if seat.publisher.trouble == twice)
    other = next(seat for seat in seats if seat is not told)
    until(lambda: other.publisher.connected)
    time.sleep(4)
    assert other.publisher.connected
    assert not told.publisher.connected
    other.say(5)
    until(lambda: hub.sequences("t1")[-5:] == [1, 2, 3, 4, 5])
    first.close()
    second.close()
    hub.close()


def test_a_client_that_calls_itself_the_hub_does_not_drive_the_hub_out(tmp_path: Path, broker: Mosquitto) -> None:
    hub = Hub(tmp_path, broker.port).start()
    until(lambda: hub.reports != [])
    thief = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="overlook-hub", protocol=mqtt.MQTTv5)
    thief.connect("127.0.0.1", broker.port)
    thief.loop_start()
    seat = Seat("t1", tmp_path, broker.port).start()
    seat.say(3)
    until(lambda: hub.sequences("t1") == [1, 2, 3])
    assert [well for well, _ in hub.reports] == [True]
    thief.disconnect()
    thief.loop_stop()
    seat.close()
    hub.close()


def test_readers_that_take_nothing_hold_neither_the_database_nor_the_hub(tmp_path: Path, broker: Mosquitto) -> None:
    store = Store(f"sqlite:///{tmp_path / 'hub.sqlite'}")
    long = {**SAID, "data": {"words": "w" * 16_000}}
    said = [
        read_message(GameMessage, json.dumps({**long, "number": n, "sequence": n}).encode(), "x") for n in range(1, 501)
    ]
    store.keep(ReceivedBatch(said=[("t1", one) for one in said]))
    port = free_port()
    app = create_hub(Broker("127.0.0.1", broker.port), store, names=("localhost",), report=lambda *_: None)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    listening = listen_socket(WebSettings(port=port, stall_s=3))
    running = threading.Thread(target=server.run, args=([listening],))
    running.start()
    until(lambda: server.started)
    stalled = []
    for _ in range(40):
        reader = socket.create_connection(("127.0.0.1", port))
        reader.sendall(b"GET /api/tables/t1/said HTTP/1.1\r\nHost: localhost\r\n\r\n")
        stalled.append(reader)
    seat = Seat("t2", tmp_path, broker.port).start()
    seat.say(5)
    until(lambda: seat.outbox.waiting() == 0)
    assert httpx.get(f"http://localhost:{port}/api/results", timeout=60, trust_env=False).status_code == 200
    whole = httpx.get(f"http://localhost:{port}/api/tables/t1/said", timeout=60, trust_env=False).text.splitlines()
    assert [json.loads(line)["number"] for line in whole] == list(range(1, 501))
    until(lambda: len(server.server_state.connections) < len(stalled), within_s=60)
    for reader in stalled:
        reader.close()
    seat.close()
    server.should_exit = True
    running.join(60)
    listening.close()
    assert not running.is_alive()


def test_a_hub_that_keeps_nothing_any_more_says_so_on_every_page() -> None:
    ended = False
    guard = Guard(PlainTextResponse("the hall"), lambda: ended, names=("hub",))

    async def asked(method: str, path: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(guard), base_url="http://hub") as client:
            return await client.request(method, path)

    assert asyncio.run(asked("GET", "/")).text == "the hall"
    ended = True
    for path in ("/", "/api/tables", "/api/results", "/overlay/t1"):
        answer = asyncio.run(asked("GET", path))
        assert answer.status_code == 503, path
        assert answer.json()["message"]["code"] == "hub-not-storing"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert asyncio.run(asked("POST", "/api/tables")).status_code == 405


def test_a_state_kept_by_an_earlier_hub_that_none_reads_today_is_no_end(tmp_path: Path) -> None:
    path = tmp_path / "hub.sqlite"
    store = Store(f"sqlite:///{path}")
    store.keep(ReceivedBatch(presence={"t1": Presence(online=True)}))
    store.keep(ReceivedBatch(states={"t1": TableState(title="x", edition="kt24", at=AT)}))
    store.close()
    with sqlite3.connect(path) as database:
        database.execute('UPDATE tables SET state = \'{"v": 1, "turning_point": 1e99}\'')
    database.close()
    store = Store(f"sqlite:///{path}")
    assert [(row.table, row.online, row.state) for row in store.tables()] == [("t1", True, None)]
    store.close()
