"""Home Assistant is told of every table where the hall wants it, and of none where nobody asked."""

from __future__ import annotations

import json
import queue
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from tests.venue.conftest import Mosquitto
from tests.venue.hall import Seat, until
from venue.hub.mqtt_ingest import MqttIngest, TableUpdate, discovery
from venue.hub.store import Store
from venue.mqtt import Broker
from venue.protocol import Presence, Side, TableState

AT = datetime(2026, 11, 26, tzinfo=UTC)
SIDES = (Side(player="p1", name="Ann", vp=7), Side(player="p2", name="Bob", vp=4))


@pytest.fixture
def heard(broker: Mosquitto) -> Iterator[queue.Queue[mqtt.MQTTMessage]]:
    """What a home's own client hears of discovery."""
    client = mqtt.Client(CallbackAPIVersion.VERSION2)
    came: queue.Queue[mqtt.MQTTMessage] = queue.Queue()
    ready = queue.Queue[bool]()

    def subscribe(*_: object) -> None:
        client.subscribe("homeassistant/#", 1)

    client.on_connect = subscribe
    client.on_subscribe = lambda *_: ready.put(True)
    client.on_message = lambda _client, _data, message: came.put(message)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    assert ready.get(timeout=60)
    yield came
    client.disconnect()
    client.loop_stop()


def news_of(broker: Mosquitto, folder: Path, *, introduce: bool) -> list[TableUpdate]:
    """What a hub hears of one table."""
    store, news = Store(f"sqlite:///{folder / 'hub.sqlite'}"), list[TableUpdate]()
    listener = MqttIngest(
        Broker("127.0.0.1", broker.port), store, news.append, lambda _well, _text: None, introduce=introduce
    )
    listener.start()
    seat = Seat("table-07", folder, broker.port).start()
    until(lambda: any(isinstance(one.message, Presence) and one.message.online for one in news))
    seat.close()
    until(lambda: any(isinstance(one.message, Presence) and not one.message.online for one in news))
    listener.close()
    store.close()
    return news


def test_a_hub_that_is_asked_to_introduces_each_table_once(
    broker: Mosquitto, heard: queue.Queue[mqtt.MQTTMessage], tmp_path: Path
) -> None:
    news_of(broker, tmp_path, introduce=True)
    message = heard.get(timeout=60)
    assert (message.topic, message.payload) == discovery("table-07")
    assert heard.empty()


def test_nobody_is_introduced_unless_it_is_asked_for(
    broker: Mosquitto, heard: queue.Queue[mqtt.MQTTMessage], tmp_path: Path
) -> None:
    news_of(broker, tmp_path, introduce=False)
    assert heard.empty()


def test_what_is_introduced_reads_what_a_table_says() -> None:
    _, payload = discovery("table-07")
    told: dict[str, Any] = json.loads(payload)
    parts = told["components"]
    state = json.loads(TableState(title="x", edition="kt24", sides=SIDES, at=AT).to_bytes())
    named = {name for part in parts.values() for name in re.findall(r"value_json\.(\w+)", part["value_template"])}
    assert named == {"phase", "turning_point", "sides", "ended", "trouble"}
    assert named <= state.keys()
    assert all("vp" in side for side in state["sides"])
    assert {part["state_topic"] for part in parts.values()} == {"overlook/v1/table-07/state"}
    assert len({part["unique_id"] for part in parts.values()}) == len(parts)
    assert re.findall(r"value_json\.(\w+)", told["availability_template"]) == ["online"]
    assert "online" in json.loads(Presence(online=True).to_bytes())
    assert told["availability_topic"] == "overlook/v1/table-07/presence"
