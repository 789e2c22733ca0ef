"""The hall's pages: at each width, light and dark, axe finds nothing and nothing is cut."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.axe import SCHEMES, WIDTHS, AxeEverywhere
from tests.venue.event_serving import KEY, Organiser, served

pytestmark = pytest.mark.slow

LIST = "Name,Team\n" + "".join(f"Player {at},Team {at % 3}\n" for at in range(1, 9))


def test_axe_finds_nothing_on_the_halls_pages(
    tmp_path: Path, chromium: Browser, checkout: Path, artifacts: Path
) -> None:
    def signed_in(page: Page) -> None:
        page.fill("#secret", KEY)
        page.fill("#by", "Jo")
        page.click("#key button")
        page.locator("#players tbody tr").first.wait_for()

    everywhere = AxeEverywhere(chromium, checkout, artifacts)
    with served(tmp_path) as client:
        organiser = Organiser(client)
        organiser.post("/entrants", {"by": "Ref", "csv": LIST})
        organiser.begin()
        for name, path in {"hall": "/", "challenges": "/challenges", "event": "/event", "screen": "/screen"}.items():
            everywhere.look(f"{client.base_url}{path}", f"hall-{name}")
        everywhere.look(f"{client.base_url}/organise", "hall-key")
        everywhere.look(f"{client.base_url}/organise", "hall-organise", act=signed_in)
    assert everywhere.faults == [], "\n".join(everywhere.faults)
    assert everywhere.looked == 6 * len(WIDTHS) * len(SCHEMES)
