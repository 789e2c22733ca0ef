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
    expect(desk.locator("dialog li")).to_have_count(4, timeout=PATIENCE_MS)
    assert organiser.view()["rounds"] == []
    desk.get_by_role("button", name="Publish the round").click()
    expect(desk.locator("#pairings tbody tr")).to_have_count(4, timeout=PATIENCE_MS)
    expect(desk.locator("#clock")).to_contain_text("clock stopped")
    desk.get_by_role("button", name="Start the clock").click()
    expect(desk.locator("#clock")).not_to_contain_text("clock stopped", timeout=PATIENCE_MS)
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

    expect(desk.locator("#pairings")).to_contain_text("Both signed 12 : 9.", timeout=PATIENCE_MS)
    desk.get_by_role("button", name="Confirm all that agree").click(timeout=PATIENCE_MS)
    expect(desk.locator(".state-confirmed")).to_have_count(1, timeout=PATIENCE_MS)
    assert organiser.view()["rounds"][0]["matches"][0]["points"] == [12, 9]
    desk.locator("#acts tbody tr", has_text="confirmed").get_by_role("button").click()
    desk.fill("dialog input", "they played on")
    desk.get_by_role("button", name="Show what changes").click()
    expect(desk.locator("dialog li").first).to_contain_text("no result any more", timeout=PATIENCE_MS)
    desk.locator("dialog").get_by_role("button", name="Take back").click()
    expect(desk.locator(".state-agreed")).to_have_count(1, timeout=PATIENCE_MS)
    desk.click("#pause")
    expect(desk.locator("#clock")).to_contain_text("clock stopped", timeout=PATIENCE_MS)
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


def test_the_halls_page_shows_the_events_players_standings_and_calls(
    organiser: Organiser, chromium: Browser, artifacts: Path
) -> None:
    organiser.post("/entrants", {"by": "Ref", "csv": LIST})
    organiser.begin()
    match = organiser.view()["rounds"][0]["matches"][0]
    organiser.act(kind="correct", round=1, entrant=match["first"], points=[9, 4], why="the sheet")
    organiser.act(kind="call_judge", table=match["table"], call="call-0001", words="not for everybody")
    hall = opened(chromium, organiser, "/", width=390, height=844)
    expect(hall.locator("#standings tbody tr")).to_have_count(7, timeout=PATIENCE_MS)
    names = {one["name"] for one in organiser.view()["standings"]}
    assert set(hall.locator("#standings td.player").all_inner_texts()) == names
    expect(hall.locator("#standings")).to_contain_text("the strength of their opponents")
    expect(hall.locator("#pairings tbody tr").first).to_contain_text(match["names"][0])
    expect(hall.locator("#calls")).to_contain_text(match["table"])
    assert "not for everybody" not in hall.inner_text("body")
    expect(hall.get_by_role("link", name="Event", exact=True)).to_be_visible()
    hall.screenshot(path=artifacts / "event-hall.png", full_page=True)
    hall.close()


@pytest.mark.parametrize("path", ["/", "/event"])
def test_standings_are_read_in_lines_on_a_phone(organiser: Organiser, chromium: Browser, path: str) -> None:
    name = "Anna-Maria von der Lindenhöhe"
    organiser.post("/entrants", {"by": "Ref", "csv": f"{LIST}{name},A team with a rather long name,\n"})
    phone = opened(chromium, organiser, path, width=390, height=844)
    player = phone.locator("#standings td.player", has_text=name)
    expect(player).to_be_visible(timeout=PATIENCE_MS)
    box = player.bounding_box()
    assert box is not None
    assert box["width"] > 150
    assert box["height"] < 60
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.close()


@pytest.mark.parametrize("path", ["/", "/event", "/screen", "/organise"])
def test_a_page_says_since_when_the_hub_does_not_answer(organiser: Organiser, chromium: Browser, path: str) -> None:
    page = opened(chromium, organiser, path)
    expect(page.locator("#title")).not_to_be_empty(timeout=PATIENCE_MS)
    page.route("**/api/v1/event", lambda route: route.abort())
    expect(page.locator(".lost")).to_contain_text("The hub has not answered since", timeout=PATIENCE_MS)
    page.unroute("**/api/v1/event")
    expect(page.locator(".lost")).to_be_hidden(timeout=5000)
    page.close()


def test_every_text_of_the_pages_is_from_the_catalogue(organiser: Organiser, chromium: Browser) -> None:
    organiser.post("/entrants", {"by": "Ref", "csv": LIST})
    organiser.begin()
    for path in ("/", "/event"):
        page = opened(chromium, organiser, f"{path}?lang=pseudo")
        expect(page.locator("#standings tbody tr")).to_have_count(7, timeout=PATIENCE_MS)
        texts = page.locator("h1, h2, th, label, nav a, .explained, #link").all_inner_texts()
        assert [text for text in texts if text.strip() and "⟦" not in text and text != "#"] == []
        page.close()
