"""What a hand moved on a simulated table goes back where the game has it, by a button, and by letting go near it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.overlook.live_table import LiveTable
from tests.overlook.lobby.simulated_play import (
    PATIENCE_MS,
    Inches,
    comes_to_stand,
    on_screen,
    paired,
    played,
    stands,
)

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("put back")]

MODEL = "a4"
HELD_MS = 300


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """A ready game on the simulated table, A4 at work."""
    table = LiveTable(tmp_path_factory.mktemp("back")).start()
    played(table)
    assert table.act("activate", operative=MODEL, order="engage")[0]
    yield table
    table.stop()


@pytest.fixture
def phone(table: LiveTable, chromium: Browser) -> Iterator[Page]:
    """The phone of the model's player, its board unturned."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script("localStorage.setItem('overlook.turn', '0')")
    context.add_cookies([{"name": n, "value": v, "url": table.url} for n, v in paired(table, "p1").items()])
    page = context.new_page()
    page.goto(table.url + "phone")
    expect(page.locator("body[data-hand]")).to_be_attached()
    yield page
    context.close()


def finger(page: Page) -> CDPSession:
    """Return what touches the screen as a finger does."""
    return page.context.new_cdp_session(page)


def swipe(page: Page, start: Inches, end: Inches, *, held_ms: int = 0) -> None:
    """Drag with a finger from a place on the board to another, after it rested there for a while."""
    touch = finger(page)
    for kind, at in (("touchStart", start), ("touchMove", end), ("touchMove", end), ("touchEnd", None)):
        x, y = on_screen(page, at) if at else (0, 0)
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}] if at else []})
        if kind == "touchStart" and held_ms:
            page.wait_for_timeout(held_ms)


def view(table: LiveTable) -> dict[str, Any]:
    """Return the model as the table shows it."""
    return next(one for one in table.snapshot()["table"]["operatives"] if one["id"] == MODEL)


def proposed(table: LiveTable) -> bool:
    """Return whether it is asked what a move was."""
    return any(one["topic"] == "proposal" for one in table.snapshot()["prompts"])


def test_a_refused_move_is_put_back_by_one_button_and_then_everything_is_offered_again(
    table: LiveTable, phone: Page
) -> None:
    home = stands(table, MODEL)
    assert view(table)["belongs"] is None
    swipe(phone, home, (home[0] + 1.0, home[1] + 9.0))
    back = phone.locator("#hand").get_by_role("button", name="Put A4 back for me")
    asked = phone.locator("#prompts .prompt").filter(has_text="No action allows this move")
    expect(asked).to_have_count(1, timeout=PATIENCE_MS)
    expect(back).to_be_visible()
    assert (view(table)["belongs"]["x"], view(table)["belongs"]["y"]) == pytest.approx(home, abs=0.05)
    back.tap()
    comes_to_stand(table, MODEL, home, within_in=0.05)
    expect(back).to_be_hidden(timeout=PATIENCE_MS)
    expect(asked).to_have_count(0, timeout=PATIENCE_MS)
    expect(phone.locator("#offers")).to_contain_text("Reposition", timeout=PATIENCE_MS)
    expect(phone.locator("#rulings li").first).to_contain_text("declined")


def test_what_is_let_go_of_within_half_an_inch_of_its_place_stands_exactly_there(table: LiveTable, phone: Page) -> None:
    home = stands(table, MODEL)
    out = (home[0] + 1.8, home[1] + 0.4)
    swipe(phone, home, out)
    comes_to_stand(table, MODEL, out, within_in=0.3)
    table.until(lambda _: proposed(table), within_s=60)
    swipe(phone, stands(table, MODEL), (home[0] + 0.3, home[1] + 0.2))
    comes_to_stand(table, MODEL, home, within_in=0.03)
    table.until(lambda _: not proposed(table), within_s=60)


def test_a_short_drag_of_a_model_that_is_held_is_no_tap(table: LiveTable, phone: Page) -> None:
    home = stands(table, MODEL)
    x, y = on_screen(phone, home)
    touch = finger(phone)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    phone.wait_for_timeout(HELD_MS)
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + 3, "y": y + 2}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(phone.locator(".operative[aria-pressed=true]")).to_have_count(0)
    assert stands(table, MODEL) == pytest.approx(home, abs=0.03)
    assert phone.locator("body").get_attribute("data-sheet") == "game"


def test_the_strip_of_a_model_goes_when_another_is_at_work(table: LiveTable, phone: Page) -> None:
    phone.touchscreen.tap(*on_screen(phone, stands(table, MODEL)))
    strip = phone.locator("#hand").get_by_role("button", name="Move", exact=True)
    expect(strip).to_be_visible()
    assert phone.locator("body").get_attribute("data-sheet") == "game", "what it may do stays in sight"
    assert table.act("end_activation", operative=MODEL)[0]
    expect(strip).to_be_hidden(timeout=PATIENCE_MS)
