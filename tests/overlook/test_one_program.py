"""Two programs are told to run in one folder: the first one goes on, the second says so and touches nothing."""

from __future__ import annotations

import os
from pathlib import Path

import httpx
import pytest

from overlook.data_folder import LOCK_FILE, DataFolderLock
from overlook.maintenance.pending_restore import UPLOAD
from referee.records.journal.reading import read_journal
from tests.overlook.live_table import LiveTable


def test_a_second_table_in_one_folder_says_whose_it_is_and_the_first_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    first, second = LiveTable(folder).start(), LiveTable(folder)
    first.until(lambda now: bool(now["prompts"] or now["game"]["phase"]), within_s=60)
    # What a page is bringing to the first one is not the second one's to tidy away.
    (folder / UPLOAD).mkdir()
    (folder / UPLOAD / "coming.part").write_bytes(b"half of a back-up")
    second.start()
    said = httpx.get(f"{second.url}api/first", timeout=60).json()
    assert f"process {(folder / LOCK_FILE).read_text()}" in str(said)
    assert "Stop one of the two" in str(said)
    assert httpx.get(second.url, timeout=60).status_code == 200
    assert (folder / UPLOAD / "coming.part").read_bytes() == b"half of a back-up"
    before = len(read_journal(folder / "games" / "0001.game"))
    taken, _ = first.act("challenge")
    first.until(lambda now: now["game"]["number"] == 1, within_s=60)
    assert len(read_journal(folder / "games" / "0001.game")) >= before + taken
    second.kill()
    first.kill()
    third = LiveTable(folder).start()
    assert third.snapshot()["game"]["number"] == 1, "a program that was killed holds nothing"
    third.kill()


def test_the_folder_is_held_once_and_free_again(tmp_path: Path) -> None:
    one, other = DataFolderLock(tmp_path), DataFolderLock(tmp_path)
    assert one.take()
    assert one.take()
    assert not other.take()
    refusal = other.taken
    assert refusal is not None
    assert refusal["process"] == str(os.getpid())
    one.close()
    assert other.take()
    assert other.taken is None
    other.close()


def test_a_disk_that_takes_no_file_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    assert DataFolderLock(tmp_path / "of root").take()
