"""How far many viewers fall behind: `python -m tests.web.load [viewers] [seconds]`, on loopback only.

A table at ten frames a second, first alone, then with viewers of the live channel and four of the camera, one of
which takes nothing. Prints the table's own rate in both, and by how much the viewers were behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import multiprocessing
import re
import socket
import statistics
import sys
import time
from collections.abc import Awaitable
from multiprocessing.sharedctypes import Synchronized

import uvicorn

from tests.web.fake_table import FakeTable
from web.app import create_app
from web.settings import WebSettings
from web.snapshot import Snapshot
from web.views import HealthState, HealthView

RATE_HZ = 10.0
CAMERAS = 4
STAMP = re.compile(rb"stamp (\d+)")


class StampedTable(FakeTable):
    """A table whose snapshots say when they were made."""

    def _snapshot(self) -> Snapshot:
        stamp = HealthView(part="clock", state=HealthState.OK, sentence=f"stamp {time.monotonic_ns()}")
        return super()._snapshot().model_copy(update={"health": (stamp,)})


def serve(port: int, steps: Synchronized[int]) -> None:
    """Serve a moving table and count its steps."""

    async def run() -> None:
        table = StampedTable()
        config = uvicorn.Config(create_app(table, WebSettings(stall_s=2.0)), port=port, log_level="error", ws="none")
        serving = asyncio.create_task(uvicorn.Server(config).serve())
        begun = time.monotonic()
        for count in itertools.count(1):
            await asyncio.sleep(max(0.0, begun + count / RATE_HZ - time.monotonic()))
            table.step(1 / RATE_HZ)
            steps.value += 1
            if serving.done():
                return

    asyncio.run(run())


async def follow(port: int, path: str, until: float, lags_ms: list[float]) -> None:
    """Read a stream until the time is up, noting how old each snapshot is when it arrives."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(until):
            if path == "/api/live":
                while line := await reader.readline():
                    if line.startswith(b"data: {") and (stamp := STAMP.search(line)):
                        lags_ms.append((time.monotonic_ns() - int(stamp[1])) / 1e6)
            else:
                while chunk := await reader.read(2**16):
                    lags_ms.append(len(chunk))
    writer.close()


async def measure(port: int, viewers: int, seconds: float, steps: Synchronized[int]) -> None:
    """Print the figures."""
    for _ in range(200):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=0.2).close()
            break
        await asyncio.sleep(0.05)
    before, begun = steps.value, time.monotonic()
    await asyncio.sleep(seconds / 2)
    alone_hz = (steps.value - before) / (time.monotonic() - begun)

    stalled = socket.socket()
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stalled.connect(("127.0.0.1", port))
    stalled.sendall(b"GET /camera.mjpg HTTP/1.1\r\nHost: localhost\r\n\r\n")
    until = asyncio.get_running_loop().time() + seconds
    lags_ms: list[list[float]] = [[] for _ in range(viewers)]
    bytes_seen: list[list[float]] = [[] for _ in range(CAMERAS - 1)]
    streams: list[Awaitable[None]] = [follow(port, "/api/live", until, lags) for lags in lags_ms]
    streams += [follow(port, "/camera.mjpg", until, seen) for seen in bytes_seen]
    before, begun = steps.value, time.monotonic()
    await asyncio.gather(*streams)
    watched_hz = (steps.value - before) / (time.monotonic() - begun)
    stalled.close()

    flat = sorted(lag for lags in lags_ms for lag in lags)
    print(f"viewers                 {viewers} live, {CAMERAS} camera (one stalled), {seconds:g} s")
    change = watched_hz / alone_hz - 1
    print(f"table's rate            {alone_hz:.2f} Hz alone, {watched_hz:.2f} Hz watched ({change:+.1%})")
    print(f"changes each viewer saw {min(map(len, lags_ms))} to {max(map(len, lags_ms))}")
    p95 = flat[int(0.95 * len(flat))]
    print(f"behind, ms              median {statistics.median(flat):.0f}, p95 {p95:.0f}, most {flat[-1]:.0f}")
    print(f"camera, MB/s a viewer   {[round(sum(seen) / seconds / 1e6, 2) for seen in bytes_seen]}")


def main() -> None:
    """Run the server in a process of its own and the viewers in this one."""
    viewers = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10.0
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    steps = multiprocessing.get_context("spawn").Value("q", 0)
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(port, steps), daemon=True)
    server.start()
    try:
        asyncio.run(measure(port, viewers, seconds, steps))
    finally:
        server.terminate()
        server.join()


if __name__ == "__main__":
    main()
