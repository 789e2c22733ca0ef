"""The camera above the simulated tray: what was thrown rolls in and lies; faults come on command."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from hardware.errors import CameraError
from simulation.cameras.tray_camera import ROLLING_FRAMES, SimulatedTray, SimulatedTrayCamera


@pytest.fixture
def camera() -> Iterator[SimulatedTrayCamera]:
    made = SimulatedTrayCamera(SimulatedTray((320, 240), 32.0), fps=60.0)
    made.open()
    yield made
    made.close()


def changed(one: np.ndarray, other: np.ndarray) -> float:
    return float((np.abs(one.astype(int) - other.astype(int)).max(axis=2) > 30).mean())


def test_dice_roll_in_come_to_lie_and_are_taken_out(camera: SimulatedTrayCamera) -> None:
    frames = camera.frames()
    empty = next(frames).image
    camera.throw(camera.tray.throw((1, 6)))
    shown = [frame.image for frame in islice(frames, ROLLING_FRAMES + 3)]
    assert changed(shown[-1], shown[-2]) < 0.001 < changed(shown[0], shown[2])
    assert changed(shown[-1], empty) > 0.01
    assert not np.array_equal(shown[-1], shown[-2])
    camera.clear()
    assert changed([frame.image for frame in islice(frames, ROLLING_FRAMES + 2)][-1], empty) < 0.001
    assert camera.lying == ()


def test_dice_that_are_kept_stay_where_they_are(camera: SimulatedTrayCamera) -> None:
    first = camera.tray.throw((1, 6))
    camera.throw(first)
    camera.throw(camera.tray.throw((3,), among=first[:1]), keep=first[:1])
    assert [die.value for die in camera.lying] == [1, 3]
    assert camera.lying[0] == first[0]


def test_a_pulled_cable_ends_the_pictures_until_it_is_back(camera: SimulatedTrayCamera) -> None:
    frames = camera.frames()
    next(frames)
    camera.unplug()
    with pytest.raises(CameraError) as error:
        next(frames)
    assert error.value.message.code == "simulation-unplugged"
    with pytest.raises(CameraError) as error:
        camera.open()
    assert error.value.message.code == "simulation-unplugged"
    camera.plug()
    camera.open()
    assert next(camera.frames()).size_px == (320, 240)


@pytest.mark.parametrize(("by", "low", "high"), [(0.0, 0, 0), (1.0, 30, 120), (30.0, 250, 255)])
def test_the_light_can_be_switched(camera: SimulatedTrayCamera, by: float, low: float, high: float) -> None:
    camera.light(by)
    assert low <= float(np.median(next(camera.frames()).image)) <= high
