"""A small hall for tests: publishers and hubs against one broker, started and cut off at will."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

from messages.message import Message
from venue.hub.mqtt_ingest import MqttIngest, TableUpdate
from venue.hub.store import Store
from venue.mqtt import Broker
from venue.outbox import Outbox
from venue.protocol import UnnumberedGameMessage
from venue.publisher import Publisher

AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def saying(number: int) -> str:
    return UnnumberedGameMessage(game="0001", sequence=number, kind="note", data={"n": number}, at=AT).model_dump_json()


def until(true: Callable[[], bool], *, within_s: float = 60.0) -> None:
    end_s = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end_s, f"not within {within_s} s"
        time.sleep(0.02)


class Access(TypedDict, total=False):
    """How a table or a hub is let in."""

    user: str
    password: str
    ca_file: str


class Seat:
    """One table: its outbox on disk and its publisher."""

    def __init__(self, name: str, folder: Path, port: int, **broker: Unpack[Access]) -> None:
        self.name = name
        self.reports: list[tuple[bool, Message]] = []
        self.outbox = Outbox(folder / f"{name}.outbox")
        self.publisher = Publisher(
            name,
            Broker("127.0.0.1", port, **broker),
            self.outbox,
            lambda well, message: self.reports.append((well, message)),
        )

    def start(self) -> Seat:
        self.publisher.start()
        return self

    def say(self, count: int) -> None:
        for _ in range(count):
            self.outbox.append([saying(self.outbox.last + 1)])
            self.publisher.wake()

    def close(self) -> None:
        self.publisher.close()
        self.outbox.close()


class Hub:
    """One hub: its database on disk and its listener."""

    def __init__(self, folder: Path, port: int, **broker: Unpack[Access]) -> None:
        self.news: list[TableUpdate] = []
        self.reports: list[tuple[bool, Message]] = []
        self.store = Store(f"sqlite:///{folder / 'hub.sqlite'}")
        self.listener = MqttIngest(
            Broker("127.0.0.1", port, **broker),
            self.store,
            self.news.append,
            lambda well, message: self.reports.append((well, message)),
        )

    def start(self) -> Hub:
        self.listener.start()
        return self

    def sequences(self, table: str) -> list[int]:
        return [said.sequence for _, said in self.store.said(table)]

    def close(self) -> None:
        self.listener.close()
        self.store.close()
