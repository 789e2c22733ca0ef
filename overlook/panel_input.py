"""The panel's presses, taken to the table one by one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from hardware.panel import Action, Panel, PanelEvent, Sound, panel_events
from overlook.log import log
from referee.game.intents import ANY
from web.contract.requests import Accepted, Button, Outcome


class Buttons(Protocol):
    """What has buttons."""

    async def press(self, button: Button, *, player: str = ANY, key: str) -> Outcome:
        """Return whether a button's press was taken."""


async def take_presses(service: Buttons, panel: Panel, say_pin: Callable[[], Awaitable[bool]]) -> None:
    """Hand every press to the service, for ever; one that is not taken is answered by the buzzer."""
    async for event in panel_events(panel):
        taken = await (say_pin() if event.action is Action.PAIR else _pressed(service, event))
        if not taken:
            panel.buzz(Sound.LONG)


async def _pressed(service: Buttons, event: PanelEvent) -> bool:
    try:
        outcome = await service.press(Button(event.action.value), key=f"panel-{event.at_s:.6f}")
    except ValueError as fault:
        log.warning("a press could not be taken: %s: %s", event.action.value, fault)
        return False
    return isinstance(outcome, Accepted)
