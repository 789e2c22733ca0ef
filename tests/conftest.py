"""What every test may ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, sync_playwright

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
"""How long an example takes depends on what else the machine does; speed is measured in benchmarks, never here."""

pytest.register_assert_rewrite("tests.referee.rules.dice.building", "tests.referee.game.auditing")

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The project's own folder."""
    return CHECKOUT


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder ../shared/data; a test that asks for it fails with one clear line where it is missing."""
    data = CHECKOUT.parent / "shared" / "data"
    if not data.is_dir():
        pytest.fail(f"{data} is missing: put the shared data beside the checkout, or run 'make test' without it")
    return data


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
