"""A device that is not paired says that it only watches, and comes back from pairing to where it was."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.fake_table import FakeTable
from tests.web.looking import SMALL_TARGETS, Look, Size, until
from tests.web.serving import Served
from web.app import Ports, create_app
from web.auth.sessions import COOKIE, Sessions
from web.server.settings import WebSettings

pytestmark = pytest.mark.in_turn

WATCHES = "This device can only watch.Pair it to play"


@pytest.fixture
def sessions() -> Sessions:
    """A table that trusts nobody by its address, as if every browser were another device."""
    return Sessions(b"s" * 32, own_screen=False)


@pytest.fixture
def strange(served: Served, sessions: Sessions, look: Look) -> Look:
    """Pages on another device."""
    served.show(FakeTable(moving=False))
    served.put(create_app(Ports(table=served.fake, advisor=served.advisor), WebSettings(), sessions))
    look.expected = ("401",)
    return look


def paired(page: Page, sessions: Sessions, seat: str = "Mira") -> None:
    """Enter the PIN as the table's screen shows it, in two parts."""
    page.wait_for_selector("#seats label")
    pin, _ = sessions.pin()
    page.get_by_label("PIN from the table's screen").fill(f"{pin[:3]} {pin[3:]}")
    page.get_by_text(seat).click()
    page.get_by_role("button", name="Pair").click()


def came_to(page: Page, path: str) -> None:
    """Wait until the page is there; "**/phone" would be true of "/pair?back=/phone", where pairing is still to come."""
    page.wait_for_url(lambda url: urlsplit(url).path == path)
    page.wait_for_selector("body[data-ready]")


def forget(page: Page) -> None:
    page.context.clear_cookies(name=COOKIE)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_it_says_so_and_a_press_stays_on_the_page(
    strange: Look, sessions: Sessions, pictures: Path, size: Size
) -> None:
    page = strange.at("/phone?seen=1", size=size)
    expect(page.locator("#watching")).to_have_text(WATCHES)
    for what in ("#prompts", "#offers"):
        assert page.locator(what).evaluate("one => one.inert"), "nothing is answered from here"
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_contain_text("Pair this device first")
    assert "/phone?seen=1" in page.url
    expect(page.locator("#watching")).to_have_count(1)
    assert page.evaluate(SMALL_TARGETS) == []
    page.screenshot(path=pictures / f"watching-{size}.png")
    page.get_by_role("link", name="Pair it to play").click()
    paired(page, sessions)
    came_to(page, "/phone")
    assert page.url.endswith("/phone?seen=1")
    expect(page.locator("#watching")).to_have_count(0)
    assert not page.locator("#prompts").evaluate("one => one.inert")
    forget(page)


@pytest.mark.nightly
def test_an_answer_that_comes_late_does_not_take_back_that_a_device_only_watches(
    strange: Look, sessions: Sessions
) -> None:
    page = strange.at("/pair?back=/phone", size="phone")
    held: list[Route] = []
    page.route("**/api/session", lambda route: held.append(route) if not held else route.continue_())
    paired(page, sessions)
    came_to(page, "/phone")
    forget(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#watching")).to_have_text(WATCHES)
    held[0].fulfill(json={"role": "player"})
    page.wait_for_function("() => performance.getEntriesByName(location.origin + '/api/session').length > 1")
    expect(page.locator("#watching")).to_have_text(WATCHES)


@pytest.mark.nightly
def test_a_device_whose_pairing_has_ended_says_so_when_something_is_pressed(strange: Look, sessions: Sessions) -> None:
    page = strange.at("/pair?back=/phone", size="phone")
    paired(page, sessions)
    came_to(page, "/phone")
    forget(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#watching")).to_have_text(WATCHES)


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "/\\evil.example", "/%09/evil.example"])
def test_pairing_leads_to_no_other_site(strange: Look, sessions: Sessions, back: str) -> None:
    page = strange.at(f"/pair?back={back}", size="phone")
    paired(page, sessions)
    came_to(page, "/phone")
    forget(page)


@pytest.mark.nightly
@pytest.mark.parametrize("pin", ["204", "", "20481a"])
def test_what_is_no_pin_is_named_with_what_to_do_and_costs_no_try(
    strange: Look, sessions: Sessions, pictures: Path, pin: str
) -> None:
    page = strange.at("/pair", size="phone")
    for _ in range(6):
        page.get_by_label("PIN from the table's screen").fill(pin)
        page.get_by_role("button", name="Pair").click()
        expect(page.get_by_role("alert")).to_contain_text(f'"{pin}" is not a PIN: a PIN has 6 digits. Enter the PIN')
    page.screenshot(path=pictures / "pair-short.png")
    paired(page, sessions)
    came_to(page, "/phone")
    forget(page)


@pytest.mark.nightly
def test_the_tables_own_screen_says_nothing(look: Look) -> None:
    page = look.at("/")
    until(page, "performance.getEntriesByName(location.origin + '/api/session').length >= 1")
    expect(page.locator("#watching")).to_have_count(0)
