"""On a full disk the clock runs on, a new game is refused with the reason, and nothing stops."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path
from typing import Any

import pytest

from overlook import atomic_files
from overlook.play.runner import ScriptedTable
from overlook.play.script import script_of
from overlook.play.scripted_table import laid_table
from overlook.table.games.games import Clock, Games, GameSidecar
from referee.records.duration import ClockReading, Duration
from tests.overlook.play.scripts import script
from tests.overlook.played_table import Table, played
from web.contract.base import HealthState
from web.contract.requests import Accepted, Outcome, Refused, SubmitRequest
from web.contract.table.snapshot import HealthView


def full(*_: object, **__: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def trouble_code(sidecar: GameSidecar) -> str | None:
    return None if sidecar.trouble is None else sidecar.trouble.code


def test_the_clock_runs_on_a_full_disk_and_reports_that_it_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sidecar = GameSidecar(tmp_path / "0001.game")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        sidecar.keep_clock(Clock({"p1": 12.0}, Duration(40.0)))
        assert trouble_code(sidecar) == "games-sidecar-not-kept"
        sidecar.sign("p1", 7)
        assert sidecar.signed(7) == ("p1",)
    sidecar.keep_clock(Clock({"p1": 13.0}, Duration(41.0)))
    assert trouble_code(sidecar) is None
    assert GameSidecar(tmp_path / "0001.game").clock(ClockReading("", 0.0, 0.0), 0).used_s == {"p1": 13.0}


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{", b'{"used_s": "x"}', b"[1]"])
def test_a_broken_sidecar_file_is_reported(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "0001.beside.json").write_bytes(data)
    sidecar = GameSidecar(tmp_path / "0001.game")
    assert trouble_code(sidecar) == "games-sidecar-unreadable"
    assert sidecar.signed(1) == ()


def test_on_a_full_disk_the_clock_runs_and_a_new_game_waits_for_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(table: ScriptedTable) -> None:
        number = table.table.number
        with monkeypatch.context() as patched:
            patched.setattr(atomic_files, "_write", full)
            patched.setattr(os, "open", full)
            patched.setattr(os, "pwrite", full)
            assert isinstance(await said(table, "clock", do="start"), Accepted)
            refused = await said(table, "begin", free=True)
            assert isinstance(refused, Refused)
            assert "room on the disk" in refused.sentence
            assert table.table.clock.running
            assert table.table.number == number
            assert health(table)["games"].state is HealthState.LOST
        assert isinstance(await said(table, "clock", do="stop"), Accepted)
        assert isinstance(await said(table, "score", player="p1", op="crit", vp=1), Accepted)
        assert isinstance(await said(table, "begin", free=True), Accepted)
        assert table.table.number == number + 1
        assert "games" not in health(table)

    async def played() -> None:
        whole = script_of(script({"A1": [5.0, 11.0], "B1": [12.0, 11.0]}))
        games = Games(tmp_path)
        try:
            table = ScriptedTable(whole, laid_table(whole), games)
            await table.begin()
            await play(table)
        finally:
            games.close()

    asyncio.run(played())


async def said(table: ScriptedTable, kind: str, **fields: Any) -> Outcome:
    """Return what the table says to a request of the referee's."""
    request = SubmitRequest.model_validate({"intent": {"kind": kind, **fields}}).intent
    return await table.service.submit(request, player="referee", key=f"{kind}-{table.table.sequence}")


def health(table: ScriptedTable) -> dict[str, HealthView]:
    """Return the parts of the machine that are spoken of."""
    table.service.publish()
    return {one.part: one for one in table.service.snapshot().health}


@pytest.mark.nightly
def test_a_running_program_answers_every_request_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        number = table.table.number
        with monkeypatch.context() as patched:
            patched.setattr(atomic_files, "_write", full)
            patched.setattr(os, "open", full)
            patched.setattr(os, "pwrite", full)
            await table.took("clock", do="start")
            refused = await table.say("begin", free=True)
            assert isinstance(refused, Refused)
            assert "room on the disk" in refused.sentence
            await asyncio.sleep(1.5)
            assert table.table.clock.running
        assert table.table.number == number
        health = {one.part: one for one in table.service.snapshot().health}
        assert health["games"].state is HealthState.LOST
        assert "program" not in health
        await table.took("clock", do="stop")
        await table.took("score", by="referee", player="p1", op="crit", vp=1)
        await table.took("begin", free=True)
        assert table.table.number == number + 1
        assert "games" not in {one.part for one in table.service.snapshot().health}

    played(tmp_path, play)
