"""A command that is told to stop says so by its status, wherever that comes."""

from __future__ import annotations

import contextlib
import signal
import zipfile
from pathlib import Path

import pytest

from overlook.process import ended_in_order

TOLD = 128 + signal.SIGTERM


def test_it_ends_with_the_status_of_who_was_told_to() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as ended, ended_in_order():
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == TOLD
    assert signal.getsignal(signal.SIGTERM) is before


def told_in_the_middle_of_a_file(archive: zipfile.ZipFile) -> None:
    """Be told to end while a file is written into an archive, which cannot be closed then."""
    held = contextlib.ExitStack()
    try:
        with ended_in_order(), archive:
            held.push(archive.open("file", "w"))
            signal.raise_signal(signal.SIGTERM)
    finally:
        held.close()


def test_an_archive_that_cannot_be_closed_in_the_middle_of_a_file_is_no_fault(tmp_path: Path) -> None:
    archive = zipfile.ZipFile(tmp_path / "one.zip", "w")
    with pytest.raises(SystemExit) as ended:
        told_in_the_middle_of_a_file(archive)
    assert ended.value.code == TOLD


def test_a_fault_of_somebody_who_was_not_told_to_end_stays_one() -> None:
    with pytest.raises(ValueError, match="of its own"), ended_in_order():
        raise ValueError("of its own")
