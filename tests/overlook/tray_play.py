"""A table in play with a tray: dice are thrown into it and read from its snapshots."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from simulation.cameras.tray_camera import SimulatedTrayCamera, TrayDie
from tests.overlook.played_table import TRAY_FPS, Table, played
from web.contract.table.snapshot import ReadView, Snapshot, TrayView


class TrayTable(Table):
    """A table whose tray matters: its board lies still and is looked at once a second."""

    fps = 1.0


def played_with_tray(folder: Path, play: Callable[[Table], Awaitable[None]], edition: str = "kt24") -> None:
    """Run a table with a tray while `play` happens to it."""
    played(folder, play, edition, tray=True, make=TrayTable)


def tray_of(now: Snapshot) -> TrayView:
    """Return what a snapshot shows of the tray."""
    return now.tray[0]


def camera_of(table: Table) -> SimulatedTrayCamera:
    """Return the camera above a table's tray."""
    assert table.dice.camera is not None
    return table.dice.camera


async def lay(table: Table, dice: Sequence[TrayDie]) -> None:
    """Have exactly these dice at rest in the tray, and wait until its camera shows them."""
    camera = camera_of(table)
    camera._lying = tuple(dice)
    await asyncio.sleep(3 / TRAY_FPS)


def values_of(read: ReadView) -> list[int]:
    """Return the values that were read, sorted."""
    return sorted(die.value for die in read.dice if die.value is not None)


def whole(now: Snapshot) -> dict[str, list[int]]:
    """Return the values of each complete reading by the prompt that they answer."""
    return {read.prompt: values_of(read) for read in tray_of(now).reads if not read.why}


async def rolled_off(table: Table) -> tuple[str, ...]:
    """Begin the game; return the prompts of its first roll-off."""
    await table.service.run_exclusive(lambda: table.table.begin(table.set_up))
    while table.table.game.prompts[0].choices:
        await table.answered(table.table.game.prompts[0])
    table.service.publish()
    return tuple(prompt.id for prompt in table.table.game.prompts)
