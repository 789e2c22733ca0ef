"""A tray is made from one roll of each player's dice: what lies in a tray that was empty is a die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.trays import SIZE, die, felt, square, taken
from vision.dice import reader, tray_calibration
from vision.dice.detections import TOGETHER, DetectedDie
from vision.dice.foreground import TINT_MARGIN
from vision.dice.networks import Image
from vision.dice.tray import RIM_PX, ROOM_TINT, Tray
from vision.dice.tray_calibration import tray_of_pictures

CORNERS = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5
PLACES = ((100, 100), (220, 120), (340, 220), (120, 240))
IN_VIEW = [(x + RIM_PX, y + RIM_PX) for x, y in PLACES]


def calibrated(
    monkeypatch: pytest.MonkeyPatch, seen: Sequence[DetectedDie], shadow: tuple[float, float, float] = (1, 1, 1)
) -> Tray:
    """A tray in which squares lie where the networks, by our word, see such dice."""

    def dice_in(image: Image, *_: object, **__: object) -> list[DetectedDie]:
        return [each for each in seen if image[round(each.y_px), round(each.x_px)].min() > 150]

    monkeypatch.setattr(tray_calibration, "dice_in", dice_in)
    monkeypatch.setattr(reader, "dice_in", dice_in)
    scene = felt()
    for x, y in PLACES:
        scene[y - 15 : y + 15, x + 55 : x + 85] *= shadow
        square(scene, x, y)
    return tray_of_pictures([taken(felt(), k) for k in range(4)], CORNERS, 40.0, {"A": taken(scene, 9)})


@pytest.mark.parametrize(("value", "confidence"), [(1, 0.7), (4, 0.5)])
def test_a_die_in_a_tray_that_was_empty_is_no_tile_and_tells_how_flat_ones_lie(
    monkeypatch: pytest.MonkeyPatch, value: int, confidence: float
) -> None:
    seen = [replace(die(x, y, value), confidence=confidence, lean=(0.02, 0.01)) for x, y in IN_VIEW]
    assert {(each.x_px, each.y_px) for each in calibrated(monkeypatch, seen).flat} == set(IN_VIEW)


def test_faint_dice_tell_how_flat_ones_lie_only_where_too_few_are_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = (0.5, 0.4, 0.4, 0.4)
    faint = [
        replace(die(x, y, 4), confidence=each, lean=(0.02, 0.01)) for (x, y), each in zip(IN_VIEW, sure, strict=True)
    ]
    assert len(calibrated(monkeypatch, faint).flat) == len(PLACES)
    believed = [die(x, y, 4) for x, y in IN_VIEW[:TOGETHER]]
    assert len(calibrated(monkeypatch, [*believed, faint[-1]]).flat) == TOGETHER


def test_a_die_that_lies_cocked_in_the_calibration_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    flat = [die(x, y, 4) for x, y in IN_VIEW[:TOGETHER]]
    cocked = replace(die(*IN_VIEW[-1], 4), confidence=0.3, cocked=0.9, askew=0.95, lean=(0.4, 0.3))
    assert {(each.x_px, each.y_px) for each in calibrated(monkeypatch, [*flat, cocked]).flat} == set(IN_VIEW[:TOGETHER])


def test_the_shadows_of_the_calibration_tell_how_a_room_tints_them(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = [die(x, y, 4) for x, y in IN_VIEW]
    assert calibrated(monkeypatch, seen).shadow_tint == ROOM_TINT
    assert calibrated(monkeypatch, seen, shadow=(0.4, 0.6, 0.75)).shadow_tint == pytest.approx(
        0.35 * TINT_MARGIN, abs=0.06
    )
