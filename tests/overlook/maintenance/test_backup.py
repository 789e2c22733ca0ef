"""All of a table in one file and back: nothing lost, nothing half-written, nothing believed that was damaged."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import threading
import zipfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from overlook.maintenance.backup import NAME, BackupError, Sources, make_backup, verify_backup
from overlook.maintenance.restore import restore_backup
from referee.game.journal_entry import JournalEntry
from referee.records.journal.journal import Journal
from referee.records.journal.reading import read_journal

AT = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)


def keep(data: Path, target: Path, **files: Path) -> list[str]:
    said: list[str] = []
    make_backup(Sources(data, files), target, program="1", at=AT, progress=said.append)
    return said


def written(journal: Journal, count: int) -> None:
    first = journal.last_sequence + 1
    for number in range(first, first + count):
        journal.append(
            [JournalEntry(sequence=number, id=f"e{number}", cause=number, edition="kt24", kind="note", data={})]
        )


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


names = st.text("abcXYZ012_-. äß", min_size=1, max_size=12).filter(
    lambda name: name.strip(". ") != "" and not name.endswith((".lock", ".part", "-wal", "-shm", "-journal"))
)
trees = st.dictionaries(st.tuples(names, names), st.binary(max_size=300), max_size=6)


@given(trees)
@settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
def test_what_is_restored_is_what_was_kept(
    tmp_path_factory: pytest.TempPathFactory, files: dict[tuple[str, str], bytes]
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    data = folder / "data"
    data.mkdir()
    for (outer, name), content in files.items():
        (data / f"d{outer}").mkdir(exist_ok=True)
        (data / f"d{outer}" / name).write_bytes(content)
    keep(data, folder / "one.backup")
    restore_backup(folder / "one.backup", folder / "again", at=AT, replace=False)
    assert tree(folder / "again") == tree(data)


def test_a_game_is_kept_while_its_table_writes_and_restores_to_a_whole_one(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Journal.open(data / "games" / "0001.game") as journal:
        written(journal, 20)
        stop = threading.Event()

        def play() -> None:
            while not stop.is_set():
                written(journal, 1)

        player = threading.Thread(target=play)
        player.start()
        try:
            before = journal.last_sequence
            keep(data, tmp_path / "one.backup")
        finally:
            stop.set()
            player.join()
        after = journal.last_sequence
    done = restore_backup(tmp_path / "one.backup", tmp_path / "again", at=AT, replace=False)
    events = read_journal(tmp_path / "again" / "games" / "0001.game")
    assert before <= len(events) <= after
    assert done.games == 1
    with Journal.open(tmp_path / "again" / "games" / "0001.game") as journal:
        written(journal, 1)


def test_what_belongs_to_a_running_program_is_left_out(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Journal.open(data / "games" / "0001.game") as journal:
        written(journal, 3)
        keep(data, data / "mine.backup")
    assert [kept.path for kept in verify_backup(data / "mine.backup").files] == ["data/games/0001.game"]


def test_films_are_left_out_and_what_they_are_made_of_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "games" / "0001.clips"
    folder.mkdir(parents=True)
    (folder / "57.zip").write_bytes(b"frames")
    (folder / "57-0123456789ab.mp4").write_bytes(b"film")
    (folder / "58-0123456789ab.mp4.part").write_bytes(b"half a film")
    assert keep(tmp_path / "data", tmp_path / "one.backup") == ["data/games/0001.clips/57.zip"]


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    data = tmp_path / "data"
    with Journal.open(data / "games" / "0001.game") as journal:
        written(journal, 5)
    (data / "mounts.json").write_text('{"mounts": 1}')
    rig = tmp_path / "rig.json"
    rig.write_text("{}")
    keep(data, tmp_path / "one.backup", **{"rig.json": rig})
    return tmp_path / "one.backup"


def test_a_damaged_backup_is_refused_or_gives_back_exactly_what_was_kept(backup: Path, tmp_path: Path) -> None:
    whole = backup.read_bytes()
    right = verify_backup(backup)
    refused = 0
    for place in range(0, len(whole), max(1, len(whole) // 400)):
        broken = tmp_path / "broken.backup"
        broken.write_bytes(whole[:place] + bytes([whole[place] ^ 0x5A]) + whole[place + 1 :])
        try:
            found = verify_backup(broken)
        except BackupError:
            refused += 1
        else:
            assert found.files == right.files
    assert refused > 200


def test_a_backup_cut_anywhere_is_refused(backup: Path, tmp_path: Path) -> None:
    whole = backup.read_bytes()
    for place in range(0, len(whole) - 1, max(1, len(whole) // 200)):
        (tmp_path / "cut").write_bytes(whole[:place])
        with pytest.raises(BackupError):
            verify_backup(tmp_path / "cut")


def test_settings_are_put_where_a_person_can_compare_them(backup: Path, tmp_path: Path) -> None:
    done = restore_backup(backup, tmp_path / "again", at=AT, replace=False)
    assert done.settings == tmp_path / "again" / "restored-settings"
    assert (done.settings / "rig.json").read_text() == "{}"
    keep(tmp_path / "again", tmp_path / "two.backup")
    assert {kept.path for kept in verify_backup(tmp_path / "two.backup").files} == {
        "data/games/0001.game",
        "data/mounts.json",
    }


def test_what_stands_there_is_refused_then_kept_aside(backup: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    (there / "games").mkdir(parents=True)
    (there / "games" / "note.txt").write_text("mine")
    with pytest.raises(BackupError) as refused:
        restore_backup(backup, there, at=AT, replace=False)
    assert refused.value.message.code == "restore-folder-used"
    assert tree(there) == {"games/note.txt": b"mine"}
    done = restore_backup(backup, there, at=LATER, replace=True)
    assert done.moved_aside is not None
    assert tree(done.moved_aside) == {"games/note.txt": b"mine"}
    assert "games/0001.game" in tree(there)


def test_nothing_is_restored_under_a_running_table(backup: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    with Journal.open(there / "games" / "0007.game") as journal:
        written(journal, 2)
        with pytest.raises(BackupError) as refused:
            restore_backup(backup, there, at=AT, replace=True)
        assert refused.value.message.code == "restore-table-running"
        assert journal.last_sequence == 2
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".there")] == []


def rebuilt(backup: Path, target: Path, **changed: object) -> Path:
    """Copy a backup with other fields in its manifest."""
    with zipfile.ZipFile(backup) as source, zipfile.ZipFile(target, "w") as into:
        for name in source.namelist():
            content = source.read(name)
            if name == NAME:
                content = json.dumps({**json.loads(content), **changed}).encode()
            into.writestr(name, content)
    return target


@pytest.mark.parametrize("path", ["../out", "/etc/passwd", "a/../../out", NAME, ""])
def test_a_path_that_leads_out_of_the_backup_is_refused(backup: Path, tmp_path: Path, path: str) -> None:
    files = [{"path": path, "size": 1, "sha256": "0" * 64}]
    with pytest.raises(BackupError) as refused:
        verify_backup(rebuilt(backup, tmp_path / "bad", files=files))
    assert refused.value.message["fault"]["field"] == "files[0].path"


def crafted(target: Path, content: dict[str, bytes]) -> Path:
    """Write a back-up that says of itself that all is well, whatever its files are called."""
    files = [{"path": name, "size": len(data), "sha256": sha256(data).hexdigest()} for name, data in content.items()]
    manifest = {"format": 1, "program": "1", "made": AT.isoformat(), "files": files}
    with zipfile.ZipFile(target, "w") as into:
        for name, data in content.items():
            into.writestr(name, data)
        into.writestr(NAME, json.dumps(manifest))
    return target


@pytest.mark.parametrize("path", ["data/{}", "data/./{}", "settings/{}", "data//{}"])
def test_no_spelling_of_a_path_writes_anywhere_else(tmp_path: Path, path: str) -> None:
    outside = tmp_path / "outside"
    bad = crafted(tmp_path / "bad.backup", {path.format(outside): b"of a stranger"})
    with pytest.raises(BackupError) as refused:
        restore_backup(bad, tmp_path / "there", at=AT, replace=False)
    assert refused.value.message["fault"]["field"] == "files[0].path"
    assert not outside.exists()


def test_a_file_whose_name_no_backup_takes_is_named(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "a\\b.txt").write_text("whatever somebody has put there")
    with pytest.raises(BackupError) as refused:
        keep(data, tmp_path / "one.backup")
    assert refused.value.message.code == "backup-file-name"
    assert not list(tmp_path.glob("one.backup*"))


@pytest.mark.parametrize("name", ["placing-0", "restoring-20200101T000000", "upload", "put-aside"])
def test_what_a_start_would_go_through_with_is_in_no_backup(tmp_path: Path, name: str) -> None:
    bad = crafted(tmp_path / "bad.backup", {f"data/{name}/cookie-secret": b"of a stranger"})
    with pytest.raises(BackupError) as refused:
        restore_backup(bad, tmp_path / "there", at=AT, replace=False)
    assert refused.value.message.code == "restore-path-foreign"
    assert not (tmp_path / "there").exists()


def test_a_backup_of_a_later_format_is_refused_with_the_field(backup: Path, tmp_path: Path) -> None:
    with pytest.raises(BackupError) as refused:
        verify_backup(rebuilt(backup, tmp_path / "later", format=2))
    assert refused.value.message["fault"]["field"] == "format"


def test_a_damaged_game_is_found_before_anything_is_touched(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Journal.open(data / "games" / "0001.game") as journal:
        written(journal, 5)
    with sqlite3.connect(data / "games" / "0001.game") as connection:
        connection.execute("UPDATE events SET kind = 'other' WHERE sequence = 3")
    connection.close()
    keep(data, tmp_path / "one.backup")
    there = tmp_path / "there"
    with pytest.raises(BackupError) as refused:
        restore_backup(tmp_path / "one.backup", there, at=AT, replace=False)
    assert refused.value.message.code == "restore-game-damaged"
    assert not there.exists()
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".there")] == []


def test_an_interrupted_backup_leaves_the_old_one_and_nothing_else(backup: Path, tmp_path: Path) -> None:
    old = backup.read_bytes()

    def interrupt(_: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_backup(Sources(tmp_path / "data"), backup, program="1", at=LATER, progress=interrupt)
    assert backup.read_bytes() == old
    assert not (tmp_path / "one.backup.part").exists()


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with pytest.raises(BackupError) as caught:
        keep(tmp_path / "data", tmp_path / "no such folder" / "one.backup")
    assert caught.value.message.code == "backup-not-written"
    assert "\n" not in str(caught.value)


def test_a_disk_that_fills_up_leaves_nothing_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "big").write_bytes(b"x" * 1000)

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(zipfile.ZipFile, "open", full)
    with pytest.raises(BackupError) as refused:
        keep(tmp_path / "data", tmp_path / "one.backup")
    assert refused.value.message["fault"] == os.strerror(errno.ENOSPC)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]
