"""A die cut out for the closer look is in its middle, as large as the network knows it; what is no face is not one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tools.training.dice.batches import CENTRE_OFF, CROP_PX, LITTER, SIZE_OFF, Target, looks
from tools.training.dice.scene import COCKED
from vision.dice import detector
from vision.dice.detector import LOOK_EDGE_PX, LOOK_PX, NO_FACE

pytestmark = pytest.mark.nightly


def target(value: int, x: float, y: float, edge: float = 40.0, *, sure: bool = True) -> Target:
    return Target(value, x, y, edge, 0.0, None, sure)


class Drawn:
    """The same crop each time: a white disc, half an edge wide, on each die's middle."""

    def __init__(self, dice: Sequence[Target]) -> None:
        self.dice = list(dice)
        self.image = np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
        for die in dice:
            at = (round(16 * die.x_px), round(16 * die.y_px))
            cv2.circle(self.image, at, round(16 * die.edge_px / 4), (255, 255, 255), -1, cv2.LINE_AA, 4)

    def crop(self) -> tuple[NDArray[np.uint8], list[Target]]:
        return self.image, self.dice


def some(dice: Sequence[Target], count: int) -> list[tuple[NDArray[np.uint8], int]]:
    crops: Any = Drawn(dice)
    stream = looks(crops, np.random.default_rng(7))
    return [next(stream) for _ in range(count)]


def test_a_die_is_as_near_the_middle_and_as_large_as_finding_has_it() -> None:
    off, edges = [], []
    for look, shown in some([target(3, 64.0, 60.0, 46.0)], 200):
        if shown != 2:
            continue
        weight = look[..., 0].astype(float) / 255
        grid = np.arange(LOOK_PX) - (LOOK_PX - 1) / 2
        off += [(weight.sum(axis=0) @ grid) / weight.sum(), (weight.sum(axis=1) @ grid) / weight.sum()]
        edges.append(2 * np.sqrt(4 * weight.sum() / np.pi))
    assert len(edges) > 60
    assert np.abs(off).max() < CENTRE_OFF * LOOK_EDGE_PX * np.exp(3 * SIZE_OFF)
    assert np.abs(off).max() > 0.5 * CENTRE_OFF * LOOK_EDGE_PX
    assert np.median(edges) == pytest.approx(LOOK_EDGE_PX, rel=0.06)
    assert np.log(edges).std() == pytest.approx(SIZE_OFF, rel=0.25)


def test_each_die_is_shown_as_what_it_is() -> None:
    dice = [target(5, 40.0, 40.0), target(COCKED, 90.0, 40.0), target(LITTER, 64.0, 95.0)]
    shown = {shown for _, shown in some(dice, 60)}
    assert shown == {4, detector.COCKED, NO_FACE}


def test_what_shows_no_face_is_away_from_every_die() -> None:
    nothing = [look for look, shown in some([target(1, 64.0, 64.0)], 400) if shown == NO_FACE]
    assert len(nothing) > 50
    middle = slice(LOOK_PX // 2 - 2, LOOK_PX // 2 + 2)
    assert max(int(look[middle, middle].max()) for look in nothing) < 200


@pytest.mark.parametrize("die", [target(4, 64.0, 64.0, sure=False), target(4, 8.0, 64.0), target(4, 64.0, 121.0)])
def test_dice_that_nobody_can_read_are_not_shown(die: Target) -> None:
    assert {shown for _, shown in some([die], 40)} == {NO_FACE}
