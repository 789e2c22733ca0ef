"""Calls for a judge on the organiser's desk and on the large screen, as people see them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.venue.event_serving import KEY, Organiser, served
from tests.venue.test_event_pages import PATIENCE_MS, opened
from tests.venue.test_judge_calls import MARKUP, DeskInMemory, called, listed

pytestmark = pytest.mark.in_turn

LIST = "Name,Team\n" + "".join(f"Player {at},Team {at % 3}\n" for at in range(1, 9))
LINK = "http://table-02.local:8000/replay#1/57"


@pytest.fixture
def organiser(tmp_path: Path) -> Iterator[Organiser]:
    """An event with three calls: the one of table-02 waits longest."""
    before, now = DeskInMemory(tmp_path), datetime.now(UTC)
    for minutes, table, words in ((12, "table-02", MARKUP), (3, "table-07", "x" * 120), (1, "table-03", "")):
        ruling = 'Blade Tor is 4.40" away: expected 1.00" at most'
        one = called(1, "call-0001", at=now - timedelta(minutes=minutes), words=words, ruling=ruling, link=LINK)
        before.hear(one.model_copy(update={"seal": table}), table=table)
    before.store.close()
    with served(tmp_path) as client:
        made = Organiser(client)
        made.post("/entrants", {"by": "Ref", "csv": LIST})
        made.begin()
        yield made


def test_the_desk_shows_open_calls_first_and_the_organiser_answers_them(
    organiser: Organiser, chromium: Browser, artifacts: Path
) -> None:
    desk = opened(chromium, organiser, "/organise", width=1280, height=900)
    desk.fill("#secret", KEY)
    desk.fill("#by", "Jo")
    desk.click("#key button")
    calls = desk.locator("#calls tbody tr")
    expect(calls).to_have_count(3, timeout=PATIENCE_MS)
    assert [row.locator("td").first.inner_text() for row in calls.all()] == ["table-02", "table-07", "table-03"]
    expect(calls.first).to_contain_text("12 min")
    assert desk.title().startswith("(3) ")
    expect(calls.first).to_contain_text(MARKUP)
    assert desk.locator("img").count() == 0
    look = calls.first.get_by_role("link", name="Look at it")
    assert (look.get_attribute("href"), look.get_attribute("rel")) == (LINK, "noreferrer noopener")
    assert desk.evaluate("document.querySelector('#calls').offsetTop < document.querySelector('#pairings').offsetTop")
    assert desk.evaluate("document.documentElement.scrollWidth") <= 1280
    desk.screenshot(path=artifacts / "judge-desk.png")
    calls.first.get_by_role("button", name="On the way").click()
    expect(calls.first).to_contain_text("a judge is on the way (Jo)", timeout=PATIENCE_MS)
    desk.once("dialog", lambda dialog: dialog.dismiss())
    calls.first.get_by_role("button", name="Answered").click()
    desk.once("dialog", lambda dialog: dialog.accept(" No cover. "))
    calls.first.get_by_role("button", name="Answered").click()
    expect(desk.locator("#calls tr.past")).to_contain_text("No cover.", timeout=PATIENCE_MS)
    assert [(one["state"], one["answer"]) for one in listed(organiser)] == [
        ("waiting", ""),
        ("waiting", ""),
        ("answered", "No cover."),
    ]
    desk.locator("#acts tbody tr", has_text="is answered").get_by_role("button").click()
    desk.fill("dialog input", "the wrong table")
    desk.get_by_role("button", name="Show what changes").click()
    desk.locator("dialog").get_by_role("button", name="Take back").click()
    expect(calls.first).to_contain_text("a judge is on the way (Jo)", timeout=PATIENCE_MS)
    desk.fill("#call input[name=table]", "table-05")
    desk.fill("#call input[name=words]", "they came to the desk")
    desk.get_by_role("button", name="Log a call for a table").click()
    expect(calls).to_have_count(4, timeout=PATIENCE_MS)
    with desk.expect_download() as saved:
        desk.click("#save")
    with open(saved.value.path(), newline="", encoding="utf-8") as file:
        rows = {row["table"]: row for row in csv.DictReader(file)}
    assert rows["table-02"]["words"] == MARKUP
    assert rows["table-05"]["called_by"] == "Jo"
    desk.close()


def test_the_large_screen_shows_open_calls_first_and_none_of_their_words(
    organiser: Organiser, chromium: Browser, artifacts: Path
) -> None:
    screen = opened(chromium, organiser, "/screen", width=1920, height=1080)
    expect(screen.locator("h2")).to_have_text("Calls for a judge", timeout=PATIENCE_MS)
    expect(screen.locator("tbody tr")).to_have_count(3)
    text = screen.inner_text("main")
    assert "table-02" in text
    assert "expected 1.00" in text
    assert MARKUP not in text
    assert "xxx" not in text
    assert screen.evaluate("document.documentElement.scrollHeight") <= 1080
    screen.screenshot(path=artifacts / "judge-screen.png")
    expect(screen.locator("h2")).to_have_text("Round 1", timeout=PATIENCE_MS)
    organiser.act(kind="judge_coming", table="table-07", call="call-0001")
    expect(screen.locator("h2")).to_have_text("Calls for a judge", timeout=PATIENCE_MS)
    expect(screen.locator(".call-coming")).to_have_count(1)
    screen.close()


def test_a_desk_on_a_phone_has_room_for_its_calls(organiser: Organiser, chromium: Browser, artifacts: Path) -> None:
    desk = opened(chromium, organiser, "/organise", width=390, height=844)
    desk.fill("#secret", KEY)
    desk.fill("#by", "Jo")
    desk.click("#key button")
    expect(desk.locator("#calls tbody tr")).to_have_count(3, timeout=PATIENCE_MS)
    assert desk.evaluate("document.documentElement.scrollWidth") <= 390
    box = desk.get_by_role("button", name="On the way").first.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 390
    desk.screenshot(path=artifacts / "judge-desk-phone.png")
    desk.close()
