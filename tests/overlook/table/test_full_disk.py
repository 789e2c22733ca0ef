"""On a full disk the clock runs on and a new game is refused in words; nothing of the table ends."""

from __future__ import annotations

import asyncio
import errno
import os
from pathlib import Path

import pytest

from overlook import writing
from overlook.table.clock import Clock
from overlook.table.game_sidecar import GameSidecar
from tests.overlook.played_table import Table, played
from web.contract.intents import Refused
from web.contract.views import HealthState


def full(*_: object, **__: object) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_the_clock_runs_on_and_says_that_it_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sidecar = GameSidecar(tmp_path / "0001.game")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        sidecar.keep_clock(Clock({"p1": 12.0}, 40.0))
        assert "No space left" in sidecar.trouble
        sidecar.sign("p1", 7)
        assert sidecar.signed(7) == ("p1",)
    sidecar.keep_clock(Clock({"p1": 13.0}, 41.0))
    assert sidecar.trouble == ""
    assert GameSidecar(tmp_path / "0001.game").clock(0.0, 0).used_s == {"p1": 13.0}


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{", b'{"used_s": "x"}', b"[1]"])
def test_a_broken_file_is_said(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "0001.beside.json").write_bytes(data)
    sidecar = GameSidecar(tmp_path / "0001.game")
    assert "begin anew" in sidecar.trouble
    assert sidecar.signed(1) == ()


def test_a_table_answers_every_request_on_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(table: Table) -> None:
        await table.begun()
        number = table.table.number
        with monkeypatch.context() as patched:
            patched.setattr(writing, "_write", full)
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
