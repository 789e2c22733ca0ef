"""Files are written whole or not at all, and some only once they have been read back."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest

from overlook.atomic_files import write_file, write_read_back


def read(path: Path) -> list[int]:
    numbers: list[int] = json.loads(path.read_text(encoding="utf-8"))
    return numbers


def test_a_file_is_written_with_its_folder_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "new" / "setup.json"
    write_read_back(path, b"[1, 2]", read, [1, 2])
    assert read(path) == [1, 2]
    assert [one.name for one in path.parent.iterdir()] == ["setup.json"]
    assert path.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("bad", [b"[1, 3]", b"[1, 2"])
def test_what_does_not_read_back_the_same_leaves_the_old_file(tmp_path: Path, bad: bytes) -> None:
    path = tmp_path / "setup.json"
    write_file(path, b"[0]")
    with pytest.raises((OSError, ValueError)):
        write_read_back(path, bad, read, [1, 2])
    assert read(path) == [0]
    assert [one.name for one in tmp_path.iterdir()] == ["setup.json"]


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "setup.json"
    write_file(path, b"[0]")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_file(path, b"[1]")
    assert read(path) == [0]
    assert [one.name for one in tmp_path.iterdir()] == ["setup.json"]
