"""Tests write in memory only where that is roomy, and where nobody named a folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests.scratch import LEAST_BYTES, MEMORY, plenty, write_in_memory


def told(folder: Path, kib: int) -> Path:
    path = folder / "meminfo"
    path.write_text(f"MemTotal:       99999999 kB\nMemFree:        1 kB\nMemAvailable:   {kib} kB\n")
    return path


def test_a_machine_with_little_memory_left_keeps_its_files_on_disk(tmp_path: Path) -> None:
    held = os.statvfs(tmp_path)
    roomy = held.f_bavail * held.f_frsize >= LEAST_BYTES
    assert not plenty(tmp_path, told(tmp_path, (LEAST_BYTES >> 10) - 1))
    assert plenty(tmp_path, told(tmp_path, LEAST_BYTES >> 10)) is roomy
    assert not plenty(tmp_path / "gone", told(tmp_path, LEAST_BYTES >> 10))


def test_a_folder_that_somebody_named_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    write_in_memory()
    assert tempfile.gettempdir() == str(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.delenv("TMPDIR")
    write_in_memory()
    assert (os.environ.get("TMPDIR") == tempfile.gettempdir() == str(MEMORY)) is plenty()
