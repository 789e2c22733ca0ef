"""What root writes into a table's data belongs to whose the data is: the service goes on with it."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from overlook.cli import main
from overlook.maintenance.backup import Sources, make_backup
from overlook.maintenance.reports import FOLDER, Report, write_report
from overlook.maintenance.restore import restore_backup
from referee.game.journal_entry import JournalEntry
from referee.records.journal.journal import Journal

AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
Given = dict[str, tuple[int, int]]


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> Given:
    """The files that were given away, by their inode, and to whom: this is root as far as the program sees."""
    given: Given = {}

    def chown(path: Path, user: int, group: int, *, follow_symlinks: bool) -> None:
        assert not follow_symlinks
        given[str(os.lstat(path).st_ino)] = (user, group)

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", chown)
    return given


def owner(folder: Path) -> tuple[int, int]:
    return folder.stat().st_uid, folder.stat().st_gid


def inodes(*paths: Path) -> set[str]:
    return {str(path.lstat().st_ino) for path in paths}


def damaged(game: Path) -> Path:
    with Journal.open(game) as journal:
        journal.append(
            [
                JournalEntry(sequence=n, id=f"i{n}", cause=n, edition="kt24", kind="call", data={"means": "x" * 80})
                for n in range(1, 200)
            ]
        )
    whole = game.read_bytes()
    game.write_bytes(whole[: len(whole) * 2 // 3])
    return game


def test_a_report_and_its_folder_belong_to_the_data_folders_owner(tmp_path: Path, as_root: Given) -> None:
    report = write_report(Report(AT, "overlook", {}), tmp_path)
    assert as_root == dict.fromkeys(inodes(tmp_path / FOLDER, report), owner(tmp_path))


def test_a_recovered_game_belongs_to_its_folders_owner(
    tmp_path: Path, as_root: Given, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = damaged(tmp_path / "0001.game")
    monkeypatch.setattr("sys.argv", ["overlook", "recover", str(game)])
    with pytest.raises(SystemExit) as left:
        main.main()
    assert left.value.code == 0
    assert as_root == dict.fromkeys(inodes(game), owner(tmp_path))


def test_what_is_restored_belongs_to_whose_the_folder_was(tmp_path: Path, as_root: Given) -> None:
    data, backup = tmp_path / "data", tmp_path / "one.backup"
    (data / "games").mkdir(parents=True)
    (data / "games" / "note.txt").write_text("kept")
    make_backup(Sources(data), backup, program="1", at=AT, progress=lambda _: None)
    restore_backup(backup, data, at=AT, replace=True)
    assert as_root == dict.fromkeys(inodes(data, *data.rglob("*")), owner(data))


def test_who_is_not_root_gives_nothing_away(tmp_path: Path, as_root: Given, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    write_report(Report(AT, "overlook", {}), tmp_path)
    assert as_root == {}
