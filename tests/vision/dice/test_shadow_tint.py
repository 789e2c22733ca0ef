"""A tray's calibration tells how much its lamps tint the shadows of dice; other rolls' shadows are dice's then."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.depth import depth
from tests.vision.dice.trays import NOISE, SIZE, die, taken
from vision.dice.foreground import LARGEST_TINT, LEAST_PX, TINT_MARGIN, foreground, tint_of_shadows, unexplained
from vision.dice.networks import EDGE_PX
from vision.dice.tray import ROOM_TINT, Tray

GREY = 150.0
SHARES = st.tuples(st.floats(0.2, 0.9), st.floats(0.2, 0.9), st.floats(0.2, 0.9))


EMPTY = taken(np.full((SIZE[1], SIZE[0], 3), GREY), 1)


def tray() -> Tray:
    corners = np.array([[0, 0], [SIZE[0], 0], [SIZE[0], SIZE[1]], [0, SIZE[1]]], dtype=np.float64)
    return Tray(SIZE, corners, EDGE_PX, EMPTY, NOISE)


def with_shadow(light: tuple[float, float, float], x: float, y: float, radius: int = 22) -> NDArray[np.float64]:
    """A white die and to the right of it a shadow that leaves those shares of blue, green and red."""
    scene = np.full((SIZE[1], SIZE[0], 3), GREY)
    cv2.circle(scene, (round(x + 1.85 * EDGE_PX), round(y)), radius, [GREY * share for share in light], -1)
    half = EDGE_PX / 2
    cv2.rectangle(scene, (round(x - half), round(y - half)), (round(x + half), round(y + half)), (235, 235, 235), -1)
    return scene


@settings(max_examples=depth(25, 40), deadline=None)
@given(SHARES)
def test_the_tint_is_the_shadows_own_and_a_little_more(light: tuple[float, float, float]) -> None:
    told = tint_of_shadows(taken(with_shadow(light, 120, 150), 2), tray(), [die(120, 150)])
    apart = max(light) - min(light)
    assert told == pytest.approx(np.clip(TINT_MARGIN * apart, ROOM_TINT, LARGEST_TINT), abs=0.06)


@pytest.mark.parametrize("light", [(0.35, 0.5, 0.78), (0.8, 0.6, 0.4)])
def test_a_shadow_of_a_room_that_was_seen_before_is_the_dies(light: tuple[float, float, float]) -> None:
    told = tint_of_shadows(taken(with_shadow(light, 120, 150), 2), tray(), [die(120, 150)])
    other, one = taken(with_shadow(light, 220, 90), 3), die(220, 90)
    assert unexplained(foreground(other, EMPTY, NOISE), [one], complete=True)
    assert not unexplained(foreground(other, EMPTY, NOISE, shadow_tint=told), [one], complete=True)
    assert not unexplained(foreground(other, EMPTY, NOISE, shadow_tint=told), [one])


def test_nothing_is_told_by_dice_without_shadows_nor_by_what_is_bright() -> None:
    bright = with_shadow((1.3, 1.5, 0.99), 120, 150)
    few = with_shadow((0.3, 0.5, 0.9), 120, 150, radius=round((LEAST_PX / np.pi) ** 0.5) - 2)
    for scene in (bright, few, np.full((SIZE[1], SIZE[0], 3), GREY)):
        assert tint_of_shadows(taken(scene, 2), tray(), [die(120, 150)]) == ROOM_TINT
    assert tint_of_shadows(taken(with_shadow((0.3, 0.5, 0.9), 120, 150), 2), tray(), []) == ROOM_TINT
