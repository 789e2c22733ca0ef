"""What training does to a crop hurts no label: pips stay where they are and apart from their die."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from tools.training.dice.die import unlike
from tools.training.dice.spoiling import LEAST_DYED, NOISE_PX, dyed, few_hues, mirrored, spoil

pytestmark = pytest.mark.nightly

SIDE = 128
seeds = st.integers(0, 10**6)


@dataclass(frozen=True)
class Spot:
    x_px: float
    y_px: float
    edge_px: float


DICE = (Spot(40.0, 44.0, 40.0), Spot(92.0, 80.0, 34.0))


def fives() -> NDArray[np.uint8]:
    """Two grey dice that show a five each."""
    image = np.full((SIDE, SIDE, 3), (70, 90, 80), np.uint8)
    for die in DICE:
        box = cv2.boxPoints(((die.x_px, die.y_px), (die.edge_px, die.edge_px), 15.0))
        cv2.fillConvexPoly(image, box.round().astype(np.int32), (210, 212, 208), cv2.LINE_AA)
        for at in pips(die):
            cv2.circle(image, at, 4, (30, 28, 32), -1, cv2.LINE_AA)
    return image


def pips(die: Spot) -> list[tuple[int, int]]:
    step = 0.25 * die.edge_px
    offsets = [(0.0, 0.0), *((i * step, j * step) for i in (-1, 1) for j in (-1, 1))]
    return [(round(die.x_px + x), round(die.y_px + y)) for x, y in offsets]


def away(share: float) -> NDArray[np.bool_]:
    """Pixels that are further than a share of an edge from every die."""
    gy, gx = np.mgrid[:SIDE, :SIDE]
    far: NDArray[np.bool_] = np.all(
        [np.hypot(gx - die.x_px, gy - die.y_px) > share * die.edge_px for die in DICE], axis=0
    )
    return far


@given(seeds)
@settings(max_examples=depth(25, 60), deadline=None)
def test_a_dyed_die_keeps_every_pip_apart_from_its_body(seed: int) -> None:
    image = dyed(np.random.default_rng(seed), fives(), DICE)
    for die in DICE:
        for x, y in pips(die):
            pip = image[y, x].astype(np.float32)
            ring = [(x + 7 * i, y + 7 * j) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            body = [image[b, a].astype(np.float32) for a, b in ring if np.hypot(a - die.x_px, b - die.y_px) < 15]
            assert min(unlike(pip, one) for one in body) > 0.5 * LEAST_DYED


def test_dye_reaches_dice_alone_and_does_change_them() -> None:
    before = fives()
    kept = before.copy()
    after = dyed(np.random.default_rng(4), before, DICE)
    assert np.array_equal(before, kept)
    assert np.array_equal(after[away(0.62)], before[away(0.62)])
    assert np.abs(after.astype(int) - before)[~away(0.4)].mean() > 15


def test_what_shows_nothing_is_not_dyed() -> None:
    plain = np.full((SIDE, SIDE, 3), 120, np.uint8)
    assert np.array_equal(dyed(np.random.default_rng(0), plain, DICE), plain)


def test_pips_sometimes_differ_in_hue_alone() -> None:
    same = 0
    for seed in range(40):
        grey = cv2.cvtColor(dyed(np.random.default_rng(seed), fives(), DICE[:1]), cv2.COLOR_BGR2GRAY).astype(int)
        x, y = pips(DICE[0])[0]
        same += abs(grey[y, x] - grey[y, x + 8]) < 20
    assert 8 <= same <= 34


@given(seeds)
@settings(max_examples=depth(25, 30), deadline=None)
def test_colours_out_of_focus_leave_the_light_sharp(seed: int) -> None:
    image = fives()
    image[::2, :, 2] //= 2
    soft = few_hues(np.random.default_rng(seed), image)
    light = [cv2.cvtColor(one, cv2.COLOR_BGR2YCrCb).astype(int) for one in (image, soft)]
    assert np.abs(light[0][..., 0] - light[1][..., 0]).max() <= 3
    assert light[1][..., 1].std() < light[0][..., 1].std()


@given(seeds)
@settings(max_examples=depth(25, 30), deadline=None)
def test_a_mirrored_lamp_lies_on_dice_alone(seed: int) -> None:
    before = fives()
    after = mirrored(np.random.default_rng(seed), before, DICE)
    assert np.abs(after.astype(int) - before)[away(1.4)].max() <= 1


def test_a_lamp_is_mirrored_brightly_in_most_dice() -> None:
    before = fives()
    lit = [mirrored(np.random.default_rng(seed), before, DICE).astype(int) - before for seed in range(20)]
    assert sum(change.max() > 40 for change in lit) >= 15


@given(seeds)
@settings(max_examples=depth(25, 40), deadline=None)
def test_spoiling_keeps_the_crops_size_and_is_the_same_for_a_seed(seed: int) -> None:
    noise = np.random.default_rng(0).normal(0, 1, (NOISE_PX, NOISE_PX, 3)).astype(np.float32)
    once, again = (spoil(np.random.default_rng(seed), noise, fives()) for _ in range(2))
    assert once.shape == (SIDE, SIDE, 3)
    assert once.dtype == np.uint8
    assert np.array_equal(once, again)


def test_spoilt_crops_differ_from_each_other() -> None:
    noise = np.random.default_rng(0).normal(0, 1, (NOISE_PX, NOISE_PX, 3)).astype(np.float32)
    means = [spoil(np.random.default_rng(seed), noise, fives()).mean() for seed in range(20)]
    assert np.std(means) > 10


@pytest.mark.parametrize("at", [(0.0, 0.0), (127.0, 60.0), (-15.0, 64.0)])
def test_dice_at_the_edge_of_a_crop_are_no_trouble(at: tuple[float, float]) -> None:
    die = (Spot(*at, 40.0),)
    rng = np.random.default_rng(2)
    assert dyed(rng, fives(), die).shape == mirrored(rng, fives(), die).shape == (SIDE, SIDE, 3)
