"""What an organiser does on the page alone, and what a player's phone knows by its slip."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.venue.event_serving import KEY, Organiser, served

pytestmark = pytest.mark.in_turn

PATIENCE_MS = 60_000
LIST = "Name,Team\n" + "".join(f"Player {at},Team {at % 3}\n" for at in range(1, 5))


@pytest.fixture
def organiser(tmp_path: Path) -> Iterator[Organiser]:
    with served(tmp_path) as client:
        organiser = Organiser(client)
        organiser.post("/entrants", {"by": "Ref", "csv": LIST})
        yield organiser


def opened(browser: Browser, organiser: Organiser, path: str, *, width: int = 1280) -> Page:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{organiser.client.base_url}{path}")
    return page


def desk_of(browser: Browser, organiser: Organiser) -> Page:
    desk = opened(browser, organiser, "/organise")
    desk.fill("#secret", KEY)
    desk.fill("#by", "Ref")
    desk.click("#key button")
    expect(desk.locator("#players tbody tr")).to_have_count(4, timeout=PATIENCE_MS)
    return desk


def done(page: Page) -> None:
    expect(page.locator("#said")).to_have_text("Done.", timeout=PATIENCE_MS)


def sent(page: Page, name: str) -> None:
    """Look at what changes, then do it."""
    box = page.locator("dialog")
    box.get_by_role("button", name="Show what changes").click()
    expect(box.locator(".changes li").first).to_be_visible(timeout=PATIENCE_MS)
    box.get_by_role("button", name=name).click()


def matches(organiser: Organiser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = organiser.view()["rounds"][-1]["matches"]
    return found


def test_the_tables_of_the_hall_are_named_on_the_page_and_games_are_seated_at_them(
    organiser: Organiser, chromium: Browser
) -> None:
    desk = desk_of(chromium, organiser)
    desk.fill("#rules [name=title]", "Autumn Cup")
    desk.fill("#rules [name=rounds]", "3")
    desk.fill("#rules [name=tables]", "north-1, north-2")
    desk.click("#rules button")
    expect(desk.locator("#title")).to_have_text("Autumn Cup", timeout=PATIENCE_MS)
    desk.click("#begin button")
    desk.get_by_role("button", name="Publish the round").click()
    expect(desk.locator("#pairings tbody tr")).to_have_count(2, timeout=PATIENCE_MS)
    assert [match["table"] for match in matches(organiser)] == ["north-1", "north-2"]
    assert organiser.view()["rounds_planned"] == 3
    desk.close()


def test_a_concession_another_pairing_and_a_name_are_put_right_on_the_page(
    organiser: Organiser, chromium: Browser
) -> None:
    organiser.begin()
    before = matches(organiser)
    desk = desk_of(chromium, organiser)
    desk.click("#swap")
    desk.select_option("dialog select >> nth=0", before[0]["second"])
    desk.select_option("dialog select >> nth=1", before[1]["second"])
    desk.fill("dialog input", "from one car")
    sent(desk, "Swap them")
    done(desk)
    assert [match["second"] for match in matches(organiser)] == [before[1]["second"], before[0]["second"]]

    desk.locator("#pairings tbody tr >> nth=0").get_by_role("button", name="Correct").click()
    desk.fill("dialog input >> nth=0", "9")
    desk.fill("dialog input >> nth=1", "4")
    desk.select_option("dialog select >> nth=0", before[1]["second"])
    desk.fill("dialog input >> nth=2", "the first has conceded")
    sent(desk, "Correct the result")
    expect(desk.locator(".state-confirmed")).to_have_count(1, timeout=PATIENCE_MS)
    first = matches(organiser)[0]
    assert (first["points"], first["winner"]) == ([9, 4], before[1]["second"])

    desk.locator("#players tbody tr", has_text="Player 1").get_by_role("button", name="Rename").click()
    desk.fill("dialog input >> nth=0", "Player One")
    desk.fill("dialog input >> nth=3", "misspelled")
    sent(desk, "Change it")
    expect(desk.locator("#players")).to_contain_text("Player One", timeout=PATIENCE_MS)
    desk.close()


@pytest.mark.parametrize(
    ("encoding", "guessed"), [("cp1252", True), ("utf-8", False), ("utf-8-sig", False), ("utf-16", False)]
)
def test_a_list_of_a_spreadsheet_is_read_in_its_encoding(
    organiser: Organiser, chromium: Browser, encoding: str, guessed: bool
) -> None:
    desk = desk_of(chromium, organiser)
    data = "sep=;\r\nName;Club\r\nMüller;Köln\r\n".encode(encoding)
    desk.set_input_files("#list [name=file]", {"name": "players.csv", "mimeType": "text/csv", "buffer": data})
    desk.click("#list button")
    expect(desk.locator("#players")).to_contain_text("Müller", timeout=PATIENCE_MS)
    expect(desk.locator("#said")).to_contain_text("Windows-1252" if guessed else "Done.", timeout=PATIENCE_MS)
    assert ("Windows-1252" in (desk.locator("#said").text_content() or "")) is guessed
    desk.close()


def test_the_page_names_the_winner_that_a_table_reports_and_asks_for_one_that_is_not_clear(
    organiser: Organiser, chromium: Browser, artifacts: Path
) -> None:
    organiser.begin()
    first, second = matches(organiser)
    for match, more in ((first, {"winner": first["second"]}), (second, {"undecided": True})):
        says = {"round": 1, "table": match["table"], "game": "one", "points": [6, 3]}
        assert organiser.act(kind="table_says", **says, **more).status_code == 200
        for entrant in (match["first"], match["second"]):
            assert organiser.sign(entrant, (6, 3)).status_code == 200
    desk = desk_of(chromium, organiser)
    row = desk.locator("#pairings tbody tr >> nth=0")
    expect(row).to_contain_text(f"By the table's report {first['names'][1]} won.", timeout=PATIENCE_MS)
    desk.screenshot(path=artifacts / "event-conceded.png")
    row.get_by_role("button", name="Confirm").click()
    expect(desk.locator(".state-confirmed")).to_have_count(1, timeout=PATIENCE_MS)
    row.get_by_role("button", name="Correct").click()
    expect(desk.locator("dialog select").first).to_have_value(first["second"])
    desk.get_by_role("button", name="Cancel").click()

    undecided = desk.locator("#pairings tbody tr >> nth=1")
    expect(undecided).to_contain_text("Not clear who won: the organiser decides")
    expect(undecided.get_by_role("button", name="Confirm")).to_have_count(0)
    undecided.get_by_role("button", name="Correct").click()
    expect(desk.locator("dialog select").first).to_have_value("")
    desk.fill("dialog input >> nth=0", "6")
    desk.fill("dialog input >> nth=1", "3")
    desk.fill("dialog input >> nth=2", "the first has conceded")
    desk.get_by_role("button", name="Show what changes").click()
    assert matches(organiser)[1]["state"] == "undecided"
    desk.select_option("dialog select >> nth=0", second["second"])
    sent(desk, "Correct the result")
    expect(desk.locator(".state-confirmed")).to_have_count(2, timeout=PATIENCE_MS)
    assert [one["winner"] for one in matches(organiser)] == [first["second"], second["second"]]
    desk.close()


def test_a_phone_that_opens_its_slip_is_its_player_and_stays_so(organiser: Organiser, chromium: Browser) -> None:
    organiser.begin()
    match = matches(organiser)[0]
    answer = organiser.client.get("/api/v1/event/slips", headers={"Authorization": f"Bearer {KEY}"})
    slip = next(one for one in answer.json() if one["entrant"] == match["second"])
    phone = opened(chromium, organiser, f"/event{slip['address'][slip['address'].index('#') :]}", width=390)
    told = f"you play {match['names'][0]} at {match['table']}"
    expect(phone.locator("#game")).to_contain_text(told, timeout=PATIENCE_MS)
    assert slip["code"] not in phone.url
    phone.fill("#own", "7")
    phone.fill("#other", "11")
    phone.click("#sign button")
    expect(phone.locator("#game")).to_contain_text("You have signed", timeout=PATIENCE_MS)
    phone.reload()
    expect(phone.locator("#game")).to_contain_text(told, timeout=PATIENCE_MS)
    phone.close()
    acts = organiser.client.get("/api/v1/event/acts", headers={"Authorization": f"Bearer {KEY}"}).json()
    signed = next(one for one in acts if one["kind"] == "sign")
    assert (signed["entrant"], signed["points"]) == (match["second"], [11, 7])


def test_slips_are_the_organisers_and_leave_out_who_dropped(organiser: Organiser) -> None:
    assert organiser.client.get("/api/v1/event/slips").status_code == 401
    organiser.act(kind="drop", entrant="p2", why="had to go")
    answer = organiser.client.get("/api/v1/event/slips", headers={"Authorization": f"Bearer {KEY}"})
    codes = organiser.codes()
    assert {one["entrant"]: one["code"] for one in answer.json()} == {
        name: code for name, code in codes.items() if name != "p2"
    }


def test_every_slip_opens_from_the_organisers_page(organiser: Organiser, chromium: Browser, artifacts: Path) -> None:
    desk = desk_of(chromium, organiser)
    desk.get_by_role("link", name="Print everybody's slips").click()
    expect(desk.locator("#slips li")).to_have_count(4, timeout=PATIENCE_MS)
    expect(desk.locator("#slips svg")).to_have_count(4)
    desk.screenshot(path=artifacts / "event-slips.png")
    desk.close()


def test_a_round_and_an_earlier_result_are_put_right_on_the_page(organiser: Organiser, chromium: Browser) -> None:
    organiser.begin()
    for match in matches(organiser):
        organiser.act(kind="correct", round=1, entrant=match["first"], points=[9, 4], why="the sheet")
    organiser.begin()
    organiser.sign(matches(organiser)[0]["first"], (5, 5), number=2)
    desk = desk_of(chromium, organiser)
    desk.select_option("#shown", "1")
    expect(desk.locator(".state-confirmed")).to_have_count(2, timeout=PATIENCE_MS)
    desk.locator("#pairings tbody tr >> nth=0").get_by_role("button", name="Correct").click()
    expect(desk.locator("dialog input >> nth=0")).to_have_value("9")
    desk.fill("dialog input >> nth=0", "3")
    desk.fill("dialog input >> nth=2", "added up wrongly")
    sent(desk, "Correct the result")
    done(desk)
    assert organiser.view()["rounds"][0]["matches"][0]["points"] == [3, 4]
    desk.select_option("#shown", "2")
    desk.get_by_role("button", name="Take the round back").click()
    desk.fill("dialog input", "wrong result in round 1")
    sent(desk, "Take the round back")
    expect(desk.locator("#shown option")).to_have_count(1, timeout=PATIENCE_MS)
    assert len(organiser.view()["rounds"]) == 1
    desk.close()
