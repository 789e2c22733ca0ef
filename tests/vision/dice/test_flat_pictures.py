"""Pictures of dice in a calibrated tray, on a card or on a phone's screen, are no dice: the roll is never believed."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from overlook.demo.tray import BODIES, demonstration_tray
from vision.dice.reader import read_view

CARD, PHONE = 236, 20


def with_a_flat_picture(seed: int, shade: int, thrown: int) -> NDArray[np.uint8]:
    """A tray in which dice lie and a card or a phone, with three more shown on it half an edge apart."""
    camera, _ = demonstration_tray()
    stage, rng = camera.tray, np.random.default_rng(seed)
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


@pytest.mark.parametrize("shade", [CARD, PHONE])
@pytest.mark.parametrize("seed", range(4))
def test_a_card_or_a_phone_that_shows_dice_makes_the_roll_unsure(seed: int, shade: int) -> None:
    _, tray = demonstration_tray()
    for thrown in (0, 3):
        view = tray.view(with_a_flat_picture(seed, shade, thrown))
        for count in (None, 3):
            assert read_view(view, tray, count).call == "unsure"
