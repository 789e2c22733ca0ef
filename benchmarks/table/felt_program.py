"""Start-up time, CPU and memory of the program, started as an installed one.

`started` uses the simulated table, including the cost of rendering and of the demonstration; `resting` uses images of a
table at rest, rendered before and held in memory (`benchmarks/table/held_pictures.py`).
"""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import cv2

from calibration.rig import save_rig
from simulation import Choreography, Renderer, example_catalogue, example_poses, example_rig


def as_installed(folder: Path) -> dict[str, str]:
    """Return the environment of a program whose modules are compiled to `folder`, as pip leaves them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}


SIZE_PX, FPS = (2304, 1296), 10.0
SETTLES_S, WATCHED_S = 6.0, 10.0
ASKED = 30
PICTURES = 3
HELD_MIB = PICTURES * 3 * SIZE_PX[0] * SIZE_PX[1] >> 20
"""Memory of the `PICTURES` images of a table at rest, MiB. They differ by the sensor's noise and are repeated."""


def started() -> dict[str, float]:
    """Return the times from start to page and to image in seconds, then CPU at rest and memory with one viewer."""
    with tempfile.TemporaryDirectory(prefix="overlook-felt-") as name:
        folder = Path(name)
        folder.joinpath("overlook.toml").write_text(
            f'[camera]\nsource = "simulated"\nfps = {FPS}\nsize_px = [{SIZE_PX[0]}, {SIZE_PX[1]}]\n'
        )
        with _running(folder) as (root, pid, began_s):
            page_s = _answered(root, "/", began_s)
            page_cpu_s = cpu_s(pid)
            picture_s = _answered(root, "/camera.jpg", began_s)
            picture_cpu_s = cpu_s(pid)
            used, resident, peak = _watched(root, pid)
        return {
            "start -> page, s": round(page_s, 2),
            "start -> page, CPU s": round(page_cpu_s, 2),
            "start -> picture, s": round(picture_s, 2),
            "start -> picture, CPU s": round(picture_cpu_s, 2),
            "CPU with the demonstration, % of a core": used,
            "resident with the demonstration, MiB": resident,
            "peak with the demonstration, MiB": peak,
        }


def resting() -> dict[str, float]:
    """Return CPU and memory of a table at rest with one viewer, without the memory of the held images."""
    with tempfile.TemporaryDirectory(prefix="overlook-rest-") as name:
        folder = Path(name)
        _draw_at_rest(folder)
        program = str(Path(__file__).with_name("held_pictures.py"))
        with _running(folder, program) as (root, pid, began_s):
            page_s = _answered(root, "/", began_s)
            page_cpu_s = cpu_s(pid)
            picture_s = _answered(root, "/camera.jpg", began_s)
            picture_cpu_s = cpu_s(pid)
            answer_ms = _in_a_row(root)
            used, resident, peak = _watched(root, pid)
        return {
            "an answer over a connection that is kept, ms": answer_ms,
            "start -> page with a camera, s": round(page_s, 2),
            "start -> page with a camera, CPU s": round(page_cpu_s, 2),
            "start -> picture of a camera, s": round(picture_s, 2),
            "start -> picture of a camera, CPU s": round(picture_cpu_s, 2),
            "CPU at rest, % of a core": used,
            "resident at rest, MiB": resident - HELD_MIB,
            "peak at rest, MiB": peak - HELD_MIB,
        }


def _draw_at_rest(folder: Path) -> None:
    catalogue, rig = example_catalogue(), example_rig(SIZE_PX)
    save_rig(rig, folder / "rig.json")
    (folder / "catalogue.json").write_text(catalogue.model_dump_json())
    scene, renderer = Choreography(catalogue, example_poses()).at(0.0), Renderer(catalogue, rig)
    frames = folder / "frames"
    frames.mkdir()
    for number in range(PICTURES):
        cv2.imwrite(str(frames / f"0000-{number}.bmp"), renderer.picture(scene, seed=number))
    for again in range(1, round((60 + SETTLES_S + WATCHED_S) * FPS / PICTURES)):
        for number in range(PICTURES):
            (frames / f"{again:04}-{number}.bmp").symlink_to(f"0000-{number}.bmp")
    folder.joinpath("overlook.toml").write_text(
        f'[camera]\nsource = "frames"\nfps = {FPS}\nsize_px = [{SIZE_PX[0]}, {SIZE_PX[1]}]\n'
        'rig = "rig.json"\ncatalogue = "catalogue.json"\n'
    )


@contextlib.contextmanager
def _running(folder: Path, *program: str) -> Iterator[tuple[str, int, float]]:
    """Run the program on a folder's settings; yield its address, process id and start time.

    It is run once before until it shows an image, because pip also compiles modules that are imported later.
    """
    with _begun(folder, "compiling", *program) as (root, _, began_s):
        _answered(root, "/camera.jpg", began_s)
    with _begun(folder, "data", *program) as begun:
        yield begun


@contextlib.contextmanager
def _begun(folder: Path, data: str, *program: str) -> Iterator[tuple[str, int, float]]:
    """Start the program with a separate data folder, and stop it at the end."""
    words = [*(program or ("-m", "overlook")), "run", "--port", "0", "--data", str(folder / data)]
    began_s = time.monotonic()
    table = subprocess.Popen(
        [sys.executable, *words], env=as_installed(folder), stderr=subprocess.PIPE, text=True, cwd=folder
    )
    try:
        assert table.stderr is not None
        address = None
        while address is None:
            line = table.stderr.readline()
            assert line, "the table has stopped"
            address = re.search(r"http://\S+?(?=/?\s|/?$)", line)
        yield address.group(0), table.pid, began_s
    finally:
        table.send_signal(signal.SIGINT)
        table.wait(60)


def _watched(root: str, pid: int) -> tuple[float, int, int]:
    """Return CPU with one viewer in percent of a core, the resident set and its peak in MiB."""
    with urllib.request.urlopen(f"{root}/api/live", timeout=30):
        time.sleep(SETTLES_S)
        before_s = cpu_s(pid)
        time.sleep(WATCHED_S)
        used = round(100 * (cpu_s(pid) - before_s) / WATCHED_S, 1)
    return used, *memory_mib(pid)


def _in_a_row(root: str) -> float:
    """Return the median time in ms of consecutive requests over one connection, as a page sends after a tap."""
    line, taken = http.client.HTTPConnection(urlsplit(root).netloc, timeout=30), []
    for _ in range(ASKED):
        asked_s = time.perf_counter()
        line.request("GET", "/api/session")
        line.getresponse().read()
        taken.append(1000 * (time.perf_counter() - asked_s))
    line.close()
    return round(statistics.median(taken), 1)


def _answered(root: str, path: str, began_s: float) -> float:
    """Return the seconds from the start to the first successful response of a path."""
    while True:
        try:
            with urllib.request.urlopen(root + path, timeout=30) as answer:
                answer.read()
                return time.monotonic() - began_s
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.02)


def cpu_s(pid: int) -> float:
    """Return the CPU seconds, user and system, that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mib(pid: int) -> tuple[int, int]:
    """Return the resident set and its peak, MiB."""
    status = Path(f"/proc/{pid}/status").read_text()
    rss, peak = (re.search(rf"{name}:\s+(\d+)", status) for name in ("VmRSS", "VmHWM"))
    assert rss is not None
    assert peak is not None
    return int(rss.group(1)) // 1024, int(peak.group(1)) // 1024
