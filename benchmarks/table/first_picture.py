"""Measure the time to a page's first paint, and to a new ruling on three pages.

`python -m benchmarks.table.first_picture`. Best and median of several runs, in milliseconds, in headless Chromium on
loopback, beside a reference loop.
"""

from __future__ import annotations

import statistics
import time

from playwright.sync_api import sync_playwright

from benchmarks.reference import reference
from tests.conftest import CHROMIUM, FLAGS
from tests.web.fake_rulings import within
from tests.web.fake_table import FakeTable
from tests.web.looking import Look, Windows, until
from tests.web.serving import Served
from web.server.settings import WebSettings

ROUNDS = 5
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def reference_ms() -> float:
    """Return the time of the reference loop in ms."""
    began_s = time.perf_counter()
    reference()
    return 1000 * (time.perf_counter() - began_s)


def main() -> None:
    painted, told = [], []
    with Served() as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for _ in range(ROUNDS):
            served.show(FakeTable(moving=False), WebSettings())
            look = Look(Windows(browser), served)
            pages = [look.at(size=size) for size in ("phone", "tablet", "desk")]
            until(pages[0], f"{PAINT} !== undefined")
            painted.append(pages[0].evaluate(PAINT))
            served.call(within())
            began_s = time.perf_counter()
            for page in pages:
                until(page, "document.querySelectorAll('.rulings > li').length === 5")
            told.append(1000 * (time.perf_counter() - began_s))
            look.close()
        browser.close()
    for name, taken in (("first picture", painted), ("three pages see a ruling", told)):
        print(f"{name:26} best {min(taken):6.0f} ms  median {statistics.median(taken):6.0f} ms")
    print(f"{'reference loop':26} best {min(reference_ms() for _ in range(5)):6.0f} ms")


if __name__ == "__main__":
    main()
