"""Who ends a backup or a restore in the middle finds what was there before, whole, and nothing half done beside it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from overlook.maintenance.backup import Sources, make_backup, verify_backup
from overlook.maintenance.restore import interrupted_restore, restore_backup
from referee.game.journal_entry import JournalEntry
from referee.records.journal.journal import Journal
from tests.overlook.commands import Forked
from tests.venue.hall import until

AT = datetime(2026, 11, 26, tzinfo=UTC)
FILES, BYTES = 24, 400_000


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("table") / "data"
    draws = random.Random(3)
    (folder / "games" / "0001.clips").mkdir(parents=True)
    for number in range(FILES):
        (folder / "games" / "0001.clips" / f"{number}.zip").write_bytes(draws.randbytes(BYTES))
    begun(folder, "of then")
    return folder


def begun(folder: Path, words: str) -> None:
    with Journal.open(folder / "games" / "0001.game") as journal:
        journal.append([JournalEntry(sequence=1, id="e1", cause=1, edition="kt24", kind="note", data={"of": words})])


def overlook(folder: Path, *words: str | Path, err: Path = Path(os.devnull)) -> Forked:
    """Start the program with these arguments in a separate process."""
    end = folder / f"ended-{time.monotonic_ns()}"
    return Forked(list(map(str, words)), folder=folder, out=Path(os.devnull), err=err, end=end)


def beside(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_that_is_ended_leaves_the_old_one_and_nothing_else(
    data: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    aside = tmp_path_factory.mktemp("aside")
    target = tmp_path / "one.backup"
    make_backup(Sources(data), target, program="before", at=AT, progress=lambda _: None)
    old = target.read_bytes()
    for after in (1, 5, FILES):
        os.mkfifo(err := aside / f"said-{after}")
        running = overlook(aside, "backup", target, "--data", data, err=err)
        with err.open() as lines:
            said: Iterator[str] = filter(lambda line: line.startswith("data/"), lines)
            for _ in range(after):
                next(said)
            running.send_signal(signal.SIGTERM)
            assert running.wait(60) == 128 + signal.SIGTERM
        assert beside(tmp_path) == ["one.backup"]
        assert target.read_bytes() == old
    assert verify_backup(target).program == "before"


@pytest.mark.parametrize("files", [0, 6, FILES])
def test_a_restore_that_is_ended_leaves_the_old_or_the_new_whole(
    data: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, files: int
) -> None:
    kept, there = tmp_path / "one.backup", tmp_path / "there"
    make_backup(Sources(data), kept, program="x", at=AT, progress=lambda _: None)
    (there / "games").mkdir(parents=True)
    begun(there, "of now")
    old = there.joinpath("games", "0001.game").read_bytes()
    running = overlook(tmp_path_factory.mktemp("aside"), "restore", kept, "--data", there, "--replace")

    def under_way() -> bool:
        fresh = [path for path in tmp_path.iterdir() if path.name.startswith(".there-")]
        return running.poll() is not None or any(len(list(one.rglob("*.zip"))) >= files for one in fresh)

    until(under_way, within_s=60)
    running.send_signal(signal.SIGTERM)
    status = running.wait(60)
    now = there.joinpath("games", "0001.game").read_bytes()
    if status == 128 + signal.SIGTERM and now == old:
        assert beside(tmp_path) == ["one.backup", "there"]
        return
    # It was over before it was asked, or was asked while the two folders changed their names.
    assert len(list(there.rglob("*.zip"))) == FILES
    (aside,) = (path for path in tmp_path.iterdir() if path.name.startswith("there.before-"))
    assert aside.joinpath("games", "0001.game").read_bytes() == old


def test_a_stop_between_the_two_names_is_heard_after_them(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, there = tmp_path / "one.backup", tmp_path / "there"
    make_backup(Sources(data), kept, program="x", at=AT, progress=lambda _: None)
    (there / "games").mkdir(parents=True)
    begun(there, "of now")
    heard: list[bool] = []
    replace = Path.replace

    def asked(path: Path, target: Path) -> Path:
        if path == there:
            os.kill(os.getpid(), signal.SIGTERM)
        return replace(path, target)

    assert threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, lambda *_: heard.append(len(list(there.rglob("*.zip"))) == FILES))
    monkeypatch.setattr(Path, "replace", asked)
    try:
        restore_backup(kept, there, at=AT, replace=True)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [True], "it is heard once the new folder stands in its place"


def test_a_table_says_that_a_restore_was_killed_between_the_two_names(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, there = tmp_path / "one.backup", tmp_path / "there"
    make_backup(Sources(data), kept, program="x", at=AT, progress=lambda _: None)
    (there / "games").mkdir(parents=True)
    begun(there, "of now")
    assert interrupted_restore(there) is None
    replace = Path.replace

    class KilledError(BaseException):
        pass

    def killed(path: Path, target: Path) -> Path:
        if path.name.startswith(".there-"):
            raise KilledError
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", killed)
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)  # who is killed tidies nothing up
    with pytest.raises(KilledError):
        restore_backup(kept, there, at=AT, replace=True)
    monkeypatch.undo()
    cut_off = interrupted_restore(there)
    assert cut_off is not None
    assert "there.before-" in cut_off["folder"]
    restore_backup(kept, there, at=AT, replace=True)
    assert interrupted_restore(there) is None
