"""One look at a tray: what of it is seen, and what is too bright to be."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.dice.test_calibrating import CORNERS
from tests.vision.dice.trays import die, felt, square, taken
from vision.dice import tray_look
from vision.dice.detections import DetectedDie
from vision.dice.network import Image
from vision.dice.tray import Tray, calibrate_tray
from vision.dice.tray_look import TrayLook


@pytest.fixture(scope="module")
def tray() -> Tray:
    return calibrate_tray([taken(felt(), k) for k in range(4)], CORNERS, 40.0)


@pytest.mark.parametrize(("level", "share"), [(275.0, 1.0), (235.0, 0.0)])
def test_a_face_is_blown_where_every_colour_is_as_bright_as_a_camera_sees(
    tray: Tray, level: float, share: float
) -> None:
    scene = felt()
    square(scene, 200, 150, (level, level, level), 1.6)
    assert TrayLook(taken(scene, 5), tray).blown(die(200, 150)) == pytest.approx(share, abs=0.03)
    one_colour = felt()
    square(one_colour, 200, 150, (level, 40, 40), 1.6)
    assert TrayLook(taken(one_colour, 5), tray).blown(die(200, 150)) == 0.0


@pytest.mark.parametrize(("confidence", "found"), [(0.9, True), (0.4, False)])
def test_a_die_of_the_tray_s_colour_is_found_where_the_networks_are_sure_of_it(
    monkeypatch: pytest.MonkeyPatch, tray: Tray, confidence: float, *, found: bool
) -> None:
    scene = felt()
    for off in (-9, 9):
        square(scene, 200 + off, 150 + off, (200.0, 200.0, 200.0), 0.15)
    seen = DetectedDie(2, 200.0, 150.0, 40.0, confidence, 0.02, 0.01, (0.0, 0.0))
    beside = DetectedDie(2, 300.0, 250.0, 40.0, confidence, 0.02, 0.01, (0.0, 0.0))

    def dice_in(image: Image, *_: object, **__: object) -> list[DetectedDie]:
        assert image.dtype == np.uint8
        return [seen, beside]

    monkeypatch.setattr(tray_look, "dice_in", dice_in)
    assert TrayLook(taken(scene, 5), tray).found == ([seen] if found else [])
