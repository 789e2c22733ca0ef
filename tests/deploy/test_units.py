"""What the installed units may reach and what they may not: each is closed but for what its work needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


@pytest.fixture
def deploy(checkout: Path) -> Path:
    return checkout / "deploy"


def values(unit: Path, key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


def test_the_voice_reaches_a_loudspeaker_under_the_units_sandbox(deploy: Path) -> None:
    unit, script = deploy / "systemd/overlook.service", (deploy / "install.sh").read_text()
    assert values(unit, "DevicePolicy") == ["closed"]
    assert "char-alsa rw" in values(unit, "DeviceAllow")
    groups = re.findall(r"for group in ([a-z ]+); do", script)
    assert len(groups) == 2
    assert all("audio" in named.split() for named in groups)
    assert re.search(r'packages="[^"]*\bespeak-ng\b', script)


GIVEN_BY = {"video4linux": "videodev", "media": "videodev", "alsa": "snd", "gpiochip": None, "dma_heap": None}
"""The kernel's module that brings a group of devices, and what it needs; None for one that is part of the kernel."""


def test_a_camera_or_a_loudspeaker_may_be_plugged_in_after_the_table_has_started(deploy: Path) -> None:
    """systemd.resource-control(5): a group that no module has registered when a unit starts is not allowed later."""
    unit = deploy / "systemd/overlook.service"
    groups = re.findall(r"^DeviceAllow=char-(\w+) rw$", unit.read_text(), re.MULTILINE)
    assert len(groups) == 5
    for module in {GIVEN_BY[group] for group in groups} - {None}:
        for key in ("Wants", "After"):
            assert f"modprobe@{module}.service" in " ".join(values(unit, key)).split()


def test_the_screens_page_has_a_terminal_of_its_own_and_it_is_the_one_shown(deploy: Path) -> None:
    unit = deploy / "systemd/overlook-screen.service"
    (terminal,) = values(unit, "TTYPath")
    number = terminal.removeprefix("/dev/tty")
    assert f"-+/usr/bin/chvt {number}" in values(unit, "ExecStartPre")
    assert f"getty@tty{number}.service" in values(unit, "Conflicts")[0].split()
    assert values(unit, "StandardInput") == ["tty-fail"]
    assert re.search(r'"\$packages [^"]*\bkbd\b', (deploy / "install.sh").read_text())


LOCKED = {
    "NoNewPrivileges": "yes",
    "PrivateMounts": "yes",
    "PrivateTmp": "yes",
    "ProtectSystem": "strict",
    "ProtectHome": "yes",
    "ProtectClock": "yes",
    "ProtectControlGroups": "yes",
    "ProtectHostname": "yes",
    "ProtectKernelLogs": "yes",
    "ProtectKernelModules": "yes",
    "ProtectKernelTunables": "yes",
    "RestrictSUIDSGID": "yes",
    "LockPersonality": "yes",
    "KeyringMode": "private",
    "SystemCallArchitectures": "native",
    "SystemCallErrorNumber": "EPERM",
}
"""What no unit of a table needs to have open."""

ASKS_THE_SYSTEM = {"PrivateNetwork": "yes", "IPAddressDeny": "any", "RestrictAddressFamilies": "AF_UNIX"}
"""What is closed besides in a unit that asks another service by its socket, and nobody else."""

MAY = {
    "overlook": "",
    "overlook-screen": "",
    "overlook-power@": "CAP_DAC_OVERRIDE CAP_SYS_BOOT",
    "overlook-hotspot": "CAP_CHOWN",
    "overlook-update": "CAP_CHOWN CAP_DAC_OVERRIDE CAP_FOWNER CAP_SETUID CAP_SETGID",
}
"""What of root's power each unit keeps, whoever runs it."""


def test_every_service_is_looked_at(deploy: Path) -> None:
    assert {path.stem for path in (deploy / "systemd").glob("*.service")} == set(MAY)


@pytest.mark.parametrize("name", MAY)
def test_a_unit_keeps_of_roots_power_what_its_work_needs_and_is_closed_otherwise(deploy: Path, name: str) -> None:
    unit = deploy / f"systemd/{name}.service"
    assert values(unit, "CapabilityBoundingSet") == [MAY[name]]
    assert {key: values(unit, key) for key in LOCKED} == {key: [value] for key, value in LOCKED.items()}
    assert values(unit, "SystemCallFilter")
    assert values(unit, "RestrictNamespaces") == ["user pid net" if name == "overlook-screen" else "yes"]


@pytest.mark.parametrize("name", ["overlook-power@", "overlook-hotspot"])
def test_what_only_asks_the_system_has_no_network_and_runs_nothing_it_has_written(deploy: Path, name: str) -> None:
    unit = deploy / f"systemd/{name}.service"
    assert {key: values(unit, key) for key in ASKS_THE_SYSTEM} == {k: [v] for k, v in ASKS_THE_SYSTEM.items()}
    assert values(unit, "MemoryDenyWriteExecute") == ["yes"]


def test_the_page_can_take_away_what_it_asked_for_and_the_hotspot_be_read_by_the_table(deploy: Path) -> None:
    """Each way of a script out of its unit is open: a call that is closed would end in words that nobody reads."""
    (asked,) = {
        word.rpartition("/")[0]
        for word in values(deploy / "systemd/overlook-power@.service", "ExecStart")[0].split()
        if word.startswith("/run")
    }
    assert values(deploy / "systemd/overlook-power@.service", "ReadWritePaths") == [f"-{asked}"]
    assert "chgrp overlook" in (deploy / "hotspot.sh").read_text()
    assert values(deploy / "systemd/overlook-hotspot.service", "SystemCallFilter")[-1] == "@chown"


def test_the_browser_on_the_screen_reaches_the_table_and_no_other_machine(deploy: Path) -> None:
    unit = deploy / "systemd/overlook-screen.service"
    assert values(unit, "IPAddressDeny") == ["any"]
    assert values(unit, "IPAddressAllow") == ["localhost"]
    assert "http://localhost:8000/" in values(unit, "ExecStart")[0]
    (profile,) = re.findall(r"--user-data-dir=(\S+)", values(unit, "ExecStart")[0])
    assert profile.startswith(f"{values(unit, 'ReadWritePaths')[0]}/")
