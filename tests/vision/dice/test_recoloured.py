"""A die in other colours: pips that hardly differ in brightness grow plain, a lamp's mirror image is painted over."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.dice.networks import Image
from vision.dice.tta_check import FINEST_PX, RECOLOURINGS, alone, boost_saturation, recoloured, remove_specular

EVERYWHERE = np.ones((40, 40), bool)
GREY_BODY, RED_PIP = (74, 74, 74), (50, 50, 122)
"""As bright as each other: BGR."""


def die(body: tuple[int, int, int] = GREY_BODY, pip: tuple[int, int, int] = RED_PIP) -> tuple[Image, NDArray[np.bool_]]:
    """Return a face with a pip in its middle, and where the pip lies."""
    down, across = np.mgrid[:40, :40]
    there = np.hypot(across - 20, down - 20) < 5
    image = np.full((40, 40, 3), body, np.uint8)
    image[there] = pip
    return image, there


def difference(image: Image, there: NDArray[np.bool_]) -> float:
    return float(np.linalg.norm(image[there].mean(axis=0) - image[~there].mean(axis=0)))


def test_a_red_pip_that_is_as_bright_as_its_grey_die_is_told_from_it_far_more() -> None:
    image, there = die()
    assert abs(image[there].mean() - image[~there].mean()) < 1
    assert difference(boost_saturation(image, EVERYWHERE, 2.0, 0.6), there) == pytest.approx(
        2 * difference(image, there), rel=0.1
    )


@given(st.floats(0.1, 1.0), st.integers(0, 255), st.integers(0, 255))
def test_grey_stays_grey_and_light_and_dark_come_nearer_as_they_are_told_to(shade: float, body: int, pip: int) -> None:
    image, there = die((body,) * 3, (pip,) * 3)
    after = boost_saturation(image, EVERYWHERE, 3.0, shade)
    assert np.ptp(after.astype(int), axis=2).max() <= 1
    assert difference(after, there) == pytest.approx(shade * difference(image, there), abs=3)


def test_what_mirrors_a_lamp_is_painted_over_and_a_white_pip_of_a_white_die_is_not() -> None:
    image, there = die()
    lit = image.copy()
    lit[there & (np.arange(40) < 20)] = (250, 245, 240)
    over = remove_specular(lit, EVERYWHERE)
    assert over.max() < 160
    bright, _ = die((225, 228, 230), (20, 20, 20))
    assert np.array_equal(remove_specular(bright, EVERYWHERE), bright)


def test_a_coloured_pip_is_no_glare_however_bright() -> None:
    image, _ = die((40, 40, 40), (120, 220, 255))
    assert np.array_equal(remove_specular(image, EVERYWHERE), image)


@given(st.integers(0, 119), st.integers(0, 79), st.floats(-0.4, 0.4), st.floats(3, 200))
def test_a_die_at_any_border_has_its_middle_where_it_is_said_to_lie(
    column: int, row: int, beside: float, edge_px: float
) -> None:
    x_px, y_px = column + beside, row - beside
    image = np.random.default_rng(3).integers(0, 255, (80, 120, 3)).astype(np.uint8)
    part, (x, y, edge) = alone(image, (x_px, y_px, edge_px))
    assert edge == edge_px
    assert part.shape[0] == part.shape[1]
    assert (part[round(y), round(x)] == image[row, column]).all()
    for picture, (there_x, there_y, there_edge) in recoloured(image, (x_px, y_px, edge_px)):
        assert 0 <= there_x < picture.shape[1]
        assert 0 <= there_y < picture.shape[0]
        assert there_edge <= max(FINEST_PX * 1.05, 1)


def test_in_each_of_them_the_pip_is_where_it_was() -> None:
    image, _ = die()
    pictures = recoloured(image, (20.0, 20.0, 30.0))
    assert len(pictures) == len(RECOLOURINGS)
    for picture, (x_px, y_px, _) in pictures:
        pip, body = picture[round(y_px), round(x_px)].astype(int), picture[round(y_px), round(x_px) + 10].astype(int)
        assert pip[2] - pip[:2].max() >= 40
        assert np.ptp(body) <= 1
