"""Pictures of dice, on a card or a phone's screen, are no dice: in a calibrated tray, or by the border around them."""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from overlook.simulated.demonstration import BODIES, DIE_PX, SIZE_PX, demonstration_tray
from simulation.cameras.tray_camera import SimulatedTray
from tests.depth import at_night
from tests.vision.dice.trays import die
from vision.dice.acceptance import DieDoubt, DieState, ReadDie, RollReading
from vision.dice.networks import EDGE_PX
from vision.dice.reader import in_flat_pictures, read_by_blobs, read_view
from vision.dice.tray import Tray


@pytest.fixture(scope="module")
def tray() -> Tray:
    return demonstration_tray()[1]


CARD, PHONE = 236, 20
AT_ONCE = ((0, CARD, 3), (1, PHONE, 0))


def with_a_flat_picture(seed: int, shade: int, thrown: int) -> NDArray[np.uint8]:
    """A tray in which dice lie and a card or a phone, with three more shown on it half an edge apart."""
    stage, rng = SimulatedTray(SIZE_PX, DIE_PX), np.random.default_rng(seed)
    body = tuple(BODIES.values())[seed % len(BODIES)]
    faces = [int(face) for face in rng.integers(1, 7, thrown + 3)]
    dice = stage.throw(faces, body)
    picture = stage.picture(dice).copy()
    flat = stage.picture()
    half = int(0.75 * stage.die_px)
    cuts = [picture[int(d.y_px) - half : int(d.y_px) + half, int(d.x_px) - half : int(d.x_px) + half] for d in dice]
    shown = np.full((2 * half + 16, 3 * (2 * half + 8) + 8, 3), shade, np.uint8)
    for k, cut in enumerate(cuts[:3]):
        left = 8 + k * (2 * half + 8)
        shown[8 : 8 + cut.shape[0], left : left + cut.shape[1]] = cut
    left, top = (int(each) + half for each in stage.corners_px[0])
    lying = [
        die for die in dice[3:] if die.x_px > left + shown.shape[1] + half or die.y_px > top + shown.shape[0] + half
    ]
    flat = stage.picture(lying).copy()
    flat[top : top + shown.shape[0], left : left + shown.shape[1]] = shown
    return flat


@pytest.mark.parametrize(
    ("seed", "shade", "thrown"),
    [*AT_ONCE, *at_night(*(one for one in product(range(4), (CARD, PHONE), (0, 3)) if one not in AT_ONCE))],
)
def test_a_card_or_a_phone_that_shows_dice_makes_the_roll_unsure(
    tray: Tray, seed: int, shade: int, thrown: int
) -> None:
    view = tray.view(with_a_flat_picture(seed, shade, thrown))
    for count in (None, 3):
        assert read_view(view, tray, count).call == "unsure"


MIDDLE = (400.0, 300.0)
GROUND = (70, 110, 90)


def laid(
    width: float, height: float, turn_deg: float, colour: tuple[int, int, int], line: int = -1
) -> NDArray[np.uint8]:
    """A rough ground with a rectangle about its middle, sides in edges: filled, or a line so many pixels wide."""
    rng = np.random.default_rng(3)
    scene = np.full((600, 800, 3), GROUND, np.float32) + cv2.GaussianBlur(rng.normal(0, 12, (600, 800, 1)), (0, 0), 2)[
        ..., None
    ].astype(np.float32)
    corners = cv2.boxPoints((MIDDLE, (width * EDGE_PX, height * EDGE_PX), turn_deg)).round().astype(np.int32)
    if line < 0:
        cv2.fillConvexPoly(scene, corners, colour, cv2.LINE_AA)
    else:
        cv2.polylines(scene, [corners], True, colour, line, cv2.LINE_AA)
    return np.clip(scene + rng.normal(0, 2, scene.shape), 0, 255).astype(np.uint8)


BESIDE, ON = die(400, 590), die(*MIDDLE)


@settings(max_examples=15, deadline=None)
@given(st.floats(2, 6), st.floats(2, 9), st.floats(0, 90), st.sampled_from([(236, 238, 240), (20, 20, 20)]))
def test_what_lies_inside_a_card_s_border_may_be_printed_on_it(
    width: float, height: float, turn_deg: float, colour: tuple[int, int, int]
) -> None:
    assert in_flat_pictures(laid(width, height, turn_deg, colour), [ON, BESIDE]) == [True, False]


@pytest.mark.parametrize("turn_deg", [0, 20, 45])
def test_hairlines_of_a_mat_are_no_card_s_border(turn_deg: float) -> None:
    assert in_flat_pictures(laid(3, 3, turn_deg, (240, 240, 240), line=1), [ON]) == [False]


@pytest.mark.parametrize("sides", [(1.0, 1.0), (12.0, 9.0)])
def test_a_die_itself_and_a_tray_are_no_cards(sides: tuple[float, float]) -> None:
    assert in_flat_pictures(laid(*sides, 20, (236, 238, 240)), [ON]) == [False]


def test_a_roll_with_a_die_that_may_be_printed_is_unsure_and_says_which() -> None:
    dice = tuple(ReadDie(seen, seen.value, DieState.FLAT, None) for seen in (ON, BESIDE))
    reading = read_by_blobs(RollReading(dice, None), laid(4, 6, 15, (236, 238, 240)))
    assert reading.call == "unsure"
    assert [each.doubt for each in reading.dice] == [DieDoubt.UNEXPLAINED, None]
    assert read_by_blobs(RollReading(dice[1:], None), laid(4, 6, 15, (236, 238, 240))).call == "read"


def test_no_dice_lie_on_no_card() -> None:
    assert in_flat_pictures(laid(4, 6, 15, (236, 238, 240)), []) == []
