"""Hubs in processes of their own on one PostgreSQL, at two bridged brokers, killed while tables talk."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.ports import free_port
from tests.venue.conftest import Mosquitto
from tests.venue.hall import Seat, until
from tests.venue.postgresql import Server
from venue.hub.store import Store

pytestmark = pytest.mark.nightly

SEATS, SAID, KILLS = 8, 120, 8
BRIDGED = ("presence", "state", "said", "have", "assigned", "judge")


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    made.start()
    yield made
    made.close()


class SharingHub:
    """`overlook hub --hub NAME` on the shared database, at one of the brokers."""

    def __init__(self, name: str, broker: Mosquitto, server: Server, folder: Path) -> None:
        self.name = name
        self.port = free_port()
        self._log = folder / f"{name}.log"
        self._command = [sys.executable, "-m", "overlook", "hub", "--broker", f"127.0.0.1:{broker.port}"]
        self._command += ["--port", str(self.port), "--database", server.url, "--hub", name]
        self._env = {**os.environ, "HOME": str(folder)}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> SharingHub:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log, env=self._env)
        return self

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(60)

    def tables(self) -> dict[str, bool]:
        try:
            answer = httpx.get(f"http://127.0.0.1:{self.port}/api/tables", timeout=5)
        except httpx.TransportError:
            return {}
        return {one["table"]: one["online"] for one in answer.json()}


def bridged(folder: Path) -> tuple[Mosquitto, Mosquitto]:
    """Two brokers, the second of which passes everything on both ways."""
    for name in ("one", "two"):
        (folder / name).mkdir()
    first = Mosquitto(folder / "one").start()
    lines = (f"connection twin\naddress 127.0.0.1:{first.port}", "bridge_protocol_version mqttv50")
    topics = tuple(f"topic overlook/v1/+/{what} both 1" for what in BRIDGED)
    return first, Mosquitto(folder / "two", lines=(*lines, *topics)).start()


def test_nothing_is_lost_or_doubled_while_hubs_on_one_database_are_killed(tmp_path: Path, server: Server) -> None:
    dice = random.Random(20261126)
    brokers = bridged(tmp_path)
    hubs = [SharingHub(f"hub-{at}", broker, server, tmp_path).start() for at, broker in enumerate(brokers, 1)]
    seats = [Seat(f"t{at}", tmp_path, brokers[at % 2].port).start() for at in range(SEATS)]
    store = Store(server.url)
    names = {seat.name for seat in seats}
    try:
        until(lambda: all({name for name, on in hub.tables().items() if on} == names for hub in hubs), within_s=90)
        for at in range(SAID):
            for seat in seats:
                seat.say(1)
            time.sleep(0.02)
            if at % (SAID // KILLS) == 0:
                killed = dice.choice(hubs)
                killed.kill()
                if at % (2 * SAID // KILLS):
                    until(lambda: all(seat.outbox.waiting() == 0 for seat in seats), within_s=120)
                killed.start()
        until(lambda: all(seat.outbox.waiting() == 0 for seat in seats), within_s=180)
        whole = list(range(1, SAID + 1))
        for seat in seats:
            assert [one.sequence for _, one in store.said(seat.name)] == whole
        until(lambda: all(set(hub.tables()) == names for hub in hubs), within_s=90)
    finally:
        for hub in hubs:
            hub.kill()
        for seat in seats:
            seat.close()
        store.close()
        for broker in brokers:
            broker.kill()
