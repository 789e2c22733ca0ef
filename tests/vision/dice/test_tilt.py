"""Dice that lie flat lean alike: the one that does not is found, wherever the camera hangs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.dice.pinhole import both_faces, table
from vision.dice.detections import DetectedDie, as_flat, seen_alike, tilts_of, view_sine


def tilts(dice: Sequence[DetectedDie]) -> list[float]:
    return [stance.tilt for stance in tilts_of(dice)]


@given(st.integers(0, 10**6), st.integers(2, 14), st.floats(0, 55), st.floats(15, 45))
def test_flat_dice_lean_alike_from_any_camera(seed: int, count: int, tilt_deg: float, away: float) -> None:
    flat = table(np.random.default_rng(seed), count, tilt_deg, away, 0)
    assert max(tilts(flat)) < 0.14


@pytest.mark.parametrize(("fewest", "most", "hidden"), [(4, 5, 0.02), (6, 14, 0.002)])
def test_the_cocked_one_stands_out_from_above(fewest: int, most: int, hidden: float) -> None:
    """Of three flat dice and a cocked one there are tables that another camera above four flat ones sees alike."""
    rng = np.random.default_rng(20)
    missed = 0
    for _ in range(1000):
        count, tilt_deg, away = int(rng.integers(fewest, most + 1)), rng.uniform(0, 12), rng.uniform(15, 45)
        apart = tilts(table(rng, count, tilt_deg, away, rng.uniform(20, 45)))
        missed += not (apart[0] > 0.2 and max(apart[1:]) < apart[0])
    assert missed <= 1000 * hidden


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_the_one_seen_from_above_is_the_flat_one(order: tuple[int, int]) -> None:
    pair = table(np.random.default_rng(1), 2, 0, 30, 35)
    apart = tilts([pair[k] for k in order])
    assert apart[order.index(0)] > 0.3
    assert apart[order.index(1)] < 0.15


def test_one_die_has_nothing_to_be_compared_with() -> None:
    assert tilts(table(np.random.default_rng(1), 1, 30, 30, 40)) == [0.0]
    assert tilts([]) == []


@given(st.integers(0, 10**6), st.integers(3, 14), st.floats(0, 55), st.floats(15, 45))
def test_how_obliquely_flat_dice_are_seen_is_told(seed: int, count: int, tilt_deg: float, away: float) -> None:
    flat = table(np.random.default_rng(seed), count, tilt_deg, away, 0)
    for die, stance in zip(flat, tilts_of(flat), strict=True):
        assert stance.oblique == pytest.approx(float(np.hypot(*die.lean)), abs=0.14)
    assert view_sine(flat) == pytest.approx(float(np.median([np.hypot(*die.lean) for die in flat])), abs=0.2)


@pytest.mark.parametrize("turn_deg", [0, 20, 45, 70])
@pytest.mark.parametrize("tilt_deg", [35, 45, 55])
@pytest.mark.parametrize("count", [1, 2, 5])
def test_in_an_upright_picture_from_the_side_the_tops_are_flat_and_not_the_sides(
    turn_deg: int, tilt_deg: int, count: int
) -> None:
    rng = np.random.default_rng(turn_deg)
    dice = [both_faces(np.array([*rng.uniform(-3, 3, 2), 0.0]), turn_deg, tilt_deg, 30) for _ in range(count)]
    apart = tilts([face for die in dice for face in die])
    assert max(apart[::2]) < 0.1
    assert min(apart[1::2]) > 0.8


def test_things_that_may_be_dice_do_not_say_how_flat_ones_lean() -> None:
    flat = table(np.random.default_rng(4), 4, 40, 30, 0)
    keys = [replace(die, lean=(0.0, 0.0), confidence=0.3) for die in table(np.random.default_rng(5), 9, 0, 30, 0)]
    assert max(tilts([*flat, *keys])[:4]) < 0.1


def test_nothing_seen_has_no_view() -> None:
    assert view_sine([]) == 0.0


@given(st.integers(0, 10**6), st.integers(3, 9), st.floats(0, 30), st.floats(20, 45), st.floats(20, 45))
def test_a_die_that_lies_alone_is_compared_with_those_that_lay_flat_before(
    seed: int, count: int, tilt_deg: float, away: float, cocked_deg: float
) -> None:
    rng = np.random.default_rng(seed)
    cocked, *before = table(rng, count + 1, tilt_deg, away, cocked_deg)
    flat, *known = before[0], *map(as_flat, before[1:])
    assert tilts([cocked]) == tilts([flat]) == [0.0]
    assert tilts_of([cocked], known)[0].tilt > tilts_of([flat], known)[0].tilt
    assert tilts_of([flat], known)[0].tilt < 0.14


def test_a_cocked_die_that_lies_alone_hardly_says_how_flat_ones_lean_where_that_is_known() -> None:
    rng = np.random.default_rng(20)
    apart = []
    for _ in range(400):
        cocked, *before = table(rng, 7, rng.uniform(0, 6), rng.uniform(20, 45), 20)
        apart.append(tilts_of([cocked], list(map(as_flat, before)))[0].tilt)
    assert min(apart) > 0.7 * np.sin(np.radians(20))


@given(st.integers(0, 10**6), st.integers(2, 9), st.floats(0, 50))
def test_dice_that_lay_flat_before_change_nothing_for_flat_ones(seed: int, count: int, tilt_deg: float) -> None:
    flat = table(np.random.default_rng(seed), 2 * count, tilt_deg, 30, 0)
    known = list(map(as_flat, flat[count:]))
    assert len(tilts_of(flat[:count], known)) == count
    assert max(stance.tilt for stance in tilts_of(flat[:count], known)) < 0.14
    assert view_sine([], known) == pytest.approx(view_sine(flat), abs=0.25)


@given(st.integers(0, 10**6), st.floats(0, 25))
def test_dice_that_lay_flat_under_a_camera_that_was_moved_since_are_told(seed: int, tilt_deg: float) -> None:
    rng = np.random.default_rng(seed)
    before, now = (table(rng, 6, tilt_deg + moved, 30, 0) for moved in (0, 22))
    assert seen_alike(map(as_flat, before), now) == []
    assert len(seen_alike(map(as_flat, now[3:]), now[:3])) == 3


def test_one_die_that_lay_flat_before_does_not_outvote_the_one_that_lies_there() -> None:
    flat, cocked = table(np.random.default_rng(3), 2, 0, 30, 0)[0], table(np.random.default_rng(3), 2, 0, 30, 35)[0]
    assert tilts_of([flat], [as_flat(cocked)])[0].tilt < 0.1
