"""A simulated table that somebody plays at by its page: reached from the demonstration, models dragged on the board."""

from __future__ import annotations

import math
import time
from typing import Any

import httpx
from playwright.sync_api import Locator, Page

from tests.overlook.live_table import LiveTable

PATIENCE_MS = 120_000
PATIENCE_S = PATIENCE_MS / 1000
ON_SCREEN = """(board, [x, y]) => {
  const at = new DOMPoint(x * 100, (22 - y) * 100).matrixTransform(board.getScreenCTM());
  return [at.x, at.y];
}"""

Inches = tuple[float, float]


def lobby(table: LiveTable, cookies: dict[str, str] | None = None) -> dict[str, Any]:
    """Return what the lobby says to who asks with these cookies."""
    found: dict[str, Any] = httpx.get(table.url + "api/lobby", cookies=cookies, timeout=30).raise_for_status().json()
    return found


def want(table: LiveTable, wish: str) -> dict[str, Any]:
    """Have something else run, and return what the lobby says once it does."""
    before = lobby(table)["opened"]
    httpx.post(table.url + "api/lobby", json={"wish": wish}, timeout=30).raise_for_status()
    end_s = time.monotonic() + PATIENCE_S
    while True:
        try:
            now = lobby(table)
            if now["opened"] != before:
                return now
        except (httpx.TransportError, httpx.HTTPStatusError):
            pass  # the table is being opened anew
        assert time.monotonic() < end_s, f"not within {PATIENCE_S} s: {wish}; it said {table.said}"
        time.sleep(0.1)


def played(table: LiveTable) -> dict[str, Any]:
    """Have a ready game run, and return the table at its first activation."""
    want(table, "play")
    return table.until(lambda now: bool(now["game"]["activations"]), within_s=PATIENCE_S)


def hand(table: LiveTable, cookies: dict[str, str] | None = None, **wish: Any) -> httpx.Response:
    """Do what a hand would do, as who has these cookies."""
    key = {"Idempotency-Key": f"hand-{time.monotonic_ns()}"}
    return httpx.post(table.url + "api/setup", json={"wish": wish}, headers=key, cookies=cookies, timeout=30)


PAIRED: dict[tuple[str, str], dict[str, str]] = {}
"""Cookies of the phone that was paired last, by table and seat."""


def paired(table: LiveTable, seat: str) -> dict[str, str]:
    """Return the cookies of a phone that is paired for a seat; the phone before it gives the seat up."""
    before = PAIRED.pop((table.url, seat), {})
    httpx.post(table.url + "api/unpair", cookies=before, timeout=30).raise_for_status()
    for _ in range(2):
        pin = httpx.get(table.url + "api/pairing", timeout=30).json()["pin"]
        answer = httpx.post(table.url + "api/pair", json={"pin": pin, "seat": seat}, timeout=30)
        if answer.is_success:
            break
    answer.raise_for_status()
    PAIRED[table.url, seat] = {"overlook": answer.cookies["overlook"]}
    return PAIRED[table.url, seat]


def stands(table: LiveTable, model: str) -> Inches:
    """Return where a model is seen, endlessly far away while it is not."""
    found = (one for one in table.snapshot()["table"]["operatives"] if one["id"] == model)
    return next(((one["x"], one["y"]) for one in found), (math.inf, math.inf))


def comes_to_stand(table: LiveTable, model: str, at: Inches, within_in: float = 0.1) -> None:
    """Wait until the camera sees a model at a place."""
    table.until(lambda _: math.dist(stands(table, model), at) < within_in, within_s=PATIENCE_S)


def on_screen(page: Page, at: Inches) -> Inches:
    """Return where a place on the board is on the screen, the board as it lies unturned."""
    x, y = page.locator("#board").evaluate(ON_SCREEN, list(at))
    return x, y


def drag(page: Page, start: Inches, end: Inches) -> None:
    """Drag with the mouse from a place on the board to another, and let go there."""
    page.mouse.move(*on_screen(page, start))
    page.mouse.down()
    for share in (0.1, 0.5, 1.0):
        at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
        page.mouse.move(*on_screen(page, at))
    page.mouse.up()


def model_on(page: Page, label: str) -> Locator:
    """Return a model on the board by its label."""
    return page.locator("#board .operative").filter(has=page.locator("text.tag", has_text=label))
