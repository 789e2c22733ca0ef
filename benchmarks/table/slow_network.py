"""Measure the time to a page's first board on a slow network, and the data transferred until then.

`python -m benchmarks.table.slow_network`. Uses Chromium's emulation of a slow network: 400 ms of latency and 400 kbit/s
each way; milliseconds from the navigation to the first operative drawn on the board, with an empty and with a filled
cache, for a player's phone and the table's page. The time is mostly waiting, so that other load on the machine has
little effect.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import CHROMIUM, FLAGS
from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import PATIENCE_MS
from tests.overlook.test_few_taps import CloseTable

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 kbit/s each way, in bytes per second."""

PAGES = {"/phone": (390, 844), "/": (1600, 900)}
ASKED_MS = 6000
WATCH = """new MutationObserver((_, watch) => {
  if (!document.querySelector("#board .operative")) return;
  watch.disconnect();
  requestAnimationFrame(() => { window.boarded = performance.now(); });
}).observe(document, { childList: true, subtree: true });"""
FETCHED = """performance.getEntriesByType("resource").filter((one) => one.responseEnd < window.boarded)
  .map((one) => [new URL(one.name).pathname, one.startTime, one.responseEnd, one.transferSize])"""


@contextmanager
def close_table() -> Iterator[tuple[Browser, LiveServer]]:
    """Yield a headless Chromium and the server of a table at which two operatives are close together."""
    with (
        tempfile.TemporaryDirectory() as folder,
        LiveServer(Path(folder), make=CloseTable) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser, server
        browser.close()


def first_board(page: Page, url: str) -> float:
    """Return the time in ms until a page has drawn its first operative."""
    page.goto(url, wait_until="commit")
    page.wait_for_selector("#board .operative", state="attached")
    taken: float = page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(window.boarded))))"
    )
    return taken


def looked_at(browser: Browser, url: str, size: tuple[int, int], *, told: bool) -> tuple[float, float, int, float]:
    """Return the first board's time with an empty and a filled cache, the files transferred and their kB."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, is_mobile=size[0] < 500)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.add_init_script(WATCH)
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    first = first_board(page, url)
    fetched = page.evaluate(FETCHED)
    for name, began, ended, size_bytes in fetched if told else ():
        print(f"    {name:40} {began:6.0f} to {ended:6.0f} ms {size_bytes:6} B")
    again = first_board(page, url)
    context.close()
    return first, again, len(fetched), sum(one[3] for one in fetched) / 1000


def main() -> None:
    """Measure and print; `--files` lists each file that was loaded before the first board."""
    with close_table() as (browser, server):
        for path, size in PAGES.items():
            address = f"{server.table.url}{path}"
            first, again, files, kilobytes = looked_at(browser, address, size, told="--files" in sys.argv)
            print(f"{path:8} first board {first:6.0f} ms, seen before {again:6.0f} ms ({ASKED_MS} asked)")
            print(f"{'':8} {files} files, {kilobytes:.1f} kB carried before it stood")


if __name__ == "__main__":
    main()
