"""Measure a hub while the phones of an event's players follow it: the answer to a phone, and the hall's page.

`python -m benchmarks.hall.phones --phones 128` fills an event of that many players with four played rounds, starts
broker, hub and 16 tables, and measures twice for 20 s at round 5: with one phone, and with all. Each phone asks every
3 s (one that is alone every 0.3 s), as the page does, and names the version that it has; twice a second a player
signs. It prints the median and the 99th percentile of both, and their ratio. Needs mosquitto (apt-get install
mosquitto).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx

from benchmarks.hall.hall_load import MEMORY, SECONDS, free_port, play, wait_for, watch
from venue.hub.event_journal import EventJournal
from venue.hub.store import Store
from venue.tournament import commands
from venue.tournament.swiss_pairing import pairings_of

EVENT = "/api/v1/event"
KEY = "a-key-for-the-load"
TABLES = 16
EVERY_S = 3.0
ALONE_EVERY_S = 0.3
"""Interval of the requests of a phone alone in seconds: short, so that there are enough answers for a percentile."""

SIGN_EVERY_S = 0.5
ROUNDS = 5


def fill(store: Store, players: int) -> list[tuple[str, str]]:
    """Play four rounds and begin the fifth; return each player of it with the code."""
    journal = EventJournal(store, "load")
    who = {"at": datetime.now(UTC), "by": "load"}
    keys = iter(range(1_000_000))

    def keep(act: commands.AnyAct) -> None:
        journal.keep(act, f"load-{next(keys):08}")

    names = [f"table-{at:02}" for at in range(players // 2)]
    keep(commands.SetUp(title="Load", rounds=ROUNDS, tables=tuple(names), **who))
    for at in range(players):
        keep(commands.AddEntrant(entrant=f"p{at}", name=f"Player Number {at}", team="A team", code=f"CODE{at}", **who))
    for number in range(1, ROUNDS + 1):
        keep(commands.StartRound(round=number, seatings=pairings_of(journal.event, seed=number), **who))
        if number < ROUNDS:
            for at, match in enumerate(journal.event.rounds[-1].matches):
                points = (at * 7 % 20, at * 11 % 20)
                keep(commands.Correct(round=number, entrant=match.first, points=points, why="load", **who))
    matches = journal.event.rounds[-1].matches
    return [(one, f"CODE{one[1:]}") for match in matches for one in match.players]


async def ask(url: str, phones: int, took_ms: list[float], failed: list[str]) -> None:
    """Let phones follow the event for `SECONDS`."""
    end_s = time.monotonic() + SECONDS
    every_s = EVERY_S if phones > 1 else ALONE_EVERY_S

    async def phone(number: int) -> None:
        tag = ""
        await asyncio.sleep(every_s * number / phones)
        async with httpx.AsyncClient(timeout=60, verify=False) as client:  # plain HTTP: no TLS context for each
            while time.monotonic() < end_s:
                began_s = time.perf_counter()
                answer = await client.get(url + EVENT, headers={"If-None-Match": tag} if tag else {})
                took_ms.append(1000 * (time.perf_counter() - began_s))
                if answer.status_code not in {200, 304}:
                    failed.append(str(answer.status_code))
                tag = answer.headers.get("etag", "")
                await asyncio.sleep(max(0.0, every_s - (time.perf_counter() - began_s)))

    await asyncio.gather(*(phone(number) for number in range(phones)))


def sign(url: str, players: list[tuple[str, str]], stop: threading.Event) -> None:
    """Sign a result every `SIGN_EVERY_S` until `stop` is set."""
    with httpx.Client(timeout=60) as client:
        for at, (entrant, code) in enumerate(players * 10):
            if stop.wait(SIGN_EVERY_S):
                return
            body = {"key": f"sign-{time.monotonic_ns()}", "entrant": entrant, "code": code, "round": ROUNDS}
            client.post(url + EVENT + "/signatures", json={**body, "points": (at % 20, 3)}).raise_for_status()


def measure(url: str, port: int, phones: int, players: list[tuple[str, str]]) -> dict[str, list[float]]:
    """Return the milliseconds of each answer to a phone, and of each state until the hall's page has it."""
    stop, page_ms = threading.Event(), list[float]()
    threads = [
        threading.Thread(target=watch, args=(url + "/", page_ms, stop), daemon=True),
        threading.Thread(target=sign, args=(url, players, stop), daemon=True),
    ]
    with tempfile.TemporaryDirectory(dir=MEMORY) as outboxes:
        command = [sys.executable, "-m", "benchmarks.hall.phones", "--play", str(port), outboxes]
        tables = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        time.sleep(3)
        page_ms.clear()
        for thread in threads:
            thread.start()
        time.sleep(0.5)
        page_ms.clear()
        asked = subprocess.run(
            [sys.executable, "-m", "benchmarks.hall.phones", "--ask", url, "--phones", str(phones)],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        stop.set()
        tables.wait(60)
    found = json.loads(asked.stdout)
    assert not found["failed"], found["failed"]
    return {"phone": found["ms"], "page": page_ms}


def p99(found: list[float]) -> float:
    """Return the 99th percentile."""
    return sorted(found)[int(0.99 * len(found))]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=128)
    parser.add_argument("--ask", help=argparse.SUPPRESS)
    parser.add_argument("--play", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        play(TABLES, int(given.play[0]), Path(given.play[1]), rate_hz=2)
        return
    if given.ask:
        took_ms, failed = list[float](), list[str]()
        asyncio.run(ask(given.ask, given.phones, took_ms, failed))
        print(json.dumps({"ms": took_ms, "failed": failed}))
        return
    with tempfile.TemporaryDirectory() as name:
        folder, port, hub_port = Path(name), free_port(), free_port()
        config = folder / "mosquitto.conf"
        config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nuser root\n")
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin")
        assert program, "needs mosquitto: apt-get install mosquitto"
        database, key = f"sqlite:///{folder / 'hub.sqlite'}", folder / "key"
        key.write_text(KEY)
        store = Store(database)
        players = fill(store, given.phones)
        store.close()
        broker = subprocess.Popen([program, "-c", str(config)], stderr=subprocess.DEVNULL)
        command = [sys.executable, "-m", "overlook", "hub", "--broker", f"127.0.0.1:{port}", "--port", str(hub_port)]
        command += ["--database", database, "--event", "load", "--organiser-file", str(key)]
        hub = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{hub_port}"
        try:
            wait_for(url + "/")
            found = {count: measure(url, port, count, players) for count in (1, given.phones)}
        finally:
            for process in (hub, broker):
                process.terminate()
                process.wait(20)
    for what in ("phone", "page"):
        one, many = found[1][what], found[given.phones][what]
        print(
            f"{what:6}: 1 phone: median {statistics.median(one):.1f} ms, p99 {p99(one):.1f} ms (N={len(one)});"
            f" {given.phones} phones: median {statistics.median(many):.1f} ms, p99 {p99(many):.1f} ms (N={len(many)});"
            f" p99 ratio {p99(many) / p99(one):.2f}"
        )
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
