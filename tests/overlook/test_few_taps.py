"""How many taps a shot and a fight take over both players' phones, and that all screens then say what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from geometry.placement import Placement
from overlook.simulated.demonstration import set_up, throw
from overlook.table.views.combat_view import combat_of
from referee.game.board_place import BoardPlace
from simulation.scene.example_table import example_catalogue, example_poses
from simulation.scene.scene import StillScene
from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import PATIENCE_MS, fighting, opened, shown
from tests.overlook.played_table import Table

pytestmark = pytest.mark.nightly

PHONE = (390, 844)


class CloseTable(Table):
    """The example's table with B4 in front of A4, so that there is somebody to fight."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        poses = example_poses()
        beside = poses.operatives["a4"]
        poses = replace(
            poses, operatives={**poses.operatives, "b4": Placement("b4", beside.x + 1.6, beside.y - 0.3, 0.0)}
        )
        self.camera.scene = StillScene(self.catalogue, poses)
        self.set_up = set_up(
            example_catalogue(),
            {name: BoardPlace.of(where) for name, where in poses.operatives.items()},
            {name: BoardPlace.of(where) for name, where in poses.markers.items()},
            key="setup",
        )


class Phones:
    """Both players' phones and the table's own page; every touch is counted."""

    def __init__(self, chromium: Browser, server: LiveServer, faults: list[str]) -> None:
        self.server, self.taps = server, 0
        self.pages = {
            player: opened(chromium, f"{server.table.url}/phone", PHONE, faults, mobile=True) for player in ("p1", "p2")
        }
        self.screen = opened(chromium, server.table.url, (1600, 900), faults, mobile=False)

    def tap(self, page: Page, find: Callable[[Page], Locator]) -> None:
        """Touch something on one phone and wait until every page shows what came of it."""
        self.taps += 1
        find(page).tap()
        self.settle()

    def settle(self) -> None:
        for page in (*self.pages.values(), self.screen):
            shown(page, self.server)

    def count(self, player: str, crits: int, successes: int) -> None:
        """Say on a player's phone how many dice count as what, in two taps."""
        page = self.pages[player]
        self.tap(page, lambda one: one.locator(f'.counts button[data-count="{crits} {successes}"]'))
        self.tap(page, lambda one: one.get_by_role("button", name="Enter dice"))

    def roll(self, player: str, *faces: int) -> None:
        """Throw a player's dice into the tray; one tap enters what the tray reads."""
        camera, page = self.server.table.dice.camera, self.pages[player]
        assert camera is not None
        throw(camera, [(player, faces)])
        expect(page.locator(".prompt .tray .die:not(.empty)")).to_have_count(len(faces), timeout=PATIENCE_MS)
        self.tap(page, lambda one: one.get_by_role("button", name="Enter dice"))


@pytest.fixture
def tray_server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, make=CloseTable, tray=True) as server:
        yield server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path, make=CloseTable) as server:
        yield server


def activated(server: LiveServer, operative: str, other: str) -> None:
    """Come to the first firefight with one operative active, before anybody touches a phone."""

    async def play() -> None:
        table = server.table
        await table.firefight()
        while table.table.state.acting is None:
            asked = {prompt.topic.value: prompt for prompt in table.table.game.prompts}
            turn = asked["activation"].about
            who = operative if table.table.state.operative(operative).player == turn else other
            await table.took("activate", operative=who, order="engage")
            if who == other:
                await table.took("end_activation", operative=other)

    server.do(play())


def test_a_shot_takes_five_taps(server: LiveServer, chromium: Browser, artifacts: Path) -> None:
    faults: list[str] = []
    activated(server, "a1", "b1")
    phones = Phones(chromium, server, faults)
    phones.settle()
    phones.tap(phones.pages["p1"], lambda page: page.locator("#offers .target:enabled").first)
    state = server.table.table.state
    assert fighting(state)
    combat = combat_of(server.table.table.facts())[0]
    phones.count("p1", 1, 2)
    phones.count("p2", 0, 1)
    assert phones.taps == 5, "docs/phone.md says five"
    assert not fighting(server.table.table.state)
    ended = combat_of(server.table.table.facts())[0]
    lost = combat.target.wounds - ended.target.wounds
    assert lost > 0
    for page in (*phones.pages.values(), phones.screen):
        result = page.locator("#combat .results")
        expect(result).to_contain_text(f"{combat.target.wounds} → {ended.target.wounds}", timeout=PATIENCE_MS)
    for name, page in (*phones.pages.items(), ("screen", phones.screen)):
        page.screenshot(path=str(artifacts / f"shot-result-{name}.png"))
    assert faults == []


def test_a_fight_takes_seven_taps(server: LiveServer, chromium: Browser, artifacts: Path) -> None:
    faults: list[str] = []
    activated(server, "a4", "b1")
    phones = Phones(chromium, server, faults)
    phones.settle()
    phones.tap(phones.pages["p1"], lambda page: page.locator("#offers .target:enabled").first)
    assert combat_of(server.table.table.facts())[0].kind == "fight"
    phones.pages["p1"].screenshot(path=str(artifacts / "fight-dice.png"))
    phones.count("p1", 1, 1)
    phones.count("p2", 0, 2)
    phones.pages["p1"].screenshot(path=str(artifacts / "fight-blows.png"))
    while fighting(server.table.table.state):
        owner = server.table.table.game.prompts[0].owner
        phones.tap(phones.pages[owner], lambda page: page.get_by_role("button", name="Best play to the end"))
    assert phones.taps == 7, "CHANGELOG.md says seven"
    for name, page in (*phones.pages.items(), ("screen", phones.screen)):
        expect(page.locator("#combat .results li")).to_have_count(2)
        page.screenshot(path=str(artifacts / f"fight-result-{name}.png"))
    assert faults == []


def test_with_a_tray_a_shot_takes_three_taps(tray_server: LiveServer, chromium: Browser) -> None:
    faults: list[str] = []
    activated(tray_server, "a1", "b1")
    phones = Phones(chromium, tray_server, faults)
    phones.settle()
    phones.tap(phones.pages["p1"], lambda page: page.locator("#offers .target:enabled").first)
    before = combat_of(tray_server.table.table.facts())[0].target
    phones.roll("p1", 6, 5, 4, 1)
    phones.roll("p2", 5, 2, 1)
    assert not fighting(tray_server.table.table.state)
    assert phones.taps == 3
    left = combat_of(tray_server.table.table.facts())[0].target.wounds
    assert left < before.wounds
    for page in (*phones.pages.values(), phones.screen):
        expect(page.locator("#combat .results")).to_contain_text(f"{before.wounds} → {left}", timeout=PATIENCE_MS)
    assert faults == []


def test_with_a_tray_a_fight_takes_five_taps(tray_server: LiveServer, chromium: Browser) -> None:
    faults: list[str] = []
    activated(tray_server, "a4", "b1")
    phones = Phones(chromium, tray_server, faults)
    phones.settle()
    phones.tap(phones.pages["p1"], lambda page: page.locator("#offers .target:enabled").first)
    phones.roll("p1", 6, 4, 1)
    phones.roll("p2", 5, 4, 2)
    while fighting(tray_server.table.table.state):
        owner = tray_server.table.table.game.prompts[0].owner
        phones.tap(phones.pages[owner], lambda page: page.get_by_role("button", name="Best play to the end"))
    assert phones.taps == 5, "one less than issue 53 allows"
    expect(phones.screen.locator("#combat .results li")).to_have_count(2)
    assert faults == []


def test_a_shot_with_dice_rolled_by_the_program_takes_three_taps(
    server: LiveServer, chromium: Browser, artifacts: Path
) -> None:
    faults: list[str] = []
    activated(server, "a1", "b1")
    phones = Phones(chromium, server, faults)
    phones.settle()
    phones.tap(phones.pages["p1"], lambda page: page.locator("#offers .target:enabled").first)
    for name, page in (*phones.pages.items(), ("screen", phones.screen)):
        page.screenshot(path=str(artifacts / f"roll-asked-{name}.png"))
    for player in ("p1", "p2"):
        phones.tap(phones.pages[player], lambda page: page.get_by_role("button", name="dice for me"))
        for name, page in (*phones.pages.items(), ("screen", phones.screen)):
            page.screenshot(path=str(artifacts / f"roll-by-{player}-{name}.png"))
    assert phones.taps == 3
    assert not fighting(server.table.table.state)
    for page in (*phones.pages.values(), phones.screen):
        expect(page.locator("#combat .results")).to_be_visible(timeout=PATIENCE_MS)
        assert page.locator("#combat .cube .die:not(.empty)").count() > 0, "both players see the faces"
    assert faults == []
