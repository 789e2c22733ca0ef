"""Which camera sees the tray, and what is said where none does."""

from __future__ import annotations

from pathlib import Path

import pytest

from overlook.app.tray import TrayHardware, tray_at
from overlook.settings import DataSettings, Settings, TraySettings


def settings(folder: Path, **tray: object) -> Settings:
    return Settings(data=DataSettings(folder=folder), tray=TraySettings.model_validate(tray))


def code_of(found: TrayHardware) -> str | None:
    return None if found.trouble is None else found.trouble.code


def test_a_tray_that_is_part_of_the_table_s_picture_is_watched(tmp_path: Path) -> None:
    found = tray_at(settings(tmp_path), None)
    assert (found.watched, found.camera, found.ledger, found.trouble) == (True, None, None, None)


def test_a_camera_that_cannot_be_is_told_and_the_table_s_is_not_taken_for_it(tmp_path: Path) -> None:
    found = tray_at(settings(tmp_path, source="bogus:1"), None)
    assert (found.watched, found.camera, found.ledger) == (False, None, None)
    assert code_of(found) == "tray-by-hand"
    assert "bogus" in str(found.trouble)


def test_a_tray_s_own_camera_waits_for_a_calibration(tmp_path: Path) -> None:
    found = tray_at(settings(tmp_path, source="v4l2:/dev/video7"), None)
    assert (found.watched, found.camera is not None, found.ledger) == (True, True, None)
    assert code_of(found) == "tray-not-calibrated"


@pytest.mark.parametrize("text", ["{", "[1]", "", "[" * 100_000, "9" * 5000])
def test_a_broken_file_is_told_and_can_be_calibrated_anew(tmp_path: Path, text: str) -> None:
    (tmp_path / "tray.json").write_text(text)
    found = tray_at(settings(tmp_path), None)
    assert (found.watched, found.ledger) == (True, None)
    assert code_of(found) == "tray-by-hand"
    assert "tray.json" in str(found.trouble)


def test_dice_that_nobody_wants_read_are_not_watched(tmp_path: Path) -> None:
    found = tray_at(settings(tmp_path, enabled=False), None)
    assert (found.watched, found.trouble) == (False, None)
