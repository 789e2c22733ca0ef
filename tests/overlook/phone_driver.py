"""Plays on the phone's page: it answers what is asked by what is on the screen, nothing else."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable

from playwright.sync_api import Browser, FloatRect, Page, expect

from referee.game.state import GameState
from tests.overlook.live_server import LiveServer
from web.contract.table.snapshot import Snapshot

PATIENCE_S = 120.0
PATIENCE_MS = 1000 * PATIENCE_S
WHOLE_S = 10 * PATIENCE_S
SIZES = {"390x844": (390, 844), "820x1180": (820, 1180), "1920x1080": (1920, 1080)}
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LOADED = "[...document.querySelectorAll('.prompt img')].some((one) => one.complete && one.naturalWidth > 0)"


def until(true: Callable[[], bool], what: str, within_s: float = PATIENCE_S) -> None:
    """Wait until something is true."""
    end_s = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end_s, f"not within {within_s} s: {what}"
        time.sleep(0.02)


def opened(chromium: Browser, address: str, size: tuple[int, int], faults: list[str], *, mobile: bool) -> Page:
    """Return a page that shows the table, in a window of its own."""
    width, height = size
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=mobile, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(address, wait_until="commit")
    page.wait_for_selector("body[data-ready]")
    return page


def published(server: LiveServer) -> Snapshot:
    """Return what the table shows, once it has taken what it was told and has worked out what can be done now."""
    service = server.table.service

    async def newest() -> Snapshot:
        async with service.lock:
            pass
        await service.wait_for_actions()
        return service.snapshot()

    return server.do(newest())


def shown(page: Page, server: LiveServer) -> None:
    """Wait until a page has drawn everything that the table has to show."""
    revision = published(server).revision
    until(lambda: int(page.locator("html").get_attribute("data-revision") or 0) >= revision, f"revision {revision}")
    page.evaluate(DRAWN)


def fighting(state: GameState) -> bool:
    """Return whether an attack is being resolved."""
    return state.sequence is not None


def challenged(state: GameState) -> bool:
    """Return whether a ruling is doubted."""
    return state.challenge is not None


class PhoneDriver:
    """The phone's page of a table that plays, touched as a player does."""

    def __init__(self, page: Page, server: LiveServer) -> None:
        self.page, self.server = page, server
        self.faces = itertools.cycle("53")

    @property
    def state(self) -> GameState:
        """The game as it stands, for what the test asserts."""
        return self.server.table.table.state

    @property
    def at_work(self) -> bool:
        """Whether an operative may act and nothing else is asked."""
        state, acting = self.state, self.state.acting
        asked = fighting(state) or state.proposals or challenged(state)
        return acting is not None and not acting.awaiting and not asked

    def done(self, act: Callable[[], None]) -> None:
        """Do something and wait until the game has taken it and the page shows it."""
        table = self.server.table.table
        before = table.sequence
        act()
        until(lambda: table.sequence > before, "the game took it")
        shown(self.page, self.server)

    def offer(self, name: str) -> bool:
        """Whether an action is offered now."""
        expect(self.page.locator("#offers h2")).to_be_visible(timeout=PATIENCE_MS)
        self._show_all()
        return self.page.locator("#offers").get_by_role("button", name=name).count() > 0

    def tap(self, name: str) -> None:
        """Touch what is offered under a name."""
        self._show_all()
        self.page.locator("#offers").get_by_role("button", name=name).tap()

    def _show_all(self) -> None:
        """Open the actions that are not offered first."""
        more = self.page.locator("#offers details.more:not([open]) > summary")
        if more.count():
            more.tap()

    def answer(self) -> None:
        """Answer the first open question: dice by the big buttons, else the choice on Confirm or the first."""
        card = self.page.locator(".prompt").first
        pad = card.locator(".pad")
        if card.locator(".counts:not([hidden])").count():
            card.get_by_role("button", name="Die by die").tap()
        if pad.count():
            face = next(self.faces)
            while card.locator(".tray .die.empty").count():
                pad.get_by_role("button", name=face, exact=True).tap()
            self.done(lambda: card.get_by_role("button", name="Enter dice").tap())
            return
        default = card.locator(".choice.default:not([hidden])")
        self.done((default if default.count() else card.locator(".choice")).first.tap)

    def take(self, *options: str) -> None:
        """Take several options of the first open question together."""
        card = self.page.locator(".prompt").first
        for option in options:
            card.get_by_role("button", name=option).tap()
        self.done(card.locator("[data-take]").tap)

    def inches_across(self, drawn: str) -> float:
        """Return how wide something is drawn on the board."""
        box, floor = self.page.locator(drawn).first.bounding_box(), self.page.locator("#board .floor").bounding_box()
        assert box is not None
        assert floor is not None
        return 30 * box["width"] / max(floor["width"], floor["height"])

    def touch_board(self, operative: str, inches: float) -> None:
        """Touch the board so many inches from an operative, towards the board's middle."""
        base = self.page.locator(f".operative[aria-label^='{operative.upper()} '] .base").bounding_box()
        floor = self.page.locator("#board .floor").bounding_box()
        assert base is not None
        assert floor is not None
        inch_px = max(floor["width"], floor["height"]) / 30
        x, y = _middle(base)
        way = [to - at for at, to in zip((x, y), _middle(floor), strict=True)]
        far = inches * inch_px / math.hypot(*way)
        self.page.touchscreen.tap(x + far * way[0], y + far * way[1])


def _middle(box: FloatRect) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def left_over(state: GameState, acted: set[str]) -> set[str]:
    """Who stands at the end of the turning point and never had its activation."""
    return {key for key, each in state.operatives.items() if each.standing} - acted
