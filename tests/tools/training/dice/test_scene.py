"""A rendered tray shows what its labels say: counted again in its pixels, and by where a pinhole puts things."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tools.training.dice import scene as rendering
from tools.training.dice.die import Style, paint, random_style, random_values, with_straight_twos
from tools.training.dice.scene import COCKED, Label, random_light, scene, tray_camera

pytestmark = pytest.mark.nightly

SIZE = 400
EDGE_PX = 60.0


def plain(rng: np.random.Generator) -> Style:
    """White dice with large black pips and nothing else about them."""
    white, black = np.full(3, 235, np.float32), np.full(3, 5, np.float32)
    return replace(
        random_style(rng),
        body=white,
        second=white,
        pip=black,
        pip_radius=0.09,
        spacing=0.25,
        six_spacing=0.25,
        rounding=0.05,
        ball=1.0,
        recess=0.0,
        marble=0.0,
        speckle=0.0,
        translucent=0.0,
        gloss=0.0,
        bulge=0.0,
        big_one=1.0,
        red_one=False,
        square_pips=False,
        ringed=False,
        logo_on=0,
        straight=(),
    )


def tray(seed: int, tilt: float = 0.0, count: int = 4, cocked: float = 0.0) -> tuple[NDArray[np.uint8], list[Label]]:
    rng = np.random.default_rng(seed)
    camera = tray_camera(rng, SIZE, EDGE_PX, tilt)
    return scene(rng, SIZE, camera, cocked, count, plain)


def pips(image: NDArray[np.uint8], die: Label) -> int:
    """Dark spots on a die's face, counted in a disc about its middle."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    gy, gx = np.mgrid[:SIZE, :SIZE]
    face = np.hypot(gx - die.x_px, gy - die.y_px) < 0.49 * die.edge_px
    middle = (float(grey[face].max()) + float(grey[face].min())) / 2
    dark = (face & (grey < middle)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    return int((stats[1:, cv2.CC_STAT_AREA] > 0.008 * die.edge_px**2).sum())


def test_the_value_of_a_label_is_the_number_of_pips_in_the_picture() -> None:
    counted = []
    for seed in range(24):
        image, dice = tray(seed)
        for die in dice:
            inside = all(0.6 * die.edge_px < v < SIZE - 0.6 * die.edge_px for v in (die.x_px, die.y_px))
            if die.sure and inside:
                counted.append((pips(image, die), die.value))
    assert len(counted) >= 30
    assert {value for _, value in counted} == {1, 2, 3, 4, 5, 6}
    assert [pair for pair in counted if pair[0] != pair[1]] == []


@pytest.mark.parametrize("tilt_deg", [0, 20, 45])
def test_flat_faces_lean_by_the_angle_they_are_seen_at(tilt_deg: float) -> None:
    leans = [np.hypot(*die.lean) for seed in range(6) for die in tray(seed, np.radians(tilt_deg))[1]]
    assert len(leans) > 10
    assert np.median(leans) == pytest.approx(np.sin(np.radians(tilt_deg)), abs=0.09)


def test_an_edge_is_as_long_as_the_camera_makes_it() -> None:
    edges = [die.edge_px for seed in range(6) for die in tray(seed)[1]]
    assert np.median(edges) == pytest.approx(EDGE_PX, rel=0.15)


def test_cocked_dice_are_called_so_and_say_how_far_they_are_tilted() -> None:
    flat, askew = tray(3)[1], tray(3, cocked=1.0)[1]
    assert {die.tilt_deg for die in flat} == {0.0}
    assert COCKED not in {die.value for die in flat}
    assert {die.value for die in askew} == {COCKED}
    assert all(12 <= die.tilt_deg <= 45 for die in askew)
    assert all(np.hypot(*die.lean) == pytest.approx(np.sin(np.radians(die.tilt_deg)), abs=0.2) for die in askew)


def test_no_dice_are_no_labels_and_a_seed_is_a_picture() -> None:
    image, dice = tray(5, count=0)
    assert dice == []
    assert image.shape == (SIZE, SIZE, 3)
    again, same = tray(5)
    once, labels = tray(5)
    assert np.array_equal(again, once)
    assert same == labels


@pytest.mark.parametrize(("value", "straight"), [(2, True), (2, False), (3, True), (3, False)])
def test_pips_of_a_straight_make_lie_along_an_edge_and_of_others_from_corner_to_corner(
    value: int, straight: bool
) -> None:
    style = replace(plain(np.random.default_rng(4)), straight=(value,) if straight else ())
    across, down = (part.ravel() for part in np.meshgrid(*2 * [np.linspace(-0.49, 0.49, 99)]))
    top = np.stack([across, down, np.full(across.size, 0.5)], axis=1).astype(np.float32)
    others = tuple(v for v in range(1, 7) if v not in (value, 7 - value))
    _, pip = paint(top, (*others, value, 7 - value), style, np.zeros_like(top))
    dark = top[pip > 0.5, :2]
    spread = np.linalg.eigh(np.cov(dark.T))[1][:, -1]
    assert np.abs(spread).max() == pytest.approx(1.0 if straight else np.sqrt(0.5), abs=0.02)


def test_some_makes_have_a_straight_two_and_few_a_straight_three() -> None:
    rng = np.random.default_rng(8)
    drawn = [random_style(rng).straight for _ in range(400)]
    assert 0.2 < np.mean([2 in each for each in drawn]) < 0.4
    assert 0.02 < np.mean([3 in each for each in drawn]) < 0.12


def test_opposite_faces_sum_to_seven_and_both_hands_occur() -> None:
    rng = np.random.default_rng(1)
    seen = [random_values(rng) for _ in range(60)]
    assert all(a + b == c + d == e + f == 7 for a, b, c, d, e, f in seen)

    def right_handed(values: tuple[int, ...]) -> bool:
        where = {value: np.eye(3)[k // 2] * (1 - 2 * (k % 2)) for k, value in enumerate(values)}
        return bool(np.linalg.det([where[1], where[2], where[3]]) > 0)

    assert {right_handed(values) for values in seen} == {True, False}


def test_a_value_that_is_often_up_is_so_and_opposite_faces_still_sum_to_seven() -> None:
    rng = np.random.default_rng(2)
    seen = [random_values(rng, often_up=2) for _ in range(300)]
    assert all(a + b == c + d == e + f == 7 and len({*values}) == 6 for values in seen for a, b, c, d, e, f in [values])
    assert 0.5 < np.mean([values[4] == 2 for values in seen]) < 0.75
    looks = [with_straight_twos(rng) for _ in range(200)]
    assert np.mean([2 in each.straight for each in looks]) > 0.8


@pytest.mark.parametrize("seed", range(4))
def test_a_label_without_a_picture_is_that_of_the_picture_and_takes_as_many_numbers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera, style, light = tray_camera(rng, 200, 40.0, 0.1), random_style(rng), random_light(rng)
    for place in rendering._places(rng, camera, 200, [style], [1.0], 0.3, 6):
        before = rng.bit_generator.state
        label = rendering._labelled(rng, camera, place, 200)
        after, rng.bit_generator.state = rng.bit_generator.state, before
        ground, who = np.zeros((200, 200, 3), np.float32), np.zeros((200, 200), np.int32)
        assert rendering._draw(rng, ground, who, 1, camera, place, light)[0] == label
        assert rng.bit_generator.state == after
