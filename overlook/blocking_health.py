"""What of the machine keeps a table from going on: shown by the light, and on every page."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Protocol

from overlook.doctor.check import Health
from overlook.doctor.machine import disk
from web.contract.views import HealthState, HealthView

LOST = (HealthState.LOST,)
FAILING = (HealthState.TROUBLE, HealthState.LOST)
STOPS = {"camera": LOST, "board": LOST, "journal": FAILING, "disk": LOST}
"""In which states a part keeps the table from seeing, or from keeping what is played."""

STATE_OF = {Health.OK: HealthState.OK, Health.CAUTION: HealthState.TROUBLE, Health.TROUBLE: HealthState.LOST}
EVERY_S = 5.0


class Told(Protocol):
    """Who is told how a part of the machine is."""

    def report(self, part: str, state: HealthState, sentence: str) -> None:
        """Note how a part is."""
        ...

    def publish(self) -> None:
        """Show it."""
        ...


def stops(part: HealthView) -> bool:
    """Return whether the table cannot go on while a part is like this."""
    return part.state in STOPS.get(part.part, ())


async def watch_disk(told: Told, folder: Path) -> None:
    """Tell again and again, for ever, how much room is left for games."""
    shown = None
    while True:
        check = await asyncio.to_thread(disk, folder)
        told.report(check.part, STATE_OF[check.health], check.line)
        if check.health is not shown:
            shown = check.health
            told.publish()
        await asyncio.sleep(EVERY_S)
