"""Lists of other programs brought to the set-up page, packed or not: models come, and what was not read is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.documents import changed
from tests.overlook.live_table import LiveTable
from tests.overlook.setup_driver import PATIENCE_MS
from tests.referee.records.rosters.test_battlescribe import XML, zipped
from tests.referee.records.rosters.test_rosters import DASH


@pytest.mark.nightly
def test_lists_are_brought_and_what_was_not_understood_stands_on_the_page(
    empty: LiveTable, chromium: Browser, tmp_path: Path
) -> None:
    page = chromium.new_page(viewport={"width": 1600, "height": 900})
    page.set_default_timeout(PATIENCE_MS)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(empty.url + "setup")
    page.wait_for_selector("body[data-ready]")
    packed, dash = tmp_path / "loud.rosz", tmp_path / "dash.json"
    packed.write_bytes(zipped(XML.encode()))
    dash.write_text(json.dumps(changed(DASH, "ops.0.weapons.0.profiles.1.DMG", "*")))
    for seat, file, team in (("Blue", packed, "Loud ones"), ("Red", dash, "Dashers")):
        card = page.get_by_label(f"Team of {seat}")
        card.locator("input[type=file]").set_input_files(file)
        expect(card.locator("h3")).to_have_text(team)
        expect(card).to_contain_text(f"3 models from {file.name}")
    expect(page.get_by_label("Team of Blue").locator(".notes")).to_contain_text(
        "Not understood: Wobble (forces.0.selections.1.selections.0.profiles.1.rules (Gun (long)))"
    )
    expect(page.get_by_label("Team of Red").locator(".notes")).to_contain_text(
        "ops.0.weapons.0.profiles.1.DMG (Gun): found '*'; expected normal and critical damage"
    )
    page.close()
