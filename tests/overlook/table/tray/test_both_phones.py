"""Both players see the roll and how it was read before it counts: who waits may say no."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from overlook.simulated.demonstration import BODIES, throw
from simulation.cameras.tray_camera import SimulatedTrayCamera
from tests.overlook.live_server import LiveServer
from tests.overlook.table.tray.at_the_phone import MINUTE, camera_of, shooting

PAIR = """async ([pin, seat]) => (await fetch("/api/pair", { method: "POST", body: JSON.stringify({ pin, seat }),
    headers: { "Content-Type": "application/json" } })).status"""


def phone_of(player: str, server: LiveServer, chromium: Browser) -> Page:
    """Return a player's own phone, paired, at the table's page."""
    page = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{server.table.url}/pair", wait_until="commit")
    pin = httpx.get(f"{server.table.url}/api/pairing").json()["pin"]
    assert page.evaluate(PAIR, [pin, player]) == 200
    page.goto(f"{server.table.url}/phone", wait_until="commit")
    return page


@pytest.mark.slow
def test_the_roll_and_its_reading_are_on_both_phones_until_the_dice_are_entered(
    tmp_path: Path, chromium: Browser, artifacts: Path
) -> None:
    with LiveServer(tmp_path, tray=True) as server:
        owner = server.do(shooting(server.table))
        other = next(player for player in BODIES if player != owner)
        camera: SimulatedTrayCamera = camera_of(server)
        rolls, waits = (phone_of(player, server, chromium) for player in (owner, other))
        expect(rolls.locator(".prompt .dice")).to_be_visible(timeout=2 * MINUTE)
        expect(waits.locator("#waiting")).to_be_visible(timeout=2 * MINUTE)
        expect(waits.locator("#waiting img")).to_have_count(0)
        throw(camera, [(owner, (5, 4, 3, 1))])
        expect(rolls.get_by_text("As read by the tray.")).to_be_visible(timeout=2 * MINUTE)
        expect(rolls.locator(".rolled img")).to_be_visible(timeout=MINUTE)
        expect(rolls.get_by_role("button", name="Enter dice")).to_be_in_viewport()
        expect(waits.locator("#waiting img")).to_be_visible(timeout=MINUTE)
        said = waits.locator("#waiting").text_content() or ""
        assert sorted(said.split("Dice read: ")[1].split(", ")) == ["1", "3", "4", "5"]
        rolls.screenshot(path=artifacts / "roll-of-mine.png")
        waits.screenshot(path=artifacts / "roll-of-the-other.png")
        rolls.get_by_role("button", name="Enter dice").click()
        expect(waits.locator("#waiting img")).to_be_hidden(timeout=MINUTE)
