"""What signs cookies is whole, its owner's alone, and never empty."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from messages.message import Message
from overlook.data_folder import COOKIE_KEY_FILE, load_or_create_secret


def test_it_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    secret = load_or_create_secret(tmp_path)
    assert len(secret) == 32
    assert load_or_create_secret(tmp_path) == secret
    assert stat.S_IMODE((tmp_path / COOKIE_KEY_FILE).stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [COOKIE_KEY_FILE]


@pytest.mark.parametrize(
    "kept", [b"", b"00", b"ab" * 31, b"ab" * 33, b"not hexadecimal", b"\xff\x00", b"ab" * 32 + b"zz"]
)
def test_one_that_is_not_32_bytes_is_made_anew(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / COOKIE_KEY_FILE).write_bytes(kept)
    secret = load_or_create_secret(tmp_path)
    assert len(secret) == 32
    assert secret.hex().encode() == (tmp_path / COOKIE_KEY_FILE).read_bytes()
    assert secret != b"\xab" * 32


def test_a_folder_in_its_place_is_said_and_the_table_starts(tmp_path: Path) -> None:
    (tmp_path / COOKIE_KEY_FILE).mkdir()
    said: list[Message] = []
    assert len(load_or_create_secret(tmp_path, said.append)) == 32
    assert COOKIE_KEY_FILE in said[0]["file"]


def test_on_a_full_disk_nothing_empty_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said: list[Message] = []
    assert len(load_or_create_secret(tmp_path, said.append)) == 32
    assert "No space left" in said[0]["reason"]
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert load_or_create_secret(tmp_path) == load_or_create_secret(tmp_path)
