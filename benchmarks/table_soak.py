"""Whether a table that is looked on for long stays as it is: memory, descriptors, threads and disk while it plays.

    python benchmarks/table_soak.py [--seconds 3600] [--viewers 50] [--cameras 5]

The program runs as a process of its own and plays its demonstration. Viewers follow the live channel, some watch the
camera. Printed are samples; then how memory and descriptors of the last quarter differ from those of the second one
(the first is warming up). Limits: memory within 5 %, descriptors the same.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx

SAMPLES = 40
GROWTH = 0.05


@dataclass(frozen=True, slots=True)
class Sample:
    """One look at the process: resident and anonymous megabytes, descriptors, threads, and what is on disk."""

    at_s: float
    resident_mb: float
    anonymous_mb: float
    descriptors: int
    threads: int
    disk_mb: float


def sampled(process: int, folder: Path, began_s: float) -> Sample:
    """Return how the process is now."""
    status = Path(f"/proc/{process}/status").read_text()
    kept = {name: int(value) for name, value in re.findall(r"^(\w+):\s+(\d+)", status, re.MULTILINE)}
    files = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return Sample(
        time.monotonic() - began_s,
        kept["VmRSS"] / 1024,
        kept["RssAnon"] / 1024,
        len(list(Path(f"/proc/{process}/fd").iterdir())),
        kept["Threads"],
        sum(files) / 1e6,
    )


async def watch(url: str, path: str, end_s: float, lost: list[str]) -> None:
    """Take what one address sends until the end; note when it ended before."""
    timeout = httpx.Timeout(30)
    async with httpx.AsyncClient(timeout=timeout, trust_env=False) as client:
        while time.monotonic() < end_s:
            try:
                async with client.stream("GET", url + path) as response:
                    response.raise_for_status()
                    async for _ in response.aiter_raw():
                        if time.monotonic() >= end_s:
                            return
            except httpx.HTTPError as fault:
                lost.append(f"{path}: {fault!r}")
            lost.append(f"{path}: ended")
            await asyncio.sleep(1)


async def soak(url: str, process: int, folder: Path, asked: argparse.Namespace) -> tuple[list[Sample], list[str]]:
    """Return the samples of a table that is looked on, and each viewer that was let go of."""
    began_s, lost = time.monotonic(), list[str]()
    end_s = began_s + asked.seconds
    paths = ["api/live"] * asked.viewers + ["camera.mjpg"] * asked.cameras
    viewers = [asyncio.create_task(watch(url, path, end_s, lost)) for path in paths]
    samples = []
    while time.monotonic() < end_s:
        await asyncio.sleep(min(asked.seconds / SAMPLES, max(0.0, end_s - time.monotonic())))
        samples.append(sampled(process, folder, began_s))
        one = samples[-1]
        print(
            f"{one.at_s:7.0f} s {one.resident_mb:7.1f} MB {one.anonymous_mb:7.1f} MB anonymous "
            f"{one.descriptors:4} descriptors {one.threads:3} threads {one.disk_mb:7.1f} MB on disk",
            flush=True,
        )
    for viewer in viewers:
        viewer.cancel()
    await asyncio.gather(*viewers, return_exceptions=True)
    return samples, lost


def main() -> int:
    """Run one table and say whether it stayed as it was."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--cameras", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "overlook", "run", "--port", "0", "--data", name]
        table = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert table.stderr is not None
        found = next(filter(None, (re.search(r"http://\S+", line) for line in table.stderr)))
        try:
            samples, lost = asyncio.run(soak(found.group(), table.pid, Path(name), asked))
        finally:
            table.send_signal(signal.SIGTERM)
            table.wait(30)
    quarter = len(samples) // 4
    before, after = samples[quarter : 2 * quarter], samples[-quarter:]
    memory = [statistics.median(one.anonymous_mb for one in part) for part in (before, after)]
    descriptors = [statistics.median(one.descriptors for one in part) for part in (before, after)]
    print(f"memory {memory[0]:.1f} -> {memory[1]:.1f} MB ({memory[1] / memory[0] - 1:+.1%})")
    print(f"descriptors {descriptors[0]:.0f} -> {descriptors[1]:.0f}, viewers let go of: {len(lost)} {lost[:3]}")
    return 0 if memory[1] / memory[0] - 1 < GROWTH and descriptors[0] == descriptors[1] and not lost else 1


if __name__ == "__main__":
    sys.exit(main())
