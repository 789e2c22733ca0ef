"""Ranges measured round walls, against the two chains of the convex hull round one wall."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPoint, Point, Polygon

from geometry.base import Base, BaseShape
from geometry.measure import gap
from geometry.terrain import Part
from geometry.visibility.path_around_walls import WallObstacles
from tests.depth import depth

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
A, B = Base(ROUND, 5, 11), Base(ROUND, 14, 11)


def wall(name: str, x0: float, y0: float, x1: float, y1: float) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), 0, 3)


def test_without_a_wall_between_it_is_the_gap() -> None:
    found = WallObstacles([wall("W", 9, 13, 9.2, 15)]).path(A, B)
    assert found.length == pytest.approx(gap(A, B))
    assert WallObstacles(()).path(A, B).length == pytest.approx(gap(A, B))


def test_k21_04_range_runs_round_the_end_of_a_wall() -> None:
    found = WallObstacles([wall("W", 9, 4, 9.2, 13)]).path(A, B)
    expected = math.hypot(4, 2) + 0.2 + math.hypot(4.8, 2) - 2 * R
    assert found.length == pytest.approx(expected)
    assert found.points[1:-1] == ((9, 13), (9.2, 13))
    for base, end in ((A, found.points[0]), (B, found.points[-1])):
        assert math.hypot(end[0] - base.x, end[1] - base.y) == pytest.approx(R)


def test_walls_that_meet_leave_no_way_and_walls_apart_do() -> None:
    closed = [wall("a", 9, 0, 9.2, 11), wall("b", 9, 11, 9.2, 22)]
    ring = [
        wall("l", 12, 9, 12.2, 13),
        wall("r", 16, 9, 16.2, 13),
        wall("t", 12, 13, 16.2, 13.2),
        wall("u", 12, 8.8, 16.2, 9),
    ]
    assert math.isinf(WallObstacles(ring).path(A, B).length)
    assert WallObstacles(ring).path(A, B).points == ()
    around = WallObstacles(closed).path(A, B)
    assert around.length > 20
    open_door = [wall("a", 9, 0, 9.2, 11), wall("b", 9, 11.001, 9.2, 22)]
    assert WallObstacles(open_door).path(A, B).length == pytest.approx(gap(A, B), abs=0.01)


def test_an_oval_starts_where_the_way_is_shortest() -> None:
    oval = Base(BaseShape.from_mm((75, 42)), 5, 11, 0, 40)
    found = WallObstacles([wall("W", 9, 4, 9.2, 13)]).path(oval, B)
    (start, corner, *_) = found.points
    turn = np.linspace(0, 2 * math.pi, 4000)
    unit = np.stack([np.cos(turn) * oval.shape.long / 2, np.sin(turn) * oval.shape.short / 2], axis=-1)
    spin = np.array(
        [
            [math.cos(math.radians(40)), -math.sin(math.radians(40))],
            [math.sin(math.radians(40)), math.cos(math.radians(40))],
        ]
    )
    rim = unit @ spin.T + [5, 11]
    assert math.dist(start, corner) == pytest.approx(np.linalg.norm(rim - corner, axis=1).min(), abs=1e-5)


@settings(deadline=None, max_examples=depth(25, 80))
@given(st.floats(6.6, 12), st.floats(8, 14), st.floats(0.2, 2), st.floats(0.2, 6), st.floats(0, math.pi))
def test_round_one_convex_wall_it_is_the_shorter_side_of_the_hull(
    x: float, y: float, wide: float, deep: float, angle: float
) -> None:
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    corners = np.array([[-wide, -deep], [wide, -deep], [wide, deep], [-wide, deep]]) / 2 @ spin.T + [x, y]
    part = Part("W", "W", tuple(map(tuple, corners)), 0, 3)
    clear = min(part.polygon.distance(Point(base.x, base.y)) for base in (A, B))
    if clear < R + 1e-3:
        return
    found = WallObstacles([part]).path(A, B)
    straight = LineString([(A.x, A.y), (B.x, B.y)])
    if not straight.intersects(Polygon(corners)):
        assert found.length == pytest.approx(gap(A, B))
        return
    hull = list(MultiPoint([(A.x, A.y), (B.x, B.y), *map(tuple, corners)]).convex_hull.exterior.coords)[:-1]
    first, last = hull.index((A.x, A.y)), hull.index((B.x, B.y))
    ring = hull + hull
    sides = [ring[first : ring.index((B.x, B.y), first) + 1], ring[last : ring.index((A.x, A.y), last) + 1]]
    shorter = min(LineString(side).length for side in sides)
    assert found.length == pytest.approx(shorter - 2 * R, abs=1e-5)
    back = WallObstacles([part]).path(B, A)
    assert back.length == pytest.approx(found.length, abs=1e-6)
