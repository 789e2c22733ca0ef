"""Pairings on disk: what a restart, a damaged file and a full disk leave of them."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from messages.message import Message
from overlook.data_folder import NAME, read_pairing_term
from web.auth.sessions import Identity, Sessions
from web.contract.permissions import Role

PLAYER = Identity(Role.PLAYER, "p1")


def sessions(folder: Path) -> Sessions:
    return Sessions(b"s" * 32, term=read_pairing_term(folder))


def test_a_phone_stays_paired_over_a_restart(tmp_path: Path) -> None:
    cookie = sessions(tmp_path).cookie(PLAYER)
    assert sessions(tmp_path).read(cookie) == PLAYER
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600


def test_an_overlay_stays_paired_over_a_restart(tmp_path: Path) -> None:
    cookie = sessions(tmp_path).cookie(Identity(Role.VIEWER))
    assert sessions(tmp_path).read(cookie) == Identity(Role.VIEWER)


def test_a_phone_that_was_unpaired_stays_so_over_a_restart(tmp_path: Path) -> None:
    before = sessions(tmp_path)
    cookie, other = before.cookie(PLAYER), before.cookie(PLAYER)
    before.revoke(cookie)
    assert sessions(tmp_path).read(cookie) is None
    assert sessions(tmp_path).read(other) == PLAYER


@pytest.mark.parametrize("left", [None, b"", b"{", b'{"version": 2}', b'{"idle_s": -5}', b"\xff"])
def test_without_its_file_nobody_is_paired(tmp_path: Path, left: bytes | None) -> None:
    cookie = sessions(tmp_path).cookie(PLAYER)
    (tmp_path / NAME).unlink()
    if left is not None:
        (tmp_path / NAME).write_bytes(left)
    after = sessions(tmp_path)
    assert after.read(cookie) is None
    assert bool(after.term.fault) == (left is not None)
    assert after.read(after.cookie(PLAYER)) == PLAYER
    assert sessions(tmp_path).term.fault is None


def test_a_full_disk_is_said_once_and_phones_are_paired_for_this_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said: list[Message] = []
    table = Sessions(b"s" * 32, term=read_pairing_term(tmp_path, said.append))
    cookie = table.cookie(PLAYER)
    assert table.read(cookie) == PLAYER
    table.revoke(cookie)
    assert table.read(cookie) is None
    assert len(said) == 1
    assert "No space left" in said[0]["reason"]
