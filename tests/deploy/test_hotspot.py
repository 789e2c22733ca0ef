"""The table's own network, with a NetworkManager that is a file: only where there is none, and gone when not wanted."""

from __future__ import annotations

import os
import re
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
    echo overlook-hotspot >"$WORLD/active" ;;
"connection load $WORLD/profiles/overlook-hotspot.nmconnection") cp -p "$3" "$WORLD/loaded" ;;
"connection up uuid "*" ifname wlan0")
    [ ! -e "$WORLD/refuses" ] || exit 4
    grep -qx "uuid=$4" "$WORLD/loaded" || exit 10
    echo overlook-hotspot >"$WORLD/active" ;;
"connection delete overlook-hotspot") rm -f "$WORLD/earlier" ;;
"connection down overlook-hotspot") : >"$WORLD/active" ;;
*) exit 9 ;;
esac
"""
WATCHED = ("cat", "chgrp", "chmod", "mv", "od", "sed", "tr", "nmcli", "sleep", "grep", "rm")
WATCHER = """#!/bin/sh
# Notes the modes of all files there are when a command is run, and then runs it.
find "$WORLD/profiles" "$WORLD/state" "$WORLD"/kept* -type f -printf '%m %f\\n' >>"$WORLD/modes" 2>/dev/null
exec "{real}" "$@"
"""
PATIENCE_S = 60.0
WIFI = "wlan0:wifi:disconnected:"


class Machine:
    """A machine in a folder, and the system's work for its hotspot."""

    def __init__(self, world: Path, checkout: Path) -> None:
        self.world = world
        for name in ("bin", "run", "state", "profiles"):
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
            "OVERLOOK_HOTSPOT_PROFILES": str(self.world / "profiles"),
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

    def watch_modes(self) -> None:
        """Note the modes of all files whenever the script runs a command."""
        nmcli = self.world / "bin" / "nmcli"
        nmcli.rename(self.world / "nmcli")
        for name in WATCHED:
            real = self.world / "nmcli" if name == "nmcli" else shutil.which(name)
            (self.world / "bin" / name).write_text(WATCHER.format(real=real))
            (self.world / "bin" / name).chmod(0o755)

    def keep(self, name: str, password: str) -> None:
        """Let the network have a name and a password that somebody has chosen."""
        (self.world / "kept").write_bytes(f"{name}\n{password}\n".encode())

    def loaded(self) -> dict[str, str]:
        """Return the values of the connection that was loaded, by section and key."""
        found, section = {}, ""
        for line in (self.world / "loaded").read_text().split("\n"):
            if line.startswith("["):
                section = line.strip("[]")
            elif line and not line.lstrip().startswith("#"):
                key, _, value = line.partition("=")
                found[f"{section}.{key.strip()}"] = value.lstrip()
        return found

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


def shown_name(loaded: dict[str, str]) -> str:
    """Return a network's name as NetworkManager reads it: a list of bytes."""
    assert loaded["wifi.ssid"].endswith(";")
    return bytes(int(number) for number in loaded["wifi.ssid"][:-1].split(";")).decode()


def shown_password(loaded: dict[str, str]) -> str:
    """Return a password as GLib reads a string of a key file."""
    letters = {"s": " ", "t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
    return re.sub(r"\\(.)", lambda found: letters[found[1]], loaded["wifi-security.psk"])


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("  Kitchen table ", "  leading and trailing  "),
        ("a;b\\c\"d'e#f=g", "\\s\\\\ \"quoted\" 'too' ;#[=]"),
        ("# no comment", "#not a comment"),
        ("65;66;", "$(id) `id` %s %d\\n"),
        ("Fürth ⚔", "Maßstab\tß ⚔"),
    ],
)
def test_no_letter_of_name_or_password_has_a_meaning_for_the_file_or_the_shell(
    machine: Machine, name: str, password: str
) -> None:
    machine.keep(name, password)
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    loaded = machine.loaded()
    assert (shown_name(loaded), shown_password(loaded)) == (name, password)
    assert loaded["connection.uuid"]
    assert "\n" not in "".join(loaded.values())


def test_nobody_else_on_the_machine_can_read_the_password(machine: Machine) -> None:
    machine.watch_modes()
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    password = machine.state()[2]
    assert password
    assert password not in machine.said(), "every argument of nmcli can be read by everybody"
    written = (machine.world / "modes").read_text().splitlines()
    names = {line.split()[1] for line in written}
    assert names >= {"overlook-hotspot.nmconnection", ".overlook-hotspot.new", "state.new", "kept"}
    assert {line for line in written if int(line.split()[0], 8) & 0o007} == set()
    assert (machine.world / "state" / "state").stat().st_mode & 0o007 == 0
    profile = machine.world / "profiles" / "overlook-hotspot.nmconnection"
    assert profile.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in profile.parent.iterdir()] == [profile.name]


def test_the_connection_of_an_earlier_version_is_removed_once(machine: Machine) -> None:
    (machine.world / "earlier").touch()
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    assert not (machine.world / "earlier").exists()
    assert machine.work is not None
    machine.work.terminate()
    machine.work.wait(PATIENCE_S)
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    assert machine.said().count("connection delete") == 1


def test_it_opens_where_there_is_no_network_and_closes_when_it_is_not_wanted(machine: Machine) -> None:
    machine.wanted()
    machine.start()
    machine.until(lambda: machine.state()[0] == "on")
    assert machine.open()
    _, name, password = machine.state()
    assert name.startswith("Overlook-")
    assert len(password) == 10
    loaded = machine.loaded()
    assert (shown_name(loaded), shown_password(loaded)) == (name, password)
    assert (loaded["wifi.mode"], loaded["ipv4.method"], loaded["connection.autoconnect"]) == ("ap", "shared", "false")
    assert loaded["wifi-security.key-mgmt"] == "wpa-psk"
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
    assert not (machine.world / "loaded").exists()


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
    assert any(line.endswith("/system-connections/overlook-hotspot.nmconnection") for line in said)
