"""The command line in processes of their own that have read the program already: forks of one that has."""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from functools import cache
from pathlib import Path

WELL = """
import atexit, gc, json, os, runpy, sys
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
from overlook.cli.main import program
program()
gc.freeze()
for line in iter(sys.stdin.readline, ""):
    asked = json.loads(line)
    child = os.fork()
    if child == 0:
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, path in ((1, asked["out"]), (2, asked["err"])):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), number)
        sys.argv[1:] = asked["words"]
        status = 1
        try:
            runpy.run_module("overlook", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            status = end.code
        except Exception:
            sys.excepthook(*sys.exc_info())
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Reads every command once; then each line on stdin asks for a fork of it that runs as `python -m overlook` does.

A fork leaves without C's own handlers: onnxruntime's waits for a thread that only the first process has.
"""

_ran: set[str] = set()


@cache
def _well() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WELL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    atexit.register(process.__exit__, None, None, None)
    return process


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
    well = _well()
    assert well.stdin is not None
    assert well.stdout is not None
    with tempfile.TemporaryDirectory() as kept:
        out, err = Path(kept) / "out", Path(kept) / "err"
        asked = {"words": command, "folder": str(folder), "environment": dict(os.environ)}
        well.stdin.write(json.dumps({**asked, "out": str(out), "err": str(err)}) + "\n")
        child = int(well.stdout.readline())
        late = threading.Timer(within_s, os.kill, (child, signal.SIGKILL))
        late.start()
        status = int(well.stdout.readline())
        late.cancel()
        return subprocess.CompletedProcess(command, status, out.read_text(), err.read_text())
