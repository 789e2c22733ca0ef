"""Measure the cost and delay of a stream: `python -m benchmarks.table.on_air [SECONDS]`.

A table of twelve operatives changes ten times a second. Prints, with a reference loop as the machine may be busy:
Chromium's share of a core for the overlay at 1920x1080 with software rendering, the time from a snapshot to its display
on the overlay, and the time to annotate a frame of 1920x1080.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

from tests.conftest import CHROMIUM, FLAGS
from tests.web.fake_table import FakeTable
from tests.web.serving import Served
from web.camera.annotated_pictures import BoardProjection, draw_annotations
from web.camera.virtual_camera import Window

WATCHED_S = 20.0
RATE_HZ = 10.0
TRIALS = 25
TICKS = os.sysconf("SC_CLK_TCK")
DRAWN = """() => { window.drawn = {}; new MutationObserver(() => {
    const revision = document.documentElement.dataset.shown;
    requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn[revision] ??= Date.now(); }));
}).observe(document.documentElement, { attributes: true, attributeFilter: ["data-shown"] }); }"""


def reference_s() -> float:
    """Return the CPU time of a fixed loop in seconds."""
    began_s = time.process_time()
    sum(number * number for number in range(10**7))
    return time.process_time() - began_s


def below(pid: int) -> list[int]:
    """Return all descendants of a process."""
    own = [path for path in Path("/proc").iterdir() if path.name.isdigit()]
    parents = {}
    for path in own:
        try:
            parents[int(path.name)] = int((path / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [child for child, parent in parents.items() if parent == pid]
    return found + [deeper for child in found for deeper in below(child)]


def spent_s(processes: list[int]) -> float:
    """Return the CPU seconds of processes."""
    ticks = 0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / TICKS


def chromium_share(served: Served, watched_s: float) -> float:
    """Return Chromium's share of a core while the table changes."""
    browsers = [one for one in below(os.getpid()) if "chrom" in Path(f"/proc/{one}/comm").read_text()]
    began_s, spent = time.monotonic(), spent_s(browsers)
    while time.monotonic() - began_s < watched_s:
        served.do(served.fake.step, 1 / RATE_HZ)
        time.sleep(1 / RATE_HZ)
    return (spent_s(browsers) - spent) / (time.monotonic() - began_s)


def delays_ms(served: Served, page: Page) -> list[float]:
    """Return the delays in ms from changes of the table to their display on the overlay."""
    page.evaluate(DRAWN)
    delays = []
    for number in range(TRIALS):
        began_ms = time.time() * 1000
        served.change(turning_point=1 + number % 4)
        while not (drawn := page.evaluate(f"Object.values(window.drawn).find((at) => at >= {began_ms})")):
            page.wait_for_timeout(20)
        delays.append(drawn - began_ms)
        page.wait_for_timeout(300)
    return delays


def drawing_ms(fake: FakeTable, *, follow: bool) -> list[float]:
    """Return CPU times in ms to annotate a frame of 1920x1080, with all operatives moved each time.

    Includes occlusion by terrain; with `follow` a part of the frame is enlarged to the full size.
    """
    small = cv2.imdecode(np.frombuffer(fake.photograph(), np.uint8), cv2.IMREAD_COLOR)
    perspective = fake.perspective()
    assert small is not None
    assert perspective is not None
    _, jpeg = cv2.imencode(".jpg", cv2.resize(small, (1920, 1080)), [cv2.IMWRITE_JPEG_QUALITY, 82])
    sight = BoardProjection(perspective, fake.snapshot().table.terrain)
    taken = []
    for number in range(TRIALS):
        now = fake.step(1 / RATE_HZ)
        window = Window(640.0 + number, 360.0, 640.0) if follow else None
        began_s = time.process_time()
        draw_annotations(jpeg.tobytes(), now, sight=sight, window=window)
        taken.append(1000 * (time.process_time() - began_s))
    return taken


def main() -> None:
    watched_s = float(sys.argv[1]) if len(sys.argv) > 1 else WATCHED_S
    print(f"reference loop: {reference_s():.2f} s")
    with Served() as served, sync_playwright() as playwright:
        served.show(FakeTable(moving=True))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(f"{served.url}/overlay", wait_until="commit")
        page.wait_for_selector("body[data-ready]")
        share = 100 * chromium_share(served, watched_s)
        print(f"overlay in Chromium, {RATE_HZ:.0f} changes a second: {share:.1f} % of a core")
        late = delays_ms(served, page)
        print(f"snapshot to drawn overlay: median {statistics.median(late):.0f} ms, best {min(late):.0f} ms")
        browser.close()
    cv2.setNumThreads(1)
    for words, follow in (("all of the picture", False), ("the part with the action", True)):
        taken = drawing_ms(FakeTable(moving=True), follow=follow)
        share = statistics.median(taken) * RATE_HZ / 10
        print(
            f"drawing {words} at 1920x1080: {statistics.median(taken):.0f} ms a picture, "
            f"{share:.0f} % of a core at {RATE_HZ:.0f}/s"
        )
    print(f"reference loop: {reference_s():.2f} s")


if __name__ == "__main__":
    main()
