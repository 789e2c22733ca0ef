"""Phone and table page at 320 px and at 200 % text, in a game and in combat: nothing is cut, nothing overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import fighting, opened, shown
from tests.overlook.test_few_taps import CloseTable, activated

pytestmark = pytest.mark.nightly

VIEWS = {
    "phone 320": ("/phone", 320, 640, 100),
    "phone 320 at 200 %": ("/phone", 320, 640, 200),
    "phone 390 at 200 %": ("/phone", 390, 844, 200),
    "table 320": ("", 320, 640, 100),
    "table 390 at 200 %": ("", 390, 844, 200),
    "table 1280": ("", 1280, 800, 100),
    "table 1280 at 200 %": ("", 1280, 800, 200),
}
"""The address, the window's size in pixels, and the size of the letters in percent."""

CUT = """() => {
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    if (one.closest("svg, .frame, .hidden, noscript") || !one.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    if (style.clipPath !== "none" || box.width < 1 || box.height < 1 || style.display === "inline") continue;
    const name = `${one.tagName}${one.id && "#"}${one.id} ${one.textContent.trim().slice(0, 30)}`;
    const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (box.right > innerWidth + 1 || box.left < -1) found.push(`outside of the window: ${name}`);
    if (words && one.clientWidth && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${name}`);
  }
  return found;
}"""
"""Boxes outside of the window, and texts that are wider than their boxes."""


OVER = """() => {
  const boxes = [], found = new Set();
  const hidden = (one) => { for (; one; one = one.parentElement)
    if (getComputedStyle(one).clipPath !== "none" || one.matches(".hidden, svg, .frame, option")) return true; };
  const fixed = (one) => one.closest("#notices, footer, #card, .moving, #invitation");
  const sticky = (one) => one.closest("#stage, .dice .row");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [node, one] = [walker.currentNode, walker.currentNode.parentElement];
    if (!node.data.trim() || !one.checkVisibility({ visibilityProperty: true }) || hidden(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const trim = (bottom - top) / 4;
      boxes.push([one, node.data.trim().slice(0, 30), [left, top + trim, right, bottom - trim]]);
    }
  }
  boxes.forEach(([one, name, a], at) => {
    for (const [other, its, b] of boxes.slice(at + 1)) {
      if (one === other || fixed(one) !== fixed(other) || sticky(one) !== sticky(other)) continue;
      if (Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 2 && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 2)
        found.add(`"${name}" overlaps "${its}"`);
    }
  });
  return [...found];
}"""
"""Texts that lie over each other, by the middle half of their lines; what floats above the page is compared alone."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, make=CloseTable) as server:
        yield server


def faults(pages: dict[str, Page], server: LiveServer, moment: str, artifacts: Path) -> list[str]:
    """Return what is cut or overlaps on each page now; each is kept as a picture."""
    found = []
    for name, page in pages.items():
        shown(page, server)
        page.evaluate("document.fonts.ready")
        file = f"overflow-{moment}-{name}".replace(" ", "-").replace("%", "percent")
        page.screenshot(path=artifacts / f"{file}.png")
        found += [f"{moment}, {name}: {one}" for script in (CUT, OVER) for one in page.evaluate(script)]
    return found


def test_nothing_is_cut_and_nothing_overlaps_in_a_game_and_in_combat(
    server: LiveServer, chromium: Browser, artifacts: Path
) -> None:
    errors: list[str] = []
    activated(server, "a1", "b1")
    pages = {}
    for name, (address, width, height, percent) in VIEWS.items():
        page = opened(chromium, f"{server.table.url}{address}", (width, height), errors, mobile=percent == 100)
        page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%` }", percent)
        pages[name] = page
    found = faults(pages, server, "action", artifacts)
    table = server.table
    first = table.service.snapshot().offers[0]
    choice = next(one for offer in first.actions if offer.action == "Shoot" for one in offer.choices if one.possible)
    shot = {"operative": "a1", "action": "Shoot", "weapon": choice.weapon, "target": choice.target, "dice": True}
    server.do(table.took("act", by="p1", **shot))
    found += faults(pages, server, "dice", artifacts)
    for dice in ([6, 5, 4, 1], [5, 2, 1]):
        prompt = table.table.game.prompts[0]
        while not prompt.dice:
            server.do(table.took("answer", prompt=prompt.id, choice=prompt.default))
            prompt = table.table.game.prompts[0]
        server.do(table.took("answer", prompt=prompt.id, dice=dice))
        found += faults(pages, server, f"rolled-{dice[0]}", artifacts)
    while fighting(table.table.state):
        prompt = table.table.game.prompts[0]
        server.do(table.took("answer", prompt=prompt.id, choice=prompt.default))
    found += faults(pages, server, "result", artifacts)
    assert found == [], "\n".join(found)
    assert errors == []
