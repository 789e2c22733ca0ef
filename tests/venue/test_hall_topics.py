"""The hall's topics as AsyncAPI: up to date, whole, and true of what goes over the wire."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from tests.venue.conftest import Mosquitto
from tests.venue.event_serving import Organiser, served
from tests.venue.hall import Seat, until
from tests.venue.test_hub import state
from venue.protocol import MessageKind, read_topic

SENT, RECEIVED = "send", "receive"


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(Path("docs/hall.asyncapi.json").read_text(encoding="utf-8"))
    return document


def references(inside: Any) -> Iterator[str]:
    for name, one in inside.items() if isinstance(inside, dict) else enumerate(inside):
        if name == "$ref":
            yield one
        elif isinstance(one, dict | list):
            yield from references(one)


def at(page: dict[str, Any], reference: str) -> Any:
    found: Any = page
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_it_is_what_the_code_says(checkout: Path) -> None:
    command = [sys.executable, "docs/hall_topics.py", "--check"]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_topic_stands_in_it_and_every_reference_leads_somewhere(page: dict[str, Any]) -> None:
    assert page["channels"].keys() == page["operations"].keys() == {str(kind) for kind in MessageKind}
    for reference in references(page):
        assert at(page, reference)


def test_what_goes_over_the_wire_is_what_it_says(tmp_path: Path, broker: Mosquitto, page: dict[str, Any]) -> None:
    heard: list[tuple[MessageKind, bytes, bool]] = []

    def ear() -> mqtt.Client:
        client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        client.on_message = lambda _, __, message: heard.append(
            (read_topic(message.topic).what, bytes(message.payload), bool(message.retain))
        )
        client.connect("127.0.0.1", broker.port)
        client.subscribe("overlook/v1/#", qos=1)
        client.loop_start()
        return client

    listening = ear()
    seat = Seat("table-01", tmp_path, broker.port).start()
    with served(tmp_path, broker=broker.port) as client:
        organiser = Organiser(client)
        organiser.act(kind="set_up", title="Cup", tables=["table-01"])
        organiser.post("/entrants", {"by": "Ref", "csv": "Name\nAnn\nBob\n"})
        organiser.begin()
        organiser.act(kind="call_judge", table="table-01", call="call-0001")
        seat.publisher.show(state((2, 3)))
        seat.say(3)
        until(lambda: {kind for kind, _, _ in heard} == set(MessageKind))
        until(lambda: seat.publisher.assigned is not None)
        said = [*heard]
        heard.clear()
        late = ear()
        until(lambda: len(heard) >= len(MessageKind) - 1)
        kept = {kind for kind, _, retained in heard if retained}
        late.loop_stop()
    seat.close()
    listening.loop_stop()
    assert kept == {kind for kind in MessageKind if page["operations"][kind]["bindings"]["mqtt"]["retain"]}
    for kind, payload, _ in said:
        (message,) = page["channels"][kind]["messages"].values()
        schema = {**at(page, at(page, message["$ref"])["payload"]["$ref"]), "components": page["components"]}
        jsonschema_rs.Draft7Validator(schema).validate(json.loads(payload))
