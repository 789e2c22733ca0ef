"""Two players' phones, paired by the PIN on the table's screen, and the screens that look on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from geometry.placement import Placement
from referee.game.prompt import Prompt
from referee.game.state import GameState
from simulation.scene.scene import StillScene
from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import PATIENCE_MS, shown, until

SEATS = {"p1": (390, 844), "p2": (360, 640)}
"""Each player's phone: one of today, and a small one."""

SENDING = """
window.sending = 0;
const plain = window.fetch;
window.fetch = (...request) => {
  window.sending += 1;
  return plain(...request).finally(() => { window.sending -= 1; });
};
"""
"""Counts in a page what it has sent and the table has not answered yet."""

SCREENS = {"tablet": ("/", (820, 1180)), "table": ("/", (1920, 1080)), "low": ("/", (1280, 720))}


def window(chromium: Browser, size: tuple[int, int], *, mobile: bool) -> BrowserContext:
    """Return a browser's window of that size."""
    width, height = size
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=mobile, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(SENDING)
    return context


PAIRED: dict[tuple[str, str], str] = {}
"""Cookie of the window that was paired last, by address and seat."""


def pair(context: BrowserContext, url: str, seat: str) -> None:
    """Pair a window for a seat, as `/pair` does with the PIN; the window before it gives the seat up."""
    httpx.post(f"{url}/api/unpair", cookies={"overlook": PAIRED.pop((url, seat), "")}).raise_for_status()
    pin = httpx.get(f"{url}/api/pairing").json()["pin"]
    paired = httpx.post(f"{url}/api/pair", json={"pin": pin, "seat": seat})
    paired.raise_for_status()
    PAIRED[url, seat] = paired.cookies["overlook"]
    context.add_cookies([{"name": "overlook", "value": PAIRED[url, seat], "url": url}])


class TwoPhones:
    """Both players' phones and three screens; whatever is touched is touched on a page, and every touch is counted."""

    def __init__(self, chromium: Browser, server: LiveServer, pictures: Path, *, language: str = "") -> None:
        self.server, self.pictures, self.url = server, pictures, server.table.url
        self._query = f"?lang={language}" if language else ""
        self.faults: list[str] = []
        self.taps = 0
        self.phones: dict[str, Page] = {}
        for seat, size in SEATS.items():
            context = window(chromium, size, mobile=True)
            pair(context, self.url, seat)
            self.phones[seat] = self._opened(context, "/phone")
        self.screens = {
            name: self._opened(window(chromium, size, mobile=False), path) for name, (path, size) in SCREENS.items()
        }
        self.overlay = self._opened(window(chromium, (1920, 1080), mobile=False), "/overlay")
        self.settle()

    def _opened(self, context: BrowserContext, path: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(f"{path}: {error.stack or error}"))
        page.goto(f"{self.url}{path}{self._query}", wait_until="commit")
        page.wait_for_selector("body[data-ready]")
        return page

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.server.table.table.state

    @property
    def asked(self) -> Prompt:
        """The first open question."""
        return self.server.table.table.game.prompts[0]

    @property
    def pages(self) -> dict[str, Page]:
        """Every page for people."""
        return {**self.phones, **self.screens}

    def settle(self) -> None:
        """Wait until every page shows what stands now."""
        for page in self.pages.values():
            shown(page, self.server)

    def tap(self, seat: str, find: Callable[[Page], Locator]) -> None:
        """Touch something on a player's phone, and see it come to every page."""
        target = find(self.phones[seat])
        expect(target).to_be_enabled()
        self.taps += 1
        target.tap()
        until(lambda: self.phones[seat].evaluate("window.sending") == 0, "the table has answered")
        self.settle()

    def button(self, seat: str, name: str) -> None:
        """Touch the first button of that name on a player's phone."""
        self.tap(seat, lambda page: page.get_by_role("button", name=name).first)

    def die(self, seat: str, face: int) -> None:
        """Say one die."""
        self.tap(seat, lambda page: page.locator(".prompt .pad").get_by_role("button", name=str(face), exact=True))
        self.button(seat, "Enter dice")

    def count(self, seat: str, crits: int, successes: int) -> None:
        """Say how many dice count as what."""
        self.tap(seat, lambda page: page.locator(f'.counts button[data-count="{crits} {successes}"]'))
        self.button(seat, "Enter dice")

    def target(self, seat: str) -> None:
        """Touch the first target that may be attacked."""
        self.tap(seat, lambda page: page.locator("#offers .target:enabled").first)

    def activate(self, operative: str, order: str) -> str:
        """Activate an operative on its player's phone; return the seat."""
        seat = self.state.operative(operative).player
        self.tap(seat, lambda page: page.locator(f'.prompt [data-key="{operative}:{order}"]'))
        expect(self.phones[seat].locator("#offers h2")).to_be_visible()
        self.settle()
        return seat

    def move(self, operative: str, x: float, y: float) -> None:
        """Move a model by hand, and wait until its player is asked about it."""
        camera = self.server.table.camera
        still = camera.scene.at(0)
        stood = still.operatives[operative]
        moved = Placement(operative, x, y, stood.z, stood.rotation_deg)
        poses = type(still)({**still.operatives, operative: moved}, still.terrain, still.markers)
        camera.scene = StillScene(self.server.table.catalogue, poses)
        until(
            lambda: any(one.topic == "proposal" for one in self.server.table.table.game.prompts), "a move is proposed"
        )
        self.settle()

    def picture(self, name: str) -> None:
        """Take a picture of every page."""
        for page_name, page in self.pages.items():
            page.screenshot(path=str(self.pictures / f"two-phones-{name}-{page_name}.png"))

    def everywhere(self, selector: str, words: str) -> None:
        """Expect words on both phones and on every screen."""
        for page in self.pages.values():
            expect(page.locator(selector).first).to_contain_text(words, timeout=PATIENCE_MS)

    def in_reach(self, seat: str, selector: str) -> None:
        """Expect something on a phone whole, and not under anything: no scrolling to find it."""
        place = self.phones[seat].locator(selector).first
        assert place.evaluate(
            """(one) => {
              const box = one.getBoundingClientRect();
              const shown = [[box.left + 4, box.top + 4], [box.right - 4, box.bottom - 4]];
              return shown.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
            }"""
        ), f"{selector} is not in reach on the phone of {seat}"
