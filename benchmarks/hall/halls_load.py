"""Measure a hall beyond one machine: tables at two bridged brokers, two hubs on one PostgreSQL, a viewer at each.

`python -m benchmarks.hall.halls_load [tables ...]` (default 512), at 1 Hz each. It prints for each size the delay from
a table to the viewers of both hubs (median, 99th percentile), by whether the table is at the hub's broker or behind the
bridge, lost and duplicated events, CPU and memory of each part, and an extrapolation to a thousand tables. Needs
mosquitto and postgresql (apt-get install mosquitto postgresql).
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import httpx

from benchmarks.hall.hall_load import MEMORY, SECONDS, free_port, play, states_in, wait_for
from tests.venue.conftest import Mosquitto
from tests.venue.postgresql import Server
from venue.hub.store import Store
from web.server.connection_limits import raise_descriptor_limit

RATE_HZ = 1
GROUP = 128
"""Tables per process, limited by the descriptors that the MQTT client's `select` can handle."""
SETTLE_S = 15.0
PATIENCE_S = 60.0
BRIDGED = ("presence", "state", "said", "have", "assigned", "judge")
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


class Viewer:
    """A client of one hub; records the ages of states by the first letter of their table."""

    def __init__(self, url: str) -> None:
        self.ages_ms: dict[str, list[float]] = {"a": [], "b": []}
        self.taking = threading.Event()
        self._url = url
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        try:
            self._listen()
        except httpx.HTTPError:
            if not self._ended.is_set():
                raise

    def _listen(self) -> None:
        seen: dict[str, str] = {}
        with httpx.Client(timeout=None) as client, client.stream("GET", self._url + "api/live") as answer:
            for line in answer.iter_lines():
                if self._ended.is_set():
                    return
                if line.startswith("data:"):
                    now = datetime.now(UTC)
                    for state in states_in(line[5:], seen):
                        if self.taking.is_set():
                            age = now - datetime.fromisoformat(state["at"])
                            self.ages_ms[state["title"]].append(age.total_seconds() * 1000)

    def end(self) -> None:
        """Stop recording."""
        self._ended.set()


def cpu_s(pids: Iterable[int]) -> float:
    """Return the CPU seconds of processes and their ended children."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        total += sum(int(field) for field in fields[11:15])
    return total * TICK_S


def memory_mb(pid: int) -> float:
    """Return the peak memory of a process in MB."""
    peak = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(peak[1]) / 1024 if peak else 0.0


def brokers(folder: Path) -> tuple[Mosquitto, Mosquitto]:
    """Return two brokers, the second with a bridge in both directions."""
    for name in "ab":
        (folder / name).mkdir()
    queued = ("max_inflight_messages 200",)
    first = Mosquitto(folder / "a", lines=queued).start()
    bridge = (f"connection twin\naddress 127.0.0.1:{first.port}", "bridge_protocol_version mqttv50")
    topics = tuple(f"topic overlook/v1/+/{what} both 1" for what in BRIDGED)
    return first, Mosquitto(folder / "b", lines=(*queued, *bridge, *topics)).start()


def hub_at(broker: int, port: int, database: str, name: str) -> subprocess.Popen[bytes]:
    """Return a hub's process."""
    command = [sys.executable, "-m", "overlook", "hub", "--broker", f"127.0.0.1:{broker}", "--port", str(port)]
    return subprocess.Popen([*command, "--database", database, "--hub", name], stderr=subprocess.DEVNULL)


def group(letter: str, broker: int, folder: Path, *, first: int, count: int) -> subprocess.Popen[str]:
    """Return a process that plays some of the tables at a broker."""
    command = [sys.executable, "-m", "benchmarks.hall.halls_load", "--play", letter, str(broker), str(folder)]
    return subprocess.Popen([*command, str(first), str(count)], stdout=subprocess.PIPE, text=True)


def measure(count: int) -> None:
    """Measure a hall of `count` tables and print the result."""
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory(dir=MEMORY) as outboxes:
        folder = Path(name)
        server = Server()
        server.start()
        both = brokers(folder)
        ports = [free_port(), free_port()]
        hubs = [
            hub_at(broker.port, port, server.url, f"hub-{letter}")
            for letter, broker, port in zip("ab", both, ports, strict=True)
        ]
        urls = [f"http://127.0.0.1:{port}/" for port in ports]
        try:
            for url in urls:
                wait_for(url)
            viewers = [Viewer(url) for url in urls]
            halves = [
                group(letter, broker.port, Path(outboxes), first=first, count=min(GROUP, count // 2 - first))
                for letter, broker in zip("ab", both, strict=True)
                for first in range(0, count // 2, GROUP)
            ]
            for half in halves:
                assert half.stdout is not None
                assert half.stdout.readline() == "playing\n"
            for viewer in viewers:
                viewer.taking.set()
            parts = {"hubs": [hub.pid for hub in hubs], "brokers": [broker.pid for broker in both]}
            parts["PostgreSQL"] = server.pids()
            before = {part: cpu_s(pids) for part, pids in parts.items()}
            own_s, began_s = time.process_time(), time.monotonic()
            said = waiting = 0
            played_s = 0.0
            for half in halves:
                assert half.stdout is not None
                outcome = json.loads(half.stdout.readline())
                said, waiting = said + outcome["said"], waiting + outcome["waiting"]
                played_s += outcome["cpu_s"]
            took_s = time.monotonic() - began_s
            used = {part: (cpu_s(pids) - before[part]) / took_s for part, pids in parts.items()}
            used |= {"tables": played_s / took_s, "viewers": (time.process_time() - own_s) / took_s}
            for viewer in viewers:
                viewer.end()
            for half in halves:
                half.wait(120)
            report(count, viewers, (said, waiting), kept(server.url), used)
            print(f"       hubs {', '.join(f'{memory_mb(hub.pid):.0f} MB' for hub in hubs)}", flush=True)
        finally:
            for hub in hubs:
                hub.terminate()
                hub.wait(20)
            for broker in both:
                broker.kill()
            server.close()


def kept(url: str) -> tuple[int, int, int]:
    """Return the number of stored events, of tables whose events are incomplete or out of order, and of tables."""
    store = Store(url)
    found: dict[str, list[int]] = {}
    for table, one in store.said():
        found.setdefault(table, []).append(one.sequence)
    broken = sum(numbers != list(range(1, len(numbers) + 1)) for numbers in found.values())
    store.close()
    return sum(map(len, found.values())), broken, len(found)


def report(
    count: int,
    viewers: list[Viewer],
    said_waiting: tuple[int, int],
    kept_broken: tuple[int, int, int],
    used: dict[str, float],
) -> None:
    """Print the result of one size."""
    near = [age for viewer, letter in zip(viewers, "ab", strict=True) for age in viewer.ages_ms[letter]]
    far = [age for viewer, letter in zip(viewers, "ba", strict=True) for age in viewer.ages_ms[letter]]
    said, waiting = said_waiting
    events, broken, tables = kept_broken
    print(f"{count:6d} tables, {len(near + far) / 2 / SECONDS:.0f} states a second at each viewer", flush=True)
    for what, ages in (("own broker", near), ("over bridge", far), ("all", near + far)):
        late = sorted(ages) or [float("nan")]
        print(f"       {what:12s} median {statistics.median(late):7.1f} ms   p99 {late[int(0.99 * len(late))]:7.1f} ms")
    print(f"       lost {said - events} of {said}, waiting {waiting}, streams not whole {broken} of {tables}")
    cores = ", ".join(f"{part} {share:.2f}" for part, share in used.items())
    print(f"       processors: {cores}   load {os.getloadavg()[0]:.1f}")
    print(f"       a thousand by that: {', '.join(f'{p} {share * 1000 / count:.2f}' for p, share in used.items())}")


def main() -> None:
    if sys.argv[1:2] == ["--play"]:
        letter, folder = sys.argv[2], Path(sys.argv[4])
        port, first, count = int(sys.argv[3]), int(sys.argv[5]), int(sys.argv[6])
        play(count, port, folder, rate_hz=RATE_HZ, prefix=letter, first=first, settle_s=SETTLE_S, patience_s=PATIENCE_S)
        return
    raise_descriptor_limit(8192)
    for count in [int(text) for text in sys.argv[1:]] or [512]:
        measure(count)


if __name__ == "__main__":
    main()
