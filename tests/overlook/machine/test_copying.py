"""A back-up that is being written when the table closes is given up, and nobody waits for the rest of it."""

from __future__ import annotations

import asyncio
import threading
import zipfile
from pathlib import Path

import pytest

from messages.message import Message
from overlook.machine.backup_jobs import BackupJob
from overlook.maintenance import backup
from overlook.maintenance.backup import ManifestEntry, Sources, verify_backup
from overlook.maintenance.pending_restore import BACK_UP
from web.contract.setup.machine import CopyState

MANY = 50


def test_closing_gives_up_the_back_up_at_its_next_file_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(MANY):
        (tmp_path / f"{number:03}.json").write_text("{}", encoding="utf-8")
    keep, begun, go_on = backup._keep, threading.Event(), threading.Event()
    kept: list[str] = []

    def slow(archive: zipfile.ZipFile, name: str, path: Path, folder: Path) -> ManifestEntry:
        kept.append(name)
        begun.set()
        assert go_on.wait(60)
        return keep(archive, name, path, folder)

    monkeypatch.setattr(backup, "_keep", slow)

    async def close_early() -> BackupJob:
        copying = BackupJob(Sources(tmp_path))
        assert copying.begin() is None
        assert await asyncio.to_thread(begun.wait, 10)
        closing = asyncio.create_task(copying.close())
        await asyncio.sleep(0)
        go_on.set()
        await closing
        return copying

    copying = asyncio.run(close_early())
    assert copying.view.message == Message.of("backup-failed", fault=Message.of("backup-table-closed"))
    assert copying.ready is None
    assert len(kept) < MANY
    assert list((tmp_path / BACK_UP).iterdir()) == []


def test_what_is_not_disturbed_is_written_and_one_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text("{}", encoding="utf-8")

    async def write() -> tuple[Message | None, BackupJob]:
        copying = BackupJob(Sources(tmp_path))
        copying.begin()
        second = copying.begin()
        while copying.view.state is CopyState.WRITING:
            await asyncio.sleep(0.01)
        return second, copying

    second, copying = asyncio.run(write())
    assert second is not None
    assert copying.ready is not None
    assert [one.path for one in verify_backup(copying.ready).files] == ["data/one.json"]
