"""The machine's own troubles are found, and each comes with the line that mends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.panel import NullPanel
from messages.message import Message
from overlook.maintenance import machine_checks
from overlook.maintenance.machine_checks import Health


def sys_with(folder: Path, *, zones: tuple[int, ...] = (), throttled: str | None = None) -> Path:
    for number, value in enumerate(zones):
        zone = folder / "class" / "thermal" / f"thermal_zone{number}"
        zone.mkdir(parents=True)
        (zone / "temp").write_text(f"{value}\n")
    if throttled is not None:
        file = folder / machine_checks.THROTTLED
        file.parent.mkdir(parents=True)
        file.write_text(throttled)
    return folder


@pytest.mark.parametrize(
    ("zones", "health"),
    [((41_000,), Health.OK), ((41_000, 72_500), Health.CAUTION), ((84_000, 20_000), Health.TROUBLE)],
)
def test_the_hottest_zone_decides(tmp_path: Path, zones: tuple[int, ...], health: Health) -> None:
    check = machine_checks.temperature(sys_with(tmp_path, zones=zones))
    assert check is not None
    assert check.health is health
    assert check.sentence == Message.of("check-temperature", degrees=max(zones) / 1000)
    assert bool(check.mend) == (health is not Health.OK)


def test_without_a_thermometer_nothing_is_said_of_heat(tmp_path: Path) -> None:
    assert machine_checks.temperature(tmp_path) is None


@pytest.mark.parametrize(
    ("mask", "health", "code", "faults"),
    [
        ("0", Health.OK, "check-power-ok", []),
        ("50000", Health.CAUTION, "check-power-before", ["check-power-voltage", "check-power-throttled"]),
        ("50005", Health.TROUBLE, "check-power-now", ["check-power-voltage", "check-power-throttled"]),
        ("1", Health.TROUBLE, "check-power-now", ["check-power-voltage"]),
    ],
)
def test_the_firmwares_word_on_power_is_read(
    tmp_path: Path, mask: str, health: Health, code: str, faults: list[str]
) -> None:
    check = machine_checks.power(sys_with(tmp_path, throttled=mask))
    assert check is not None
    assert check.health is health
    assert check.sentence.code == code
    assert not faults or [one.code for one in check.sentence["faults"]] == faults


def test_a_machine_that_is_no_pi_says_nothing_of_power(tmp_path: Path) -> None:
    assert machine_checks.power(tmp_path) is None


def test_room_on_the_disk_is_of_the_folder_that_will_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 0.1 * machine_checks.GIGABYTE})
    monkeypatch.setattr("overlook.maintenance.machine_checks.shutil.disk_usage", lambda where: usage)
    check = machine_checks.disk(tmp_path / "not" / "yet")
    assert check.health is Health.TROUBLE
    assert check.mend == Message.of("check-fix-disk-full")


def test_a_folder_that_cannot_be_written_is_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overlook.maintenance.machine_checks.os.access", lambda *_: False)
    check = machine_checks.disk(tmp_path)
    assert check.health is Health.TROUBLE
    assert check.mend == Message.of("check-fix-disk-closed", folder=tmp_path)


def test_no_panel_is_no_trouble() -> None:
    assert machine_checks.buttons(NullPanel(Message.of("panel-no-gpio"))).health is Health.CAUTION


def test_a_clock_that_nobody_vouches_for_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise FileNotFoundError("timedatectl")

    monkeypatch.setattr("overlook.maintenance.machine_checks.subprocess.run", none)
    assert machine_checks.clock().health is Health.CAUTION
