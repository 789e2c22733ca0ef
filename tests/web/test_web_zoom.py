"""The board looked at closer on a phone: two fingers, one finger to move it, a double tap there and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.web.looking import Look, until

Spot = tuple[float, float]


def touch(session: CDPSession, kind: str, *spots: Spot) -> None:
    """Send what fingers do, as a touch screen does."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(spots)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def pinch(session: CDPSession, at: Spot, apart: float, to: float) -> None:
    """Put two fingers on a place so far apart, and move them until they are another distance apart."""
    x, y = at

    def both(gap: float) -> tuple[Spot, Spot]:
        return (x - gap / 2, y), (x + gap / 2, y)

    touch(session, "touchStart", *both(apart))
    for step in range(1, 11):
        touch(session, "touchMove", *both(apart + (to - apart) * step / 10))
    touch(session, "touchEnd")


def middle(page: Page, selector: str) -> tuple[float, float, float]:
    """Return where something is on the screen, and how wide."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"]


MODEL = ".operative[aria-label^='A3'] .base"


@pytest.mark.nightly
def test_two_fingers_bring_the_board_closer_and_what_is_under_them_stays_there(look: Look, pictures: Path) -> None:
    page = look.at("/phone", size="phone")
    session = page.context.new_cdp_session(page)
    x, y, wide = middle(page, MODEL)
    pinch(session, (x, y), 60, 150)
    until(page, "document.querySelector('#board').classList.contains('close')")
    now_x, now_y, now_wide = middle(page, MODEL)
    assert 2.2 < now_wide / wide < 2.8
    assert abs(now_x - x) < 25
    assert abs(now_y - y) < 25
    assert page.locator("#model").is_hidden(), "a pinch touches no model"
    page.screenshot(path=pictures / "phone-close.png")

    touch(session, "touchStart", (200, 250))
    for step in range(1, 9):
        touch(session, "touchMove", (200 + 5 * step, 250 + 5 * step))
    touch(session, "touchEnd")
    moved_x, moved_y, _ = middle(page, MODEL)
    assert abs(moved_x - now_x) + abs(moved_y - now_y) > 10
    assert page.locator("#model").is_hidden(), "moving the board touches no model"

    pinch(session, (200, 250), 200, 40)
    until(page, "!document.querySelector('#board').classList.contains('close')")
    assert middle(page, MODEL)[2] == wide


@pytest.mark.nightly
def test_a_double_tap_goes_close_and_back_and_a_tap_still_chooses_a_model(look: Look) -> None:
    page = look.at("/phone", size="phone")
    x, y, wide = middle(page, "#board .floor")
    for _ in range(2):
        page.touchscreen.tap(x + 20, y + 20)
    until(page, "document.querySelector('#board').classList.contains('close')")
    page.wait_for_timeout(400)
    for _ in range(2):
        page.touchscreen.tap(x + 20, y + 20)
    until(page, "!document.querySelector('#board').classList.contains('close')")
    assert middle(page, "#board .floor")[2] == wide
    model_x, model_y, _ = middle(page, MODEL)
    page.wait_for_timeout(400)
    page.touchscreen.tap(model_x, model_y)
    expect(page.locator("#model")).to_contain_text("Gunner Sol")
