"""The event's pages, as the organiser, the players and a large screen see them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from messages.message import Message
from tests.venue.event_serving import KEY, Organiser, served

pytestmark = pytest.mark.in_turn

PATIENCE_MS = 60_000
LIST = "Name,Team,Club\n" + "".join(f"Player {at},Team {at % 3},\n" for at in range(1, 8))


@pytest.fixture
def organiser(tmp_path: Path) -> Iterator[Organiser]:
    with served(tmp_path) as client:
        yield Organiser(client)


def opened(browser: Browser, organiser: Organiser, path: str, *, width: int = 1280, height: int = 900) -> Page:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{organiser.client.base_url}{path}")
    return page


def test_an_organiser_runs_a_round_and_players_sign_on_their_phones(
    organiser: Organiser, chromium: Browser, artifacts: Path, tmp_path: Path
) -> None:
    desk = opened(chromium, organiser, "/organise")
    desk.fill("#secret", "not the key")
    desk.fill("#by", "Ref")
    desk.click("#key button")
    expect(desk.locator("#said")).to_contain_text(str(Message.of("event-organiser-only")), timeout=PATIENCE_MS)
    desk.fill("#secret", KEY)
    desk.click("#key button")
    players = tmp_path / "players.csv"
    players.write_text(LIST)
    desk.set_input_files("#list input", players)
    desk.click("#list button")
    expect(desk.locator("#players tbody tr")).to_have_count(7, timeout=PATIENCE_MS)
    desk.fill("#begin input[name=mission]", "Loot")
    desk.click("#begin button")
    expect(desk.locator("#pairings tbody tr")).to_have_count(4, timeout=PATIENCE_MS)
    match = organiser.view()["rounds"][0]["matches"][0]
    codes = organiser.codes()
    assert codes[match["first"]] in desk.inner_text("#players")

    for entrant, mine, theirs in ((match["first"], "12", "9"), (match["second"], "9", "12")):
        phone = opened(chromium, organiser, "/event", width=390, height=780)
        expect(phone.locator("#who option")).to_have_count(7, timeout=PATIENCE_MS)
        phone.select_option("#who", entrant)
        phone.fill("#code", codes[entrant].lower())
        phone.fill("#own", mine)
        phone.fill("#other", theirs)
        phone.click("#sign button")
        expect(phone.locator("#said")).to_contain_text("Signed", timeout=PATIENCE_MS)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        phone.screenshot(path=artifacts / "event-phone.png", full_page=True)
        phone.close()

    desk.get_by_role("button", name="Confirm").click(timeout=PATIENCE_MS)
    expect(desk.locator(".state-confirmed")).to_have_count(1, timeout=PATIENCE_MS)
    assert organiser.view()["rounds"][0]["matches"][0]["points"] == [12, 9]
    desk.on("dialog", lambda dialog: dialog.accept("they played on"))
    desk.locator("#acts tbody tr", has_text="confirm").get_by_role("button").click()
    expect(desk.locator(".state-agreed")).to_have_count(1, timeout=PATIENCE_MS)
    desk.click("#pause")
    expect(desk.locator("#clock")).to_contain_text("paused", timeout=PATIENCE_MS)
    desk.screenshot(path=artifacts / "event-organise.png", full_page=True)
    desk.close()


def test_the_large_screen_shows_the_round_and_turns_to_the_standings(
    organiser: Organiser, chromium: Browser, artifacts: Path
) -> None:
    organiser.post("/entrants", {"by": "Ref", "csv": LIST})
    organiser.begin()
    screen = opened(chromium, organiser, "/screen", width=1920, height=1080)
    expect(screen.locator("h2")).to_have_text("Round 1", timeout=PATIENCE_MS)
    expect(screen.locator("tbody tr")).to_have_count(4)
    expect(screen.locator("h2")).to_have_text("Standings", timeout=PATIENCE_MS)
    expect(screen.locator("tbody tr")).to_have_count(7)
    assert screen.evaluate("document.documentElement.scrollHeight") <= 1080
    screen.screenshot(path=artifacts / "event-screen.png")
    screen.close()
