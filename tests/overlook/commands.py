"""The command line in processes of their own that have read the program already: forks of one that has."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path

WELL = """
import atexit, gc, json, os, runpy, signal, sys
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
from overlook.cli.main import program
program()
gc.freeze()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in iter(sys.stdin.readline, ""):
    if os.fork():
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    asked = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, path in ((1, asked["out"]), (2, asked["err"])):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), number)
        sys.argv[1:] = asked["words"]
        status = 1
        try:
            if asked["program"]:
                runpy.run_path(asked["program"], run_name="__main__")
            else:
                runpy.run_module("overlook", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            status = end.code
        except Exception:
            sys.excepthook(*sys.exc_info())
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status or 0)
    print(child, flush=True)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(asked["end"] + ".part", "w") as file:
        file.write(str(ended))
    os.rename(asked["end"] + ".part", asked["end"])
    os._exit(0)
"""
"""Reads every command once; then each line on stdin asks for a fork of it that runs as `python -m overlook` does.

Between the two stands a process that waits for the fork and writes how it ended, so that many may run at a time.
A fork leaves without C's own handlers: onnxruntime's waits for a thread that only the first process has.
"""

_ran: set[str] = set()
LOOK_S = 0.005


@cache
def _well() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    atexit.register(process.__exit__, None, None, None)
    return process


class Forked:
    """`overlook` with these words in a folder, a fork of a process that has read the program; asked as a `Popen` is.

    What it says goes to the files `out` and `err`; `end` is where its exit status is written. `program` is the file of
    another program that takes the words, one that imports nothing of the tests.
    """

    def __init__(
        self,
        words: list[str],
        *,
        folder: Path,
        out: Path,
        err: Path,
        end: Path,
        environment: Mapping[str, str] = os.environ,
        program: str = "",
    ) -> None:
        well = _well()
        assert well.stdin is not None
        assert well.stdout is not None
        self._words, self._end = words, end
        asked = {"words": words, "folder": str(folder), "environment": dict(environment), "program": program}
        well.stdin.write(json.dumps({**asked, "out": str(out), "err": str(err), "end": str(end)}) + "\n")
        self.pid = int(well.stdout.readline())

    def poll(self) -> int | None:
        """Return its exit status, None while it runs."""
        return int(self._end.read_text()) if self._end.exists() else None

    def wait(self, within_s: float) -> int:
        """Return its exit status once it has ended."""
        until_s = time.monotonic() + within_s
        while True:
            status = self.poll()
            if status is not None:
                return status
            if time.monotonic() > until_s:
                raise subprocess.TimeoutExpired(self._words, within_s)
            time.sleep(LOOK_S)

    def send_signal(self, how: signal.Signals) -> None:
        """Send it a signal unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        """End it as a pulled plug does."""
        self.send_signal(signal.SIGKILL)


def overlook(*words: str | Path, folder: Path, within_s: float = 300.0) -> subprocess.CompletedProcess[str]:
    """Return what `overlook` with these words said in a folder, and its exit status.

    Reading the program takes 0.7 to 3 s of a processor: each command reads it from nothing the first time, and is a
    fork of a process that has read it from then on.
    """
    command = list(map(str, words))
    if command[0] in _ran:
        return _forked(command, folder, within_s)
    _ran.add(command[0])
    whole = [sys.executable, "-m", "overlook", *command]
    return subprocess.run(whole, cwd=folder, capture_output=True, text=True, check=False, timeout=within_s)


def _forked(command: list[str], folder: Path, within_s: float) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as kept:
        out, err = Path(kept) / "out", Path(kept) / "err"
        process = Forked(command, folder=folder, out=out, err=err, end=Path(kept) / "end")
        try:
            status = process.wait(within_s)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        return subprocess.CompletedProcess(command, status, out.read_text(), err.read_text())
