"""`overlook tray --publish`: rolls of a tray without a table, by HTTP, server-sent events and MQTT."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from messages.message import Message
from overlook.app.tray_publisher import MqttSink, PublishedRoll, RollFeed, publisher_app, rolls_html
from tests.overlook.commands import overlook
from tests.venue.conftest import Mosquitto
from venue.mqtt import Broker
from vision.dice.acceptance import DieDoubt, RollReading, accept_dice
from vision.dice.detections import DetectedDie
from vision.dice.tray_tracker import Association, TrayPhase, TrayReading, TrayRoll

PATIENCE_S = 60.0
AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def reading_of(*values: int) -> RollReading:
    found = [
        DetectedDie(value, 60.0 * k, 50.0, 40.0, 0.95, 0.0, 0.01, (0.0, 0.0), askew=0.0)
        for k, value in enumerate(values, 1)
    ]
    return accept_dice(found, len(found))


def rolled(reading: RollReading, kept: Association | None = None) -> TrayReading:
    none: Any = None
    all_new = Association((), tuple(range(len(reading.dice))), ())
    return TrayReading(TrayPhase.SETTLED, TrayRoll(reading, none, kept or all_new))


@pytest.fixture
def feed() -> RollFeed:
    return RollFeed(clock=lambda: AT)


def test_a_roll_has_its_values_and_their_sum(feed: RollFeed) -> None:
    roll = feed.take(rolled(reading_of(1, 5, 6)))
    assert roll is not None
    assert (roll.number, roll.call, roll.sum) == (1, "read", 12)
    assert sorted(die.value or 0 for die in roll.dice) == [1, 5, 6]


def test_an_unsure_roll_has_a_reason_and_no_sum(feed: RollFeed) -> None:
    reading = reading_of(1, 5)
    doubtful = (replace(reading.dice[0], doubt=DieDoubt.FAINT), *reading.dice[1:])
    roll = feed.take(rolled(replace(reading, dice=doubtful, why=Message.of("dice-doubtful", doubtful=1, dice=2))))
    assert roll is not None
    assert (roll.call, roll.sum, roll.message) == ("unsure", None, Message.of("dice-doubtful", doubtful=1, dice=2))
    assert [die.doubt for die in roll.dice].count("faint") == 1


def test_taking_dice_out_is_no_roll(feed: RollFeed) -> None:
    feed.take(rolled(reading_of(1, 5, 6)))
    assert feed.take(rolled(reading_of(1, 5), Association(((0, 0), (1, 1)), (), (2,)))) is None
    assert feed.take(rolled(reading_of(1, 4), Association(((0, 0), (1, 1)), (), ()))) is None
    assert [roll.sum for roll in feed.rolls] == [12]


def test_dice_read_again_correct_the_last_roll(feed: RollFeed) -> None:
    feed.take(rolled(reading_of(2, 2)))
    feed.take(rolled(reading_of(2, 2, 3), Association(((0, 0), (1, 1)), (2,), ())))
    again = feed.take(rolled(reading_of(2, 2, 4), Association(((0, 0), (1, 1), (2, 2)), (), ())))
    assert again is not None
    assert (again.number, again.revision, again.sum) == (2, 3, 8)
    assert [die.kept for die in again.dice] == [True, True, False]
    (everyone,) = feed.fairness().players
    assert everyone.all.counts == (0, 2, 0, 1, 0, 0)


def test_only_thrown_dice_count_for_fairness(feed: RollFeed) -> None:
    feed.take(rolled(reading_of(1, 6)))
    feed.take(rolled(reading_of(1, 6), Association(((0, 0),), (1,), (1,))))
    (everyone,) = feed.fairness().players
    assert everyone.all.counts == (1, 0, 0, 0, 0, 2)


def test_a_viewer_gets_the_rolls_that_it_missed(feed: RollFeed) -> None:
    async def seen(last_event_id: str | None, wanted: int) -> list[int]:
        found = []
        async for roll, _ in feed.events(last_event_id):
            found += [] if roll is None else [roll.number]
            if len(found) == wanted:
                break
        return found

    async def act() -> None:
        for values in ((1,), (2,), (3,)):
            feed.take(rolled(reading_of(*values)))
        assert await seen(None, 1) == [3]
        assert await seen(feed.event_id(feed.rolls[0]), 2) == [2, 3]
        assert await seen("another-run.99", 3) == [1, 2, 3]
        waiting = asyncio.ensure_future(seen(feed.event_id(feed.rolls[-1]), 1))
        await asyncio.sleep(0)
        feed.take(rolled(reading_of(4)))
        assert await asyncio.wait_for(waiting, PATIENCE_S) == [4]

    asyncio.run(act())


def test_a_viewer_hears_that_the_tray_cannot_be_seen(feed: RollFeed) -> None:
    async def act() -> None:
        events = feed.events(None)
        first = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        feed.take(TrayReading(TrayPhase.EMPTY, fault=Message.of("tray-no-frames")))
        roll, state = await asyncio.wait_for(first, PATIENCE_S)
        assert (roll, state.message) == (None, Message.of("tray-no-frames"))

    asyncio.run(act())
    assert 'role="alert"' in rolls_html(feed)


def test_a_roll_is_a_server_sent_event_with_an_id(feed: RollFeed) -> None:
    async def act() -> bytes:
        feed.take(rolled(reading_of(4)))
        response = await next(
            route for route in publisher_app(feed).routes if isinstance(route, APIRoute) and route.path == "/api/live"
        ).endpoint(None)
        sent = response.body_iterator
        return b"".join([await anext(sent) for _ in range(2)])

    lines = asyncio.run(act()).decode().splitlines()
    assert "event: roll" in lines
    assert f"id: {feed.event_id(feed.rolls[0])}" in lines
    (data,) = (line.removeprefix("data: ") for line in lines if line.startswith("data: "))
    assert json.loads(data)["sum"] == 4


def test_another_page_may_read_the_rolls(feed: RollFeed) -> None:
    async def act() -> None:
        transport = httpx.ASGITransport(publisher_app(feed))
        async with httpx.AsyncClient(transport=transport, base_url="http://tray") as client:
            assert (await client.get("/api/rolls/last")).status_code == 404
            feed.take(rolled(reading_of(1, 2)))
            answer = await client.get("/api/rolls", headers={"Origin": "http://elsewhere"})
            assert answer.headers["access-control-allow-origin"] == "*"
            assert [roll["sum"] for roll in answer.json()["rolls"]] == [3]
            assert (await client.get("/api/rolls/last")).json()["number"] == 1
            page = (await client.get("/")).text
            assert "<td>3</td>" in page
            for address in ("/static/tray/rolls.js", "/static/shared/plain.css", "/rolls", "/api/fairness"):
                assert (await client.get(address)).status_code == 200, address

    asyncio.run(act())


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    running = Mosquitto(tmp_path)
    yield running
    running.kill()


class Listener:
    """A client that keeps the rolls it receives."""

    def __init__(self, port: int) -> None:
        self.rolls: list[int] = []
        self.online: list[bytes] = []
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("dice/#", qos=1)
        self._client.on_message = self._heard
        self._client.reconnect_delay_set(1, 1)
        self._client.connect_async("127.0.0.1", port)
        self._client.loop_start()

    def _heard(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        if message.topic == "dice/roll":
            self.rolls.append(json.loads(message.payload)["number"])
        else:
            self.online.append(bytes(message.payload))

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.05)


def roll_numbered(number: int) -> PublishedRoll:
    return PublishedRoll(number=number, revision=number, at=AT, call="read", dice=(), sum=number)


def test_rolls_reach_a_broker_that_was_away(broker: Mosquitto) -> None:
    said: list[tuple[bool, Message]] = []
    sink = MqttSink(Broker("127.0.0.1", broker.port), "dice", lambda well, message: said.append((well, message)))
    listener = Listener(broker.port)

    async def act() -> None:
        sink.start()
        sink.send(roll_numbered(1))
        await until(lambda: (False, Message.of("tray-publish-broker-away", broker=f"127.0.0.1:{broker.port}")) in said)
        broker.start()
        await until(lambda: 1 in listener.rolls)
        broker.kill()
        await until(lambda: said[-1][0] is False)
        sink.send(roll_numbered(2))
        broker.start()
        await until(lambda: 2 in listener.rolls)
        sink.close()
        await until(lambda: listener.online[-1:] == [b"false"])

    try:
        asyncio.run(act())
    finally:
        listener.close()
    assert [well for well, _ in said] == [False, True, False, True]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--publish", "empty.png"), "Leave out the photographs"),
        (("--publish", "--source", "v4l2:/dev/video99"), "tray.json does not exist"),
        (("--publish", "--broker", "host:x"), "--broker"),
        (("--publish", "--broker", "host", "--topic", "dice/#"), "--topic"),
        ((), "--publish"),
    ],
)
def test_wrong_options_are_one_line_and_status_two(given: tuple[str, ...], words: str, tmp_path: Path) -> None:
    done = overlook("tray", *given, folder=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert words in done.stderr
