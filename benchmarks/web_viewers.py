"""How many may look on: viewers of the live channel and of the camera while the simulated table runs.

    python benchmarks/web_viewers.py [--viewers 200] [--cameras 4] [--seconds 20]

The program runs as a process of its own. Its rate is read without viewers, then with all of them. A viewer is behind by
how much later it got an event than the first viewer that got it. One viewer more takes nothing and must be dropped.
Limits: nobody more than 500 ms behind, the table's own rate down by less than 10 %.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable
from typing import TypeVar
from urllib.parse import urlsplit

import httpx

from benchmarks.felt_program import cpu_s

T = TypeVar("T")

BEHIND_MS, SLOWER = 500.0, 0.10
WARM_S = 12.0


def started(folder: str) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "overlook", "run", "--port", "0", "--data", folder]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(r"http://\S+", line)
        if found:
            return process, found.group()
    raise SystemExit("the table did not start")


def frames(url: str, seconds: float) -> float:
    """Return the frames a second that the table judges, counted from outside."""
    rates = []
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        rates.append(httpx.get(f"{url}api/snapshot", timeout=20).json()["camera"]["fps"] or 0.0)
        time.sleep(0.5)
    return statistics.mean(rates[len(rates) // 3 :])


async def follow(url: str, got: dict[str, list[float]], end_s: float) -> None:
    limits = httpx.Timeout(30)
    async with httpx.AsyncClient(timeout=limits) as client, client.stream("GET", f"{url}api/live") as response:
        async for line in response.aiter_lines():
            if line.startswith("id: "):
                got[line].append(time.monotonic())
            if time.monotonic() > end_s:
                return


async def watch(url: str, end_s: float) -> int:
    pictures = 0
    async with httpx.AsyncClient(timeout=30) as client, client.stream("GET", f"{url}camera.mjpg") as response:
        async for chunk in response.aiter_bytes():
            pictures += chunk.count(b"--overlook-picture")
            if time.monotonic() > end_s:
                break
    return pictures


def stalled(url: str) -> socket.socket:
    """Return a viewer that asks for the camera and then takes nothing."""
    parts = urlsplit(url)
    lazy = socket.create_connection((parts.hostname, parts.port))
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.sendall(f"GET /camera.mjpg HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n".encode())
    return lazy


def dropped(lazy: socket.socket) -> bool:
    """Whether the table has closed the connection: what was buffered comes to an end."""
    lazy.settimeout(2.0)
    try:
        while lazy.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


async def crowd(url: str, viewers: int, cameras: int, seconds: float) -> tuple[dict[str, list[float]], int, float]:
    got: dict[str, list[float]] = defaultdict(list)
    end_s = time.monotonic() + seconds
    rate = asyncio.create_task(asyncio.to_thread(frames, url, seconds - 2))
    pictures = [asyncio.create_task(watch(url, end_s)) for _ in range(cameras)]
    await asyncio.gather(*(follow(url, got, end_s) for _ in range(viewers)))
    return got, sum([await one for one in pictures]), await rate


async def busy(pid: int, work: Awaitable[T]) -> tuple[T, float]:
    """Return what the work gave, and what the table took of a core meanwhile, percent: a crowded machine says less."""
    before_s, began_s = cpu_s(pid), time.monotonic()
    done = await work
    return done, 100 * (cpu_s(pid) - before_s) / (time.monotonic() - began_s)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--cameras", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, url = started(folder)
        try:
            time.sleep(WARM_S)
            alone, own = asyncio.run(busy(process.pid, asyncio.to_thread(frames, url, 8.0)))
            lazy = stalled(url)
            watching = crowd(url, given.viewers, given.cameras, given.seconds)
            (got, pictures, crowded), shared = asyncio.run(busy(process.pid, watching))
            gone = dropped(lazy)
        finally:
            process.terminate()
            process.wait(30)
    behind = sorted(1000 * (at - min(times)) for times in got.values() for at in times if len(times) > 1)
    if not behind:
        raise SystemExit("no event was seen by two viewers: give more --seconds")
    worst, p99 = behind[-1], behind[int(0.99 * len(behind))]
    slower = 1 - crowded / alone
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{given.viewers} viewers, {given.cameras} cameras, {len(got)} events, {pictures} pictures; load {load}")
    print(f"behind the first: median {statistics.median(behind):.0f} ms, p99 {p99:.0f} ms, worst {worst:.0f} ms")
    print(f"the table: {alone:.1f} frames/s alone, {crowded:.1f} with all of them ({100 * slower:.0f} % slower)")
    print(f"the table takes {own:.1f} % of a core alone, {shared:.1f} % with all of them")
    print(f"the viewer that takes nothing: {'dropped' if gone else 'STILL THERE'}")
    print("within the limits" if worst <= BEHIND_MS and slower < SLOWER and gone else "OUTSIDE THE LIMITS")


if __name__ == "__main__":
    main()
