"""Soak test of a table with viewers: memory, descriptors, threads and disk over a long time of play.

    python benchmarks/table/soak.py [--seconds 3600] [--viewers 50] [--cameras 5] [--phones 2] [--pictures-mb 5]
                                    [--fps 10] [--maps FILE]

The program runs in a separate process and plays its demonstration, game after game, with dice on the tray. Viewers
follow the live channel, some watch the camera; two paired phones undo, redo and challenge; another client requests the
image of every roll and a film of every clip. Prints samples, then the change of memory and descriptors from the second
quarter to the last (the first is warm-up). Limits: memory within 5 %, equal descriptors, images on disk within the
settings plus the growth of a minute. `--maps` writes the memory mappings at each sample, one line of JSON each, to
locate a leak.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

SAMPLES = 60
GROWTH = 0.05
MINUTE_MB = 20.0
"""Growth of the images on disk in a minute of play, before the oldest are deleted."""

ACT_EVERY_S = 8.0
LOOK_EVERY_S = 10.0
FILMED = 8
"""Frames from which a clip is of a fall or of a close ruling; its film is requested."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample of the process: resident and anonymous megabytes, descriptors, threads, and disk usage."""

    at_s: float
    resident_mb: float
    anonymous_mb: float
    descriptors: int
    threads: int
    disk_mb: float
    pictures_mb: float


def sampled(process: int, folder: Path, began_s: float) -> Sample:
    """Return a sample of the process."""
    status = Path(f"/proc/{process}/status").read_text()
    kept = {name: int(value) for name, value in re.findall(r"^(\w+):\s+(\d+)", status, re.MULTILINE)}
    files = dict(_sizes(folder))
    pictures = [size for path, size in files.items() if path.parent.suffix in {".clips", ".rolls"}]
    return Sample(
        time.monotonic() - began_s,
        kept["VmRSS"] / 1024,
        kept["RssAnon"] / 1024,
        len(list(Path(f"/proc/{process}/fd").iterdir())),
        kept["Threads"],
        sum(files.values()) / 1e6,
        sum(pictures) / 1e6,
    )


def mapped(process: int) -> dict[str, tuple[int, int]]:
    """Return anonymous and total kB of each mapping with anonymous memory, by start address and name."""
    found: dict[str, tuple[int, int]] = {}
    name, size = "", 0
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        if head := re.match(r"([0-9a-f]+)-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)", line):
            name = f"{head[1]} {head[2]}".strip()
        elif line.startswith("Size:"):
            size = int(line.split()[1])
        elif line.startswith("Anonymous:") and int(line.split()[1]):
            found[name] = (int(line.split()[1]), size)
    return found


def _sizes(folder: Path) -> Iterator[tuple[Path, int]]:
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if path.is_file():
                yield path, path.stat().st_size


async def watch(url: str, path: str, end_s: float, faults: list[str]) -> None:
    """Read a stream until the end of the test; record earlier disconnections."""
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
                faults.append(f"{path}: {fault!r}")
            else:
                faults.append(f"{path}: ended")
            await asyncio.sleep(1)


async def paired(url: str, player: str) -> httpx.AsyncClient:
    """Return the client of a paired player's phone."""
    async with httpx.AsyncClient(base_url=url, timeout=30, trust_env=False) as screen:
        pin = (await screen.get("api/pairing")).json()["pin"]
    phone = httpx.AsyncClient(base_url=url, timeout=30, trust_env=False)
    (await phone.post("api/pair", json={"pin": pin, "seat": player})).raise_for_status()
    return phone


async def ask(phone: httpx.AsyncClient, path: str, act: Any, done: Counter[str]) -> bool:
    """Send one act, and return whether it was accepted."""
    answer = await phone.post(f"api/{path}", json=act, headers={"Idempotency-Key": uuid.uuid4().hex})
    done[f"{path if act is None else act['intent']['kind']} {answer.status_code}"] += 1
    return answer.status_code == 200


async def act(phone: httpx.AsyncClient, end_s: float, done: Counter[str]) -> None:
    """Undo and redo until the end of the test."""
    try:
        while time.monotonic() < end_s:
            for kind in ("undo", "redo"):
                await ask(phone, "intents", {"intent": {"kind": kind}}, done)
            # A challenged ruling keeps all its frames; the challenge is undone at once.
            if await ask(phone, "buttons/challenge", None, done):
                await ask(phone, "intents", {"intent": {"kind": "undo"}}, done)
            await asyncio.sleep(ACT_EVERY_S)
    finally:
        await phone.aclose()


async def look(url: str, folder: Path, end_s: float, done: Counter[str]) -> None:
    """Request each roll's image and each clip's film of the newest game, once each."""
    seen: set[str] = set()
    async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:
        while time.monotonic() < end_s:
            number = (await client.get("api/games")).json()["games"][0]["number"]
            marks = (await client.get(f"api/games/{number}")).json()["marks"]
            filmed = [mark["clip_of"] for mark in marks if mark["clip"] >= FILMED and mark["clip_of"]]
            wanted = [f"api/games/{number}/clips/{sequence}.mp4" for sequence in filmed]
            wanted += [f"api/rolls/{path.stem}.jpg" for path in folder.glob(f"games/{number:04d}.rolls/*.jpg")]
            for path in wanted:
                if f"{number} {path}" not in seen:
                    answer = await client.get(path)
                    done[f"{'film' if path.endswith('mp4') else 'roll'} {answer.status_code}"] += 1
                    seen.add(f"{number} {path}")
            await asyncio.sleep(LOOK_EVERY_S)


async def soak(
    url: str, process: int, folder: Path, asked: argparse.Namespace
) -> tuple[list[Sample], list[str], Counter[str]]:
    """Return the samples of a table with viewers, the faults of viewers and phones, and counts of responses."""
    began_s, faults, done = time.monotonic(), list[str](), Counter[str]()
    end_s = began_s + asked.seconds
    paths = ["api/live"] * asked.viewers + ["camera.mjpg"] * asked.cameras
    viewers = [asyncio.create_task(watch(url, path, end_s, faults)) for path in paths]
    phones = [await paired(url, f"p{number + 1}") for number in range(asked.phones)]
    others = [asyncio.create_task(act(phone, end_s, done)) for phone in phones]
    others.append(asyncio.create_task(look(url, folder, end_s, done)))
    samples = []
    while time.monotonic() < end_s:
        await asyncio.sleep(min(asked.seconds / SAMPLES, max(0.0, end_s - time.monotonic())))
        samples.append(sampled(process, folder, began_s))
        if asked.maps is not None:
            with asked.maps.open("a") as file:
                file.write(json.dumps({"at_s": samples[-1].at_s, "done": done, "maps": mapped(process)}) + "\n")
        one = samples[-1]
        print(
            f"{one.at_s:7.0f} s {one.resident_mb:7.1f} MB {one.anonymous_mb:7.1f} MB anonymous "
            f"{one.descriptors:4} descriptors {one.threads:3} threads {one.disk_mb:7.1f} MB on disk, "
            f"{one.pictures_mb:6.1f} MB of it pictures",
            flush=True,
        )
    for task in others:
        if task.done() and (fault := task.exception()) is not None:
            faults.append(repr(fault))
    for task in (*viewers, *others):
        task.cancel()
    await asyncio.gather(*viewers, *others, return_exceptions=True)
    return samples, faults, done


def main() -> int:
    """Run one table and report whether its resources stayed within the limits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--viewers", type=int, default=50)
    parser.add_argument("--cameras", type=int, default=5)
    parser.add_argument("--phones", type=int, default=2, choices=(0, 1, 2))
    parser.add_argument("--pictures-mb", type=float, default=5.0, help="what pictures may take on disk")
    parser.add_argument("--fps", type=float, default=10.0, help="frames a second; the demonstration's own pace stays")
    parser.add_argument("--maps", type=Path, help="a file for where the memory lies at each sample")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        command = [sys.executable, "-m", "overlook", "run", "--port", "0", "--data", name]
        allowed = {"OVERLOOK_DATA__PICTURES_GB": str(asked.pictures_mb / 1000), "OVERLOOK_CAMERA__FPS": str(asked.fps)}
        said = Path(name) / "said.log"
        with said.open("w") as log:
            table = subprocess.Popen(command, stderr=log, text=True, env={**os.environ, **allowed})
        try:
            while (found := re.search(r"http://\S+", said.read_text())) is None:
                assert table.poll() is None, said.read_text()
                time.sleep(0.1)
            samples, faults, done = asyncio.run(soak(found.group(), table.pid, Path(name), asked))
        finally:
            table.send_signal(signal.SIGTERM)
            table.wait(180)
        for line in said.read_text().splitlines()[-5:]:
            print(f"    {line}")
    quarter = len(samples) // 4
    before, after = samples[quarter : 2 * quarter], samples[-quarter:]
    memory = [statistics.median(one.anonymous_mb for one in part) for part in (before, after)]
    descriptors = [statistics.median(one.descriptors for one in part) for part in (before, after)]
    print(f"memory {memory[0]:.1f} -> {memory[1]:.1f} MB ({memory[1] / memory[0] - 1:+.1%})")
    print(f"descriptors {descriptors[0]:.0f} -> {descriptors[1]:.0f}, faults: {len(faults)} {faults[:3]}")
    most_mb = max(one.pictures_mb for one in samples)
    print(f"pictures at most {most_mb:.1f} MB of {asked.pictures_mb:.1f} allowed and what a minute adds; {dict(done)}")
    grown = memory[1] / memory[0] - 1 >= GROWTH or descriptors[0] != descriptors[1]
    return 1 if grown or faults or most_mb > asked.pictures_mb + MINUTE_MB else 0


if __name__ == "__main__":
    sys.exit(main())
