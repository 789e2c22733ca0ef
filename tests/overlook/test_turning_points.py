"""A turning point by the phone alone, another by the panel alone: every decision, dice, a challenge, an undo."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from playwright.sync_api import Browser, Page, expect

from hardware.panel import Button, GpioPanel, PanelSettings, open_panel
from referee.rules.game.state import GameState
from tests.overlook.hosted import Hosted

MINUTE_S = 60.0


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    with Hosted(tmp_path) as hosted:
        yield hosted


def until(true: Callable[[], bool], what: str, within_s: float = MINUTE_S) -> None:
    end_s = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < end_s, f"not within {within_s} s: {what}"
        time.sleep(0.03)


def state_of(hosted: Hosted) -> GameState:
    return hosted.table.table.state


class Phone:
    """A thumb on the phone's page: it answers what is asked by what is on the screen, nothing else."""

    def __init__(self, page: Page, hosted: Hosted) -> None:
        self.page, self.hosted = page, hosted
        self.faces = itertools.cycle("53")

    @property
    def events(self) -> int:
        return self.hosted.table.table.sequence

    def done(self, act: Callable[[], None]) -> None:
        """Do something and wait until the game has taken it and the page shows it."""
        before = self.events
        act()
        until(lambda: self.events > before, "the game took it")
        revision = self.hosted.table.desk.snapshot().revision
        until(lambda: int(self.page.locator("html").get_attribute("data-revision") or 0) >= revision, "shown")
        self.page.wait_for_timeout(40)

    def answer(self) -> None:
        """Answer the first open question: dice by the big buttons, else the choice on Confirm or the first."""
        card = self.page.locator(".prompt").first
        pad = card.locator(".pad")
        if pad.count():
            face = next(self.faces)
            while card.locator(".tray .die.empty").count():
                pad.get_by_role("button", name=face, exact=True).tap()
            self.done(lambda: card.get_by_role("button", name="Enter dice").tap())
            return
        default = card.locator(".choice.default")
        self.done((default if default.count() else card.locator(".choice")).first.tap)

    def end(self) -> None:
        """End the running activation."""
        button = self.page.locator("#offers").get_by_role("button", name="End activation")
        self.done(button.tap)

    def shoot(self) -> str:
        """Shoot at the first target that the table offers; return whom."""
        offers = self.page.locator("#offers")
        offers.get_by_role("button", name="Shoot").tap()
        target = offers.locator(".target:enabled").first
        name = (target.locator("b").text_content() or "").split()[0].lower()
        self.done(target.tap)
        return name


def opened(chromium: Browser, hosted: Hosted, faults: list[str]) -> Phone:
    context = chromium.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(hosted.table.url + "/phone", wait_until="commit")
    page.wait_for_selector("body[data-ready]")
    return Phone(page, hosted)


def test_a_turning_point_by_the_phone_alone(hosted: Hosted, chromium: Browser, artifacts: Path) -> None:
    faults: list[str] = []
    phone = opened(chromium, hosted, faults)
    shot = challenged = False
    end_s = time.monotonic() + 4 * MINUTE_S
    while state_of(hosted).turning_point < 2:
        assert time.monotonic() < end_s, state_of(hosted)
        state = state_of(hosted)
        acting = state.acting
        at_work = acting is not None and state.sequence is None and not acting.awaiting and not state.proposals
        if not at_work or state.challenge is not None:
            phone.answer()
            continue
        expect(phone.page.locator("#offers h2")).to_be_visible(timeout=60_000)
        can_shoot = phone.page.locator("#offers").get_by_role("button", name="Shoot").count() > 0
        if not shot and can_shoot and state.operative(acting.operative if acting else "").order == "engage":
            phone.page.screenshot(path=artifacts / "turn-phone-offers.png")
            target = phone.shoot()
            assert state_of(hosted).sequence is not None
            phone.page.screenshot(path=artifacts / "turn-phone-dice.png")
            before = state_of(hosted).operative(target).wounds
            phone.done(phone.page.get_by_role("button", name="Undo").tap)
            assert state_of(hosted).sequence is None
            phone.done(phone.page.get_by_role("button", name="Redo").tap)
            while state_of(hosted).sequence is not None:
                phone.answer()
            assert state_of(hosted).operative(target).wounds <= before
            shot = True
        elif shot and not challenged:
            phone.done(phone.page.get_by_role("button", name="Challenge").tap)
            assert state_of(hosted).challenge is not None
            phone.answer()
            assert state_of(hosted).challenge is None
            challenged = True
        else:
            phone.end()
    assert shot
    assert challenged
    assert faults == []
    phone.page.context.close()


SETTINGS = PanelSettings(long_s=0.25, double_s=0.12, bounce_s=0.0)


class Fingers:
    """Fingers on four buttons, and nothing else."""

    def __init__(self, pins: MockFactory) -> None:
        self._pins = pins

    def press(self, button: Button, for_s: float = 0.01) -> None:
        pin = self._pins.pin(SETTINGS.pin(button))
        pin.drive_low()
        time.sleep(for_s)
        pin.drive_high()

    def twice(self, button: Button) -> None:
        self.press(button)
        time.sleep(0.02)
        self.press(button)

    def hold(self, button: Button) -> None:
        self.press(button, for_s=2 * SETTINGS.long_s)


def test_a_turning_point_by_the_panel_alone(tmp_path: Path) -> None:
    pins = MockFactory(pin_class=MockPWMPin)
    panel = open_panel(SETTINGS, pin_factory=pins)
    assert isinstance(panel, GpioPanel)
    fingers = Fingers(pins)
    with Hosted(tmp_path, panel=panel) as hosted:

        def revised(act: Callable[[], None]) -> None:
            before = (hosted.table.table.sequence, hosted.table.desk.snapshot().menu)
            act()
            now = lambda: (hosted.table.table.sequence, hosted.table.desk.snapshot().menu)  # noqa: E731
            until(lambda: now() != before, f"a press counts: {before}")

        def menu() -> tuple[str, int]:
            shown = hosted.table.desk.snapshot().menu
            return (shown[0].marked, shown[0].at) if shown else ("", 0)

        def entered() -> tuple[int, ...] | None:
            shown = hosted.table.desk.snapshot().menu
            return shown[0].entered if shown else None

        shot = challenged = False
        odd = itertools.cycle((False, True))
        end_s = time.monotonic() + 4 * MINUTE_S
        while state_of(hosted).turning_point < 2:
            assert time.monotonic() < end_s, state_of(hosted)
            hosted.do(hosted.table.desk.settled())
            state = state_of(hosted)
            if state.acting is not None and state.sequence is None and not state.acting.awaiting:
                if shot and not challenged:
                    revised(lambda: fingers.hold(Button.UNDO))
                    until(lambda: state_of(hosted).challenge is not None, "the challenge is open")
                    revised(lambda: fingers.press(Button.CONFIRM))
                    until(lambda: state_of(hosted).challenge is None, "the challenge is answered")
                    challenged = True
                    continue
                if not shot:
                    revised(lambda: fingers.press(Button.NEXT))
                    if menu()[0].startswith("Shoot"):
                        revised(lambda: fingers.press(Button.CONFIRM))
                        assert state_of(hosted).sequence is not None
                        revised(lambda: fingers.press(Button.CONFIRM))
                        revised(lambda: fingers.press(Button.UNDO))
                        assert hosted.table.desk.snapshot().menu[0].entered == ()
                        shot = True
                        continue
                while not menu()[0].startswith("End"):
                    revised(lambda: fingers.twice(Button.NEXT))
                revised(lambda: fingers.press(Button.CONFIRM))
                continue
            if menu()[1] == 0 or (state.sequence is None and menu()[0] == "1" and next(odd)):
                revised(lambda: fingers.press(Button.NEXT))
            revised(lambda: fingers.press(Button.CONFIRM))
        assert shot
        assert challenged
    pins.reset()
