"""Terrain drawn on the set-up's page while the table answers late."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from tests.overlook.live_table import LiveTable
from tests.overlook.setup_driver import PATIENCE_MS, Person, top_corners_px

pytestmark = pytest.mark.nightly


@pytest.fixture
def laid(tmp_path: Path) -> Iterator[LiveTable]:
    """The program on a simulated table with two pieces on it that nobody has drawn yet."""
    table = LiveTable(tmp_path, "--set-up").start()
    asked = (
        {"kind": "put", "thing": "platform"},
        {"kind": "put", "thing": "bunker"},
        {"kind": "go", "step": "terrain"},
    )
    for number, action in enumerate(asked):
        key = {"Idempotency-Key": f"terrain-page-{number}"}
        httpx.post(f"{table.url}api/setup", json={"wish": action}, headers=key, timeout=60).raise_for_status()
    yield table
    table.stop()


@pytest.fixture
def me(laid: LiveTable, chromium: Browser, artifacts: Path) -> Iterator[Person]:
    """A person at the step of terrain, the pieces' tags in sight."""
    page = chromium.new_page(viewport={"width": 1600, "height": 900}, reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_MS)
    page.goto(laid.url + "setup")
    page.wait_for_selector("body[data-ready]")
    person = Person(page, laid.url, artifacts)
    person.until(lambda now: len([tag for tag in now["tags"] if tag["whose"] == "new"]) >= 4, "tags seen")
    yield person
    page.close()


class Held:
    """Answers of the table that are on their way: `let_go` delivers them, and the page has drawn since."""

    def __init__(self, page: Page, address: str, body: str = "") -> None:
        self._page, self._body = page, body
        self._answers: list[tuple[Route, APIResponse]] = []
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        if self._body in (route.request.post_data or ""):
            self._answers.append((route, route.fetch()))
        else:
            route.continue_()

    def wait(self) -> None:
        """Wait until the table has answered."""
        while not self._answers:
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Deliver the answers, and wait until the page has drawn."""
        for route, answer in self._answers:
            with self._page.expect_response(route.request.url):
                route.fulfill(response=answer)
        self._answers.clear()
        self._page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_a_piece_that_is_kept_late_closes_no_other_ones_form(me: Person) -> None:
    form = me.touch(top_corners_px("platform"))
    keep = form.get_by_role("button", name="Keep this piece")
    late = Held(me.page, "**/api/setup", "draw_piece")
    keep.click()
    late.wait()
    expect(keep).to_be_disabled()
    me.until(lambda now: len(now["pieces"]) == 1, "the platform is kept")
    form.get_by_role("button", name="Cancel").click()
    me.touch(top_corners_px("bunker"))
    form.get_by_label("Name").fill("Bunker")
    late.let_go()
    expect(form.get_by_label("Name")).to_have_value("Bunker")
    me.page.unroute_all()
    me.click("Keep this piece")
    expect(form).to_be_hidden()
    assert {piece["name"] for piece in me.until(lambda now: len(now["pieces"]) == 2, "both are kept")["pieces"]} == {
        "Piece 1",
        "Bunker",
    }


def test_what_was_refused_can_be_kept_again(me: Person) -> None:
    form = me.touch(top_corners_px("platform"))
    while me.page.locator(".outline .corner").count() > 3:
        me.click("Remove a corner")
    before = me.corners()
    me.drag(1, (before[0][0] + 1, before[0][1]))
    keep = form.get_by_role("button", name="Keep this piece")
    keep.click()
    expect(me.page.locator("#refused")).to_contain_text("crosses itself or is too small")
    me.drag(1, before[1])
    expect(keep).to_be_enabled()
    keep.click()
    expect(form).to_be_hidden()
    me.until(lambda now: len(now["pieces"]) == 1, "the platform is kept")


def test_edges_that_are_found_late_move_no_other_pieces_outline(me: Person) -> None:
    form = me.touch(top_corners_px("platform"))
    late = Held(me.page, "**/api/setup/outline?*top=*")
    form.get_by_label("Top, inches").fill("5")
    form.get_by_label("Top, inches").press("Tab")
    late.wait()
    form.get_by_role("button", name="Cancel").click()
    me.touch(top_corners_px("bunker"))
    before = me.corners()
    late.let_go()
    assert me.corners() == before
    assert np.allclose(np.mean(before, axis=0), np.mean(top_corners_px("bunker"), axis=0), atol=30)


def test_edges_that_are_found_after_the_step_was_left_open_nothing(me: Person) -> None:
    late = Held(me.page, "**/api/setup/outline?*")
    x, y = np.mean(top_corners_px("platform"), axis=0)
    me.page.mouse.click(*me.on_screen((float(x), float(y))))
    late.wait()
    me.turn_to("Mission")
    late.let_go()
    assert me.page.locator(".outline .corner").count() == 0


def test_a_part_is_added_to_a_piece_as_the_table_knows_its_kind(me: Person) -> None:
    faults: list[str] = []
    me.page.on("pageerror", lambda error: faults.append(str(error)))
    me.page.get_by_text("Take a piece from a library").click()
    me.page.locator(".library button").first.click()
    (piece,) = me.until(lambda now: len(now["pieces"]) == 1, "a piece is picked")["pieces"]
    me.click(f"Parts of {piece['name']}")
    editor = me.page.locator(".editor")
    assert editor.locator("path").count() == len(piece["parts"])
    editor.get_by_label("Add a part").select_option("window")
    expect(editor.get_by_label("Kind")).to_have_value("window")
    expect(editor.get_by_label("Traits")).to_have_value("Exposed")
    expect(editor.get_by_label("Seen through")).to_be_checked()
    me.click("Keep these parts")
    expect(editor).to_have_count(0)
    more = me.until(lambda now: len(now["pieces"][0]["parts"]) == len(piece["parts"]) + 1, "the part is kept")
    (added,) = [part for part in more["pieces"][0]["parts"] if part["role"] == "window"]
    assert (added["bottom"], added["top"], added["traits"]) == (1.0, 2.0, ["Exposed"])
    assert faults == []
