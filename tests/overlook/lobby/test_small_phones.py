"""A small phone, and one with large letters: nothing is cut, nothing lies over something else, nothing is too small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.overlook.live_table import LiveTable
from tests.overlook.lobby.simulated_play import PATIENCE_MS, paired, played

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("small phones")]

PHONES = {"320": (320, 640, 1), "360": (360, 640, 1), "390": (390, 844, 1), "390 at 200 %": (390, 844, 2)}
"""Width and height in pixels, and how many times as large the letters are."""

LOOKED_AT = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".hidden");
  const box = (one) => { const range = document.createRange(); range.selectNodeContents(one);
                         return range.getBoundingClientRect(); };
  const all = [...document.querySelectorAll("body *")].filter(shown);
  const named = (one) => `${one.tagName} ${one.textContent.slice(0, 24)}`;
  const page = all.filter((one) => !one.closest("svg, .frame"));
  const wide = page.filter((one) => one.textContent.trim() && getComputedStyle(one).clipPath === "none" &&
    one.getBoundingClientRect().right > innerWidth + 1).map(named);
  const touched = all.filter((one) => one.matches("button, summary, a, input, select"));
  const small = touched.filter((one) => one.offsetHeight < 43.5 || one.offsetWidth < 39.5).map(named);
  const words = [...document.querySelectorAll("#sheets button, #dock span, .orders b, .orders button, .question")]
    .filter(shown);
  const over = [];
  for (const one of words) for (const other of words) {
    if (one === other || one.contains(other) || other.contains(one) || one.closest("main") !== other.closest("main"))
      continue;
    const [a, b] = [box(one), box(other)];
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2) over.push(`${named(one)} / ${named(other)}`);
  }
  const tiny = all.filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((one) => {
      const matrix = one.ownerSVGElement && one.getScreenCTM();
      const size = parseFloat(getComputedStyle(one).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
      return [size, `${named(one)} ${size.toFixed(1)} px`];
    }).filter(([size]) => size > 0 && size < 11.9).map(([, said]) => said);
  return { wide, small, over, tiny };
}"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """A ready game on the simulated table, at its first activation."""
    table = LiveTable(tmp_path_factory.mktemp("small")).start()
    played(table)
    yield table
    table.stop()


def opened(table: LiveTable, chromium: Browser, name: str, seat: str) -> Page:
    """Return a player's phone of that size."""
    width, height, larger = PHONES[name]
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_cookies([{"name": n, "value": v, "url": table.url} for n, v in paired(table, seat).items()])
    page = context.new_page()
    page.goto(table.url + "phone")
    page.wait_for_selector("#board .operative")
    expect(page.locator("body[data-hand]")).to_be_attached()
    page.evaluate("larger => { document.documentElement.style.fontSize = `${100 * larger}%` }", larger)
    page.evaluate("document.fonts.ready")
    return page


def looked_at(page: Page) -> dict[str, Any]:
    """Return what is wider than the page, smaller than a finger or than 12 px, or printed over something else."""
    found: dict[str, Any] = page.evaluate(LOOKED_AT)
    return {name: those for name, those in found.items() if those}


@pytest.mark.parametrize("name", PHONES)
def test_nothing_is_cut_nor_over_something_else_on_any_sheet_and_the_board_keeps_its_size(
    name: str, table: LiveTable, chromium: Browser, artifacts: Path
) -> None:
    page = opened(table, chromium, name, "p1")
    expect(page.locator(".orders li").first).to_be_visible()
    sizes = set()
    for sheet in ("game", "model", "team", "measure", "game"):
        page.locator(f"#sheets [data-sheet={sheet}]").tap()
        box = page.locator("#board").bounding_box()
        assert box is not None
        sizes.add((round(box["width"]), round(box["height"]), round(box["y"])))
        assert looked_at(page) == {}, sheet
    assert len(sizes) == 1
    page.screenshot(path=artifacts / f"small-phone-{name.replace(' ', '-').replace('%', 'percent')}.png")
    tabs, dock = page.locator("#sheets").bounding_box(), page.locator("footer").bounding_box()
    assert tabs is not None
    assert dock is not None
    assert dock["y"] - tabs["y"] - tabs["height"] > 150, "room for a question"
    page.context.close()


@pytest.mark.parametrize("seat", ["p1", "p2"])
def test_each_phone_has_its_own_models_nearest(seat: str, table: LiveTable, chromium: Browser) -> None:
    page = opened(table, chromium, "390", seat)
    expect(page.locator("#me")).to_be_visible()
    letter = {"p1": "A", "p2": "B"}[seat]

    def middle(mine: bool) -> float:
        models = page.locator("#board .operative")
        boxes = [
            models.nth(at).locator(".base").bounding_box()
            for at in range(models.count())
            if (models.nth(at).locator(".tag").text_content() or "").startswith(letter) is mine
        ]
        return sum(box["y"] for box in boxes if box) / len(boxes)

    page.wait_for_function("document.querySelector('#board').getAttribute('viewBox')")
    assert middle(mine=True) > middle(mine=False) + 100
    page.context.close()
