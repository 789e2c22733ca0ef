"""A turning point by the phone alone at every size, another by the panel alone: every decision, dice, a challenge."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from playwright.sync_api import Browser, Page, expect

from geometry.placement import Placement
from hardware.panel import Button, GpioPanel, PanelSettings, open_panel
from hardware.simulated.scene import StillScene
from overlook.setup.mission import token_entries
from overlook.table.menu import TAKE
from referee.kt24.smoke import MARKER_DIAMETER, SMOKE, spread
from referee.rules.game.place import Place
from referee.rules.game.state import GameState
from tests.overlook.hands import Table
from tests.overlook.hosted import Hosted
from tests.overlook.thumb import LOADED, PATIENCE_MS, PATIENCE_S, Thumb, opened, published, shown, until
from web.offers import MenuView

SIZES = {"390x844": (390, 844), "820x1180": (820, 1180), "1920x1080": (1920, 1080)}
WHOLE_S = 10 * PATIENCE_S
TOKEN_S = 3.0
"""How long a token may take to be seen; one that lies under something is not."""


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    with Hosted(tmp_path) as hosted:
        yield hosted


def left_over(state: GameState, acted: set[str]) -> set[str]:
    """Who stands at the end of the turning point and never had its activation."""
    return {key for key, each in state.operatives.items() if each.standing} - acted


class Course:
    """What a thumb does in order: equipment, smoke, a shot undone and put back, its ruling challenged, all the rest."""

    def __init__(self, thumb: Thumb, pictures: str) -> None:
        self.thumb, self.pictures = thumb, pictures
        self.smoked = self.shot = self.challenged = False
        self.acted: set[str] = set()

    def step(self) -> None:
        thumb, state = self.thumb, self.thumb.state
        if not thumb.at_work:
            if thumb.page.locator(".prompt .picks").count() and not state.chosen:
                self._equipment()
            else:
                thumb.answer()
            return
        acting = state.acting
        assert acting is not None
        engaging = state.operative(acting.operative).order == "engage"
        if self.shot and not self.challenged:
            self._challenge()
        elif not self.smoked and thumb.offer("Smoke Grenade"):
            self._smoke(acting.operative)
        elif not self.shot and engaging and thumb.offer("Shoot"):
            self._shoot()
        else:
            expect(thumb.page.locator("#offers h2")).to_be_visible()
            thumb.done(lambda: thumb.tap("End activation"))
            self.acted.add(acting.operative)

    def picture(self, name: str) -> None:
        self.thumb.page.screenshot(path=f"{self.pictures}-{name}.png")

    def _equipment(self) -> None:
        self.picture("equipment")
        self.thumb.take("Mines", "Grenades: smoke, stun")
        (side,) = (each for each in self.thumb.state.sides.values() if each.equipment)
        assert side.equipment == ("mines", "utility grenades: smoke, stun")

    def _smoke(self, operative: str) -> None:
        thumb = self.thumb
        self.picture("offers")
        thumb.tap("Smoke Grenade")
        expect(thumb.page.locator("#stage[data-placing]")).to_be_visible()
        self.picture("smoke-place")
        thumb.touch_board(operative, 9.0)
        expect(thumb.page.locator("#refused")).to_contain_text("Smoke must lie within 6", timeout=PATIENCE_MS)
        self.picture("smoke-refused")
        assert not any(one.kind == SMOKE for one in thumb.state.markers.values())
        thumb.tap("Smoke Grenade")
        thumb.done(lambda: thumb.touch_board(operative, 3.0))
        assert [one.kind for one in thumb.state.markers.values()].count(SMOKE) == 1
        across = thumb.inches_across("#board .marker[data-kind=smoke] circle")
        assert across == pytest.approx(MARKER_DIAMETER + 2 * spread(), abs=0.3)
        self.picture("smoke")
        self.smoked = True

    def _shoot(self) -> None:
        thumb = self.thumb
        thumb.tap("Shoot")
        target = thumb.page.locator("#offers .target:enabled").first
        name = (target.locator("b").text_content() or "").split()[0].lower()
        target.hover()
        self.picture("targets")
        thumb.done(target.tap)
        assert thumb.state.sequence is not None
        before = thumb.state.operative(name).wounds
        self.picture("dice")
        thumb.done(thumb.page.get_by_role("button", name="Undo").tap)
        assert thumb.state.sequence is None
        thumb.done(thumb.page.get_by_role("button", name="Redo").tap)
        while thumb.state.sequence is not None:
            thumb.answer()
        assert thumb.state.operative(name).wounds < before
        self.picture("ruled")
        self.shot = True

    def _challenge(self) -> None:
        thumb = self.thumb
        thumb.done(thumb.page.get_by_role("button", name="Challenge").tap)
        assert thumb.state.challenge is not None
        until(lambda: bool(thumb.page.evaluate(LOADED)), "the frames of the ruling are shown")
        self.picture("challenge")
        thumb.answer()
        assert thumb.state.challenge is None
        self.challenged = True


@pytest.mark.parametrize("size", SIZES)
def test_a_turning_point_by_the_phone_alone(hosted: Hosted, chromium: Browser, artifacts: Path, size: str) -> None:
    faults: list[str] = []
    page = opened(chromium, hosted.table.url + "/phone", SIZES[size], faults, mobile=size == "390x844")
    course = Course(Thumb(page, hosted), str(artifacts / f"turn-phone-{size}"))
    course.picture("begin")
    end_s = time.monotonic() + WHOLE_S
    while course.thumb.state.turning_point < 2:
        assert time.monotonic() < end_s, course.thumb.state
        course.step()
    course.picture("end")
    assert (course.smoked, course.shot, course.challenged) == (True, True, True)
    assert left_over(course.thumb.state, course.acted) == set()
    assert faults == []
    page.context.close()


SETTINGS = PanelSettings(long_s=1.0, double_s=0.02, bounce_s=0.0)


class Fingers:
    """Fingers on four buttons, and nothing else."""

    def __init__(self, pins: MockFactory, hosted: Hosted) -> None:
        self._pins, self._hosted = pins, hosted

    @property
    def state(self) -> GameState:
        """The game as it stands, for what the test asserts."""
        return self._hosted.table.table.state

    @property
    def menu(self) -> MenuView | None:
        """What the table shows of the panel's menu, once everything is worked out."""
        return next(iter(published(self._hosted).menu), None)

    def press(self, button: Button, for_s: float = 0.01) -> None:
        """Press a button and wait until that has changed something."""
        pin, table = self._pins.pin(SETTINGS.pin(button)), self._hosted.table
        before = table.table.sequence, published(self._hosted).menu
        pin.drive_low()
        time.sleep(for_s)
        pin.drive_high()
        until(lambda: (table.table.sequence, table.desk.snapshot().menu) != before, f"{button} counts: {before}")

    def hold(self, button: Button) -> None:
        """Hold a button."""
        self.press(button, for_s=1.5 * SETTINGS.long_s)

    def choose(self, label: str) -> None:
        """Go on with Next until something is marked."""
        passed: list[str] = []
        while (menu := self.menu) is None or not menu.marked.startswith(label):
            assert menu is not None
            assert len(passed) <= menu.of, f"no {label!r} among {passed}"
            passed.append(menu.marked)
            self.press(Button.NEXT)

    def take(self, label: str) -> None:
        """Go on with Next until something is marked, and take it with Confirm."""
        self.choose(label)
        self.press(Button.CONFIRM)


class WithSmoke(Table):
    """A table that knows a smoke token."""

    tokens = tuple(one for one in token_entries(["smoke"]) if one.id == "sm1")


def laid(hosted: Hosted, token: str, x: float, y: float) -> None:
    """Lay a token on the table by hand."""
    camera = hosted.table.camera
    still = camera.scene
    assert isinstance(still, StillScene)
    markers = {**still.poses.markers, token: Placement(token, x, y)}
    camera.scene = replace(still, poses=replace(still.poses, markers=markers))


class PanelCourse:
    """What fingers do in order, while people look at the table's page at every size."""

    def __init__(self, fingers: Fingers, hosted: Hosted, look: Callable[[str], None]) -> None:
        self.fingers, self.hosted, self.look = fingers, hosted, look
        self.shot = self.challenged = self.smoked = False
        self.faces = itertools.cycle("62")
        self.acted: set[str] = set()

    def step(self) -> None:
        fingers, state, menu = self.fingers, self.fingers.state, self.fingers.menu
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
                fingers.take("End")
                self.acted.add(acting.operative)
        else:
            self._answer(menu, next(self.faces))

    def _answer(self, menu: MenuView, face: str) -> None:
        """Enter a die where dice are asked for, else take what is marked first, or comes first."""
        if menu.at == 0:
            self.fingers.press(Button.NEXT)
            marked = self.fingers.menu
            assert marked is not None
            menu = marked
        if menu.choice in list("123456"):
            self.fingers.choose(face)
        self.fingers.press(Button.CONFIRM)

    def _offered(self, label: str) -> bool:
        self.fingers.press(Button.NEXT)
        menu = self.fingers.menu
        return menu is not None and menu.marked.startswith(label)

    def _equipment(self) -> None:
        fingers = self.fingers
        fingers.take("Mines")
        fingers.take("Grenades: smoke, stun")
        menu = fingers.menu
        assert menu is not None
        assert (menu.choice, menu.picked) == (TAKE, ("Mines", "Grenades: smoke, stun"))
        self.look("equipment")
        fingers.press(Button.CONFIRM)
        (side,) = (each for each in fingers.state.sides.values() if each.equipment)
        assert side.equipment == ("mines", "utility grenades: smoke, stun")

    def _smoke(self, operative: str) -> None:
        """Lay the token too far away, then nearer: only there the panel throws it, where it lies."""
        fingers, place = self.fingers, self.fingers.state.operative(operative).place
        assert place is not None
        assert {self._offers_it(possible=False) for _ in self._seen_at(place, 9.0)} == {True}
        assert any(self._offers_it(possible=True) for _ in self._seen_at(place, 3.0))
        self.look("smoke-token")
        fingers.take("Smoke Grenade: the smoke token SM1")
        smoke = fingers.state.marker("sm1")
        assert (smoke.kind, smoke.place is not None and smoke.place.declared) == (SMOKE, False)
        self.look("smoke")
        self.smoked = True

    def _seen_at(self, place: Place, away: float) -> Iterator[float]:
        """Lay the token on one side after another, so far away; yield each angle at which the camera sees it."""
        for angle in np.arange(0.0, 2 * np.pi, np.pi / 4):
            x, y = place.x + away * np.cos(angle), place.y + away * np.sin(angle)
            if not (1 < x < 29 and 1 < y < 21):
                continue
            laid(self.hosted, "sm1", x, y)
            end_s = time.monotonic() + TOKEN_S
            while self._apart(x, y) > 0.1 and time.monotonic() < end_s:
                time.sleep(0.1)
            if self._apart(x, y) < 0.1:
                yield angle

    def _apart(self, x: float, y: float) -> float:
        """Return how far from there the token is shown; endless where none is."""
        tokens = (one for one in published(self.hosted).table.markers if one.id == "sm1")
        return min((float(np.hypot(one.x - x, one.y - y)) for one in tokens), default=np.inf)

    def _has_smoke(self, operative: str) -> bool:
        state = self.fingers.state
        return any("smoke" in one for one in state.side(state.operative(operative).player).equipment)

    def _offers_it(self, possible: bool) -> bool:
        """Wait a while for the token to be offered, or to be shown as what cannot be thrown there."""
        end_s = time.monotonic() + TOKEN_S
        while time.monotonic() < end_s:
            ways = [way for offers in published(self.hosted).offers for one in offers.actions for way in one.choices]
            if any(way.marker == "sm1" and way.possible is possible for way in ways):
                return True
            time.sleep(0.1)
        return False

    def _shoot(self) -> None:
        fingers = self.fingers
        self.look("offers")
        fingers.press(Button.CONFIRM)
        assert fingers.state.sequence is not None
        fingers.press(Button.UNDO)
        assert fingers.state.sequence is None
        fingers.hold(Button.MEASURE)
        assert fingers.state.sequence is not None
        fingers.take("6")
        self._entered((6,))
        fingers.press(Button.UNDO)
        self._entered(())
        fingers.take("6")
        self.look("dice")
        while fingers.state.sequence is not None:
            menu = fingers.menu
            assert menu is not None
            self._answer(menu, "6" if "attack" in menu.question else "1")
        self.look("ruled")
        self.shot = True

    def _entered(self, dice: tuple[int, ...]) -> None:
        menu = self.fingers.menu
        assert menu is not None
        assert menu.entered == dice

    def _challenge(self) -> None:
        fingers = self.fingers
        fingers.hold(Button.UNDO)
        assert fingers.state.challenge is not None
        self.look("challenge")
        fingers.take("The ruling stands")
        assert fingers.state.challenge is None
        self.challenged = True


def test_a_turning_point_by_the_panel_alone(tmp_path: Path, chromium: Browser, artifacts: Path) -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    panel = open_panel(SETTINGS, pin_factory=pins)
    assert isinstance(panel, GpioPanel)
    faults: list[str] = []
    with Hosted(tmp_path, panel=panel, make=WithSmoke) as hosted:
        pages: dict[str, Page] = {
            size: opened(chromium, hosted.table.url + "/", SIZES[size], faults, mobile=size == "390x844")
            for size in SIZES
        }

        def look(name: str) -> None:
            for size, page in pages.items():
                shown(page, hosted)
                if name == "challenge":
                    until(lambda page=page: bool(page.evaluate(LOADED)), "the frames of the ruling are shown")
                page.screenshot(path=artifacts / f"turn-panel-{size}-{name}.png")

        course = PanelCourse(Fingers(pins, hosted), hosted, look)
        end_s = time.monotonic() + WHOLE_S
        while course.fingers.state.turning_point < 2:
            assert time.monotonic() < end_s, course.fingers.state
            course.step()
        look("end")
        assert (course.shot, course.challenged, course.smoked) == (True, True, True)
        assert left_over(course.fingers.state, course.acted) == set()
        for page in pages.values():
            page.context.close()
    assert faults == []
    pins.reset()
