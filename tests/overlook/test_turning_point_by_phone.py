"""A turning point by the phone alone, at every size: every decision, dice, smoke, a shot undone, a challenge."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from referee.editions.kt24.smoke import MARKER_DIAMETER, SMOKE, spread
from tests.overlook.live_server import Hosted
from tests.overlook.phone_driver import (
    LOADED,
    PATIENCE_MS,
    SIZES,
    WHOLE_S,
    Thumb,
    challenged,
    fighting,
    left_over,
    opened,
    until,
)


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    with Hosted(tmp_path) as hosted:
        yield hosted


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
        assert fighting(thumb.state)
        before = thumb.state.operative(name).wounds
        self.picture("dice")
        thumb.done(thumb.page.get_by_role("button", name="Undo").tap)
        assert not fighting(thumb.state)
        thumb.done(thumb.page.get_by_role("button", name="Redo").tap)
        while fighting(thumb.state):
            thumb.answer()
        assert thumb.state.operative(name).wounds < before
        self.picture("ruled")
        self.shot = True

    def _challenge(self) -> None:
        thumb = self.thumb
        thumb.done(thumb.page.get_by_role("button", name="Challenge").tap)
        assert challenged(thumb.state)
        until(lambda: bool(thumb.page.evaluate(LOADED)), "the frames of the ruling are shown")
        self.picture("challenge")
        thumb.answer()
        assert not challenged(thumb.state)
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
