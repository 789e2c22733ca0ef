"""The real program on the simulated table, as a process of its own."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

import httpx

from tests.overlook.commands import Forked

RUNNING: set[LiveTable] = set()
"""Tables that were started and not yet ended. A test that fails leaves its table here."""

START_S = 120.0
FRAMES_PER_SECOND = 4.0


def kill_running(but: Collection[LiveTable] = ()) -> None:
    """Kill the running tables, except those in `but`."""
    for table in RUNNING - set(but):
        if table.runs:
            table.kill()
        RUNNING.discard(table)


atexit.register(kill_running)


class LiveTable:
    """`overlook run` in a folder of its own, on a free port. Start it again and it goes on where it was.

    It is a process of its own, the fork of one that has read the program; `from_nothing` it reads the program itself
    and ends as Python ends, which is what tests of starting and ending ask for. Its camera takes `fps` frames a second,
    or as many as its settings say: each costs work, and no test counts them.
    """

    def __init__(
        self, data: Path, *options: str, from_nothing: bool = False, fps: float | None = FRAMES_PER_SECOND
    ) -> None:
        self.folder = self._data = data
        self._from_nothing = from_nothing
        self._options = options
        self._fps = fps
        self.url = ""
        self.said: list[str] = []
        self._process: subprocess.Popen[bytes] | Forked | None = None

    def start(self) -> LiveTable:
        """Start it, and wait until it has said its address."""
        words = ["run", "--port", "0", "--data", str(self._data), *self._options]
        self.url = ""
        self._kept = Path(tempfile.mkdtemp())
        told = self._kept / "told"
        os.mkfifo(told)
        self._listener = threading.Thread(target=self._listen, args=(told,), daemon=True)
        self._listener.start()
        environment = dict(os.environ)
        if self._fps is not None:
            environment["OVERLOOK_CAMERA__FPS"] = str(self._fps)
        if self._from_nothing:
            with told.open("wb") as pipe:
                command = [sys.executable, "-m", "overlook", *words]
                self._process = subprocess.Popen(command, stderr=pipe, cwd=self._data, env=environment)
        else:
            end = self._kept / "end"
            out = Path(os.devnull)
            self._process = Forked(words, folder=self._data, out=out, err=told, end=end, environment=environment)
        RUNNING.add(self)
        end_s = time.monotonic() + START_S
        while not self.url:
            assert self._process.poll() is None, f"the table has stopped: {self.said}"
            assert time.monotonic() < end_s, f"no address within {START_S} s: {self.said}"
            time.sleep(0.05)
        return self

    def _listen(self, told: Path) -> None:
        with told.open() as lines:
            for line in lines:
                self.said.append(line.rstrip())
                found = re.search(r"http://[^\s,]+", line)
                if found:
                    self.url = found.group(0).removesuffix("setup")

    @property
    def runs(self) -> bool:
        """Whether it has been started and has not ended."""
        return self._process is not None and self._process.poll() is None

    def snapshot(self) -> dict[str, Any]:
        """Return what the table shows now."""
        answer = httpx.get(self.url + "api/snapshot", timeout=60)
        answer.raise_for_status()
        document: dict[str, Any] = answer.json()
        return document

    def act(self, kind: str, **fields: Any) -> tuple[bool, dict[str, Any]]:
        """Return whether a request was taken, and what was answered."""
        key = f"live-{time.monotonic_ns()}"
        body = {"intent": {"kind": kind, **fields}}
        answer = httpx.post(self.url + "api/intents", json=body, headers={"Idempotency-Key": key}, timeout=60)
        return answer.status_code == 200, answer.json()

    def until(self, true_of: Callable[[dict[str, Any]], bool], *, within_s: float) -> dict[str, Any]:
        """Return the first snapshot of which something is true."""
        end_s = time.monotonic() + within_s
        while True:
            now = self.snapshot()
            if true_of(now):
                return now
            assert time.monotonic() < end_s, f"not within {within_s} s; health {now['health']}, game {now['game']}"
            time.sleep(0.1)

    def ended(self, within_s: float) -> int:
        """Wait until it ends by itself, and return its exit status."""
        assert self._process is not None
        return self._process.wait(within_s)

    def kill(self) -> None:
        """End it as a pulled plug does."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(60)
        self._gone()

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ask it to stop, as Ctrl-C or as the system does, and return its exit status."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(how)
        status = self._process.wait(60)
        self._gone()
        return status

    def _gone(self) -> None:
        RUNNING.discard(self)
        self._listener.join(60)
        shutil.rmtree(self._kept, ignore_errors=True)
