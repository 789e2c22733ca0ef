"""Somebody who has never seen a shell, from a table's first page to its certificate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import httpx
from playwright.sync_api import Page, expect

PATIENCE_S = 240.0
PLATES = ((8.0, 11.0, 20.0), (21.5, 10.5, -70.0), (15.0, 12.0, 100.0))


class Table(Protocol):
    """A table somewhere, and hands that hold things before its camera."""

    @property
    def address(self) -> str:
        """Where this machine asks it."""
        ...

    def hold(self, what: dict[str, object]) -> None:
        """Hold something before the camera."""
        ...

    def first(self) -> dict[str, Any] | None:
        """Return how the first run stands; None at a table that has none to show."""
        ...

    def until(self, what: str, true: Callable[[], bool], within_s: float = ...) -> None:
        """Wait until something is true."""
        ...


class Newcomer:
    """Reads the page of a fresh table and touches it, no more.

    `after` is called with the name of each step once it is done, a picture of which is kept.
    """

    def __init__(
        self,
        page: Page,
        table: Table,
        artifacts: Path,
        *,
        after: Callable[[str], None] = lambda _: None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.page, self.table, self.artifacts = page, table, artifacts
        self.touches = 0
        self._after, self._patience_ms = after, patience_s * 1000
        page.set_default_timeout(self._patience_ms)
        expect.set_options(timeout=self._patience_ms)

    def touch(self, name: str, *, exact: bool = False) -> None:
        """Press the button of that name."""
        self.touches += 1
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def _turn_to(self, step: str) -> None:
        self.touch("Next", exact=True)
        expect(self.page.locator("body")).to_have_attribute("data-step", step)

    def _done(self, name: str) -> None:
        self.page.screenshot(path=self.artifacts / f"first-run-{name}.png")
        self._after(name)

    def goes_to_the_certificate(self, camera: str) -> None:
        """Choose the camera of that label, and do all that the page asks for."""
        self._chooses(camera)
        self._turn_to("picture")
        expect(self.page.locator("#step li", has_text="16 of 16 board tags")).to_be_visible()
        expect(self.page.locator("#step li", has_text="Median brightness")).to_be_visible()
        self._done("2-picture")
        self._turn_to("print")
        self._prints()
        self._turn_to("lens")
        self._finds_the_lens()
        self.table.hold({"show": "board"})
        self._turn_to("board")
        expect(self.page.locator("#found")).to_contain_text("16 of 16 tags")
        expect(self.page.locator("#over polygon")).to_have_count(16)
        self._done("5-board")
        self._turn_to("verify")
        self._verifies()

    def _chooses(self, camera: str) -> None:
        expect(self.page.locator("#lacks")).to_contain_text("No camera is chosen")
        expect(self.page.locator("#lacks")).to_contain_text("lens is not calibrated")
        self.touch(camera)
        expect(self.page.locator("#picture")).to_be_visible()
        self._done("1-camera")

    def _prints(self) -> None:
        for sheet in ("kit", "charuco", "verify"):
            printed = httpx.get(f"{self.table.address}/api/first/{sheet}.pdf", timeout=self._patience_ms / 1000)
            assert printed.content.startswith(b"%PDF")
        ruler = self.page.get_by_label("Measured length of the 100 mm line")
        ruler.fill("99")
        ruler.press("Tab")
        expect(self.page.get_by_role("alert").filter(has_text="print again")).to_be_visible()
        ruler.fill("100")
        ruler.press("Tab")
        self.page.get_by_label("Thickness of the verify plate").fill("1.2")
        self.page.get_by_label("Thickness of the verify plate").press("Tab")
        self.table.until("the plate's thickness is kept", lambda: (self.table.first() or {})["plate_mm"] == 1.2)
        self._done("3-print")

    def _finds_the_lens(self) -> None:
        self.table.hold({"show": "sheet"})
        expect(self.page.locator("#step p", has_text="Views:")).to_contain_text("4 of")
        self._done("4-lens")
        expect(self.page.get_by_role("button", name="Find the lens")).to_be_enabled()
        self.touch("Find the lens")
        expect(self.page.locator("#saved")).to_be_visible()

    def _verifies(self) -> None:
        for number, (x, y, turn) in enumerate(PLATES, 1):
            self.table.hold({"show": "plate", "x": x, "y": y, "turn": turn})
            place = self.page.get_by_role("button", name=f"Leave out place {number}")
            while not place.is_visible():
                self.touch("Measure here")
                self.page.wait_for_timeout(1500)
            self._done(f"6-verify-{number}")
        self.touch("Make the certificate")
        expect(self.page.locator("#certificate")).to_be_visible()
        self._done("7-certificate")

    def goes_to_the_table(self) -> None:
        """Go on to the set-up of a first game, nothing on the board yet."""
        self.table.hold({"show": "board"})
        self.touch("Go to the table")
        self.page.wait_for_url("**/setup")
        self.page.wait_for_selector("body[data-ready]")
