"""Dice that lie flat lean alike: the one that does not is found, wherever the camera hangs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.dice.seen import SeenDie
from vision.dice.view import apart_from_flat

FOCAL_PX = 800.0


def seen(place: NDArray[np.float64], normal: NDArray[np.float64], tilt_deg: float, away: float) -> SeenDie:
    """Return a die at `place` on the table, edges, under a pinhole `away` edges from it that is tilted about x."""
    c, s = np.cos(np.radians(tilt_deg)), np.sin(np.radians(tilt_deg))
    across = np.array([[1, 0, 0], [0, -c, -s], [0, s, -c]])
    eye = -away * across[2]
    towards = across @ (place - eye)
    sight = towards / np.linalg.norm(towards)
    facing = across @ normal
    lean = facing - sight * (facing @ sight)
    x, y = FOCAL_PX * towards[:2] / towards[2]
    return SeenDie(3, float(x), float(y), FOCAL_PX / float(towards[2]), 0.9, 0.0, 0.0, (float(lean[0]), float(lean[1])))


def table(rng: np.random.Generator, count: int, tilt_deg: float, away: float, cocked_deg: float) -> list[SeenDie]:
    """Return dice on a table, the first of them cocked."""
    dice = []
    for k in range(count):
        way, angle = rng.uniform(0, 2 * np.pi), np.radians(cocked_deg if k == 0 else 0)
        normal = np.array([np.sin(angle) * np.cos(way), np.sin(angle) * np.sin(way), np.cos(angle)])
        dice.append(seen(np.array([*rng.uniform(-0.18, 0.18, 2) * away, 0.0]), normal, tilt_deg, away))
    return dice


@given(st.integers(0, 10**6), st.integers(2, 14), st.floats(0, 55), st.floats(15, 45))
def test_flat_dice_lean_alike_from_any_camera(seed: int, count: int, tilt_deg: float, away: float) -> None:
    flat = table(np.random.default_rng(seed), count, tilt_deg, away, 0)
    assert max(apart_from_flat(flat)) < 0.14


@pytest.mark.parametrize(("fewest", "most", "hidden"), [(4, 5, 0.02), (6, 14, 0.002)])
def test_the_cocked_one_stands_out_from_above(fewest: int, most: int, hidden: float) -> None:
    """Of three flat dice and a cocked one there are tables that another camera above four flat ones sees alike."""
    rng = np.random.default_rng(20)
    missed = 0
    for _ in range(1000):
        count, tilt_deg, away = int(rng.integers(fewest, most + 1)), rng.uniform(0, 12), rng.uniform(15, 45)
        apart = apart_from_flat(table(rng, count, tilt_deg, away, rng.uniform(20, 45)))
        missed += not (apart[0] > 0.2 and max(apart[1:]) < apart[0])
    assert missed <= 1000 * hidden


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_the_one_seen_from_above_is_the_flat_one(order: tuple[int, int]) -> None:
    pair = table(np.random.default_rng(1), 2, 0, 30, 35)
    apart = apart_from_flat([pair[k] for k in order])
    assert apart[order.index(0)] > 0.3
    assert apart[order.index(1)] < 0.15


def test_one_die_has_nothing_to_be_compared_with() -> None:
    assert apart_from_flat(table(np.random.default_rng(1), 1, 30, 30, 40)) == [0.0]
    assert apart_from_flat([]) == []
