"""The trials' trays: one camera's rolls belong together, and what lay flat under it before tells the cocked ones."""

from __future__ import annotations

import pytest

from training.dice.scene import COCKED
from training.dice.trials import COCKED_FROM_DEG, ROLLS, cocked_figures, read_labels, rolls_in_one_tray
from vision.dice.network import Networks, networks
from vision.dice.view import stances

CAMERAS = range(985_100, 985_112)


@pytest.fixture(scope="module")
def by() -> Networks:
    return networks()


def test_every_camera_has_seen_flat_dice_and_sees_rolls_of_few(by: Networks) -> None:
    rolls = list(rolls_in_one_tray(CAMERAS[:3], by))
    assert len(rolls) == 3 * ROLLS
    for image, labels, _, known in rolls:
        assert image.shape == (512, 512, 3)
        assert len(labels) <= 3
        assert len(known) >= 3
    assert [rolls[ROLLS * k][3] for k in range(3)] == [rolls[ROLLS * k + 1][3] for k in range(3)]


def test_dice_that_lay_flat_before_tell_the_cocked_ones_of_small_rolls(by: Networks) -> None:
    rolls = list(rolls_in_one_tray(CAMERAS, by))
    with_them, without = (
        cocked_figures(
            read
            for image, labels, edge, known in rolls
            for read in read_labels(image, labels, edge, by, counted=True, known=known if remembered else ())
        )
        for remembered in (True, False)
    )
    assert with_them["cocked"][1] == without["cocked"][1] > 25
    assert with_them["cocked"][2] > 0.9 > without["cocked"][2]
    assert with_them["cocked believed"][2] < 0.05
    assert with_them["flat"][2] < 0.1


def test_flat_dice_of_small_rolls_lie_as_those_before_did(by: Networks) -> None:
    apart = []
    for image, labels, edge, known in rolls_in_one_tray(CAMERAS[:6], by):
        for label, die in read_labels(image, labels, edge, by, counted=True, known=known):
            if die is not None and label.value != COCKED and label.tilt_deg < COCKED_FROM_DEG:
                apart.append(stances([die.seen], known)[0].tilt)
    assert len(apart) > 15
    assert sorted(apart)[len(apart) // 2] < 0.12
