"""Run the command line in the test process, or in forks of a process that has imported the program."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO

from overlook.cli.main import main

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
            status = 0
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


def overlook(*words: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, with a folder as its working directory; return its output and exit status.

    What it writes to the descriptors of stdout and stderr is caught too: a library's own lines must not be there.
    """
    command = list(map(str, words))
    argv, before = sys.argv, Path.cwd()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err, _redirected(out, err):
        sys.argv = ["overlook", *command]
        os.chdir(folder)
        try:
            main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except Exception:
            sys.excepthook(*sys.exc_info())
            status = 1
        finally:
            sys.argv = argv
            os.chdir(before)
        texts = []
        for stream, file in ((sys.stdout, out), (sys.stderr, err)):
            stream.flush()
            file.seek(0)
            texts.append(file.read())
    return subprocess.CompletedProcess(command, status, *texts)


@contextmanager
def _redirected(out: IO[str], err: IO[str]) -> Iterator[None]:
    """Send stdout and stderr, streams and descriptors, to two files."""
    streams = sys.stdout, sys.stderr
    kept = [os.dup(number) for number in (1, 2)]
    for number, file in ((1, out), (2, err)):
        os.dup2(file.fileno(), number)
    with open(1, "w", closefd=False) as stdout, open(2, "w", closefd=False) as stderr:
        sys.stdout, sys.stderr = stdout, stderr
        try:
            yield
        finally:
            sys.stdout, sys.stderr = streams
            for number, descriptor in zip((1, 2), kept, strict=True):
                os.dup2(descriptor, number)
                os.close(descriptor)
