"""Measure a hall under load: tables at 10 Hz through a real mosquitto to a client of the hub's page.

`python benchmarks/hall/hall_load.py [tables ...]` (default 64; `8 16 32 64 128` shows the growth). For each size it
prints the delay from a table to the client (median, 99th percentile), lost messages, the rate, and the hub's memory.
Needs mosquitto (apt-get install mosquitto).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx

from venue.mqtt import Broker
from venue.outbox import Outbox
from venue.protocol import Side, TableState, UnnumberedGameMessage
from venue.publisher import Publisher
from web.server.connection_limits import raise_descriptor_limit

RATE_HZ = 10
SECONDS = 20
SAID_EVERY_S = 2
MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Folder of the tables' outboxes: real tables have a disk each, here all would wait for one."""


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def play(
    count: int,
    broker_port: int,
    folder: Path,
    *,
    rate_hz: int = RATE_HZ,
    prefix: str = "t",
    first: int = 0,
    settle_s: float = 2.0,
    patience_s: float = 15.0,
) -> None:
    """Play `count` tables: each sends states at a rate and an event every two seconds. Prints the number of events.

    At the end the hub has `patience_s` seconds to acknowledge waiting events; `took_s` is the time before that.
    """
    seats = []
    for number in range(first, first + count):
        outbox = Outbox(folder / f"{prefix}{number}.outbox")
        seat = Publisher(f"{prefix}{number:03d}", Broker("127.0.0.1", broker_port), outbox, lambda well, text: None)
        seat.start()
        seats.append((seat, outbox))
    time.sleep(settle_s)
    print("playing", flush=True)
    said = 0
    began = time.monotonic()
    used = time.process_time()
    for tick in range(rate_hz * SECONDS):
        for index, (seat, outbox) in enumerate(seats):
            time.sleep(max(0.0, began + (tick + index / count) / rate_hz - time.monotonic()))
            at = datetime.now(UTC)
            sides = tuple(Side(player=p, name=f"Player {p} of table {index}", vp=tick % 20) for p in ("p1", "p2"))
            seat.show(
                TableState(
                    title=prefix,
                    edition="kt24",
                    turning_point=1,
                    phase="firefight",
                    sides=sides,
                    at=at,
                    last_ruling="x" * 600,
                )
            )
            if tick % (SAID_EVERY_S * rate_hz) == 0:
                outbox.append(
                    [UnnumberedGameMessage(game="1", sequence=outbox.last + 1, kind="note", at=at).model_dump_json()]
                )
                seat.wake()
                said += 1
    took = time.monotonic() - began
    end = time.monotonic() + patience_s
    while any(outbox.waiting() for _, outbox in seats) and time.monotonic() < end:
        time.sleep(0.1)
    waiting = sum(outbox.waiting() for _, outbox in seats)
    print(
        json.dumps({"said": said, "waiting": waiting, "took_s": took, "cpu_s": time.process_time() - used}), flush=True
    )
    for seat, _ in seats:
        seat.close()


def watch(url: str, delays_ms: list[float], stop: threading.Event) -> None:
    """Follow the hub until `stop` is set, and record the age of every state on arrival."""
    try:
        listen(url, delays_ms, stop)
    except httpx.RemoteProtocolError:
        if not stop.is_set():
            raise


def listen(url: str, delays_ms: list[float], stop: threading.Event) -> None:
    """Follow the hub and record the ages."""
    seen: dict[str, str] = {}
    with httpx.Client(timeout=None) as client, client.stream("GET", url + "api/live") as answer:
        for line in answer.iter_lines():
            if stop.is_set():
                return
            if line.startswith("data:"):
                now = datetime.now(UTC)
                ages = (now - datetime.fromisoformat(state["at"]) for state in states_in(line[5:], seen))
                delays_ms.extend(age.total_seconds() * 1000 for age in ages)


def states_in(data: str, seen: dict[str, str]) -> list[dict[str, str]]:
    """Return the states in one message of the hub that are new: an event makes the hub send its table's state again.

    `seen` has the time of each table's last state, by table, and is updated.
    """
    found = [(view["table"], view["state"]) for view in json.loads(data) if view["state"] is not None]
    new = [state for table, state in found if seen.get(table) != state["at"]]
    seen.update((table, state["at"]) for table, state in found)
    return new


def measure(count: int) -> None:
    """Measure a hall of `count` tables and print the result."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory(dir=MEMORY) as outboxes:
        folder = Path(name)
        port = free_port()
        config = folder / "mosquitto.conf"
        config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nuser root\n")
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/bin")
        assert program, "needs mosquitto: apt-get install mosquitto"
        broker = subprocess.Popen([program, "-c", str(config)], stderr=subprocess.DEVNULL)
        hub_port = free_port()
        command = [sys.executable, "-m", "overlook", "hub", "--broker", f"127.0.0.1:{port}", "--port", str(hub_port)]
        command += ["--database", f"sqlite:///{folder / 'hub.sqlite'}"]
        hub = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        url = f"http://127.0.0.1:{hub_port}/"
        delays_ms: list[float] = []
        stop = threading.Event()
        try:
            wait_for(url)
            viewer = threading.Thread(target=watch, args=(url, delays_ms, stop), daemon=True)
            viewer.start()
            tables = subprocess.run(
                [sys.executable, __file__, "--play", str(count), str(port), outboxes],
                capture_output=True,
                text=True,
                check=True,
            )
            outcome = json.loads(tables.stdout.splitlines()[-1])
            kept = sum(len(httpx.get(f"{url}api/tables/t{n:03d}/said").text.splitlines()) for n in range(count))
            peak_kb = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{hub.pid}/status").read_text())
            assert peak_kb, f"/proc/{hub.pid}/status says nothing of VmHWM: the hub has ended"
            report(count, delays_ms, outcome["said"], kept, int(peak_kb[1]) / 1024)
        finally:
            stop.set()
            for process in (hub, broker):
                process.terminate()
                process.wait(20)


def wait_for(url: str) -> None:
    """Wait until the hub answers."""
    for _ in range(200):
        try:
            httpx.get(url + "api/tables", timeout=2)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the hub does not answer")


def report(count: int, delays_ms: list[float], said: int, kept: int, memory_mb: float) -> None:
    """Print one line of the table."""
    late = sorted(delays_ms)
    p99 = late[int(0.99 * len(late))] if late else float("nan")
    middle = statistics.median(late) if late else float("nan")
    print(
        f"{count:6d} {len(late) / SECONDS:9.0f}/s {middle:9.1f} {p99:9.1f} "
        f"{said - kept:6d} of {said:<6d} {memory_mb:7.0f}   load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def main() -> None:
    if sys.argv[1:2] == ["--play"]:
        play(int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
        return
    raise_descriptor_limit(8192)
    print("tables    states    median ms    p99 ms    lost      hub MB")
    for count in [int(text) for text in sys.argv[1:]] or [64]:
        measure(count)


if __name__ == "__main__":
    main()
