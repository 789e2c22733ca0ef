"""The hall's folder when root runs hall.sh: the user of the broker reads it, and no link in it leads root elsewhere."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.table_user import open_folder
from tests.ports import free_port
from tests.venue.hall import until

pytestmark = pytest.mark.slow
BROKER = "mosquitto"
AS_ROOT = "root works in a folder of the broker's user here: run this as root, with mosquitto installed"


@pytest.fixture
def hall(checkout: Path) -> Iterator[Path]:
    """A hall made by root, in a folder that other users may enter."""
    assert os.geteuid() == 0, AS_ROOT
    folder = open_folder()
    assert run(checkout, "init", folder / "hall", "127.0.0.1").returncode == 0
    yield folder / "hall"
    shutil.rmtree(folder)


def run(checkout: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    command = ["sh", str(checkout / "deploy/hall/hall.sh"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def own_as_before(hall: Path) -> None:
    """Let the broker's user own the folder, as earlier versions of hall.sh did."""
    broker = pwd.getpwnam(BROKER)
    os.chown(hall, broker.pw_uid, broker.pw_gid)


def test_the_brokers_user_cannot_add_a_name_to_the_folder(hall: Path) -> None:
    as_broker = ["setpriv", f"--reuid={BROKER}", f"--regid={BROKER}", "--clear-groups", "--"]
    for name in ("acl.new", "passwords.new", "web"):
        made = subprocess.run([*as_broker, "touch", str(hall / name)], capture_output=True, check=False)
        assert made.returncode != 0, name
    for name in ("ca.key", "server.key", "mosquitto.conf"):
        written = subprocess.run([*as_broker, "sh", "-c", f'echo >>"{hall / name}"'], capture_output=True, check=False)
        assert written.returncode != 0, name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("acl.new", ("drop", "room-1")),
        ("passwords", ("add", "t2")),
        ("acl", ("room", "room-2")),
        ("web", ("web", "table-1.local")),
    ],
)
def test_a_link_laid_in_an_earlier_hall_is_not_written_through(
    checkout: Path, hall: Path, name: str, words: tuple[str, str]
) -> None:
    assert run(checkout, "room", hall, "room-1").returncode == 0
    own_as_before(hall)
    victim = hall.parent / "of root"
    if name == "web":
        victim.mkdir()
    else:
        shutil.copy(hall / name.removesuffix(".new"), victim)
        victim.chmod(0o600)
    before = victim.stat()
    (hall / name).unlink(missing_ok=True)
    (hall / name).symlink_to(victim)
    what, who = words
    done = run(checkout, what, hall, who)
    assert done.returncode == 2
    assert f"{hall}/{name}: a link" in done.stderr
    after = victim.stat()
    assert (after.st_uid, after.st_mode, after.st_mtime_ns) == (before.st_uid, before.st_mode, before.st_mtime_ns)
    (hall / name).unlink()


def test_a_broker_that_root_started_reads_it_as_its_own_user_and_warns_of_nothing(
    checkout: Path, hall: Path, tmp_path: Path
) -> None:
    assert run(checkout, "add", hall, "t1").returncode == 0
    settings = hall.parent / "mosquitto.conf"
    listener = f"listener {free_port()} 127.0.0.1"
    settings.write_text((hall / "mosquitto.conf").read_text().replace("listener 8883", listener) + "log_type all\n")
    settings.chmod(0o644)
    log = tmp_path / "log"
    with log.open("w") as said:
        broker = subprocess.Popen(["mosquitto", "-c", str(settings)], stdout=said, stderr=said)
    try:
        until(lambda: " running" in log.read_text())
        assert Path(f"/proc/{broker.pid}").stat().st_uid == pwd.getpwnam(BROKER).pw_uid
        broker.send_signal(signal.SIGHUP)
        until(lambda: "Reloading config" in log.read_text())
    finally:
        broker.terminate()
        assert broker.wait(30) == 0
    assert "Warning" not in log.read_text()
    assert "Error" not in log.read_text()
