"""The real page on the simulated table: a base moves, a ruling appears, an undo takes it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.overlook.live_table import LiveTable

MINUTE = 60_000


def ruled(snapshot: dict[str, Any]) -> bool:
    return any(ruling["verdict"] == "YES" for ruling in snapshot["rulings"])


@pytest.mark.parametrize(
    ("name", "size"), [("wide", (1600, 900)), pytest.param("phone", (390, 844), marks=pytest.mark.slow)]
)
def test_the_demonstration_moves_rules_and_is_taken_back(
    live: LiveTable, chromium: Browser, artifacts: Path, name: str, size: tuple[int, int]
) -> None:
    faults: list[str] = []
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(live.url, wait_until="commit")
    expect(page.locator("#board .operative")).to_have_count(12, timeout=MINUTE)
    before = live.snapshot()["table"]["operatives"]
    places = {one["id"]: (one["x"], one["y"]) for one in before}
    live.until(
        lambda now: any(
            abs(one["x"] - places[one["id"]][0]) + abs(one["y"] - places[one["id"]][1]) > 1
            for one in now["table"]["operatives"]
        ),
        within_s=120,
    )
    shown = live.until(ruled, within_s=120)
    expect(page.locator(".newest .claim")).not_to_be_empty(timeout=MINUTE)
    page.screenshot(path=artifacts / f"live-{name}.png")
    stood = {ruling["id"] for ruling in shown["rulings"] if not ruling["taken_back"]}
    page.get_by_role("button", name="Undo").click()
    after = live.until(
        lambda now: (
            any(ruling["taken_back"] and ruling["id"] in stood for ruling in now["rulings"])
            or now["game"]["redo"] is not None
        ),
        within_s=60,
    )
    assert after["game"]["redo"] is not None
    assert faults == []
    context.close()


def test_the_overlay_shows_the_same_state(live: LiveTable, chromium: Browser) -> None:
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(live.url + "overlay", wait_until="commit")
    expect(page.locator(".operative")).to_have_count(12, timeout=MINUTE)
    page.close()


def test_every_event_that_was_shown_is_on_disk(live: LiveTable) -> None:
    snapshot = live.until(lambda now: "board" in {part["part"] for part in now["health"]}, within_s=60)
    health = {part["part"]: part["state"] for part in snapshot["health"]}
    assert health["journal"] == "ok"
    assert health["board"] == "ok"
    assert health["camera"] == "ok"
