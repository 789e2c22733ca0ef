"""The table's own network, with a NetworkManager that is a file: only where there is none, and gone when not wanted."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

NMCLI = """#!/bin/sh
# Stands for NetworkManager: what is plugged in stands in $WORLD/devices, what is open in $WORLD/active.
echo "$*" >>"$WORLD/said"
case "$*" in
"-t -f RUNNING general") cat "$WORLD/running" ;;
"-t -f TYPE,STATE,CONNECTION device") cut -d: -f2- "$WORLD/devices"
    [ ! -s "$WORLD/active" ] || echo "wifi:connected:$(cat "$WORLD/active")" ;;
"-t -f DEVICE,TYPE device") cut -d: -f1,2 "$WORLD/devices" ;;
"-t -f NAME connection show --active") cat "$WORLD/active" ;;
"device wifi hotspot ifname wlan0 con-name overlook-hotspot ssid "*" password "*)
    [ ! -e "$WORLD/refuses" ] || exit 4
    echo overlook-hotspot >"$WORLD/active" ;;
"connection down overlook-hotspot") : >"$WORLD/active" ;;
*) exit 9 ;;
esac
"""
PATIENCE_S = 60.0
WIFI = "wlan0:wifi:disconnected:"


class Machine:
    """A machine in a folder, and the system's work for its hotspot."""

    def __init__(self, world: Path, checkout: Path) -> None:
        self.world = world
        for name in ("bin", "run", "state"):
            (world / name).mkdir()
        (world / "bin" / "nmcli").write_text(NMCLI)
        (world / "bin" / "nmcli").chmod(0o755)
        self.devices(WIFI)
        (world / "active").write_text("")
        (world / "running").write_text("running\n")
        self._script = checkout / "deploy" / "hotspot.sh"
        self.work: subprocess.Popen[bytes] | None = None

    def devices(self, *lines: str) -> None:
        (self.world / "devices").write_text("".join(f"{line}\n" for line in lines))

    def wanted(self, wanted: bool = True) -> None:
        file = self.world / "run" / "hotspot"
        file.touch() if wanted else file.unlink()

    def start(self, wait_s: int = 0) -> None:
        environment = {
            **os.environ,
            "PATH": f"{self.world / 'bin'}:{os.environ['PATH']}",
            "WORLD": str(self.world),
            "OVERLOOK_POWER": str(self.world / "run"),
            "OVERLOOK_HOTSPOT": str(self.world / "state"),
            "OVERLOOK_HOTSPOT_KEPT": str(self.world / "kept"),
            "OVERLOOK_HOTSPOT_WAIT_S": str(wait_s),
            "OVERLOOK_HOTSPOT_LOOK_S": "1",
        }
        self.work = subprocess.Popen(["sh", str(self._script)], env=environment, start_new_session=True)

    def state(self) -> list[str]:
        try:
            return (self.world / "state" / "state").read_text().splitlines()
        except FileNotFoundError:
            return [""]

    def open(self) -> bool:
        return (self.world / "active").read_text().strip() == "overlook-hotspot"

    def until(self, true: Callable[[], bool]) -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < end_s, (self.state(), self.said())
            time.sleep(0.05)

    def said(self) -> str:
        file = self.world / "said"
        return file.read_text() if file.exists() else ""

    def close(self) -> None:
        if self.work is not None and self.work.poll() is None:
            os.killpg(self.work.pid, signal.SIGKILL)
            self.work.wait(60)


@pytest.fixture
def machine(tmp_path: Path, checkout: Path) -> Iterator[Machine]:
    one = Machine(tmp_path, checkout)
    yield one
    one.close()


def test_it_opens_where_there_is_no_network_and_closes_when_it_is_not_wanted(machine: Machine) -> None:
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    assert machine.open()
    _, name, password = machine.state()
    assert name.startswith("Overlook-")
    assert len(password) == 10
    assert f"ssid {name} password {password}" in machine.said()
    assert (machine.world / "kept").stat().st_mode & 0o077 == 0
    machine.wanted(False)
    assert machine.work is not None
    assert machine.work.wait(PATIENCE_S) == 0
    assert not machine.open()
    assert machine.state() == ["off"]


@pytest.mark.parametrize("network", ["eth0:ethernet:connected:Wired", "wlan1:wifi:connected:Club", "m:gsm:connected:x"])
def test_where_there_is_a_network_it_stays_closed_until_that_is_gone(machine: Machine, network: str) -> None:
    machine.devices(WIFI, network, "lo:loopback:connected (externally):lo")
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state()[0] == "ready")
    assert not machine.open()
    machine.devices(WIFI, network.replace(":connected:", ":disconnected:"), "lo:loopback:connected (externally):lo")
    machine.until(machine.open)


def test_a_network_that_comes_meanwhile_goes_before(machine: Machine) -> None:
    machine.wanted()
    machine.start(wait_s=3600)
    machine.until(lambda: machine.state()[0] == "waiting")
    machine.devices("wlan0:wifi:connected:Home")
    machine.until(lambda: machine.state()[0] == "ready")
    assert "hotspot ifname" not in machine.said()


def test_name_and_password_stay_over_a_restart(machine: Machine) -> None:
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    before = machine.state()
    assert machine.work is not None
    machine.work.terminate()
    machine.work.wait(PATIENCE_S)
    assert not machine.open()
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    assert machine.state() == before


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("no manager", "this system has no NetworkManager: a hotspot of its own needs it"),
        ("no wifi", "this machine has no Wi-Fi of its own"),
        ("refused", "NetworkManager did not open it: 'journalctl -u NetworkManager' says why"),
    ],
)
def test_what_keeps_it_from_opening_is_said(machine: Machine, what: str, words: str) -> None:
    if what == "no manager":
        (machine.world / "running").write_text("not running\n")
    if what == "no wifi":
        machine.devices("eth0:ethernet:disconnected:")
    if what == "refused":
        (machine.world / "refuses").touch()
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state() == ["without", words])
    assert not machine.open()
    machine.wanted(False)
    assert machine.work is not None
    assert machine.work.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("there", [True, False], ids=["with NetworkManager", "without"])
def test_a_program_that_is_removed_leaves_no_network_and_no_password_of_it(
    tmp_path: Path, checkout: Path, there: bool
) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "apt-get", "getconf", "dirname", *(["nmcli"] if there else [])):
        (tools / name).symlink_to(shutil.which(name) or shutil.which("true") or "")
    command = [str(tools / "sh"), "deploy/install.sh", "--dry-run", "--uninstall"]
    removed = subprocess.run(
        command, cwd=checkout, env={"PATH": str(tools)}, capture_output=True, text=True, check=True, timeout=PATIENCE_S
    )
    said = removed.stdout.splitlines()
    assert said[-1].startswith("install: removed.")
    assert ("would run: nmcli connection delete overlook-hotspot" in said) is there
