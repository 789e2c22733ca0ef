"""The program as a player starts it: how soon a page and a picture come, and what it takes while nothing happens."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

SIZE_PX, FPS = (2304, 1296), 10.0
SETTLES_S, WATCHED_S = 6.0, 10.0


def started() -> dict[str, float]:
    """Return seconds from the start to the page and to the picture, then CPU at rest and memory with one viewer."""
    with tempfile.TemporaryDirectory(prefix="overlook-felt-") as name:
        folder = Path(name)
        folder.joinpath("overlook.toml").write_text(
            f'[camera]\nsource = "simulated"\nfps = {FPS}\nsize_px = [{SIZE_PX[0]}, {SIZE_PX[1]}]\n'
        )
        command = [sys.executable, "-m", "overlook", "run", "--port", "0", "--data", str(folder / "data")]
        began_s = time.monotonic()
        table = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder)
        try:
            return _followed(table, began_s)
        finally:
            table.send_signal(signal.SIGINT)
            table.wait(60)


def _followed(table: subprocess.Popen[str], began_s: float) -> dict[str, float]:
    assert table.stderr is not None
    address = None
    while address is None:
        line = table.stderr.readline()
        assert line, "the table has stopped"
        address = re.search(r"http://\S+?(?=/?\s|/?$)", line)
    root = address.group(0)
    page_s = _answered(root, "/", began_s)
    page_cpu_s = cpu_s(table.pid)
    picture_s = _answered(root, "/camera.jpg", began_s)
    picture_cpu_s = cpu_s(table.pid)
    with urllib.request.urlopen(f"{root}/api/live", timeout=30):
        time.sleep(SETTLES_S)
        before_s = cpu_s(table.pid)
        time.sleep(WATCHED_S)
        used_s = cpu_s(table.pid) - before_s
    resident, peak = memory_mib(table.pid)
    return {
        "start -> page, s": round(page_s, 2),
        "start -> page, CPU s": round(page_cpu_s, 2),
        "start -> picture, s": round(picture_s, 2),
        "start -> picture, CPU s": round(picture_cpu_s, 2),
        "CPU at rest, % of a core": round(100 * used_s / WATCHED_S, 1),
        "resident, MiB": resident,
        "peak, MiB": peak,
    }


def _answered(root: str, path: str, began_s: float) -> float:
    """Return the seconds since the start at which a path was answered well for the first time."""
    while True:
        try:
            with urllib.request.urlopen(root + path, timeout=30) as answer:
                answer.read()
                return time.monotonic() - began_s
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.02)


def cpu_s(pid: int) -> float:
    """Return the CPU seconds, of the program and the kernel for it, that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid: int) -> tuple[int, int]:
    """Return the resident set and its peak, MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    rss, peak = (re.search(rf"{name}:\s+(\d+)", status) for name in ("VmRSS", "VmHWM"))
    assert rss is not None
    assert peak is not None
    return int(rss.group(1)) // 1024, int(peak.group(1)) // 1024
