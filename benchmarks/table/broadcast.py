"""Measure a broadcast of the annotated camera by WebRTC: `python -m benchmarks.table.broadcast [VIEWERS [SECONDS]]`.

`overlook broadcast` sends the table's annotated frames, H.264 of 1920x1080 at 10 Hz, to Janus (Debian's package
`janus`), which streams them by WebRTC to many viewers in Chromium. Prints the CPU of table, ffmpeg and Janus as shares
of a core, the frames that each viewer received, the delay of the table's own steps with and without the broadcast, and
the age of a frame on a viewer's screen. Run it in a separate network namespace, as Janus offers no loopback address:

    unshare --net sh -c "ip link set lo up; ip link add v0 type veth peer name v1; ip link set v1 up; \\
        ip address add 192.0.2.1/24 dev v0; ip link set v0 up; ip route add default dev v0; \\
        exec python -m benchmarks.table.broadcast 50"
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import uvicorn
from playwright.sync_api import Page, sync_playwright

from benchmarks.table.on_air import below, reference_s, spent_s
from tests.conftest import CHROMIUM, FLAGS
from tests.web.fake_table import FakeTable
from web.app import Ports, create_app
from web.server.settings import WebSettings

PORT, JANUS_PORT, RTP_PORT = 8047, 8088, 5004
RATE_HZ = 10.0
PICTURES = 20
KILOBITS = 1500
WIDE, HIGH = 1920, 1080
LOST_MS = 60_000
SAMPLES = 40
HALF = 127
STAGES = ("received", "submitted", "shown")
INSTALL = "apt-get install janus ffmpeg chromium"
CELL_PX, BITS = 24, 24
"""Cells of the time stamp in each frame's upper left corner, a row of dark and light squares that viewers decode."""

MOUNT = f"""general: {{ }}
table: {{
  type = "rtp"
  id = 1
  description = "The table"
  audio = false
  video = true
  videoport = {RTP_PORT}
  videopt = 96
  videocodec = "h264"
  videofmtp = "profile-level-id=42e01f;packetization-mode=1"
  videobufferkf = true
  playoutdelay_ext = true
}}
"""
WATCH = (Path(__file__).parent / "broadcast_viewer.js").read_text(encoding="utf-8")


def stamp_ms() -> int:
    """Return the time of day in milliseconds, modulo the size of the stamp."""
    milliseconds: int = int(time.time() * 1000)
    return milliseconds % (1 << BITS)


def stamped(picture: np.ndarray) -> bytes:
    """Return the JPEG of an image stamped with the current time."""
    row = np.array([255 * (stamp_ms() >> bit & 1) for bit in range(BITS)], np.uint8)
    picture[:CELL_PX, : BITS * CELL_PX] = np.kron(row, np.ones((CELL_PX, CELL_PX), np.uint8))[..., None]
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])


async def serve() -> None:
    """Serve a table whose camera gives 1080p frames at `RATE_HZ`, and print the delay of its steps."""
    fake = FakeTable(moving=True)
    views = []
    for _ in range(PICTURES):
        fake.time_s += 1 / RATE_HZ
        small = cv2.imdecode(np.frombuffer(fake.photograph(), np.uint8), cv2.IMREAD_COLOR)
        assert small is not None
        views.append(cv2.resize(small, (WIDE, HIGH)))
    fake.time_s = 0.0
    server = uvicorn.Server(uvicorn.Config(create_app(Ports(table=fake), WebSettings()), port=PORT, log_level="error"))
    serving = asyncio.create_task(server.serve())
    late_ms: list[float] = []
    due_s = time.monotonic()
    while not serving.done():
        late_ms.append(1000 * (time.monotonic() - due_s))
        fake.time_s += 1 / RATE_HZ
        fake.publish()
        if fake.pictures.watched:
            fake.pictures.publish(stamped(views[len(late_ms) % PICTURES]))
        if len(late_ms) % 50 == 0:
            told = {"late_ms": round(statistics.quantiles(late_ms[-50:], n=20)[-1], 1), "cpu_s": time.process_time()}
            print(json.dumps(told), flush=True)
        due_s += 1 / RATE_HZ
        await asyncio.sleep(max(0.0, due_s - time.monotonic()))


@contextlib.contextmanager
def started(*command: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program in the background."""
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
        try:
            yield process
        finally:
            process.terminate()


@contextlib.contextmanager
def janus(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run Janus with the table's mount point only."""
    kept = Path("/etc/janus")
    shutil.copy(kept / "janus.jcfg", folder)
    shutil.copy(kept / "janus.transport.http.jcfg", folder)
    (folder / "janus.plugin.streaming.jcfg").write_text(MOUNT)
    with started("janus", "-F", str(folder), log=folder / "janus.log") as process:
        until(f"http://127.0.0.1:{JANUS_PORT}/janus/info")
        yield process


def until(url: str) -> None:
    """Wait until a URL answers with status 200; `SystemExit` after 90 s."""
    end_s = time.monotonic() + 90
    while time.monotonic() < end_s:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(url).status_code == httpx.codes.OK:
                return
        time.sleep(0.1)
    raise SystemExit(f"nothing answers at {url}")


def ages_ms(page: Page) -> dict[str, list[float]]:
    """Return ages of frames in ms when the first viewer had `received` them, and when they were `shown`.

    Samples with an unreadable stamp are left out.
    """
    read = [one for one in page.evaluate(f"ages({SAMPLES})") if one["shown"] < LOST_MS]
    return {stage: [float(one[stage]) for one in read] or [math.nan] for stage in STAGES}


def drawn_ages_ms(table: str) -> list[float]:
    """Return ages of annotated MJPEG frames in ms when a viewer has received them completely."""
    found: list[float] = []
    with httpx.stream("GET", f"{table}/camera.mjpg", params={"drawn": "true"}) as stream:
        kept = b""
        for some in stream.iter_raw():
            kept += some
            begun, ended = kept.find(b"\xff\xd8"), kept.find(b"\xff\xd9\r\n--")
            if 0 <= begun < ended:
                found.append(float((stamp_ms() - stamp_of(kept[begun : ended + 2])) % (1 << BITS)))
                kept = kept[ended + 2 :]
            if len(found) == SAMPLES:
                break
    return [age for age in found if age < LOST_MS] or [math.nan]


def stamp_of(jpeg: bytes) -> int:
    """Return the time stamped on an image, in milliseconds."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    middles = picture[CELL_PX // 2, CELL_PX // 2 : BITS * CELL_PX : CELL_PX]
    return sum(int(light > HALF) << bit for bit, light in enumerate(middles))


def late(folder: Path) -> float:
    """Return the recent delay of the table's steps in ms, 95th percentile."""
    return float(json.loads((folder / "table.log").read_text().splitlines()[-1])["late_ms"])


def measured(page: Page, programs: dict[str, int], watched_s: float) -> dict[str, Any]:
    """Return the CPU shares of the programs and the frame rates of the viewers over `watched_s` seconds."""
    before, got = {name: spent_s([pid, *below(pid)]) for name, pid in programs.items()}, page.evaluate("received()")
    began_s = time.monotonic()
    page.wait_for_timeout(1000 * watched_s)
    passed_s = time.monotonic() - began_s
    after = page.evaluate("received()")
    rates = sorted((more - less) / passed_s for less, more in zip(got, after, strict=True))
    shares = {name: 100 * (spent_s([pid, *below(pid)]) - before[name]) / passed_s for name, pid in programs.items()}
    return {"rates": rates, "shares": shares}


def main() -> None:
    if sys.argv[1:] == ["serve"]:
        asyncio.run(serve())
        return
    missing = [name for name in ("janus", "ffmpeg") if shutil.which(name) is None]
    if missing:
        raise SystemExit(f"{', '.join(missing)} is missing: {INSTALL}")
    viewers = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    watched_s = float(sys.argv[2]) if len(sys.argv) > 2 else 15.0
    print(f"reference loop: {reference_s():.2f} s")
    table, rtp = f"http://localhost:{PORT}", f"rtp://127.0.0.1:{RTP_PORT}?pkt_size=1200"
    broadcast = ("-m", "overlook", "broadcast", rtp, "--table", table, "--kilobits", str(KILOBITS), "--whole")
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder = Path(made)
        with (
            started(sys.executable, "-m", "benchmarks.table.broadcast", "serve", log=folder / "table.log") as served,
            janus(folder) as server,
        ):
            until(f"{table}/api/health")
            time.sleep(6)
            alone = late(folder)
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=[*FLAGS, "--disable-features=WebRtcHideLocalIpsWithMdns"]
            )
            with started(sys.executable, *broadcast, log=folder / "broadcast.log") as sender:
                page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
                page.goto(f"http://127.0.0.1:{JANUS_PORT}/janus/info", wait_until="commit")
                page.evaluate(WATCH)
                page.evaluate(f"watch({viewers})")
                page.wait_for_timeout(3000)
                page.evaluate("buffered().then((now) => { window.before = now; })")
                programs = {"table": served.pid, "ffmpeg": sender.pid, "janus": server.pid}
                found = measured(page, programs, watched_s)
                old, drawn, inside = ages_ms(page), drawn_ages_ms(table), page.evaluate("buffered(before)")
                page.screenshot(path="artifacts/broadcast-viewer.png")
            browser.close()
            print((folder / "broadcast.log").read_text().strip())
            rates = found["rates"]
            middle = statistics.median(rates)
            print(f"{len(rates)} viewers: {rates[0]:.1f} pictures a second at least, median {middle:.1f}")
            # A busy machine delivers fewer frames, so costs are scaled to the table's frame rate.
            costs = {name: share / statistics.median(rates) * RATE_HZ for name, share in found["shares"].items()}
            said = ", ".join(f"{name} {cost:.0f} %" for name, cost in costs.items())
            print(f"at {RATE_HZ:.0f} a second: {said} of a core")
            print(f"table's steps late by (p95): {alone:.0f} ms alone, {late(folder):.0f} ms with all of it")
            for words, ages in (("all of it drawn, at a viewer by MJPEG", drawn), *old.items()):
                middle, least, most = statistics.median(ages), min(ages), max(ages)
                print(f"age of a picture, {words}: median {middle:.0f} ms, best {least:.0f} ms, worst {most:.0f} ms")
            kept = f"buffer {inside['buffer']:.0f} ms, its decoder {inside['decoder']:.0f} ms"
            print(f"of that, on average, in Chromium's {kept}")
    print(f"reference loop: {reference_s():.2f} s")


if __name__ == "__main__":
    main()
