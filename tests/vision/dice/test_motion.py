"""Rolling, a hand, settled: from pictures whose truth is drawn."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.depth import at_night
from tests.vision.dice.trays import SIZE, felt, square, taken
from vision.dice.tray import Tray, calibrate_tray
from vision.dice.tray_tracker import LONG_STILL_FRAMES, STILL_FRAMES, MotionDetector, TrayPhase

DIE_PX = (29.0, 36.0, 38.4, 41.0, 44.0)
AT_ONCE = ((38.4, True), (44.0, False))
CORNERS = np.array([[0.0, 0.0], [SIZE[0], 0.0], [SIZE[0], SIZE[1]], [0.0, SIZE[1]]]) - 0.5


def compressed(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture as a web camera sends it: noisy in blocks."""
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1], 1), np.uint8)


@pytest.fixture(scope="module")
def tray() -> Tray:
    return calibrate_tray([taken(felt(), k) for k in range(100, 106)], CORNERS, 40.0)


def phases(tray: Tray, scenes: list[NDArray[np.float64]]) -> list[TrayPhase]:
    settling = MotionDetector(tray)
    return [settling.see(tray.view(taken(scene, k))) for k, scene in enumerate(scenes)]


def with_die(x: float, y: float = 150.0) -> NDArray[np.float64]:
    scene = felt()
    square(scene, x, y)
    return scene


def test_an_empty_tray_stays_empty(tray: Tray) -> None:
    assert set(phases(tray, [felt()] * 20)) == {TrayPhase.EMPTY}


def test_a_die_settles_once_it_has_lain_still_for_long_enough(tray: Tray) -> None:
    rolling = [with_die(60 + 25 * k) for k in range(8)]
    found = phases(tray, rolling + [rolling[-1]] * (STILL_FRAMES + 3))
    assert set(found[: 7 + STILL_FRAMES]) == {TrayPhase.ROLLING}
    assert set(found[7 + STILL_FRAMES :]) == {TrayPhase.SETTLED}


@pytest.mark.parametrize(
    ("die_px", "jpeg"),
    [*AT_ONCE, *at_night(*(one for one in product(DIE_PX, (False, True)) if one not in AT_ONCE))],
)
def test_a_die_settles_whatever_grid_the_view_has_and_however_the_picture_was_sent(die_px: float, jpeg: bool) -> None:
    send = compressed if jpeg else np.asarray
    tray = calibrate_tray([send(taken(felt(), k)) for k in range(100, 106)], CORNERS, die_px)
    settling = MotionDetector(tray)
    found = [settling.see(tray.view(send(taken(with_die(200), k)))) for k in range(STILL_FRAMES + 4)]
    assert found[-1] is TrayPhase.SETTLED
    creeping = [settling.see(tray.view(send(taken(with_die(60 + 1.0 * k), k)))) for k in range(25)]
    assert TrayPhase.SETTLED not in creeping


def test_a_die_that_creeps_a_pixel_a_picture_has_not_settled(tray: Tray) -> None:
    assert TrayPhase.SETTLED not in phases(tray, [with_die(60 + 1.0 * k) for k in range(25)])


def test_light_that_slowly_changes_does_not_keep_dice_rolling(tray: Tray) -> None:
    scenes = [with_die(200) * (1 + 0.004 * k) for k in range(STILL_FRAMES + 6)]
    assert phases(tray, scenes)[-1] is TrayPhase.SETTLED


def test_what_lies_still_for_long_is_no_hand(tray: Tray) -> None:
    thing = felt()
    cv2.line(thing, (0, 60), (180, 90), (120.0, 150.0, 210.0), 60)
    found = phases(tray, [thing] * (LONG_STILL_FRAMES + 2))
    assert set(found[:LONG_STILL_FRAMES]) == {TrayPhase.HAND}
    assert found[-1] is TrayPhase.SETTLED


def test_a_hand_interrupts(tray: Tray) -> None:
    hand = with_die(200)
    cv2.line(hand, (0, 60), (180, 90), (120.0, 150.0, 210.0), 60)
    found = phases(tray, [with_die(200)] * 12 + [hand] * 3 + [with_die(200)] * 12)
    assert found[11] is TrayPhase.SETTLED
    assert set(found[12:15]) == {TrayPhase.HAND}
    assert found[15] is TrayPhase.ROLLING
    assert found[-1] is TrayPhase.SETTLED


def test_after_a_gap_stillness_is_counted_anew(tray: Tray) -> None:
    settling = MotionDetector(tray)
    for k in range(STILL_FRAMES + 1):
        settling.see(tray.view(taken(with_die(200), k)))
    settling.forget()
    assert settling.see(tray.view(taken(with_die(200), 50))) is TrayPhase.ROLLING
