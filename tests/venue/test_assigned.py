"""What an event assigns to a table reaches it: also one that comes later, and after the broker forgot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tests.venue.conftest import Mosquitto
from tests.venue.event_serving import Organiser, served
from tests.venue.hall import Seat, until


def test_a_table_knows_who_plays_there_until_the_game_has_its_result(tmp_path: Path, broker: Mosquitto) -> None:
    early = Seat("table-01", tmp_path, broker.port).start()
    with served(tmp_path, broker=broker.port) as client:
        organiser = Organiser(client)
        organiser.act(kind="set_up", title="Cup", tables=["table-01", "table-02"])
        organiser.post("/entrants", {"by": "Ref", "csv": "Name\nAnn\nBob\nCid\nDee\n"})
        organiser.begin()
        first, second = organiser.view()["rounds"][0]["matches"]

        def is_told(seat: Seat, match: dict[str, Any]) -> bool:
            assigned = seat.publisher.assigned
            return assigned is not None and list(assigned.players) == match["names"] and assigned.mission == "Loot"

        until(lambda: is_told(early, first))
        late = Seat("table-02", tmp_path, broker.port).start()
        until(lambda: is_told(late, second))
        broker.kill()
        # A table keeps what it was told until it is in touch again: only then is it told anew.
        until(lambda: not early.publisher.connected and not late.publisher.connected)
        broker.start()
        third = Seat("table-03", tmp_path, broker.port).start()
        until(lambda: all(one.publisher.connected for one in (early, late, third)), within_s=60)
        until(lambda: is_told(early, first), within_s=60)
        until(lambda: is_told(late, second), within_s=60)
        correct = {"kind": "correct", "round": 1, "entrant": first["first"], "points": [5, 3], "why": "on paper"}
        assert organiser.act(**correct).status_code == 200
        until(lambda: early.publisher.assigned is None, within_s=60)
        assert is_told(late, second)
        assert third.publisher.assigned is None
        for seat in (early, late, third):
            seat.close()


def test_what_is_no_assignment_is_said_and_changes_nothing(tmp_path: Path, broker: Mosquitto) -> None:
    seat = Seat("table-01", tmp_path, broker.port).start()
    until(lambda: seat.publisher.connected)
    stranger = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
    stranger.connect("127.0.0.1", broker.port)
    stranger.loop_start()
    for payload in (b"{", b"[]", b'{"event": 3}', b"x" * 300_000):
        stranger.publish("overlook/v1/table-01/assigned", payload, qos=1)
    topic = "overlook/v1/table-01/assigned"
    until(lambda: sum(said.has("topic") and said["topic"] == topic for _, said in seat.reports) == 4)
    assert seat.publisher.assigned is None
    stranger.disconnect()
    stranger.loop_stop()
    seat.close()
