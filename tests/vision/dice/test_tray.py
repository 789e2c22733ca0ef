"""The tray: rectified and calibrated."""

from __future__ import annotations

import ast

import cv2
import numpy as np
import pytest

from messages.message import Message
from tests.depth import at_night
from tests.vision.dice.trays import CORNERS, DIE_PX, pictures
from vision.dice.networks import EDGE_PX
from vision.dice.tray import OVERHANG, RIM_PX, PlayersDice, Tray, TrayError, calibrate_tray, floor_of


@pytest.fixture(scope="module")
def tray() -> Tray:
    colours = (PlayersDice(player="A", lab=(80.0, 180.0, 160.0)), PlayersDice(player="B", lab=(200.0, 128.0, 128.0)))
    return calibrate_tray(pictures(), CORNERS, DIE_PX, colours)


def test_a_corner_of_the_tray_is_a_corner_of_the_floor_in_its_view(tray: Tray) -> None:
    height, width = floor_of(tray.empty, RIM_PX).shape[:2]
    seen = cv2.perspectiveTransform(CORNERS[None].astype(np.float64), tray.onto)[0]
    assert np.allclose(seen, np.array([[0, 0], [width, 0], [width, height], [0, height]]) + RIM_PX - 0.5, atol=1e-3)


def test_a_die_in_the_view_is_as_long_as_the_network_wants_it(tray: Tray) -> None:
    middle = CORNERS.mean(axis=0)
    ends = cv2.perspectiveTransform(np.array([[middle, middle + np.array([DIE_PX, 0])]]), tray.onto)[0]
    assert np.linalg.norm(ends[1] - ends[0]) == pytest.approx(EDGE_PX, rel=0.12)


@pytest.mark.parametrize("die_px", [30.0, 90.0, *at_night(16.0, 48.0)])
def test_a_mark_in_the_picture_is_found_where_the_homography_says(die_px: float) -> None:
    image = np.zeros((900, 1200, 3), np.uint8)
    at = (431.0, 388.0)
    cv2.circle(image, (431, 388), round(die_px / 4), (255, 255, 255), -1, cv2.LINE_AA)
    corners = np.array([[100.0, 80.0], [1100.0, 120.0], [1050.0, 800.0], [160.0, 820.0]])
    empty = [np.full_like(image, 90), np.full_like(image, 90)]
    calibrated = calibrate_tray(empty, corners, die_px)
    view = calibrated.view(image)[..., 0].astype(np.float64)
    gy, gx = np.mgrid[0 : view.shape[0], 0 : view.shape[1]]
    found = np.array([(gx * view).sum(), (gy * view).sum()]) / view.sum()
    expected = cv2.perspectiveTransform(np.array([[at]]), calibrated.onto)[0, 0]
    assert np.linalg.norm(found - expected) < 0.6


def test_the_noise_is_measured(tray: Tray) -> None:
    assert 0.5 <= tray.noise <= 2.5


def test_a_picture_of_another_size_is_refused(tray: Tray) -> None:
    with pytest.raises(TrayError) as error:
        tray.view(np.zeros((600, 800, 3), np.uint8))
    assert (error.value.message["width"], error.value.message["height"]) == (800, 600)


@pytest.mark.parametrize(("level", "code"), [(3, "tray-dark"), (255, "tray-bright")])
def test_a_dark_or_blown_picture_says_so(tray: Tray, level: int, code: str) -> None:
    reason = tray.unusable(np.full_like(tray.empty, level))
    assert reason is not None
    assert reason.code == code
    assert tray.unusable(tray.empty) is None


@pytest.mark.parametrize(
    ("shift", "outside"), [((3000, 3000), 4), ((-300, 0), 2), ((0, 200), 2), ((150, 0), 2), ((-120, -90), 1)]
)
def test_a_tray_outside_the_picture_is_not_calibrated(shift: tuple[float, float], outside: int) -> None:
    corners = CORNERS + np.array(shift)
    with pytest.raises(TrayError) as refused:
        calibrate_tray(pictures(), corners, DIE_PX)
    assert refused.value.message.code == "tray-corners-outside"
    assert len(ast.literal_eval(refused.value.message["corners"])) == outside


def test_a_corner_of_the_tray_may_be_cut_off_by_the_picture() -> None:
    corners = CORNERS - np.array([50.0 + 640 * OVERHANG, 0])
    assert calibrate_tray(pictures(), corners, DIE_PX).corners_px == pytest.approx(corners)


@pytest.mark.parametrize(("level", "code"), [(4.0, "tray-empty-dark"), (255.0, "tray-empty-bright")])
def test_a_tray_is_not_calibrated_in_bad_light(level: float, code: str) -> None:
    with pytest.raises(TrayError) as error:
        calibrate_tray(pictures(level), CORNERS, DIE_PX)
    assert error.value.message.code == code


def test_a_tray_is_not_calibrated_with_a_hand_in_one_picture() -> None:
    taken = pictures()
    taken[1][100:400, 100:500] = 20
    with pytest.raises(TrayError) as error:
        calibrate_tray(taken, CORNERS, DIE_PX)
    assert error.value.message.code == "tray-empty-moving"


def test_a_tray_is_not_calibrated_while_something_small_moves_in_it() -> None:
    taken = pictures()
    for k, picture in enumerate(taken):
        picture[200:230, 200 + 40 * k : 230 + 40 * k] = 250
    with pytest.raises(TrayError) as error:
        calibrate_tray(taken, CORNERS, DIE_PX)
    assert error.value.message.code == "tray-empty-moving"


def test_one_picture_does_not_show_the_noise() -> None:
    with pytest.raises(TrayError) as error:
        calibrate_tray(pictures(count=1), CORNERS, DIE_PX)
    assert error.value.message == Message.of("tray-empty-few", images=1)
