"""A backup is its owner's alone, and what comes out of it too; one that was cut off leaves nothing behind."""

from __future__ import annotations

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from overlook.data_folder import COOKIE_KEY_FILE, load_or_create_secret
from overlook.first_run.prerequisites import Choices, ChoicesStore
from overlook.maintenance.backup import Sources, make_backup, verify_backup
from overlook.maintenance.restore import restore_backup
from tests.wall_clock import JUMPS_S, WallClock

AT = datetime(2026, 11, 24, tzinfo=UTC)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    data = tmp_path / "data"
    load_or_create_secret(data)
    (data / "notes.txt").write_text("for everybody")
    settings = tmp_path / "overlook.toml"
    settings.write_text('[obs]\npassword = "hunter2"\n')
    return Sources(data, {"overlook.toml": settings})


def test_a_backup_and_what_is_secret_in_it_are_their_owners_alone(sources: Sources, tmp_path: Path) -> None:
    seen: list[int] = []
    target = tmp_path / "table.backup"
    part = tmp_path / "table.backup.part"
    make_backup(sources, target, program="x", at=AT, progress=lambda _: seen.append(mode(part)))
    assert set(seen) == {0o600}
    assert mode(target) == 0o600
    done = restore_backup(target, tmp_path / "back", at=AT, replace=False)
    assert mode(done.data / COOKIE_KEY_FILE) == 0o600
    assert done.settings is not None
    assert mode(done.settings / "overlook.toml") == 0o600
    assert mode(done.data / "notes.txt") & 0o044
    assert (done.data / COOKIE_KEY_FILE).read_bytes() == (sources.data / COOKIE_KEY_FILE).read_bytes()


@pytest.mark.parametrize(
    "name",
    ["page-settings.json", "seal-key", "claim.json", "pairings.json", "seat-holders.json", "first-run/choices.json"],
)
def test_what_may_hold_a_password_is_its_owners_alone_when_it_is_restored(
    sources: Sources, tmp_path: Path, name: str
) -> None:
    (sources.data / name).parent.mkdir(exist_ok=True)
    (sources.data / name).write_text('{"source": "rtsp://user:hunter2@camera/live"}')
    make_backup(sources, tmp_path / "table.backup", program="x", at=AT, progress=lambda _: None)
    done = restore_backup(tmp_path / "table.backup", tmp_path / "back", at=AT, replace=False)
    assert mode(done.data / name) == 0o600


def test_what_was_chosen_as_camera_is_its_owners_alone(tmp_path: Path) -> None:
    ChoicesStore(tmp_path).keep(Choices(source="rtsp://user:hunter2@camera/live"))
    assert mode(tmp_path / "first-run" / "choices.json") == 0o600


@pytest.mark.parametrize("left", [0o644, 0o666])
def test_what_a_backup_that_was_cut_off_left_is_not_written_into(sources: Sources, tmp_path: Path, left: int) -> None:
    part = tmp_path / "table.backup.part"
    part.write_bytes(b"half of a backup")
    part.chmod(left)
    make_backup(sources, tmp_path / "table.backup", program="x", at=AT, progress=lambda _: None)
    assert not part.exists()
    assert mode(tmp_path / "table.backup") == 0o600
    assert verify_backup(tmp_path / "table.backup").program == "x"


@pytest.mark.parametrize("jump_s", JUMPS_S)
def test_leftovers_are_taken_away_and_a_backup_being_written_is_not_whatever_the_clock_says(
    sources: Sources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    left, other, going_on = (tmp_path / name for name in ("a.backup.part", "c.part", "b.backup.part"))
    for path in (left, other):
        path.write_bytes(b"half")
    wall = WallClock(monkeypatch)

    def meanwhile(_: str) -> None:
        wall.jump(jump_s)
        make_backup(sources, tmp_path / "table.backup", program="x", at=AT, progress=lambda _: None)
        assert going_on.exists()
        wall.jump(-jump_s)

    make_backup(sources, tmp_path / "b.backup", program="x", at=AT, progress=meanwhile)
    assert [path.exists() for path in (left, other)] == [False, True]
    assert verify_backup(tmp_path / "b.backup").program == "x"
