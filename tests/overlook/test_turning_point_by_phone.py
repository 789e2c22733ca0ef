"""A turning point by the phone alone, at every size: every decision, dice, smoke, a shot undone, a challenge."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from referee.editions.kt24.equipment.smoke_grenade import MARKER_DIAMETER, SMOKE, spread
from tests.overlook.live_server import LiveServer
from tests.overlook.phone_driver import (
    LOADED,
    PATIENCE_MS,
    SIZES,
    WHOLE_S,
    PhoneDriver,
    challenged,
    fighting,
    left_over,
    opened,
    until,
)

PHONE = "390x844"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with LiveServer(tmp_path) as server:
        yield server


class Course:
    """What a player does on the phone, in order: equipment, smoke, a shot undone, its ruling challenged, the rest."""

    def __init__(self, phone: PhoneDriver, pictures: str) -> None:
        self.phone, self.pictures = phone, pictures
        self.smoked = self.shot = self.challenged = False
        self.acted: set[str] = set()

    def step(self) -> None:
        phone, state = self.phone, self.phone.state
        if not phone.at_work:
            if phone.page.locator(".prompt .picks").count() and not state.chosen:
                self._equipment()
            else:
                phone.answer()
            return
        acting = state.acting
        assert acting is not None
        engaging = state.operative(acting.operative).order == "engage"
        if self.shot and not self.challenged:
            self._challenge()
        elif not self.smoked and phone.offer("Smoke Grenade"):
            self._smoke(acting.operative)
        elif not self.shot and engaging and phone.offer("Shoot"):
            self._shoot()
        else:
            expect(phone.page.locator("#offers h2")).to_be_visible()
            phone.done(lambda: phone.tap("End activation"))
            self.acted.add(acting.operative)

    def picture(self, name: str) -> None:
        self.phone.page.screenshot(path=f"{self.pictures}-{name}.png")

    def _equipment(self) -> None:
        self.picture("equipment")
        self.phone.take("Mines", "Grenades: smoke, stun")
        (side,) = (each for each in self.phone.state.sides.values() if each.equipment)
        assert side.equipment == ("mines", "utility grenades: smoke, stun")

    def _smoke(self, operative: str) -> None:
        phone = self.phone
        self.picture("offers")
        phone.tap("Smoke Grenade")
        expect(phone.page.locator("#stage[data-placing]")).to_be_visible()
        self.picture("smoke-place")
        phone.touch_board(operative, 9.0)
        expect(phone.page.locator("#refused")).to_contain_text("a throw reaches 6", timeout=PATIENCE_MS)
        self.picture("smoke-refused")
        assert not any(one.kind == SMOKE for one in phone.state.markers.values())
        phone.tap("Smoke Grenade")
        phone.done(lambda: phone.touch_board(operative, 1.3))
        assert [one.kind for one in phone.state.markers.values()].count(SMOKE) == 1
        across = phone.inches_across("#board .marker[data-kind=smoke] circle")
        assert across == pytest.approx(MARKER_DIAMETER + 2 * spread(), abs=0.3)
        self.picture("smoke")
        self.smoked = True

    def _shoot(self) -> None:
        phone = self.phone
        if phone.page.locator("#offers [aria-expanded=true]", has_text="Shoot").count() == 0:
            phone.tap("Shoot")
        target = phone.page.locator("#offers .target:enabled").first
        name = (target.locator("b").text_content() or "").split()[0].lower()
        target.hover()
        self.picture("targets")
        phone.done(target.tap)
        assert fighting(phone.state)
        before = phone.state.operative(name).wounds
        self.picture("dice")
        phone.done(phone.page.get_by_role("button", name="Undo").tap)
        assert not fighting(phone.state)
        phone.done(phone.page.get_by_role("button", name="Redo").tap)
        while fighting(phone.state):
            phone.answer()
        assert phone.state.operative(name).wounds < before
        self.picture("ruled")
        self.shot = True

    def _challenge(self) -> None:
        phone = self.phone
        phone.done(phone.page.get_by_role("button", name="Challenge").tap)
        assert challenged(phone.state)
        until(lambda: bool(phone.page.evaluate(LOADED)), "the frames of the ruling are shown")
        self.picture("challenge")
        phone.answer()
        assert not challenged(phone.state)
        self.challenged = True


@pytest.mark.parametrize(
    "size", [PHONE, *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES if size != PHONE)]
)
def test_a_turning_point_by_the_phone_alone(server: LiveServer, chromium: Browser, artifacts: Path, size: str) -> None:
    faults: list[str] = []
    page = opened(chromium, server.table.url + "/phone", SIZES[size], faults, mobile=size == "390x844")
    course = Course(PhoneDriver(page, server), str(artifacts / f"turn-phone-{size}"))
    course.picture("begin")
    end_s = time.monotonic() + WHOLE_S
    while course.phone.state.turning_point < 2:
        assert time.monotonic() < end_s, course.phone.state
        course.step()
    course.picture("end")
    assert (course.smoked, course.shot, course.challenged) == (True, True, True)
    assert left_over(course.phone.state, course.acted) == set()
    assert faults == []
    page.context.close()
