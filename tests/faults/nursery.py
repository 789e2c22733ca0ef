"""The program, loaded once and forked for every start: a busy machine starts it in a second, and kills stay kills.

`python -m tests.faults.nursery` loads it, then forks a child for each line of standard input: a JSON object with
`arguments`, `folder` and `log`. It answers with the child's process id.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG = 1
"""From linux/prctl.h: what a child gets when its parent dies."""

CHECKOUT = Path(__file__).resolve().parents[2]


class Nursery:
    """Starts the program where `prefix` leads, with what the environment adds."""

    def __init__(self, prefix: Sequence[str] = (), env: dict[str, str] | None = None) -> None:
        command = [*prefix, sys.executable, "-m", "tests.faults.nursery"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=CHECKOUT,
            env={**os.environ, **(env or {})},
        )
        self._answer()

    def _answer(self) -> int:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.strip().isdecimal(), f"the nursery has ended: {line!r}"
        return int(line)

    def bear(self, arguments: Sequence[str], folder: Path, log: Path) -> Child:
        """Return the program, just started with those arguments."""
        assert self._process.stdin is not None
        ask = {"arguments": list(arguments), "folder": str(folder), "log": str(log)}
        self._process.stdin.write(json.dumps(ask) + "\n")
        self._process.stdin.flush()
        return Child(self._answer())

    def close(self) -> None:
        """End it; its children are ended by who started them."""
        self._process.kill()
        self._process.wait(30)
        for end in (self._process.stdin, self._process.stdout):
            if end is not None:
                with contextlib.suppress(OSError):
                    end.close()


class Child:
    """A program that was started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """End it as a pulled plug does, and wait until it is gone."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        end_s = time.monotonic() + 60
        while self.alive:
            assert time.monotonic() < end_s, f"process {self.pid} does not end"
            time.sleep(0.01)


def _be(ask: dict[str, Any]) -> None:
    """Become the program."""
    from overlook.cli import main

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.chdir(ask["folder"])
    log = os.open(ask["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    sys.argv = ["overlook", *ask["arguments"]]
    main.main()


def _main() -> None:
    for module in ("overlook.cli.main", "overlook.hall.hall", "venue.hub.app"):
        importlib.import_module(module)
    sys.modules["overlook.cli.main"].program()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print(os.getpid(), flush=True)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _be(json.loads(line))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    _main()
