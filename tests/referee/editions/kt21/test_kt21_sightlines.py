"""Lines past walls, worked out for many places at once, against each line drawn and looked at by itself (K21-04)."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from shapely.affinity import rotate
from shapely.geometry import LineString, Polygon
from shapely.geometry import box as rectangle

from geometry import ellipse
from geometry.base import Base, BaseShape
from geometry.terrain import Part
from referee.editions.kt21.walls import SKIN, Sightlines

ROUND, OVAL = BaseShape(32 / 25.4, 32 / 25.4), BaseShape(60 / 25.4, 35 / 25.4)
Point = tuple[float, float]


def part(number: int, wall: Polygon) -> Part:
    outline = tuple((float(x), float(y)) for x, y in list(wall.exterior.coords)[:-1])
    return Part(f"W{number}", f"W{number}", outline, 0, 2, role="wall")


def parts(*walls: Polygon) -> list[Part]:
    return [part(number, wall) for number, wall in enumerate(walls)]


def thin(x: float, y: float, length: float, turned: float) -> Polygon:
    return rotate(rectangle(x - length / 2, y - 0.12, x + length / 2, y + 0.12), turned)


def ends_beyond(target: Base, start: NDArray[np.float64], corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """The points of the rim at which lines from the start touch it, and where lines along corners first meet it."""
    axes, middle = ellipse.axes(target), ellipse.centre(target)
    own = np.linalg.solve(axes, start - middle)
    far = math.hypot(*own)
    found = []
    if far > 1:
        turn, half = math.atan2(own[1], own[0]), math.acos(1 / far)
        found += [middle + axes @ (math.cos(turn + by), math.sin(turn + by)) for by in (half, -half)]
    for corner in corners:
        aim = np.linalg.solve(axes, corner - start)
        square, half = float(aim @ aim), float(aim @ own)
        root = half * half - square * (float(own @ own) - 1)
        if square > 0 and root >= 0 and -half - math.sqrt(root) >= 0:
            found.append(start + (-half - math.sqrt(root)) / square * (corner - start))
    return found


def clear_one_by_one(walls: list[Part], target: Base, point: Point) -> bool:
    """Each line from a point to the target's rim by itself, looked at by shapely."""
    outline = shapely.union_all([wall.polygon for wall in walls])
    block, start = outline.buffer(-SKIN, join_style="mitre"), np.array(point)
    corners = np.unique(shapely.get_coordinates(outline.buffer(SKIN, join_style="mitre")), axis=0)
    rim = ellipse.rim(target, np.linspace(0, 2 * math.pi, 16, endpoint=False))
    ends = [*rim, *ends_beyond(target, start, corners)]
    return not all(block.intersects(LineString([point, end])) for end in ends)


walls = st.lists(
    st.builds(thin, st.floats(5, 10), st.floats(5, 11), st.floats(0.5, 5), st.floats(0, 180)), min_size=1, max_size=4
).map(lambda found: parts(*found))
shapes = st.sampled_from((ROUND, OVAL))
shooters = st.builds(Base, shapes, st.floats(2, 4), st.floats(5, 11), st.just(0.0), st.floats(0, 180))
targets = st.builds(Base, shapes, st.floats(11, 14), st.floats(5, 11), st.just(0.0), st.floats(0, 180))


@given(walls, shooters, targets)
@settings(max_examples=25, deadline=None)
def test_k21_04_many_places_at_once_see_what_each_sees_alone(found: list[Part], shooter: Base, target: Base) -> None:
    sightlines: Sightlines[Point] = Sightlines(found, target)
    spots = [(float(x), float(y)) for x, y in ellipse.rim(shooter, np.linspace(0, 6, 24))]
    assert sightlines.clear_from_each(spots) == [clear_one_by_one(found, target, spot) for spot in spots]


@given(walls, shooters, targets)
@settings(max_examples=25, deadline=None)
def test_k21_04_from_a_clear_point_some_line_is_clear_and_of_none_left_out(
    found: list[Part], shooter: Base, target: Base
) -> None:
    sightlines: Sightlines[Point] = Sightlines(found, target)
    clear = sightlines.clear_points(shooter)
    assert all(clear_one_by_one(found, target, point) for point in clear)
    even = [(float(x), float(y)) for x, y in ellipse.rim(shooter, np.linspace(0, 2 * math.pi, 72, endpoint=False))]
    assert {one for one in even if clear_one_by_one(found, target, one)} == set(clear) & set(even)


def test_k21_04_a_line_goes_along_two_walls_that_leave_it_room_and_through_none_that_meet() -> None:
    here, there = Base(ROUND, 3.0, 8.1), Base(ROUND, 13.0, 7.7)
    low, high = rectangle(7, 0, 7.3, 8), rectangle(9, 8 + 1e-4, 9.3, 16)
    apart: Sightlines[Point] = Sightlines(parts(low, high), there)
    assert apart.clear_points(here), "lines along both corners at once go through"
    for upper in (rectangle(7.2, 7.9, 7.5, 16), rectangle(7, 8, 7.3, 16)):
        parted: Sightlines[Point] = Sightlines(parts(low, upper), there)
        assert not parted.clear_points(here)


def test_k21_04_whoever_stands_in_a_wall_sees_through_none_of_it() -> None:
    around: Sightlines[Point] = Sightlines(parts(rectangle(4, 4, 14, 12)), Base(ROUND, 12.0, 8.0))
    assert around.clear_from_each([(6.0, 8.0), (13.9, 8.0)]) == [False, False]


def test_k21_04_what_stands_at_clear_points_is_looked_up_once() -> None:
    sightlines: Sightlines[Point] = Sightlines(parts(thin(8, 11, 2, 0)), Base(ROUND, 12.0, 8.0))
    asked: list[list[Point]] = []

    def places(points: list[Point]) -> tuple[Point, ...]:
        asked.append(points)
        return tuple(points)

    shooter = Base(ROUND, 3.0, 8.0)
    assert sightlines.places(shooter, places) == sightlines.places(shooter, places) == tuple(asked[0])
    assert len(asked) == 1


@pytest.mark.parametrize("shape", [ROUND, OVAL])
@given(st.floats(-180, 180), st.floats(-5, 5), st.floats(-5, 5))
def test_an_outline_is_mapped_onto_the_unit_circle_and_back(
    shape: BaseShape, turned: float, x: float, y: float
) -> None:
    base = Base(shape, x, y, 0.0, turned)
    assert np.allclose(ellipse.inverse(base) @ ellipse.axes(base), np.eye(2), atol=1e-12)
    assert np.allclose(ellipse.inverse(base), np.linalg.inv(ellipse.axes(base)), atol=1e-12)
