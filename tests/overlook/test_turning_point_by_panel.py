"""A turning point by the panel alone, watched at every size: every decision, dice, smoke by its token, a challenge."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from playwright.sync_api import Browser, Page

from geometry.placement import Placement
from hardware.gpio_panel import GpioPanel, open_panel
from hardware.panel import Button
from overlook.setup.mission import token_entries
from overlook.table.offers.panel_menu import TAKE
from referee.editions.kt24.equipment.smoke_grenade import SMOKE
from referee.game.board_place import BoardPlace
from simulation import Renderer, Sensor, tag_truth
from simulation.scene.scene import Poses, StillScene
from tests.overlook.live_server import LiveServer
from tests.overlook.panel_driver import SETTINGS, PanelDriver
from tests.overlook.phone_driver import (
    LOADED,
    SIZES,
    WHOLE_S,
    challenged,
    fighting,
    left_over,
    opened,
    published,
    shown,
    until,
)
from tests.overlook.played_table import Table
from web.contract.table.available_actions import MenuView

pytestmark = pytest.mark.nightly

PLAIN = 0.99
"""The share of a token's tag that the camera must have in view for the token to be seen; else something hides it."""


class WithSmoke(Table):
    """A table that knows a smoke token."""

    tokens = tuple(one for one in token_entries(["smoke"]) if one.id == "sm1")


def laid(server: LiveServer, token: str, x: float, y: float) -> Poses:
    """Lay a token on the table by hand; return where everything lies then."""
    camera = server.table.camera
    still = camera.scene
    assert isinstance(still, StillScene)
    poses = replace(still.poses, markers={**still.poses.markers, token: Placement(token, x, y)})
    camera.scene = replace(still, poses=poses)
    return poses


class PanelCourse:
    """What a player does on the panel, in order, while people look at the table's page at every size."""

    def __init__(self, panel_driver: PanelDriver, server: LiveServer, look: Callable[[str], None]) -> None:
        self.panel_driver, self.server, self.look = panel_driver, server, look
        self.shot = self.challenged = self.smoked = False
        self.faces = itertools.cycle("62")
        self.acted: set[str] = set()
        self.eye = Renderer(server.table.catalogue, server.table.camera.rig, sensor=Sensor.ideal())

    def step(self) -> None:
        panel_driver, state, menu = self.panel_driver, self.panel_driver.state, self.panel_driver.menu
        acting = state.acting
        assert menu is not None
        if menu.prompt.startswith("equipment:") and not state.chosen:
            self._equipment()
        elif acting is not None and state.sequence is None and menu.prompt.partition(":")[0] in ("", "act"):
            if self.shot and not self.challenged:
                self._challenge()
            elif self.shot and not self.smoked and self._has_smoke(acting.operative):
                self._smoke(acting.operative)
            elif not self.shot and self._offered("Shoot"):
                self._shoot()
            else:
                panel_driver.take("End")
                self.acted.add(acting.operative)
        else:
            self._answer(menu, next(self.faces))

    def _answer(self, menu: MenuView, face: str) -> None:
        """Enter a die where dice are asked for, else take what is marked first, or comes first."""
        if menu.at == 0:
            self.panel_driver.press(Button.NEXT)
            marked = self.panel_driver.menu
            assert marked is not None
            menu = marked
        if menu.choice in list("123456"):
            self.panel_driver.choose(face)
        self.panel_driver.press(Button.CONFIRM)

    def _offered(self, label: str) -> bool:
        self.panel_driver.press(Button.NEXT)
        menu = self.panel_driver.menu
        return menu is not None and menu.marked.startswith(label)

    def _equipment(self) -> None:
        panel_driver = self.panel_driver
        panel_driver.take("Mines")
        panel_driver.take("Grenades: smoke, stun")
        menu = panel_driver.menu
        assert menu is not None
        assert (menu.choice, menu.picked) == (TAKE, ("Mines", "Grenades: smoke, stun"))
        self.look("equipment")
        panel_driver.press(Button.CONFIRM)
        (side,) = (each for each in panel_driver.state.sides.values() if each.equipment)
        assert side.equipment == ("mines", "utility grenades: smoke, stun")

    def _smoke(self, operative: str) -> None:
        """Lay the token too far away, then nearer: only there the panel throws it, where it lies."""
        panel_driver, place = self.panel_driver, self.panel_driver.state.operative(operative).place
        assert place is not None
        assert {self._offers_it(possible=False) for _ in self._seen_at(place, 9.0)} == {True}
        assert any(self._offers_it(possible=True) for _ in self._seen_at(place, 3.0))
        self.look("smoke-token")
        panel_driver.take("Smoke Grenade: smoke token SM1 at its place")
        smoke = panel_driver.state.marker("sm1")
        assert (smoke.kind, smoke.place is not None and smoke.place.declared) == (SMOKE, False)
        self.look("smoke")
        self.smoked = True

    def _seen_at(self, place: BoardPlace, away: float) -> Iterator[float]:
        """Lay the token on one side after another, so far away; yield each angle at which nothing hides it."""
        for angle in np.arange(0.0, 2 * np.pi, np.pi / 4):
            x, y = place.x + away * np.cos(angle), place.y + away * np.sin(angle)
            if 1 < x < 29 and 1 < y < 21 and self._plain(laid(self.server, "sm1", x, y)):
                self._wait_for_rest(x, y)
                yield angle

    def _plain(self, poses: Poses) -> bool:
        """Whether nothing hides the token from the camera."""
        return all(tag.seen >= PLAIN for tag in tag_truth(self.eye, poses).values() if tag.thing == "sm1")

    def _wait_for_rest(self, x: float, y: float) -> None:
        until(lambda: self._rests(x, y), f"the token is seen at {x:.1f}, {y:.1f}")

    def _rests(self, x: float, y: float) -> bool:
        """Whether the token is shown there, on a table at rest: what it may be thrown for is worked out then."""
        table = published(self.server).table
        at = [one for one in table.markers if one.id == "sm1" and np.hypot(one.x - x, one.y - y) < 0.1]
        return table.flags.settled and bool(at)

    def _has_smoke(self, operative: str) -> bool:
        state = self.panel_driver.state
        return any("smoke" in one for one in state.side(state.operative(operative).player).equipment)

    def _offers_it(self, possible: bool) -> bool:
        """Whether the token is offered where it lies; else whether it is shown as what cannot be thrown there."""
        ways = [way for offers in published(self.server).offers for one in offers.actions for way in one.choices]
        return any(way.marker == "sm1" and way.possible is possible for way in ways)

    def _shoot(self) -> None:
        panel_driver = self.panel_driver
        self.look("offers")
        panel_driver.press(Button.CONFIRM)
        assert fighting(panel_driver.state)
        panel_driver.press(Button.UNDO)
        assert not fighting(panel_driver.state)
        panel_driver.hold(Button.MEASURE)
        assert fighting(panel_driver.state)
        panel_driver.take("6")
        self._entered((6,))
        panel_driver.press(Button.UNDO)
        self._entered(())
        panel_driver.take("6")
        self.look("dice")
        while fighting(panel_driver.state):
            menu = panel_driver.menu
            assert menu is not None
            self._answer(menu, "6" if "attack" in menu.question else "1")
        self.look("ruled")
        self.shot = True

    def _entered(self, dice: tuple[int, ...]) -> None:
        menu = self.panel_driver.menu
        assert menu is not None
        assert menu.entered == dice

    def _challenge(self) -> None:
        panel_driver = self.panel_driver
        panel_driver.hold(Button.UNDO)
        assert challenged(panel_driver.state)
        self.look("challenge")
        panel_driver.take("Uphold the ruling")
        assert not challenged(panel_driver.state)
        self.challenged = True


def test_a_turning_point_by_the_panel_alone(tmp_path: Path, chromium: Browser, artifacts: Path) -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    panel = open_panel(SETTINGS, pin_factory=pins)
    assert isinstance(panel, GpioPanel)
    faults: list[str] = []
    with LiveServer(tmp_path, panel=panel, make=WithSmoke) as server:
        pages: dict[str, Page] = {
            size: opened(chromium, server.table.url + "/", SIZES[size], faults, mobile=size == "390x844")
            for size in SIZES
        }

        def look_at(page: Page, size: str, name: str) -> None:
            shown(page, server)
            if name == "challenge":
                until(lambda: bool(page.evaluate(LOADED)), "the frames of the ruling are shown")
            page.screenshot(path=artifacts / f"turn-panel-{size}-{name}.png")

        def look(name: str) -> None:
            for size, page in pages.items():
                look_at(page, size, name)

        course = PanelCourse(PanelDriver(pins, server), server, look)
        end_s = time.monotonic() + WHOLE_S
        while course.panel_driver.state.turning_point < 2:
            assert time.monotonic() < end_s, course.panel_driver.state
            course.step()
        look("end")
        assert (course.shot, course.challenged, course.smoked) == (True, True, True)
        assert left_over(course.panel_driver.state, course.acted) == set()
        for page in pages.values():
            page.context.close()
    assert faults == []
    pins.reset()
