"""One look at a tray: what of it is seen, and what is too bright to be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dice.test_calibrating import CORNERS
from tests.vision.dice.trays import die, felt, square, taken
from vision.dice import reader
from vision.dice.detections import DetectedDie
from vision.dice.foreground import hand_in
from vision.dice.networks import Image
from vision.dice.reader import TrayLook
from vision.dice.tray import RIM_PX, Tray, calibrate_tray


@pytest.fixture(scope="module")
def tray() -> Tray:
    return calibrate_tray([taken(felt(), k) for k in range(4)], CORNERS, 40.0)


def in_view(x: float, y: float, value: int = 3) -> DetectedDie:
    """A die there on the tray's floor, as it is seen in a view that shows the rim too."""
    return die(x + RIM_PX, y + RIM_PX, value)


@pytest.mark.parametrize(("level", "share"), [(275.0, 1.0), (235.0, 0.0)])
def test_a_face_is_blown_where_every_colour_is_as_bright_as_a_camera_sees(
    tray: Tray, level: float, share: float
) -> None:
    scene = felt()
    square(scene, 200, 150, (level, level, level), 1.6)
    assert TrayLook(tray.view(taken(scene, 5)), tray).blown(in_view(200, 150)) == pytest.approx(share, abs=0.03)
    one_colour = felt()
    square(one_colour, 200, 150, (level, 40, 40), 1.6)
    assert TrayLook(tray.view(taken(one_colour, 5)), tray).blown(in_view(200, 150)) == 0.0


@pytest.mark.parametrize(("confidence", "found"), [(0.9, True), (0.4, False)])
def test_a_die_of_the_tray_s_colour_is_found_where_the_networks_are_sure_of_it(
    monkeypatch: pytest.MonkeyPatch, tray: Tray, confidence: float, *, found: bool
) -> None:
    scene = felt()
    for off in (-9, 9):
        square(scene, 200 + off, 150 + off, (200.0, 200.0, 200.0), 0.15)
    seen = replace(in_view(200, 150, 2), confidence=confidence)
    beside = replace(in_view(300, 250, 2), confidence=confidence)

    def dice_in(image: Image, *_: object, **__: object) -> list[DetectedDie]:
        assert image.dtype == np.uint8
        return [seen, beside]

    monkeypatch.setattr(reader, "dice_in", dice_in)
    assert TrayLook(tray.view(taken(scene, 5)), tray).found == ([seen] if found else [])


IN_PICTURE = np.array([[80.0, 60.0], [400.0, 60.0], [400.0, 260.0], [80.0, 260.0]]) - 0.5
"""A tray's floor in a picture that shows what is about it."""

ACROSS, DOWN = 320, 200


@pytest.mark.parametrize(
    ("x", "y", "counts"),
    [
        (160, 100, True),
        (0, 100, True),
        (ACROSS, 100, True),
        (160, 0, True),
        (160, DOWN, True),
        (-12, 100, False),
        (ACROSS + 12, 100, False),
        (160, -12, False),
        (160, DOWN + 12, False),
    ],
)
def test_a_die_by_the_wall_counts_and_one_on_the_rim_does_not(
    monkeypatch: pytest.MonkeyPatch, x: float, y: float, *, counts: bool
) -> None:
    """Half of a face that is seen over the wall used to be cut off."""
    tray = calibrate_tray([taken(felt(), k) for k in range(4)], IN_PICTURE, 40.0)
    scene = felt()
    square(scene, x + 80, y + 60)
    view = tray.view(taken(scene, 5))
    seen = in_view(x, y)
    row, column, reach = round(seen.y_px), round(seen.x_px), 11
    whole = view[row - reach : row + reach + 1, column - reach : column + reach + 1]
    assert whole.shape[:2] == (2 * reach + 1, 2 * reach + 1)
    assert np.median(whole) > 180
    monkeypatch.setattr(reader, "dice_in", lambda *_, **__: [seen])
    assert TrayLook(view, tray).found == ([seen] if counts else [])


def test_what_changes_beside_the_tray_is_neither_in_it_nor_a_hand_that_reaches_in() -> None:
    tray = calibrate_tray([taken(felt(), k) for k in range(4)], IN_PICTURE, 40.0)
    beside, over_the_wall = felt(), felt()
    beside[:, 401:] = 200.0
    over_the_wall[100:220, 340:] = 200.0
    assert TrayLook(tray.view(taken(beside, 5)), tray).seen.things() == []
    (arm,) = TrayLook(tray.view(taken(over_the_wall, 5)), tray).seen.things()
    assert arm.at_border
    assert hand_in(TrayLook(tray.view(taken(over_the_wall, 5)), tray).seen)


@pytest.mark.parametrize(
    ("x", "y", "beside", "free"),
    [
        (200, 150, (), True),
        (200, 150, ((240, 150),), False),
        (200, 150, ((200, 212),), False),
        (200, 150, ((270, 150),), True),
        (200, 150, ((205, 152),), True),
        (20, 150, (), False),
        (470, 150, (), False),
        (200, 35, (), False),
        (200, 300, (), False),
        (45, 60, (), True),
    ],
)
def test_a_die_lies_free_that_touches_neither_another_nor_a_wall(
    monkeypatch: pytest.MonkeyPatch,
    tray: Tray,
    x: float,
    y: float,
    beside: tuple[tuple[float, float], ...],
    *,
    free: bool,
) -> None:
    """What seems to lie within its own face is that die once more."""
    scene = felt()
    seen = in_view(x, y)
    others = [in_view(*place) for place in beside]
    for each in (seen, *others):
        square(scene, each.x_px - RIM_PX, each.y_px - RIM_PX)
    monkeypatch.setattr(reader, "dice_in", lambda *_, **__: [seen, *others])
    assert TrayLook(tray.view(taken(scene, 5)), tray).lies_free(seen) is free
