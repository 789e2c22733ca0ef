"""The switch of the hotspot: what the program asks of the system, and the line of the machine's page."""

from __future__ import annotations

from pathlib import Path

import pytest

from messages.message import Message
from overlook.machine.system_requests import Hotspot
from overlook.settings import Settings
from web.contract.base import HealthState

JOINED = {"name": "Overlook-t", "password": "abc", "address": "http://10.42.0.1:8000/"}


def line(hotspot: Hotspot, *, wanted: bool = True) -> tuple[HealthState, Message | None] | None:
    part = hotspot.part(wanted, 8000)
    return None if part is None else (part.state, part.message)


def test_it_is_off_unless_somebody_switches_it_on() -> None:
    assert Settings().network.hotspot is False
    assert line(Hotspot(None), wanted=False) is None


def test_the_system_is_asked_by_a_file_that_goes_with_the_setting(tmp_path: Path) -> None:
    hotspot = Hotspot(tmp_path, tmp_path / "state")
    for wanted in (True, True, False, False):
        hotspot.want(wanted)
        assert (tmp_path / "hotspot").exists() is wanted
    Hotspot(None).want(True)
    Hotspot(Path("/proc/none")).want(True)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("on\nOverlook-t\nabc", Message.of("network-hotspot-open", **JOINED)),
        ("ready\nOverlook-t\nabc", Message.of("network-hotspot-ready", **JOINED)),
        ("waiting\nOverlook-t\nabc", Message.of("network-hotspot-waiting", **JOINED)),
        ("off", Message.of("network-hotspot-closed")),
    ],
)
def test_the_page_says_how_one_joins(tmp_path: Path, said: str, shown: Message) -> None:
    (tmp_path / "state").write_text(said + "\n")
    assert line(Hotspot(tmp_path, tmp_path / "state")) == (HealthState.OK, shown)


def test_what_keeps_it_from_opening_is_said(tmp_path: Path) -> None:
    hotspot = Hotspot(tmp_path, tmp_path / "state")
    assert line(hotspot) == (HealthState.TROUBLE, Message.of("network-hotspot-not-heard"))
    (tmp_path / "state").write_text("without\nthis machine has no Wi-Fi of its own\n")
    assert line(hotspot) == (HealthState.TROUBLE, Message.stored("this machine has no Wi-Fi of its own"))
    assert line(Hotspot(None)) == (HealthState.TROUBLE, Message.of("network-hotspot-not-installed"))


def test_the_unit_hears_that_file_and_asks_networkmanager_alone(checkout: Path) -> None:
    units = checkout / "deploy" / "systemd"
    assert "PathExists=/run/overlook/hotspot\n" in (units / "overlook-hotspot.path").read_text()
    service = (units / "overlook-hotspot.service").read_text()
    assert "ExecStart=/bin/sh /opt/overlook/updater/hotspot.sh\n" in service
    assert "RestrictAddressFamilies=AF_UNIX\n" in service
