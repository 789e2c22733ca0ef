"""The feed of challenged rulings, as an event's rules team reads it on a page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.venue.event_serving import served, store_at
from tests.venue.test_challenges import RULING, said
from venue.hub.store import ReceivedBatch

pytestmark = pytest.mark.in_turn

PATIENCE_MS = 60_000


@pytest.mark.parametrize("width", [390, 1280])
def test_what_was_challenged_is_read_with_where_by_whom_what_was_ruled_and_what_became_of_it(
    tmp_path: Path, chromium: Browser, artifacts: Path, width: int
) -> None:
    store = store_at(tmp_path)
    heard = [
        ("north-1", said(1, "acted", cause=1)),
        ("north-1", said(2, "challenged", by="p2", of=1)),
        ("north-1", said(3, "challenge_upheld")),
        ("north-2", said(1, "acted", cause=1)),
        ("north-2", said(2, "challenged", by="p1", of=1)),
    ]
    for one in heard:
        store.keep(ReceivedBatch(said=[one]))
    store.close()
    with served(tmp_path) as client:
        page = chromium.new_page(viewport={"width": width, "height": 800})
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(f"{client.base_url}/")
        page.get_by_role("link", name="Challenged rulings").click()
        expect(page.locator("#said")).to_have_text("2 challenged, 1 still open", timeout=PATIENCE_MS)
        lines = page.locator("#challenges > li")
        expect(lines).to_have_count(2)
        newest, oldest = (lines.nth(number).inner_text() for number in range(2))
        assert newest.startswith("north-2, game 0001")
        assert "challenged by p1: still open" in newest
        assert "challenged by p2: the ruling stood" in oldest
        assert RULING.claim in newest
        assert RULING.sentence in newest
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.screenshot(path=artifacts / f"hall-challenges-{width}.png")
        page.close()
