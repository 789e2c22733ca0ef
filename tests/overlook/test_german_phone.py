"""Phones and screens set to German: no English text on a page but names, no text cut, no button over another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page

from messages.catalogue import ENGLISH, catalogue_of
from messages.message import Message
from messages.page_texts import language_name
from tests.messages.english_reader import HOLE, english_in, forms
from tests.messages.samples import entries
from tests.overlook.live_server import LiveServer
from tests.overlook.test_few_taps import CloseTable
from tests.overlook.test_pseudo_language import SHOWN, data_in
from tests.overlook.test_two_phones import Battle
from tests.overlook.two_phones import TwoPhones

pytestmark = pytest.mark.nightly

OWN_NAME = language_name("en")
"""Name of English on the link that chooses it."""

SMALLEST = (320, 640)
ADDRESSES = ("/pair", "/health", "/fairness", "/certificate", "/setup", "/judge", "/machine", "/replay", "/nowhere")

CUT = """() => {
  const found = [];
  for (const element of document.body.querySelectorAll("*")) {
    if (!element.checkVisibility() || element.closest("svg, script, noscript, .hidden, select")) continue;
    const own = [...element.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.textContent.trim());
    const style = getComputedStyle(element);
    const text = element.textContent.trim().slice(0, 60);
    const hidden = style.clipPath === "none" && element.scrollWidth > element.clientWidth + 1;
    if (own && style.overflowX !== "visible" && style.textOverflow !== "ellipsis" && hidden) found.push(`cut: ${text}`);
    const box = element.getBoundingClientRect();
    let around = element.parentElement;
    while (around && !/auto|scroll|hidden|clip/.test(getComputedStyle(around).overflowX)) around = around.parentElement;
    if (own && !around && box.right > document.documentElement.clientWidth + 1) found.push(`outside: ${text}`);
  }
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) {
    const right = (one) => one.getBoundingClientRect().right;
    const widest = [...document.body.querySelectorAll("*")].reduce((a, b) => (right(b) > right(a) ? b : a));
    found.push(`the page is ${root.scrollWidth} px wide: ${widest.outerHTML.slice(0, 150)}`);
  }
  return [...new Set(found)];
}"""
"""Texts that are cut off, and boxes beyond the window's right edge."""

OVER = """() => {
  const buttons = [...document.querySelectorAll("button, a, summary, input, select")]
    .filter((one) => one.checkVisibility() && !one.closest("svg, .hidden"))
    .filter((one) => getComputedStyle(one).position !== "sticky")
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 1 && box.height > 1);
  const found = [];
  for (const [at, [one, a]] of buttons.entries())
    for (const [other, b] of buttons.slice(at + 1)) {
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const apart = (each) => each.closest("footer, header") ?? each.closest("main");
      if (wide > 2 && high > 2 && apart(one) === apart(other) && !one.contains(other) && !other.contains(one))
        found.push(`${one.textContent.trim()} over ${other.textContent.trim()}`);
    }
  return found;
}"""
"""Buttons and links of the same part of a page that lie over each other."""


def in_german(label: str) -> str:
    """Return the German text of an English label that nothing is filled into."""
    for _, entry in entries("en"):
        if entry.value is None:
            continue
        shapes = list(forms(entry.value))
        if label in shapes and HOLE not in label:
            german = next(e for _, e in entries("de") if e.id.name == entry.id.name)
            assert german.value is not None
            return list(forms(german.value))[shapes.index(label)]
    raise AssertionError(f"no English text is {label!r}")


class German(TwoPhones):
    """Two phones and the table's screens in German that note each English text, and each that is cut."""

    def __init__(self, chromium: Browser, server: LiveServer, pictures: Path) -> None:
        self.english: dict[str, str] = {}
        self.cut: set[str] = set()
        super().__init__(chromium, server, pictures, language="de")

    def button(self, seat: str, name: str) -> None:
        """Touch the first button of that English name."""
        super().button(seat, in_german(name))

    def in_reach(self, seat: str, selector: str) -> None:
        """Expect something on a phone under nothing else; it may be scrolled to, for German has more lines."""
        self.phones[seat].locator(selector).first.scroll_into_view_if_needed()
        super().in_reach(seat, selector)

    def settle(self) -> None:
        """Wait until every page shows the game, and read all of them."""
        super().settle()
        snapshot: Any = httpx.get(f"{self.url}/api/snapshot").raise_for_status().json()
        names = sorted({name for name in data_in(snapshot) if len(name) > 2}, key=len, reverse=True)
        for where in ("p1", "p2", "table"):
            read(self.pages[where], names, self.english, where)
        for seat, page in self.phones.items():
            self.cut |= {f"{seat}: {one}" for one in (*page.evaluate(CUT), *page.evaluate(OVER))}


def read(page: Page, names: list[str], english: dict[str, str], where: str) -> None:
    """Note every English text that a page shows."""
    for text in page.evaluate(SHOWN):
        if found := english_in(text, "de", (*names, OWN_NAME)):
            english.setdefault(found, f"{where}: {text}")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, make=CloseTable) as server:
        yield server


def test_a_game_on_phones_in_german_shows_no_english(server: LiveServer, chromium: Browser, artifacts: Path) -> None:
    table = German(chromium, server, artifacts)
    Battle(table).one_turn()
    table.picture("german")
    assert table.faults == []
    assert table.english == {}
    assert table.cut == set()


@pytest.mark.parametrize("address", ["/phone", "/", *ADDRESSES])
def test_every_page_is_german_and_fits_a_small_phone_with_large_text(
    server: LiveServer, chromium: Browser, artifacts: Path, address: str
) -> None:
    width, height = SMALLEST
    context = chromium.new_context(viewport={"width": width, "height": height}, locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{server.table.url}{address}", wait_until="load")
    page.wait_for_timeout(1500)
    english: dict[str, str] = {}
    snapshot: Any = httpx.get(f"{server.table.url}/api/snapshot").json()
    read(page, sorted({name for name in data_in(snapshot) if len(name) > 2}, key=len, reverse=True), english, address)
    name = address.strip("/").replace("/", "-") or "table"
    page.screenshot(path=str(artifacts / f"german-{name}.png"), full_page=True)
    small = page.evaluate(CUT)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(300)
    page.screenshot(path=str(artifacts / f"german-{name}-large.png"), full_page=True)
    large = page.evaluate(CUT)
    context.close()
    print(address, english, small, large)
    assert english == {}
    assert (small, large) == ([], [])


def test_the_two_players_of_a_table_read_two_languages(server: LiveServer, chromium: Browser) -> None:
    shown = {}
    for language in ("en-GB", "de-DE"):
        context = chromium.new_context(viewport={"width": 390, "height": 844}, locale=language)
        page = context.new_page()
        page.goto(f"{server.table.url}/phone", wait_until="commit")
        page.wait_for_selector("body[data-ready]")
        shown[language] = "\n".join(page.evaluate(SHOWN))
        context.close()
    live = Message.of("ui-turn-board")
    assert ENGLISH.text(live) in shown["en-GB"]
    assert catalogue_of("de").text(live) in shown["de-DE"]
