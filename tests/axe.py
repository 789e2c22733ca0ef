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
