"""Pairings on disk: what a restart, a damaged file and a full disk leave of them."""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from calibration.files import read_undigested
from messages.message import Message
from overlook.atomic_files import write_digested
from overlook.data_folder import HOLDERS_NAME, NAME, read_pairing_term
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


class RecordOfEarlierVersions(BaseModel):
    """The pairings as version 0.1 reads them: with these fields and no other."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: Literal[1] = 1
    epoch: str = ""
    idle_s: float = 0.0
    ended: int = 0
    game: str = ""
    players_from: int = 0
    seats_from: dict[str, int] = Field(default_factory=dict)
    forgotten: tuple[str, ...] = ()


def test_an_earlier_version_reads_the_pairings_after_a_rollback(tmp_path: Path) -> None:
    now = sessions(tmp_path)
    cookie = now.cookie(PLAYER)
    earlier = RecordOfEarlierVersions.model_validate_json(read_undigested(tmp_path / NAME))
    assert earlier.epoch == now.term.epoch, "cookies stay valid"
    assert stat.S_IMODE((tmp_path / HOLDERS_NAME).stat().st_mode) == 0o600
    write_digested(tmp_path / NAME, earlier.model_dump_json())
    assert sessions(tmp_path).read(cookie) == PLAYER, "and after the next update"


def test_a_phone_whose_seat_another_one_has_stays_out_over_a_restart_and_a_rollback(tmp_path: Path) -> None:
    before = sessions(tmp_path)
    old, new = before.cookie(PLAYER), before.cookie(PLAYER)
    assert [sessions(tmp_path).read(one) for one in (old, new)] == [None, PLAYER]
    earlier = RecordOfEarlierVersions.model_validate_json(read_undigested(tmp_path / NAME))
    write_digested(tmp_path / NAME, earlier.model_dump_json())
    assert [sessions(tmp_path).read(one) for one in (old, new)] == [None, PLAYER]


def test_a_file_with_the_holders_in_it_is_read_as_before(tmp_path: Path) -> None:
    before = sessions(tmp_path)
    old, new = before.cookie(PLAYER), before.cookie(PLAYER)
    kept = json.loads(read_undigested(tmp_path / HOLDERS_NAME))
    record = json.loads(read_undigested(tmp_path / NAME)) | {"holders": kept["holders"]}
    write_digested(tmp_path / NAME, json.dumps(record))
    (tmp_path / HOLDERS_NAME).unlink()
    assert [sessions(tmp_path).read(one) for one in (old, new)] == [None, PLAYER]


@pytest.mark.parametrize("left", [b"", b"{", b'{"version": 2}', b"\xff"])
def test_if_the_holders_cannot_be_read_nobody_is_paired(tmp_path: Path, left: bytes) -> None:
    before = sessions(tmp_path)
    cookies = [before.cookie(PLAYER) for _ in range(2)]
    (tmp_path / HOLDERS_NAME).write_bytes(left)
    after = sessions(tmp_path)
    assert [after.read(one) for one in cookies] == [None, None]
    assert after.term.fault is not None
    assert after.term.fault["file"] == HOLDERS_NAME


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
