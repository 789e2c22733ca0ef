"""What is painted into a picture: the colour on a dark rim, areas that are seen through, points and labels."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from geometry.witness import Role
from web.camera.drawing import CASING, COLOURS, WHITE, paint_line, paint_stroke

GROUND = 120
ACROSS = [(20.0, 50.0), (80.0, 50.0)]
SQUARE = [(20.0, 20.0), (80.0, 20.0), (80.0, 80.0), (20.0, 80.0)]


@pytest.fixture
def picture() -> NDArray[np.uint8]:
    return np.full((100, 100, 3), GROUND, np.uint8)


def at(picture: NDArray[np.uint8], x: int, y: int) -> tuple[int, ...]:
    return tuple(int(value) for value in picture[y, x])


def inked(picture: NDArray[np.uint8], x: int, y: int, ink: tuple[int, int, int]) -> bool:
    """Return whether a pixel is that colour, but for the smoothing of a line's edge."""
    return bool(np.abs(picture[y, x].astype(int) - ink).max() <= 25)


def test_a_line_has_its_colour_inside_and_a_dark_rim(picture: NDArray[np.uint8]) -> None:
    paint_line(picture, ACROSS, (0, 0, 255), width=3, casing=6)
    assert inked(picture, 50, 50, (0, 0, 255))
    assert inked(picture, 50, 54, CASING)
    assert inked(picture, 50, 46, CASING)
    assert at(picture, 50, 60) == (GROUND,) * 3


def test_a_line_without_a_rim_leaves_the_ground_beside_it(picture: NDArray[np.uint8]) -> None:
    paint_line(picture, ACROSS, (0, 0, 255), width=1)
    assert inked(picture, 50, 50, (0, 0, 255))
    assert at(picture, 50, 53) == (GROUND,) * 3


def test_only_a_closed_line_comes_back_to_where_it_began(picture: NDArray[np.uint8]) -> None:
    open_ = picture.copy()
    paint_line(open_, SQUARE, WHITE, closed=False)
    paint_line(picture, SQUARE, WHITE, closed=True)
    assert at(open_, 20, 50) == (GROUND,) * 3
    assert inked(picture, 20, 50, WHITE)


@pytest.mark.parametrize("role", [Role.COVER, Role.BREACH, Role.PATH])
def test_an_area_is_seen_through(picture: NDArray[np.uint8], role: Role) -> None:
    paint_stroke(picture, role, SQUARE, closed=True, label="", width=1)
    expected = [0.25 * ink + 0.75 * GROUND for ink in COLOURS.get(role, WHITE)]
    assert at(picture, 50, 50) == pytest.approx(expected, abs=1)


def test_a_limit_is_an_outline_alone(picture: NDArray[np.uint8]) -> None:
    paint_stroke(picture, Role.LIMIT, SQUARE, closed=True, label="", width=1)
    assert at(picture, 50, 50) == (GROUND,) * 3
    assert at(picture, 50, 20) == WHITE


def test_a_single_point_is_a_disc_with_a_dark_rim(picture: NDArray[np.uint8]) -> None:
    paint_stroke(picture, Role.BLOCKER, [(50.2, 49.8)], closed=False, label="", width=4)
    assert at(picture, 50, 50) == COLOURS[Role.BLOCKER]
    assert at(picture, 64, 50) == CASING
    assert at(picture, 70, 50) == (GROUND,) * 3


def test_a_label_stands_right_of_the_middle_point_in_letters_that_the_font_has(picture: NDArray[np.uint8]) -> None:
    plain, lettered = picture.copy(), picture.copy()
    paint_stroke(plain, Role.PATH, ACROSS, closed=False, label="??", width=1)
    paint_stroke(lettered, Role.PATH, ACROSS, closed=False, label="→é", width=1)
    assert np.array_equal(plain, lettered)
    bare = picture.copy()
    paint_stroke(bare, Role.PATH, ACROSS, closed=False, label="", width=1)
    rows, columns = np.nonzero(np.any(plain != bare, axis=2))
    assert columns.min() >= 80 + 4
    assert rows.max() <= 50
