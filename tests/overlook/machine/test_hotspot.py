"""The switch of the hotspot: what the program asks of the system, and the line of the machine's page."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.machine.system_requests import HOTSPOT_NOT_HEARD, HOTSPOT_NOT_INSTALLED, Hotspot
from overlook.settings import Settings
from web.contract.base import HealthState


def line(hotspot: Hotspot, *, wanted: bool = True) -> tuple[HealthState, str] | None:
    part = hotspot.part(wanted, 8000)
    return None if part is None else (part.state, part.sentence)


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
        ("on\nOverlook-t\nabc", "It is open: join Overlook-t with the password abc and open http://10.42.0.1:8000/"),
        (
            "ready\nOverlook-t\nabc",
            "There is a network: it stays closed. Without one join Overlook-t",
        ),
        ("waiting\nOverlook-t\nabc", "No network yet: it opens within a minute. Then join Overlook-t"),
        ("off", "it is closed"),
    ],
)
def test_the_page_says_how_one_joins(tmp_path: Path, said: str, shown: str) -> None:
    (tmp_path / "state").write_text(said + "\n")
    found = line(Hotspot(tmp_path, tmp_path / "state"))
    assert found is not None
    assert found[0] is HealthState.OK
    assert found[1].startswith(shown)


def test_what_keeps_it_from_opening_is_said(tmp_path: Path) -> None:
    hotspot = Hotspot(tmp_path, tmp_path / "state")
    assert line(hotspot) == (HealthState.TROUBLE, HOTSPOT_NOT_HEARD)
    (tmp_path / "state").write_text("without\nthis machine has no Wi-Fi of its own\n")
    assert line(hotspot) == (HealthState.TROUBLE, "this machine has no Wi-Fi of its own")
    assert line(Hotspot(None)) == (HealthState.TROUBLE, HOTSPOT_NOT_INSTALLED)


def test_the_unit_hears_that_file_and_asks_networkmanager_alone(checkout: Path) -> None:
    units = checkout / "deploy" / "systemd"
    assert "PathExists=/run/overlook/hotspot\n" in (units / "overlook-hotspot.path").read_text()
    service = (units / "overlook-hotspot.service").read_text()
    assert "ExecStart=/bin/sh /opt/overlook/updater/hotspot.sh\n" in service
    assert "RestrictAddressFamilies=AF_UNIX\n" in service
