"""What lies in the tray, and whether dice explain it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from tests.vision.dice.trays import NOISE, SIZE, die, felt, square, taken
from vision.dice.foreground import (
    Foreground,
    blobs,
    differs_from_empty,
    foreground,
    hand_in,
    is_on_foreground,
    unexplained,
)
from vision.dice.networks import EDGE_PX

EMPTY = taken(felt(), 1)
places = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 3)).map(lambda cell: (50.0 + 76 * cell[0], 45.0 + 76 * cell[1])),
    min_size=1,
    max_size=12,
    unique=True,
)


def looked_at(scene: np.ndarray, seed: int = 2) -> Foreground:
    return foreground(taken(scene, seed), EMPTY, NOISE)


@settings(max_examples=25, deadline=None)
@given(places)
def test_every_die_is_one_blob_and_explains_it(where: list[tuple[float, float]]) -> None:
    scene = felt()
    for x, y in where:
        square(scene, x, y)
    seen = looked_at(scene)
    dice = [die(x, y) for x, y in where]
    assert [blob.dice for blob in blobs(seen.solid, dice)] == [1] * len(where)
    assert unexplained(seen, dice) == []
    assert all(is_on_foreground(seen, each) for each in dice)
    assert len(unexplained(seen, dice[1:])) == 1


@pytest.mark.parametrize("light", [0.8, 1.0, 1.15])
def test_an_empty_tray_is_empty_in_any_light(light: float) -> None:
    seen = looked_at(felt(light=light))
    assert blobs(seen.changed) == []
    assert not is_on_foreground(seen, die(200, 150))


def test_a_shadow_is_nothing_that_a_die_must_explain() -> None:
    scene = felt()
    shade = np.zeros(scene.shape[:2])
    cv2.circle(shade, (240, 160), 60, 0.5, -1)
    seen = looked_at(scene * (1 - cv2.GaussianBlur(shade, (0, 0), 6)[..., None]))
    assert blobs(seen.solid) == []
    assert blobs(seen.changed) != []


@pytest.mark.parametrize("mat", [(200.0, 220.0, 2.0), (3.0, 210.0, 190.0), (215.0, 8.0, 4.0)])
def test_a_shadow_on_a_mat_that_lacks_a_colour_is_nothing_either(mat: tuple[float, float, float]) -> None:
    ground = np.tile(np.array(mat), (SIZE[1], SIZE[0], 1))
    dimmed = ground.copy()
    dimmed[100:220, 150:330] *= 0.45
    assert blobs(foreground(taken(dimmed, 2), taken(ground, 1), NOISE).solid) == []


@pytest.mark.parametrize("left", [0.15, 0.2, 0.25])
def test_a_hard_lights_shadow_is_explained_only_where_all_dice_that_were_thrown_are_seen(left: float) -> None:
    scene = felt()
    square(scene, 100, 100)
    shade = np.ones(scene.shape[:2])
    cv2.circle(shade, (300, 200), 22, left, -1)
    seen = looked_at(scene * shade[..., None])
    assert len(unexplained(seen, [die(100, 100)])) == 1
    assert unexplained(seen, [die(100, 100)], complete=True) == []


def test_a_black_thing_on_a_coloured_mat_is_no_shadow_however_deep() -> None:
    scene = felt()
    square(scene, 100, 100)
    cv2.circle(scene, (300, 200), 22, (18.0, 18.0, 18.0), -1)
    assert len(unexplained(looked_at(scene), [die(100, 100)], complete=True)) == 1


LAMPS = ((0.22, 0.31, 0.37), (0.62, 0.71, 0.80), (0.46, 0.36, 0.30), (0.92, 0.86, 0.79))
"""What is left of blue, green and red in shadows of rooms: by a window, with a lamp, of dice that colour the ground."""

GREY = (150.0, 150.0, 150.0)


def with_a_shadow(light: tuple[float, float, float], away: float) -> NDArray[np.float64]:
    """A white die on a grey mat and a shadow so far from its middle, in edges, that leaves so much of the light."""
    scene = np.full((SIZE[1], SIZE[0], 3), GREY)
    cv2.circle(scene, (round(100 + away * EDGE_PX), 100), 24, [150.0 * share for share in light], -1)
    square(scene, 100, 100)
    return scene


@given(st.sampled_from(LAMPS), st.floats(0, 2 * np.pi), st.floats(0.75, 1.6))
@settings(max_examples=depth(25, 40), deadline=None)
def test_the_shadow_of_a_die_has_the_colours_of_a_room(
    light: tuple[float, float, float], turn: float, away: float
) -> None:
    """In 30 of 36 rolls of trays by somebody else's renderer it was something that is no die."""
    ground = np.full((SIZE[1], SIZE[0], 3), GREY)
    scene = ground.copy()
    at = np.array([240, 160]) + away * EDGE_PX * np.array([np.cos(turn), np.sin(turn)])
    cv2.circle(scene, at.round().astype(int).tolist(), 24, [150.0 * share for share in light], -1)
    square(scene, 240, 160)
    seen = foreground(taken(scene, 2), taken(ground, 1), NOISE)
    assert unexplained(seen, [die(240, 160)], complete=True) == []
    deep = sum(light) / 3 < 0.31
    assert deep or unexplained(seen, [die(240, 160)]) == []


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("light", LAMPS[:3])
def test_what_is_as_dark_far_from_every_die_is_no_shadow_of_one(
    light: tuple[float, float, float], *, complete: bool
) -> None:
    ground = np.full((SIZE[1], SIZE[0], 3), GREY)
    seen = foreground(taken(with_a_shadow(light, 5.0), 2), taken(ground, 1), NOISE)
    assert len(unexplained(seen, [die(100, 100)], complete=complete)) == 1


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize(
    "colour", [(40.0, 40.0, 140.0), (30.0, 90.0, 160.0), (150.0, 60.0, 40.0), (200.0, 200.0, 60.0)]
)
def test_what_is_painted_or_brighter_beside_a_die_is_no_shadow(
    colour: tuple[float, float, float], *, complete: bool
) -> None:
    ground, scene = (np.full((SIZE[1], SIZE[0], 3), GREY) for _ in range(2))
    cv2.circle(scene, (155, 100), 24, colour, -1)
    square(scene, 100, 100)
    seen = foreground(taken(scene, 2), taken(ground, 1), NOISE)
    assert len(unexplained(seen, [die(100, 100)], complete=complete)) == 1


@pytest.mark.parametrize("level", [60.0, 100.0, 140.0])
def test_what_brings_the_colour_that_a_mat_lacks_is_no_shadow(level: float) -> None:
    ground = np.tile(np.array((200.0, 220.0, 2.0)), (SIZE[1], SIZE[0], 1))
    scene = ground.copy()
    square(scene, 200, 150, (0.5 * 200, 0.5 * 220, level))
    seen = foreground(taken(scene, 2), taken(ground, 1), NOISE)
    assert len(blobs(seen.solid)) == 1


def test_a_white_die_on_a_white_tray_lies_there_by_its_outline_and_its_pips() -> None:
    ground = np.full((SIZE[1], SIZE[0], 3), 250.0)
    scene = ground.copy()
    for grown, level in ((1.4, 215.0), (1.0, 250.0)):
        square(scene, 200, 150, (level, level, level), grown)
    for pip in ((193, 145), (200, 150), (207, 155)):
        cv2.circle(scene, pip, 2, (30.0, 30.0, 30.0), -1)
    seen = foreground(taken(scene, 2), taken(ground, 1), NOISE)
    assert is_on_foreground(seen, die(200, 150))
    assert not is_on_foreground(seen, die(300, 150))


def pipped(scene: np.ndarray, x: int, y: int, level: float) -> np.ndarray:
    for off in (-9, 9):
        cv2.circle(scene, (x + off, y + off), 3, (level, level, level), -1)
    return scene


@pytest.mark.parametrize("light", [0.8, 1.0, 1.15])
def test_a_die_of_the_ground_s_colour_lies_there_by_its_pips_alone(light: float) -> None:
    view = taken(pipped(felt(light), 200, 150, 200.0), 2)
    assert not is_on_foreground(foreground(view, EMPTY, NOISE), die(200, 150))
    assert differs_from_empty(view, EMPTY, NOISE, die(200, 150))
    assert not differs_from_empty(view, EMPTY, NOISE, die(300, 150))


@pytest.mark.parametrize("light", [0.4, 0.8, 1.0, 1.15])
def test_a_die_that_is_printed_on_the_tray_stays_what_it_was_in_any_light(light: float) -> None:
    printed = pipped(felt(), 200, 150, 200.0)
    assert not differs_from_empty(taken(printed * light, 2), taken(printed, 1), NOISE, die(200, 150))


def test_a_coin_beside_the_dice_is_not_explained() -> None:
    scene = felt()
    square(scene, 100, 100)
    cv2.circle(scene, (300, 200), 16, (60.0, 140.0, 200.0), -1)
    (strange,) = unexplained(looked_at(scene), [die(100, 100)])
    left, top, width, height = strange.box_px
    assert (left + width / 2, top + height / 2) == pytest.approx((300, 200), abs=4)


def test_something_as_long_as_three_dice_under_one_die_is_not_explained() -> None:
    scene = felt()
    cv2.rectangle(scene, (100, 130), (230, 170), (220.0, 220.0, 225.0), -1)
    assert unexplained(looked_at(scene), [die(165, 150)])


def test_touching_dice_explain_the_blob_they_make() -> None:
    scene = felt()
    for x in (100, 142, 184):
        square(scene, x, 150)
    assert unexplained(looked_at(scene), [die(x, 150) for x in (100, 142, 184)]) == []


def test_an_arm_over_the_border_is_a_hand_and_a_die_at_the_wall_is_none() -> None:
    arm = felt()
    cv2.line(arm, (0, 160), (150, 160), (120.0, 150.0, 210.0), 60)
    assert hand_in(looked_at(arm))
    wall = felt()
    square(wall, 16, 160)
    assert not hand_in(looked_at(wall))
    assert not hand_in(looked_at(felt()))


def test_a_hand_in_the_middle_is_a_hand_and_touching_dice_that_are_read_are_none() -> None:
    hand = felt()
    cv2.ellipse(hand, (SIZE[0] // 2, SIZE[1] // 2), (110, 80), 0, 0, 360, (120.0, 150.0, 210.0), -1)
    assert hand_in(looked_at(hand))
    heap = felt()
    middles = [(120 + 40 * column, 100 + 40 * row) for column in range(4) for row in range(3)]
    for x, y in middles:
        cv2.rectangle(heap, (x - 20, y - 20), (x + 20, y + 20), (220.0, 220.0, 225.0), -1)
    assert not hand_in(looked_at(heap), [die(x, y) for x, y in middles])
