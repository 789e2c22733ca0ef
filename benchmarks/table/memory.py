"""Measure the memory of a running table at 12 megapixels: python benchmarks/table/memory.py [SECONDS] [--simulated].

The program runs in a separate process on a folder of images rendered by the simulated table (`--simulated`: on the
simulated camera, including the cost of rendering), while a viewer requests annotated frames. Prints the resident set
and its peak, in MiB, as counted by the kernel.
"""

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

import cv2

from calibration.rig import save_rig
from simulation import Choreography, HandMove, Renderer, example_catalogue, example_poses, example_rig

SIZE = (4056, 3040)
PICTURES, ROUNDS, FPS = 14, 12, 2.0
MOVES = (HandMove("a4", 0.5, ((10.2, 10.4), (12.0, 8.0)), arm_deg=200.0),)


def draw(folder: Path) -> None:
    """Write repeated images of a hand that moves an operative, with their catalogue, rig and settings."""
    catalogue, rig = example_catalogue(), example_rig(SIZE, fill=0.65)
    save_rig(rig, folder / "rig.json")
    (folder / "catalogue.json").write_text(catalogue.model_dump_json())
    scene, renderer = Choreography(catalogue, example_poses(), MOVES), Renderer(catalogue, rig)
    (folder / "frames").mkdir()
    for number in range(PICTURES):
        name = f"00-{number:02}.jpg"
        cv2.imwrite(str(folder / "frames" / name), renderer.picture(scene.at(0.35 * number), seed=number))
        for again in range(1, ROUNDS):
            (folder / "frames" / f"{again:02}-{number:02}.jpg").symlink_to(name)


def settings(folder: Path, *, simulated: bool) -> None:
    source = "simulated" if simulated else "frames"
    files = "" if simulated else 'rig = "rig.json"\ncatalogue = "catalogue.json"\n'
    text = f'[camera]\nsource = "{source}"\nfps = {FPS}\nsize_px = [{SIZE[0]}, {SIZE[1]}]\n{files}'
    (folder / "overlook.toml").write_text(text)


def memory_mib(pid: int) -> tuple[int, int]:
    """Return the resident set and its peak."""
    status = Path(f"/proc/{pid}/status").read_text()
    rss, peak = (re.search(rf"{name}:\s+(\d+)", status) for name in ("VmRSS", "VmHWM"))
    assert rss is not None
    assert peak is not None
    return int(rss.group(1)) // 1024, int(peak.group(1)) // 1024


def watch(folder: Path, seconds: float) -> None:
    command = [sys.executable, "-m", "overlook", "run", "--port", "0", "--data", str(folder / "data")]
    table = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=folder)
    assert table.stderr is not None
    try:
        address = None
        while address is None:
            line = table.stderr.readline()
            assert line, "the table has stopped"
            address = re.search(r"http://\S+", line)
        end_s, peak = time.monotonic() + seconds, 0
        while time.monotonic() < end_s:
            time.sleep(1)
            try:
                urllib.request.urlopen(f"{address.group(0)}camera.jpg?drawn=true", timeout=10).read()
            except urllib.error.HTTPError as fault:
                print(f"no picture yet: {fault.code}", file=sys.stderr)
            rss, peak = memory_mib(table.pid)
        print(f"{SIZE[0]} x {SIZE[1]}: resident {rss} MiB, peak {peak} MiB, load {os.getloadavg()[0]:.1f}")
    finally:
        table.send_signal(signal.SIGINT)
        table.wait(60)


def main() -> None:
    numbers = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    simulated = "--simulated" in sys.argv
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not simulated:
            # A separate process, so that the memory used for rendering is released.
            subprocess.run([sys.executable, __file__, "--draw", name], check=True)
        settings(folder, simulated=simulated)
        watch(folder, float(numbers[0]) if numbers else 60.0)


if __name__ == "__main__":
    if "--draw" in sys.argv:
        draw(Path(sys.argv[-1]))
    else:
        main()
