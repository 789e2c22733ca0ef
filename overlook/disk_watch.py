"""How much room is left for games, told again and again while a table runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Protocol

from overlook.doctor.check import Health
from overlook.doctor.machine import disk
from web.contract.base import HealthState

STATE_OF = {Health.OK: HealthState.OK, Health.CAUTION: HealthState.TROUBLE, Health.TROUBLE: HealthState.LOST}
EVERY_S = 5.0


class HealthPort(Protocol):
    """Who is told how a part of the machine is."""

    def report(self, part: str, state: HealthState, sentence: str) -> None:
        """Note how a part is."""
        ...

    def publish(self) -> None:
        """Show it."""
        ...


async def watch_disk(told: HealthPort, folder: Path) -> None:
    """Tell again and again, for ever, how much room is left for games."""
    shown = None
    while True:
        check = await asyncio.to_thread(disk, folder)
        told.report(check.part, STATE_OF[check.health], check.line)
        if check.health is not shown:
            shown = check.health
            told.publish()
        await asyncio.sleep(EVERY_S)
