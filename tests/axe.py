"""axe-core on a page at every width, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

AXE = Path(".venv/page-tools/node_modules/axe-core/axe.min.js")
WIDTHS = {320: 640, 390: 844, 820: 1180, 1600: 900}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PICTURED = {(320, "dark"), (390, "light"), (820, "light"), (1024, "dark"), (1600, "dark")}
"""The views of which a picture is kept to be looked at: one a width."""
DRAWN = (
    "document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))"
)
RUN = """() => axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => ({
  passed: passes.length,
  faults: violations.map(({ id, impact, help, nodes }) => `${id} (${impact}): ${help}: ${nodes[0].html.slice(0, 160)}`),
}))"""


def source(checkout: Path) -> str:
    """Return axe-core; a test that asks for it fails with the line that gets it where it is missing."""
    path = checkout / AXE
    if not path.exists():
        pytest.fail(f"{AXE} is missing: run 'sh deploy/prepare.sh test'")
    return path.read_text(encoding="utf-8")


LARGE_TEXT = "html { font-size: 200%; }"
LARGE_TEXT_WIDTHS = {390: 844, 320: 640, 1280: 800}

OVERLAPS = """() => {
  const boxes = [], found = new Set();
  const clip = (rect, element) => {
    let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom];
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const area = one.getBoundingClientRect();
      [left, top] = [Math.max(left, area.left), Math.max(top, area.top)];
      [right, bottom] = [Math.min(right, area.right), Math.min(bottom, area.bottom)];
    }
    return [left, top, right, bottom];
  };
  const add = (element, name, rect, within) => {
    const box = clip(rect, within);
    if (box[2] - box[0] > 2 && box[3] - box[1] > 2) boxes.push([element, name, box]);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [node, element] = [walker.currentNode, walker.currentNode.parentElement];
    const name = node.textContent.trim().slice(0, 40);
    if (!name || !element.checkVisibility() || element.closest("svg, script, noscript, option, .hidden")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      add(element, name, rect, element);
      if (rect.right > innerWidth + 1 || rect.left < -1) found.add(`cut: ${name}`);
    }
  }
  for (const control of document.querySelectorAll("input, select, button, textarea"))
    if (control.checkVisibility() && !control.closest(".hidden"))
      add(control, control.ariaLabel ?? control.id, control.getBoundingClientRect(), control.parentElement);
  boxes.forEach(([one, name, a], k) => {
    for (const [other, its, b] of boxes.slice(k + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
      const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
      if (width > 2 && height > 4) found.add(`"${name}" overlaps "${its}"`);
    }
  });
  return [...found];
}"""
"""Texts and controls that overlap each other, and texts that are cut at the edge of the window."""


class AxeEverywhere:
    """Opens pages at every width and gathers what axe finds there, and what is wider than they are."""

    def __init__(self, browser: Browser, checkout: Path, pictures: Path) -> None:
        self._browser, self._axe, self._pictures = browser, source(checkout), pictures
        self.faults: list[str] = []
        self.looked = 0

    def look(
        self,
        address: str,
        name: str,
        *,
        ready: str = "body",
        act: Callable[[Page], object] = lambda _: None,
        cookies: dict[str, str] | None = None,
    ) -> None:
        """Look at the page of an address once `ready` is there and `act` was done; it is kept as pictures by `name`."""
        with self._browser.new_context(
            viewport={"width": 390, "height": 844}, reduced_motion="reduce", bypass_csp=True
        ) as context:
            context.set_default_timeout(60_000)
            if cookies:
                context.add_cookies([{"name": key, "value": one, "url": address} for key, one in cookies.items()])
            page = context.new_page()
            page.goto(address, wait_until="commit")
            page.wait_for_selector(ready)
            act(page)
            for width, height in WIDTHS.items():
                page.set_viewport_size({"width": width, "height": height})
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    self._at(page, f"{name}-{width}-{scheme}", width)
                    if (width, scheme) in PICTURED:
                        page.screenshot(path=self._pictures / f"axe-{name}-{width}-{scheme}.png")

    def look_at_large_text(self, address: str, name: str, *, ready: str, act: Callable[[Page], object]) -> None:
        """Look for overlaps on a page at 200 % text."""
        with self._browser.new_context(reduced_motion="reduce", bypass_csp=True) as context:
            context.set_default_timeout(60_000)
            page = context.new_page()
            page.goto(address, wait_until="commit")
            page.wait_for_selector(ready)
            act(page)
            page.add_style_tag(content=LARGE_TEXT)
            for width, height in LARGE_TEXT_WIDTHS.items():
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("document.fonts.ready")
                page.evaluate(DRAWN)
                self.faults += [f"{name} at {width} px and 200 % text: {one}" for one in page.evaluate(OVERLAPS)]
                page.screenshot(path=self._pictures / f"large-text-{name}-{width}.png")
                self.looked += 1

    def _at(self, page: Page, name: str, width: int) -> None:
        page.evaluate("document.fonts.ready")
        page.evaluate(DRAWN)
        if not page.evaluate("'axe' in window"):
            page.evaluate(f"() => {{ {self._axe}\n; }}")
        found: dict[str, Any] = page.evaluate(RUN)
        assert found["passed"], name
        self.faults += [f"{name}: {fault}" for fault in found["faults"]]
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            self.faults.append(f"{name}: {wide} px wide")
        self.looked += 1
