"""Lines with points close together, and the outline of a base: against shapely's lengths and the ellipse's equation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LinearRing, LineString, Point

from geometry.base import Base, BaseShape
from geometry.witness import base_outline, densified

inches = st.floats(-30, 30).map(lambda value: round(value, 3))
corners = st.lists(st.tuples(inches, inches), min_size=3, max_size=6, unique=True)


@given(corners, st.booleans(), st.sampled_from([0.25, 1.0, 7.0]))
def test_a_densified_line_is_the_same_line_with_neighbours_at_most_a_step_apart(
    points: list[tuple[float, float]], closed: bool, step: float
) -> None:
    line = densified(points, closed=closed, step=step)
    ring = np.vstack([line, line[:1]]) if closed else line
    gaps = np.linalg.norm(np.diff(ring, axis=0), axis=1)
    assert gaps.max() <= step + 1e-9
    drawn = LinearRing(points) if closed else LineString(points)
    assert gaps.sum() == pytest.approx(drawn.length)
    assert max(drawn.distance(Point(*place)) for place in line) < 1e-9
    assert {tuple(place) for place in points} <= {tuple(place) for place in line.tolist()}
    ends = [*points, points[0]] if closed else points
    sides = [math.dist(a, b) for a, b in itertools.pairwise(ends)]
    assert len(line) == sum(max(1, math.ceil(side / step)) for side in sides) + (not closed)


def test_heights_go_along_and_a_single_point_stays() -> None:
    assert densified([(0, 0, 0), (0, 0, 2)], closed=False).tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 2]]
    assert densified([(1, 2, 3)], closed=True).tolist() == [[1, 2, 3]]


@given(inches, inches, st.floats(0, 6), st.floats(-180, 180), st.integers(3, 48))
def test_the_outline_of_an_oval_base_solves_its_equation_at_its_height(
    x: float, y: float, z: float, turn_deg: float, count: int
) -> None:
    points = base_outline(Base(BaseShape(3.0, 2.0), x, y, z, turn_deg), count)
    turn = math.radians(turn_deg)
    east, north = points[:, 0] - x, points[:, 1] - y
    along, across = east * math.cos(turn) + north * math.sin(turn), north * math.cos(turn) - east * math.sin(turn)
    assert points.shape == (count, 3)
    assert np.allclose((along / 1.5) ** 2 + across**2, 1.0)
    assert np.all(points[:, 2] == z)
    turns = np.unwrap(np.arctan2(across, along / 1.5))
    assert np.allclose(turns - turns[0], np.arange(count) * 2 * math.pi / count)
    assert (along[0], across[0]) == pytest.approx((1.5, 0.0))
