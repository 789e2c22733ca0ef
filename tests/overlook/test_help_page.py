"""On the table itself: every line of its health leads to what is to be done about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.overlook.live_table import LiveTable

PATIENCE_MS = 60_000


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    running = LiveTable(tmp_path_factory.mktemp("help")).start()
    yield running
    running.stop()


def test_every_line_of_health_leads_to_its_entry(chromium: Browser, table: LiveTable, artifacts: Path) -> None:
    entries = set(re.findall(r'<h3 id="([^"]+)"', httpx.get(f"{table.url}help").text))
    with chromium.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{table.url}health")
        expect(page.locator("#parts li").filter(has_text="rate")).to_be_visible(timeout=PATIENCE_MS)
        expect(page.locator("#parts b:not(:has(a))")).to_have_count(0, timeout=PATIENCE_MS)
        addresses = page.locator("#parts a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
        assert len(addresses) >= 5
        assert {address.removeprefix("/help#") for address in addresses} <= entries
        page.screenshot(path=artifacts / "health-help-390.png")
        page.locator("#parts a", has_text="rate").click()
        expect(page.locator("h3:target")).to_have_text("rate")
        expect(page.locator("h3:target")).to_be_in_viewport()
        page.screenshot(path=artifacts / "help-390.png")
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_table_that_lacks_everything_has_its_help_too(tmp_path: Path) -> None:
    table = LiveTable(tmp_path, "--camera", "none").start()
    assert httpx.get(f"{table.url}help").status_code == 200
    assert httpx.get(f"{table.url}update").status_code == 200
    table.stop()
