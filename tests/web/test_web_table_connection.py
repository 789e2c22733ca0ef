"""The table's page and its connection: lost, given back, taken up again; what changes reaches whoever looks."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.fake_rulings import shot, within
from tests.web.looking import Look, Size, listen_to, said, stop_the_clock, until
from tests.web.serving import Served
from tests.web.test_web_table_page import PICTURED


@pytest.mark.nightly
def test_the_picture_comes_back_by_itself(look: Look, served: Served) -> None:
    look.expected = ("503",)
    page = look.at()
    until(page, PICTURED)
    served.change(camera_lost=True)
    expect(page.locator("#camera .lost")).to_have_text("No image")
    expect(page.locator("#machine [data-state=lost]")).to_contain_text("check the plug")
    served.change(camera_lost=False)
    expect(page.locator("#camera .lost")).to_be_hidden()
    until(page, PICTURED)


@pytest.mark.in_turn
def test_the_page_reconnects_by_itself_and_says_so(look: Look, served: Served, pictures: Path) -> None:
    look.expected = ("ERR_", "503", "MIME")
    page = look.at()
    line = page.locator("#line")
    expect(line).to_have_text("Live")
    served.away = True
    served.hang_up()
    expect(line).to_have_text("Reconnecting…")
    page.screenshot(path=pictures / "table-reconnecting.png")
    served.do(served.fake.call, shot())
    served.change(hand=True)
    listen_to(page, "#line")
    served.away = False
    said(page, "#line", "Connected again")
    expect(page.locator("#notices")).to_contain_text("Hand in view")
    expect(page.locator(".newest .claim")).to_have_text("Gunner Sol may shoot Blade Tor")
    expect(line).to_have_text("Live")


@pytest.mark.nightly
@pytest.mark.parametrize(("path", "size"), [("/", "desk"), ("/phone", "phone")])
def test_a_page_whose_table_is_gone_says_since_when_and_what_to_do(
    path: str, size: Size, look: Look, served: Served, pictures: Path
) -> None:
    look.expected = ("ERR_", "503", "MIME")
    page = look.at(path, size=size)
    gone = page.get_by_role("alert").filter(has_text="has not answered since")
    expect(page.locator("#line")).to_have_text("Live")
    expect(gone).to_have_count(0)
    served.away = True
    served.hang_up()
    expect(page.locator("#line")).to_have_text("Reconnecting…")
    expect(gone).to_have_count(0)
    expect(gone).to_be_visible(timeout=20_000)
    expect(gone).to_contain_text("Check that the table's computer is running")
    page.screenshot(path=pictures / f"table-gone-{size}.png")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    served.away = False
    expect(gone).to_have_count(0, timeout=20_000)


@pytest.mark.nightly
def test_a_page_that_nobody_looks_at_gives_its_connection_back(look: Look, served: Served) -> None:
    page = look.at(clock=True)
    stop_the_clock(page)

    def seen(hidden: str) -> None:
        page.evaluate(f"Object.defineProperty(document, 'hidden', {{ configurable: true, value: {hidden} }})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    def viewers_become(count: int) -> None:
        for _ in range(1500):
            if served.do(lambda: served.fake.feed.viewers) == count:
                return
            page.wait_for_timeout(20)
        pytest.fail(f"{served.fake.feed.viewers} viewers, expected {count}")

    viewers_become(1)
    seen("true")
    page.clock.run_for(14000)
    viewers_become(1)
    page.clock.run_for(2000)
    viewers_become(0)
    served.change(hand=True)
    seen("false")
    page.clock.resume()
    viewers_become(1)
    expect(page.locator("#notices")).to_contain_text("Hand in view")


@pytest.mark.nightly
def test_all_viewers_see_a_change(look: Look, served: Served) -> None:
    pages = [look.at(size=size) for size in ("phone", "tablet", "desk")]
    served.call(within())
    for page in pages:
        until(page, "document.querySelectorAll('.rulings > li').length === 5")
