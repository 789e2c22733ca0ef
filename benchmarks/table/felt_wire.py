"""Waiting times of a player as a phone sees them: over sockets, from a separate process.

One connection sends requests, like a phone after a tap; another receives events, like the opponent's phone. The game is
that of `benchmarks/table/felt_script.py`. Times are wall times, so other load on the machine counts.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import queue
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.table.felt_program import as_installed
from benchmarks.table.felt_script import document

SERVED_S, PATIENCE_S = 60, 30.0
SCANNED_S = 1.5
"""Seconds in which a player reads before the next tap; the table computes ahead meanwhile."""
REACHES = ("Reposition", "Dash", "Charge")


class OtherPhone:
    """A client of the live channel; each change is recorded with its time of arrival."""

    def __init__(self, netloc: str) -> None:
        self._line = http.client.HTTPConnection(netloc, timeout=SERVED_S)
        self._line.request("GET", "/api/live")
        self._answer = self._line.getresponse()
        self._told: queue.SimpleQueue[tuple[float, str]] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, http.client.HTTPException, AttributeError, ValueError):
            for line in self._answer:
                if line.startswith(b"data:"):
                    self._told.put((time.perf_counter(), line.decode()))

    def forget(self) -> None:
        """Discard the changes received so far."""
        while not self._told.empty():
            self._told.get()

    def told(self, meets: Callable[[str], bool]) -> float:
        """Return the arrival time of the first change that satisfies `meets`."""
        end_s = time.perf_counter() + PATIENCE_S
        while True:
            came_s, change = self._told.get(timeout=max(0.01, end_s - time.perf_counter()))
            if meets(change):
                return came_s


def over_the_wire(rounds: int) -> dict[str, float]:
    """Return the medians of `rounds` activations, each of another operative and undone."""
    taken: dict[str, list[float]] = {}
    with _served() as netloc:
        other, line = OtherPhone(netloc), http.client.HTTPConnection(netloc, timeout=PATIENCE_S)
        for number in range(rounds + 1):
            operative = f"A{1 + number % 14}"
            time.sleep(SCANNED_S)
            other.forget()
            began_s = time.perf_counter()
            activate = {"intent": {"kind": "activate", "operative": operative, "order": "engage"}}
            _asked(line, "POST", "/api/intents", activate)
            taken_s = time.perf_counter()
            told_s = other.told(lambda change: '"offers"' in change and '"Charge"' in change)
            card_s = time.perf_counter()
            _asked(line, "GET", f"/api/operatives/{operative}")
            odds_s = time.perf_counter()
            for action in REACHES:
                _asked(line, "GET", f"/api/operatives/{operative}/reach/{action}")
            reached_s = time.perf_counter()
            _asked(line, "POST", "/api/buttons/undo")
            undone_s = time.perf_counter()
            if number == 0:  # the first round also loads the edition
                continue
            for name, since_s, until_s in (
                ("tap -> taken", began_s, taken_s),
                ("tap -> what may be done, on the other phone", began_s, told_s),
                ("targets with odds", card_s, odds_s),
                ("three reaches", odds_s, reached_s),
                ("undo", reached_s, undone_s),
            ):
                taken.setdefault(f"over the wire, {name}, ms", []).append(1000 * (until_s - since_s))
    return {name: round(statistics.median(waits), 1) for name, waits in taken.items()}


def _asked(line: http.client.HTTPConnection, method: str, path: str, body: object = None) -> None:
    headers = {"Content-Type": "application/json"}
    if method == "POST":
        headers["Idempotency-Key"] = f"felt-{time.monotonic_ns()}"
    line.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = line.getresponse()
    said = answer.read()
    assert answer.status == http.client.OK, (path, answer.status, said)


@contextlib.contextmanager
def _served() -> Iterator[str]:
    """Serve the game from a separate process; yield its address."""
    with tempfile.TemporaryDirectory(prefix="overlook-felt-") as folder:
        script = Path(folder) / "game.json"
        script.write_text(json.dumps(document()))
        words = ["-m", "overlook", "play", str(script), "--show", "0", "--pace", str(SERVED_S)]
        served = subprocess.Popen(
            [sys.executable, *words], env=as_installed(Path(folder)), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        try:
            assert served.stderr is not None
            found = None
            while found is None:
                said = served.stderr.readline().decode()
                assert said, "the table has stopped"
                found = re.search(r"http://[^\s/]+", said)
            _wait_for_the_battle(urlsplit(found.group()).netloc)
            yield urlsplit(found.group()).netloc
        finally:
            served.send_signal(signal.SIGINT)
            with contextlib.suppress(ProcessLookupError):
                os.waitpid(served.pid, 0)


def _wait_for_the_battle(netloc: str) -> None:
    line = http.client.HTTPConnection(netloc, timeout=PATIENCE_S)
    end_s = time.monotonic() + PATIENCE_S
    while True:
        line.request("GET", "/api/snapshot")
        if json.loads(line.getresponse().read())["game"]["phase"] == "firefight":
            return
        assert time.monotonic() < end_s, "the battle has not begun"
        time.sleep(0.2)
