"""`overlook hub`: its passwords come from files, for everybody on a machine can read a command's arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from messages.message import Message
from tests.overlook.commands import overlook
from tests.ports import free_port
from tests.venue.hall import until
from tests.venue.secured import Hall

KEY = "a key of the organiser"
PATIENCE_S = 60.0


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("OVERLOOK_HUB_")}


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return what the command says when it does not start."""
    for name in os.environ.keys() - environment().keys():
        monkeypatch.delenv(name)

    def start(*words: str) -> str:
        done = overlook("hub", *words, folder=tmp_path)
        assert done.returncode == 2
        return done.stderr.strip()

    return start


def test_the_hub_takes_its_password_and_the_organisers_key_from_files(checkout: Path, tmp_path: Path) -> None:
    hall = Hall(checkout, tmp_path / "hall").start()
    key, said, port = tmp_path / "key", tmp_path / "said", free_port()
    key.write_text(f"{KEY}\n")
    command = [sys.executable, "-m", "overlook", "hub", "--broker", f"127.0.0.1:{hall.broker.port}", "--user", "hub"]
    command += ["--password-file", str(hall.folder / "hub-password"), "--ca", str(hall.folder / "ca.crt")]
    command += ["--event", "cup", "--organiser-file", str(key), "--port", str(port)]
    command += ["--database", f"sqlite:///{tmp_path / 'hub.sqlite'}"]
    with said.open("w") as output:
        hub = subprocess.Popen(command, env=environment(), stdout=output, stderr=output)
    try:
        connected = str(Message.of("hub-connected", host="127.0.0.1"))
        until(lambda: connected in said.read_text())
        codes = f"http://127.0.0.1:{port}/api/v1/event/codes"
        assert httpx.get(codes, headers={"Authorization": f"Bearer {KEY}"}).status_code == 200
        assert httpx.get(codes, headers={"Authorization": "Bearer another"}).status_code == 401
    finally:
        hub.terminate()
        hub.wait(PATIENCE_S)
        hall.broker.kill()


def test_a_file_that_cannot_be_read_is_named(refused: Callable[..., str], tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    said = refused("--user", "hub", "--password-file", str(missing))
    assert all(part in said for part in ("--password-file", str(missing), "No such file or directory"))


def test_a_short_key_of_the_organiser_is_refused_with_the_option_that_takes_a_longer_one(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "key").write_text("short\n")
    said = refused("--event", "cup", "--organiser-file", str(tmp_path / "key"))
    assert "a key of 12 or more characters" in said
    assert "--organiser-file" in said


@pytest.mark.parametrize(("address", "warned"), [("user:geheim@", True), ("user@", False)])
def test_a_password_in_the_databases_address_is_warned_of(
    refused: Callable[..., str], address: str, warned: bool
) -> None:
    said = refused("--database", f"unknown://{address}db.local/overlook")
    assert ("Put it into ~/.pgpass instead" in said) is warned
    assert ("geheim" in said) is False
