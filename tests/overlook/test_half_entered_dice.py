"""Dice that were begun by hand are still there when a phone loads its page again, and gone once they were entered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import PATIENCE_MS
from tests.overlook.test_few_taps import CloseTable
from tests.overlook.two_phones import TwoPhones

pytestmark = pytest.mark.nightly


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, make=CloseTable) as server:
        yield server


def shows(phone: Page, words: str) -> None:
    """Expect what stands entered in the dice of its own question, the only one once the phone knows whose it is."""
    expect(phone.locator(".prompt")).to_have_count(1, timeout=PATIENCE_MS)
    expect(phone.locator(".prompt .tray .hidden")).to_have_text(words, timeout=PATIENCE_MS)


def test_half_entered_dice_survive_a_reload_and_nothing_else_is_filled_in(
    server: LiveServer, chromium: Browser, artifacts: Path
) -> None:
    table = TwoPhones(chromium, server, artifacts)
    phone, other = table.phones["p1"], table.phones["p2"]
    phone.locator(".prompt .pad").get_by_role("button", name="4", exact=True).tap()
    shows(phone, "4; 0 to go")
    for page in (phone, other):
        page.reload()
        page.locator("body[data-ready]").wait_for()
    shows(phone, "4; 0 to go")
    shows(other, "No dice; 1 to go")
    phone.get_by_role("button", name="Delete last die").tap()
    phone.reload()
    shows(phone, "No dice; 1 to go")
    table.die("p1", 3)
    table.die("p2", 3)
    assert not table.state.rolls, "a tie is rolled again"
    for page in (phone, other):
        shows(page, "No dice; 1 to go")
    phone.reload()
    shows(phone, "No dice; 1 to go")
