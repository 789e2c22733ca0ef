"""What the installed units may reach: a loudspeaker for the voice, a terminal of its own for the screen's page."""

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


def test_the_screens_page_has_a_terminal_of_its_own_and_it_is_the_one_shown(deploy: Path) -> None:
    unit = deploy / "systemd/overlook-screen.service"
    (terminal,) = values(unit, "TTYPath")
    number = terminal.removeprefix("/dev/tty")
    assert f"-+/usr/bin/chvt {number}" in values(unit, "ExecStartPre")
    assert f"getty@tty{number}.service" in values(unit, "Conflicts")[0].split()
    assert values(unit, "StandardInput") == ["tty-fail"]
    assert re.search(r'"\$packages [^"]*\bkbd\b', (deploy / "install.sh").read_text())
