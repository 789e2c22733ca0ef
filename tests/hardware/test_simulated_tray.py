"""The simulated tray: dice lie where and as they were told to, apart, and are read as such."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulation.cameras.tray_camera import CRIMSON, IVORY, SimulatedTray, TrayDie
from vision.dice.detector import dice_in
from vision.dice.known_make import colour_of
from vision.dice.reader import read_view
from vision.dice.tray import calibrate_tray
from vision.dice.tray_tracker import TrayTracker
from vision.frame import Frame


@settings(max_examples=20, deadline=None)
@given(st.lists(st.integers(1, 6), max_size=12), st.integers(0, 1000))
def test_thrown_dice_lie_apart_inside_the_walls_with_their_values(values: list[int], seed: int) -> None:
    tray = SimulatedTray((640, 480), die_px=32, seed=seed)
    dice = tray.throw(values)
    assert [die.value for die in dice] == values
    low, high = tray.corners_px.min(axis=0), tray.corners_px.max(axis=0)
    for k, die in enumerate(dice):
        assert (low < [die.x_px, die.y_px]).all()
        assert (high > [die.x_px, die.y_px]).all()
        assert all(np.hypot(die.x_px - other.x_px, die.y_px - other.y_px) > 1.5 * 32 for other in dice[:k])


def test_the_same_seed_gives_the_same_pictures() -> None:
    one, other = (SimulatedTray(seed=5) for _ in range(2))
    assert np.array_equal(one.picture(one.throw([1, 6])), other.picture(other.throw([1, 6])))


def test_a_full_tray_says_so() -> None:
    with pytest.raises(ValueError, match="60 dice"):
        SimulatedTray((320, 240), die_px=40).throw([3] * 60)


def test_no_die_shows_seven() -> None:
    with pytest.raises(ValueError, match="value 7"):
        TrayDie(7, 10, 10)


def test_every_pip_is_drawn_where_the_die_is_turned_to() -> None:
    tray = SimulatedTray((400, 300), die_px=80, noise=0)
    gy, gx = np.mgrid[0:300, 0:400]
    face = np.hypot(gx - 200, gy - 150) < 38
    for value in range(1, 7):
        shown = tray.picture([TrayDie(value, 200, 150, 30.0)]).mean(axis=2)[face]
        assert (shown < 90).sum() == pytest.approx(value * np.pi * (0.095 * 80) ** 2, rel=0.2)


def test_a_roll_in_two_colours_is_read_whole_and_told_apart() -> None:
    tray = SimulatedTray((960, 640), die_px=60, seed=3)
    mine = tray.throw([1, 2, 3, 4, 5, 6])
    yours = tray.throw([6, 4, 2], CRIMSON, among=mine)
    empty = [tray.picture() for _ in range(3)]
    plain = calibrate_tray(empty, tray.corners_px, tray.die_px)
    colours = tuple(
        colour_of(name, plain.view(tray.picture(dice)), dice_in(plain.view(tray.picture(dice)), 40.0, low=0.4))
        for name, dice in (("A", mine), ("B", yours))
    )
    known = calibrate_tray(empty, tray.corners_px, tray.die_px, colours)
    reading = read_view(known.view(tray.picture([*mine, *yours])), known, count=9)
    assert sorted((die.owner, die.value) for die in reading.dice) == sorted(
        [("A", die.value) for die in mine] + [("B", die.value) for die in yours]
    )


def test_dice_that_roll_in_are_read_once_they_lie() -> None:
    tray = SimulatedTray((640, 480), die_px=48, seed=8)
    eye = TrayTracker(calibrate_tray([tray.picture() for _ in range(3)], tray.corners_px, tray.die_px))
    dice = tray.throw([5, 2, 6], IVORY)
    pictures = [tray.picture(), *tray.rolling(dice), *(tray.picture(dice) for _ in range(16))]
    told = [
        eye.observe(Frame(picture, k / 10, datetime(2026, 1, 1, tzinfo=UTC), "tray"))
        for k, picture in enumerate(pictures)
    ]
    (roll,) = [each.roll for each in told if each.roll is not None]
    assert sorted(roll.reading.values) == [2, 5, 6]
    assert len(roll.kept.thrown) == 3
