"""A served table, and a browser to look at it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.web.fake_table import FakeTable
from tests.web.looking import PATIENCE_MS, Look, Windows
from tests.web.serving import Served
from web.server.settings import WebSettings

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """The one server of all tests."""
    with Served() as server:
        yield server


@pytest.fixture
def served(server: Served) -> Served:
    """A still table behind that server, new for every test."""
    server.show(FakeTable(moving=False), WebSettings(beat_s=0.2, stall_s=1.0))
    return server


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    """A client of that server that is no browser: it sends no Origin."""
    with served.client() as client:
        yield client


@pytest.fixture(scope="module")
def windows(chromium: Browser) -> Windows:
    """Windows of Chromium, one for each size and colour scheme."""
    return Windows(chromium)


@pytest.fixture
def look(windows: Windows, served: Served) -> Iterator[Look]:
    """Open pages of the served table; none of them may log an error or ask anybody else for anything."""
    looks = Look(windows, served)
    yield looks
    looks.close()
    assert looks.faults == []


@pytest.fixture(scope="session")
def pictures(checkout: Path) -> Path:
    """The folder where screenshots are kept to be looked at."""
    folder = checkout / "artifacts" / "web"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
