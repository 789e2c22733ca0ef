"""Measure the effect of many viewers on a table: its frame rate, and the time of a requested ruling.

    python benchmarks/table/viewers.py [--viewers 200] [--cameras 4] [--seconds 10] [--rounds 5]

The simulated table runs in a separate process, alternately alone and with viewers, `--rounds` times of `--seconds`
each. A client requests rulings by POST repeatedly (the panel's "measure"). Prints medians over all rounds. Viewers only
read sockets, but share the machine; the CPU time is the table's own, per frame, which is more meaningful on a busy
machine. The lag of a viewer is the time between an event's arrival and its first arrival at any viewer. One more viewer
stalls, and must be dropped.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlsplit

from benchmarks.table.felt_program import cpu_s

BEHIND_MS, SLOWER = 500.0, 0.05
WARM_S, SETTLE_S, ASKED_EVERY_S = 12.0, 2.0, 0.3
EVENT, PICTURE = b"\nid: ", b"--overlook-picture"
ANOTHERS = "192.0.2.7"
"""Host name in the viewers' requests. It is not loopback, so they do not count as the table's own screen."""


class LightViewer(asyncio.Protocol):
    """Client of one stream; records the arrival times of events in `got`, by event, and counts frames."""

    def __init__(self, url: str, path: str, got: dict[bytes, list[float]]) -> None:
        self._asked = f"GET {path} HTTP/1.1\r\nHost: {ANOTHERS}:{urlsplit(url).port}\r\n\r\n".encode()
        self._got = got
        self.pictures = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        """Record received data; an event whose header is split between two packets is ignored."""
        self.pictures += data.count(PICTURE)
        at = data.find(EVENT)
        while at >= 0:
            end = data.find(b"\n", at + 1)
            self._got[data[at + len(EVENT) : end]].append(time.monotonic())
            at = data.find(EVENT, end)


@contextlib.asynccontextmanager
async def watched(
    url: str, viewers: int, cameras: int
) -> AsyncIterator[tuple[dict[bytes, list[float]], list[LightViewer]]]:
    """Connect viewers to the live channel and the camera; yield the arrival times by event, and the viewers."""
    where, loop = urlsplit(url), asyncio.get_running_loop()
    got: dict[bytes, list[float]] = defaultdict(list)
    paths = ["/api/live"] * viewers + ["/camera.mjpg"] * cameras
    opened = [
        await loop.create_connection(partial(LightViewer, url, path, got), where.hostname or "", where.port or 80)
        for path in paths
    ]
    try:
        yield got, [viewer for _, viewer in opened]
    finally:
        for transport, _ in opened:
            transport.close()


def stalled(url: str) -> socket.socket:
    """Return the socket of a viewer that requests the camera and then reads nothing."""
    parts = urlsplit(url)
    lazy = socket.create_connection((parts.hostname, parts.port))
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.sendall(f"GET /camera.mjpg HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
    return lazy


def dropped(lazy: socket.socket) -> bool:
    """Whether the table has closed the connection."""
    lazy.settimeout(2.0)
    try:
        while lazy.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


@dataclass(slots=True)
class Taken:
    """Results of rounds of one kind: frames per second, CPU ms per frame, and response times in ms."""

    rates: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    asked_ms: list[float] = field(default_factory=list)

    def add(self, pid: int, url: str, seconds: float, name: str) -> None:
        """Request rulings for `seconds`, and record the measurements."""
        where = urlsplit(url)
        line = http.client.HTTPConnection(where.netloc, timeout=30)
        began_s, before_s, rates = time.monotonic(), cpu_s(pid), []
        while (since_s := time.monotonic() - began_s) < seconds:
            asked_s = time.perf_counter()
            line.request("POST", "/api/buttons/measure", headers={"Idempotency-Key": f"{name}-{since_s:.6f}"})
            answer = line.getresponse()
            answer.read()
            if answer.status == http.client.OK:
                self.asked_ms.append(1000 * (time.perf_counter() - asked_s))
            time.sleep(ASKED_EVERY_S)
            line.request("GET", "/api/snapshot")
            rates.append(json.loads(line.getresponse().read())["camera"]["fps"] or 0.0)
        rate = statistics.mean(rates[len(rates) // 3 :])
        self.rates.append(rate)
        self.cpu_ms.append(1000 * (cpu_s(pid) - before_s) / (time.monotonic() - began_s) / max(rate, 0.1))

    def said(self) -> str:
        """Return the medians as text."""
        rate, cpu_ms = statistics.median(self.rates), statistics.median(self.cpu_ms)
        asked = f"{len(self.asked_ms)} asked rulings"
        if self.asked_ms:
            p95 = sorted(self.asked_ms)[int(0.95 * len(self.asked_ms))]
            asked += f": median {statistics.median(self.asked_ms):.1f} ms, p95 {p95:.1f} ms"
        return f"{rate:.2f} frames/s, {cpu_ms:.1f} ms of CPU a picture; {asked}"


def started(folder: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "overlook", "run", "--host", "0.0.0.0", "--port", "0", "--data", folder]
    everybody = {**os.environ, "OVERLOOK_WEB__PRIVATE": "false"}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=everybody)
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(r"http://\S+", line)
        if found:
            return process, found.group()
    raise SystemExit("the table did not start")


async def crowded(taken: Taken, pid: int, url: str, given: argparse.Namespace, name: str) -> tuple[list[float], int]:
    """Measure one round with viewers; return the lag of each event at each viewer in ms, and the number of frames."""
    async with watched(url, given.viewers, given.cameras) as (got, viewers):
        await asyncio.sleep(SETTLE_S)
        got.clear()
        own_s = time.process_time()
        await asyncio.to_thread(taken.add, pid, url, given.seconds, name)
        own = 100 * (time.process_time() - own_s) / given.seconds
        print(f"  round {name}: the viewers and who asks took {own:.0f} % of a core", file=sys.stderr)
        behind = [1000 * (at - min(times)) for times in got.values() for at in times if len(times) > 1]
        return behind, sum(one.pictures for one in viewers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--cameras", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    alone, crowd, behind, pictures = Taken(), Taken(), [], 0
    with tempfile.TemporaryDirectory() as folder:
        process, url = started(folder)
        try:
            time.sleep(WARM_S)
            lazy = stalled(url)
            for number in range(given.rounds):
                alone.add(process.pid, url, given.seconds, f"alone-{number}")
                late, seen = asyncio.run(crowded(crowd, process.pid, url, given, f"crowd-{number}"))
                behind += late
                pictures += seen
                time.sleep(SETTLE_S)
            gone = dropped(lazy)
        finally:
            process.terminate()
            process.wait(30)
    if not behind:
        raise SystemExit("no event was seen by two viewers: give more --seconds")
    behind.sort()
    worst, p99 = behind[-1], behind[int(0.99 * len(behind))]
    slower = 1 - statistics.median(crowd.rates) / statistics.median(alone.rates)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{given.viewers} viewers, {given.cameras} cameras, {pictures} pictures taken; load {load}")
    print(f"alone: {alone.said()}")
    print(f"with all of them: {crowd.said()}")
    print(f"frames slower by {100 * slower:.1f} %")
    if alone.asked_ms and crowd.asked_ms:
        longer = statistics.median(crowd.asked_ms) / statistics.median(alone.asked_ms) - 1
        print(f"rulings slower by {100 * longer:.0f} %")
    print(f"behind the first: median {statistics.median(behind):.0f} ms, p99 {p99:.0f} ms, worst {worst:.0f} ms")
    print(f"the viewer that takes nothing: {'dropped' if gone else 'STILL THERE'}")
    print("within the limits" if worst <= BEHIND_MS and slower < SLOWER and gone else "OUTSIDE THE LIMITS")


if __name__ == "__main__":
    main()
