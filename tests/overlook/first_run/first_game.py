"""From a table that has just its certificate to its first ruling, by its pages alone, with models before its camera."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from overlook.setup.tags import PAPER_MM
from simulation import example_catalogue
from tests.overlook.first_run.newcomer import Table
from tests.overlook.setup_driver import Person

WITHIN_S = 240.0
TEAMS = (("Blue", "saltglass"), ("Red", "thistledown"))
ROWS = {"p1": 3.0, "p2": 19.0}
FIRST_IN, APART_IN = 3.5, 4.2
STEP_IN = 4.0
"""How far the first model is moved: what a tape laid beside it would say."""


def entry(player: str, base: dict[str, Any]) -> dict[str, Any]:
    """Return a model as it is glued together by what the page says of its base and the tab printed for it."""
    long, short = base["base_mm"]
    tab = base["tab"]
    tag = {"id": base["tag"], "size_mm": tab["tag_mm"], "offset_mm": [*tab["offset_mm"], PAPER_MM]}
    return {
        "id": base["operative"],
        "player": player,
        "name": base["name"],
        "base_mm": long if long == short else [long, short],
        "tags": [tag],
    }


class FirstGame:
    """Whoever goes on from the certificate: brings two teams, puts their models down, and moves the first one."""

    def __init__(self, page: Page, table: Table, artifacts: Path, *, within_s: float = WITHIN_S) -> None:
        self.page, self.table, self._within_s = page, table, within_s
        self.me = Person(page, table.address, artifacts, patience_ms=within_s * 1000)
        self._catalogue = example_catalogue().bare.model_dump(mode="json")
        self._stand: dict[str, tuple[float, float, float]] = {}

    def set_up(self) -> None:
        """Choose teams, put their models on the board, pick a mission and start; the board has no terrain."""
        me, page = self.me, self.page
        for seat, team in TEAMS:
            me.choose(f"Team for {seat}", team)
            card = page.get_by_label(f"Team of {seat}")
            me.steps += 1
            card.get_by_role("button", name="Use tags of").click()
            expect(card.locator(".advice")).to_be_hidden(timeout=me.patience_ms)
        me.turn_to("Tags")
        self._put_down()
        me.until(_all_found, "every model is found")
        me.turn_to("Terrain")
        me.turn_to("Mission")
        me.click("Crossed Lines", within="#panel")
        me.until(lambda now: now["mission"] is not None, "a mission is picked")
        me.turn_to("Markers")
        me.turn_to("Ready")
        me.until(lambda now: now["can_start"], "ready")
        me.click("Start the game")
        me.until(lambda now: now["game"] == "/", "the game is on")

    def _put_down(self) -> None:
        for team in self.me.state()["teams"]:
            for number, base in enumerate(team["bases"]):
                self._catalogue["operatives"].append(entry(team["player"], base))
                self._stand[base["operative"]] = (FIRST_IN + APART_IN * number, ROWS[team["player"]], 0.0)
        self._hold()

    def _hold(self) -> None:
        self.table.hold({"show": "things", "catalogue": self._catalogue, "operatives": self._stand})

    def snapshot(self) -> dict[str, Any]:
        """Return what the table shows."""
        found: dict[str, Any] = (
            httpx.get(f"{self.me.address}/api/snapshot", timeout=self._within_s).raise_for_status().json()
        )
        return found

    def first_ruling(self) -> dict[str, Any]:
        """Answer until a model is active, move it towards the middle, and return what the table rules of it."""
        self.me.steps += 1
        self.page.get_by_role("link", name="Play on this device").click()
        self.page.wait_for_selector("body[data-ready]")
        while (active := self.snapshot()["game"]["active"]) is None:
            self.me.answer()
        x, y, turn = self._stand[active]
        self._stand[active] = (x, y + math.copysign(STEP_IN, 11.0 - y), turn)
        self._hold()
        rulings: list[dict[str, Any]] = []

        def ruled() -> bool:
            rulings[:] = self.snapshot()["rulings"]
            return bool(rulings)

        self.table.until("the move is ruled on", ruled, self._within_s)
        return rulings[0]


def _all_found(state: dict[str, Any]) -> bool:
    return all(base["matched"] for team in state["teams"] for base in team["bases"])
