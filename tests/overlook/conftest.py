"""A running table, a browser, and a photograph of the simulated table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.overlook.live import LiveTable

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """The program on the simulated table, with the demonstration game."""
    table = LiveTable(tmp_path_factory.mktemp("table")).start()
    yield table
    table.stop()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; a test that asks for it fails with the install line where it is missing."""
    if not CHROMIUM.exists():
        pytest.fail(f"{CHROMIUM} is missing: apt-get install -y chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def artifacts(checkout: Path) -> Path:
    """Where tests leave pictures for people to look at."""
    folder = checkout / "artifacts"
    folder.mkdir(exist_ok=True)
    return folder
