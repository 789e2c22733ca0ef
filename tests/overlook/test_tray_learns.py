"""Dice that the tray cannot read, at a table in play: two answers of a player teach it what such a face is worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from overlook.simulated.demonstration import BODIES
from overlook.table.tray.roll_storage import store_beside
from simulation.cameras import tray_camera as simulated
from simulation.cameras.tray_camera import TrayDie
from tests.overlook.played_table import Table
from tests.overlook.tray_play import camera_of, played_with_tray, rolled_off, tray_of, whole
from web.contract.table.snapshot import Snapshot

ODD_SIX = ((-1.0, -0.7), (1.0, -0.7), (0.0, 1.0), (0.0, 0.0))
"""Where such dice have the marks of their six: the reader is never sure of it, and takes it for a five."""

TURNS = (0.0, 80.0, 200.0)


def lies_for(prompt: str) -> Callable[[Snapshot], bool]:
    return lambda now: any(read.prompt == prompt and read.dice for read in tray_of(now).reads)


def test_a_face_that_is_no_usual_six_is_asked_for_twice_and_then_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(simulated._LAYOUT, 6, ODD_SIX)

    async def play(table: Table) -> None:
        await rolled_off(table)
        ledger = table.table.ledger
        assert ledger is not None
        for known, turn in enumerate(TURNS):
            first, second = (prompt.id for prompt in table.table.game.prompts)
            camera_of(table).throw([TrayDie(6, 150.0, 150.0, turn, BODIES["p1"])])
            now = await table.until(lies_for(first))
            assert whole(now) == ({} if known < 2 else {first: [6]})
            await table.took("answer", prompt=first, dice=[6])
            await table.took("answer", prompt=second, dice=[6])
        assert [each.value for each in ledger.learned.examples] == [6, 6, 6]
        kept = store_beside(tmp_path / "tray.json").read(ledger.tray)
        assert [(each.value, each.player) for each in kept] == [(6, "p1")] * 3

    played_with_tray(tmp_path, play)


EMBLEM = (
    (0.0, 0.0),
    (0.4, 0.0),
    (-0.4, 0.0),
    (0.0, 0.4),
    (0.0, -0.4),
    (0.8, 0.0),
    (-0.8, 0.0),
    (0.0, 0.8),
    (0.0, -0.8),
)
"""Pips that run together: one large cross in the middle of the face. Half as large it is as round as a large one."""


def test_an_emblem_for_the_six_is_read_at_once_by_a_tray_that_has_seen_the_one_in_pips(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(simulated._LAYOUT, 6, EMBLEM)

    async def play(table: Table) -> None:
        await rolled_off(table)
        first, _ = (prompt.id for prompt in table.table.game.prompts)
        camera_of(table).throw([TrayDie(6, 150.0, 150.0, 30.0, BODIES["p1"])])
        assert whole(await table.until(lies_for(first))) == {first: [6]}

    played_with_tray(tmp_path, play)
