"""Commands of root touch a table's data with the rights of its owner: no link leads root elsewhere."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from overlook.cli import main
from overlook.maintenance.backup import BackupError, Sources, make_backup, verify_backup
from overlook.maintenance.reports import FOLDER, Report, write_report
from overlook.maintenance.restore import restore_backup
from overlook.process import OwnerRights
from referee.game.journal_entry import JournalEntry
from referee.records.journal.journal import Journal

AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
TABLE = 61_234
"""A user that no machine has."""

AS_ROOT = "run this as root: it tries what root could be led to"


@pytest.fixture
def world() -> Iterator[Path]:
    """A folder that every user may pass, with the table's `data` in it."""
    assert os.geteuid() == 0, AS_ROOT
    "".encode("cp437")  # the codec of archives: a Python in root's home is closed to the table's user
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        data = Path(folder) / "data"
        (data / "games").mkdir(parents=True)
        (data / "games" / "note.txt").write_text("kept")
        give(data)
        yield Path(folder)


def give(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, TABLE, TABLE, follow_symlinks=False)


def owners(folder: Path) -> set[int]:
    return {path.lstat().st_uid for path in (folder, *folder.rglob("*"))}


def overlook(*words: object) -> object:
    """Return the exit status of a command."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.argv", ["overlook", *map(str, words)])
        with pytest.raises(SystemExit) as left:
            main.main()
    return left.value.code


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


@pytest.mark.slow
def test_a_report_belongs_to_the_data_folders_owner(world: Path) -> None:
    write_report(Report(AT, "overlook", {}), world / "data")
    assert owners(world / "data") == {TABLE}
    assert os.geteuid() == 0


@pytest.mark.slow
def test_a_report_is_not_written_through_a_link(world: Path) -> None:
    of_root = world / "of-root"
    of_root.mkdir(mode=0o700)
    (world / "data" / FOLDER).symlink_to(of_root)
    with pytest.raises(OSError, match="denied"):
        write_report(Report(AT, "overlook", {}), world / "data")
    assert list(of_root.iterdir()) == []
    assert of_root.stat().st_uid == 0


@pytest.mark.slow
def test_a_recovered_game_belongs_to_its_folders_owner(world: Path) -> None:
    game = damaged(world / "data" / "games" / "0001.game")
    give(world / "data")
    assert overlook("recover", game) == 0
    assert owners(world / "data") == {TABLE}


@pytest.mark.slow
def test_a_backup_holds_nothing_that_the_datas_owner_may_not_read(world: Path) -> None:
    secret = world / "of-root"
    secret.write_text("of root")
    secret.chmod(0o600)
    (world / "data" / "games" / "link.txt").symlink_to(secret)
    target = world / "mine" / "one.backup"
    target.parent.mkdir(mode=0o700)
    refused = overlook("backup", target, "--data", world / "data")
    assert b"of root" not in (target.read_bytes() if target.exists() else b"")
    assert refused != 0 or all("link" not in one.path for one in verify_backup(target).files)
    (world / "data" / "games" / "link.txt").unlink()
    assert overlook("backup", target, "--data", world / "data") == 0
    assert {one.path for one in verify_backup(target).files} == {"data/games/note.txt"}
    assert (target.stat().st_uid, target.stat().st_mode & 0o777) == (0, 0o600)
    assert owners(world / "data") == {TABLE}


@pytest.mark.slow
def test_what_is_restored_belongs_to_whose_the_folder_was(world: Path) -> None:
    data, backup = world / "data", world / "mine" / "one.backup"
    backup.parent.mkdir(mode=0o700)
    make_backup(Sources(data), backup, program="1", at=AT, progress=lambda _: None)
    done = restore_backup(backup, data, at=AT, replace=True)
    assert done.moved_aside is not None
    assert owners(data) == owners(done.moved_aside) == {TABLE}
    assert (data / "games" / "note.txt").read_text() == "kept"
    assert os.geteuid() == 0


@pytest.mark.slow
def test_a_restore_opens_no_game_through_a_link(world: Path) -> None:
    data, backup, of_root = world / "data", world / "one.backup", world / "of-root"
    make_backup(Sources(data), backup, program="1", at=AT, progress=lambda _: None)
    of_root.mkdir(mode=0o700)
    (of_root / "0001.game").write_bytes(b"of root")
    shutil.rmtree(data / "games")
    (data / "games").symlink_to(of_root)
    restore_backup(backup, data, at=AT, replace=True)
    assert {path.name for path in of_root.iterdir()} == {"0001.game"}


@pytest.mark.slow
def test_a_damaged_backup_leaves_nothing_behind(world: Path) -> None:
    backup = world / "one.backup"
    backup.write_bytes(b"PK")
    with pytest.raises(BackupError):
        restore_backup(backup, world / "data", at=AT, replace=True)
    with pytest.raises(BackupError):
        restore_backup(world / "missing.backup", world / "data", at=AT, replace=True)
    assert {path.name for path in world.iterdir()} == {"data", "one.backup"}


def test_who_is_not_root_keeps_the_rights_that_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert OwnerRights.of(tmp_path) == OwnerRights()


def test_root_takes_the_owners_rights_and_leaves_them(monkeypatch: pytest.MonkeyPatch) -> None:
    now: dict[str, object] = {"user": 0, "group": 0, "groups": [0, 4]}
    monkeypatch.setattr(os, "getgroups", lambda: [0, 4])
    monkeypatch.setattr(os, "seteuid", lambda user: now.update(user=user))
    monkeypatch.setattr(os, "setegid", lambda group: now.update(group=group))
    monkeypatch.setattr(os, "setgroups", lambda groups: now.update(groups=groups))
    rights = OwnerRights(TABLE, TABLE)
    with rights.taken():
        assert now == {"user": TABLE, "group": TABLE, "groups": [TABLE]}
        with rights.left():
            assert now["user"] == now["group"] == 0
        assert now["user"] == now["group"] == TABLE
    assert now == {"user": 0, "group": 0, "groups": [0, 4]}
