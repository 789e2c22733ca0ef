"""A mission mended on the set-up's page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.overlook.live_table import LiveTable
from tests.overlook.setup_driver import PATIENCE_MS

pytestmark = pytest.mark.nightly


@pytest.fixture
def picked(tmp_path: Path) -> Iterator[LiveTable]:
    """The program on an empty simulated table, a mission picked."""
    table = LiveTable(tmp_path, "--set-up").start()
    for number, action in enumerate(
        ({"kind": "pick_mission", "name": "crossed-lines"}, {"kind": "go", "step": "mission"})
    ):
        key = {"Idempotency-Key": f"mission-page-{number}"}
        httpx.post(f"{table.url}api/setup", json={"wish": action}, headers=key, timeout=60).raise_for_status()
    yield table
    table.stop()


def test_an_objective_is_added_after_the_last_one_was_taken_away(picked: LiveTable, chromium: Browser) -> None:
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE_MS)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(picked.url + "setup")
    away = page.get_by_role("button", name="Remove objective")
    expect(away.first).to_be_visible()
    for left in reversed(range(away.count())):
        away.first.click()
        expect(away).to_have_count(left)
    page.get_by_role("button", name="Add an objective").click()
    expect(away).to_have_count(1)
    assert faults == []
    page.close()
