"""The demonstration's tray is calibrated once there is a picture, and dice wait for it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from overlook.app.tray import TrayWatch
from overlook.simulated.demonstration import DemonstrationDice, demonstration_tray, uncalibrated_tray
from simulation.cameras.tray_camera import SimulatedTrayCamera
from tests.overlook.played_table import TRAY_FPS, Table, calibrated, played
from vision.dice.tray import Tray


def test_a_tray_that_is_calibrated_later_is_the_one_that_is_calibrated_at_once() -> None:
    camera, calibrate = uncalibrated_tray(TRAY_FPS)
    known, tray = demonstration_tray(TRAY_FPS)
    later = calibrate()
    assert camera.tray.size_px == known.tray.size_px
    assert (later.corners_px == tray.corners_px).all()
    assert later.noise == tray.noise
    assert later.colours == tray.colours


def test_nothing_is_calibrated_before_a_picture_and_a_roll_waits_for_the_tray(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = threading.Event()

    def calibrate() -> Tray:
        asked.set()
        return calibrated()[1]

    async def play(table: Table) -> None:
        shown = asyncio.Event()
        picture = table.service.picture

        async def held_back(after: int) -> object:
            await shown.wait()
            return await picture(after)

        monkeypatch.setattr(table.service, "picture", held_back)
        camera = SimulatedTrayCamera(calibrated()[0].tray, fps=TRAY_FPS)
        dice = DemonstrationDice(camera, calibrating=calibrate)
        watch = TrayWatch(table.service, table.failed, camera, tmp_path / "tray.json", calibrate=dice.calibrate)
        before = dice.waits
        watching = asyncio.create_task(watch.run())
        rolling = asyncio.create_task(dice.roll(table.service, [], "roll"))
        await asyncio.sleep(0.3)
        assert not asked.is_set()
        assert not rolling.done()
        unread = table.table.ledger
        assert unread is None
        shown.set()
        await asyncio.wait_for(rolling, 60)
        assert table.table.ledger is not None
        assert (before, dice.waits) == (True, False)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)

    played(tmp_path, play)
