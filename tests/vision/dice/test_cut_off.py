"""A die that lies half out of a photograph was thrown too: nobody is told what the others show as if it were all."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from messages.message import Message
from overlook.simulated.demonstration import BODIES, demonstration_tray
from tests.depth import depth
from tests.vision.dice.trays import die
from vision.dice.acceptance import DieState, ReadDie, RollReading
from vision.dice.detector import dice_cut_by_border
from vision.dice.reader import of_whole_dice

SIDES = ("left", "right", "top", "bottom")


@lru_cache
def roll(seed: int) -> tuple[NDArray[np.uint8], list[tuple[float, float]], float]:
    """A picture of the demonstration's tray with five dice, where they lie and their edge, px."""
    stage, rng = demonstration_tray()[0].tray, np.random.default_rng(seed)
    dice = stage.throw([int(face) for face in rng.integers(1, 7, 5)], tuple(BODIES.values())[seed % len(BODIES)])
    return stage.picture(dice), [(each.x_px, each.y_px) for each in dice], stage.die_px


def cut_at(picture: NDArray[np.uint8], side: str, x: float, y: float) -> NDArray[np.uint8]:
    """The part of a picture whose border on that side goes through a place."""
    across, down = round(x), round(y)
    return np.ascontiguousarray(
        {
            "left": picture[:, across:],
            "right": picture[:, :across],
            "top": picture[down:],
            "bottom": picture[:down],
        }[side]
    )


def outermost(places: list[tuple[float, float]], side: str) -> tuple[float, float]:
    axis, sign = {"left": (0, 1), "right": (0, -1), "top": (1, 1), "bottom": (1, -1)}[side]
    return min(places, key=lambda place: sign * place[axis])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(depth(2, 3)))
def test_half_a_die_at_any_border_is_seen_and_a_whole_one_beside_it_is_none(seed: int, side: str) -> None:
    picture, places, edge = roll(seed)
    x, y = outermost(places, side)
    halved = cut_at(picture, side, x, y)
    (found,) = dice_cut_by_border(halved, edge)
    assert abs((found.y_px - y) if side in ("left", "right") else (found.x_px - x)) < 0.3 * edge
    away = 0.8 * edge
    out = {"left": (-away, 0), "right": (away, 0), "top": (0, -away), "bottom": (0, away)}[side]
    assert dice_cut_by_border(cut_at(picture, side, x + out[0], y + out[1]), edge) == []


def test_a_roll_with_half_a_die_is_unsure_and_says_why() -> None:
    picture, places, edge = roll(1)
    x, y = outermost(places, "left")
    seen = [ReadDie(replace(die(100.0, 100.0), edge_px=edge), 3, DieState.FLAT, None)]
    whole = RollReading(tuple(seen), None)
    assert of_whole_dice(whole, picture) == whole
    doubted = of_whole_dice(whole, cut_at(picture, "left", x, y))
    assert doubted.call == "unsure"
    assert doubted.why == Message.of("dice-cut-off")
    assert doubted.astray == doubted.why


def test_a_picture_smaller_than_two_dice_has_no_border_to_look_along() -> None:
    assert dice_cut_by_border(np.zeros((30, 30, 3), np.uint8), 40.0) == []
