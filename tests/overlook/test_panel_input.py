"""Presses of the panel reach the service; what is not taken is answered by the buzzer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from hardware.panel import Action, Button, PanelEvent, PanelSignal, Press, Sound
from messages.message import Message
from overlook.app.panel_and_voice import take_presses
from web.contract.requests import Accepted, Outcome, Refused
from web.contract.requests import Button as Asked


class Service:
    """Takes what it is told to, refuses or breaks otherwise."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []

    async def press(self, button: Asked, *, player: str = "any", key: str) -> Outcome:
        assert key.startswith("panel-")
        self.asked.append(button)
        if button is Asked.UNDO:
            return Refused.of(Message.stored("There is nothing to undo."))
        if button is Asked.MEASURE:
            raise ValueError("an operative that is not there")
        return Accepted()


class Panel:
    """Keeps who listens, and what was buzzed."""

    missing: Message | None = None

    def __init__(self) -> None:
        self.buzzed: list[Sound] = []
        self.pressed: Callable[[PanelEvent], None] = lambda event: None

    def listen(self, callback: Callable[[PanelEvent], None]) -> None:
        self.pressed = callback

    def show(self, signal: PanelSignal) -> None:
        raise AssertionError(f"a press changed the light to {signal}")

    def buzz(self, sound: Sound) -> None:
        self.buzzed.append(sound)

    def close(self) -> None:
        """Nothing is held."""


def played(*actions: Action, spoken: bool = True) -> tuple[list[Asked], list[Sound], int]:
    """Return what the service was asked, what was buzzed, and how often the PIN was wanted."""
    service, panel, pins = Service(), Panel(), 0

    async def say_pin() -> bool:
        nonlocal pins
        pins += 1
        return spoken

    async def run() -> None:
        task = asyncio.create_task(take_presses(service, panel, say_pin))
        await asyncio.sleep(0)
        for number, action in enumerate(actions):
            panel.pressed(PanelEvent(action, Button.NEXT, Press.SHORT, float(number), datetime.now(UTC)))
        async with asyncio.timeout(60):
            while len(service.asked) + pins < len(actions):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(run())
    return service.asked, panel.buzzed, pins


def test_presses_are_taken_in_order_and_in_silence() -> None:
    assert played(Action.NEXT, Action.BACK, Action.CONFIRM) == ([Asked.NEXT, Asked.BACK, Asked.CONFIRM], [], 0)


@pytest.mark.parametrize("action", [Action.UNDO, Action.MEASURE])
def test_a_press_that_is_not_taken_buzzes_and_the_next_is_heard(action: Action) -> None:
    asked, buzzed, _ = played(action, Action.CONFIRM)
    assert asked == [Asked(action.value), Asked.CONFIRM]
    assert buzzed == [Sound.LONG]


@pytest.mark.parametrize(("spoken", "buzzed"), [(True, []), (False, [Sound.LONG])])
def test_the_pin_is_spoken_or_the_buzzer_says_that_it_cannot_be(spoken: bool, buzzed: list[Sound]) -> None:
    assert played(Action.PAIR, spoken=spoken) == ([], buzzed, 1)
