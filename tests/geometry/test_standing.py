"""How far a base stands where it cannot: off the board, inside terrain."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, affinity

from geometry.base import Base, BaseShape
from geometry.ellipse import rim
from geometry.errors import ShapeError
from geometry.measure import depth_in, edge_rooms
from geometry.table import Board
from geometry.terrain import Outline, Part

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
BLOCK = Part("block", "block", ((10, 10), (12, 10), (12, 12), (10, 12)), 0, 2)


@pytest.mark.parametrize(("x", "hanging"), [(5, 0), (R, 0), (0.4, R - 0.4), (29.9, R - 0.1), (-3, R + 3)])
def test_a24_01_bases_may_not_hang_over_the_edge(x: float, hanging: float) -> None:
    assert max(0.0, -min(edge_rooms(Base(ROUND, x, 11), Board()))) == pytest.approx(hanging, abs=1e-12)


def test_an_oval_hangs_over_by_its_own_reach() -> None:
    oval = BaseShape.from_mm((60, 35))
    assert min(edge_rooms(Base(oval, 0.8, 11), Board())) == pytest.approx(0.8 - oval.long / 2)
    assert min(edge_rooms(Base(oval, 0.8, 11, 0, 90), Board())) > 0


@pytest.mark.parametrize(
    ("x", "z", "depth"),
    [(10 - R, 0, 0), (10 - R + 0.1, 0, 0.1), (11, 0, 1 + R), (11, 2.0, 0), (11, 1.9, 1 + R), (5, 0, 0)],
)
def test_depth_inside_terrain(x: float, z: float, depth: float) -> None:
    assert depth_in(Base(ROUND, x, 11, z), BLOCK) == pytest.approx(depth, abs=1e-12)


@pytest.mark.parametrize(("off", "depth"), [(R - 0.1, 0.1), (R + 0.001, 0), (R + 0.2, 0)])
def test_a_base_by_a_corner_is_as_deep_as_it_reaches_over_it(off: float, depth: float) -> None:
    """Within its radius of the lines of both sides, and yet clear of them where the corner is far."""
    at = 12 + off / math.sqrt(2)
    assert depth_in(Base(ROUND, at, at), BLOCK) == pytest.approx(depth, abs=1e-12)


SHAPES = st.tuples(st.floats(0.5, 2.5), st.floats(0.2, 1.0)).map(lambda size: BaseShape(size[0], size[0] * size[1]))
BENT = ((10, 10), (13, 10), (13, 11), (11, 11), (11, 13), (10, 13))
WEDGE = ((10, 10), (14, 10), (10, 10.5))


@given(SHAPES, st.floats(8, 15), st.floats(8, 15), st.floats(0, 180), st.sampled_from([BLOCK.outline, BENT, WEDGE]))
def test_a_base_is_in_terrain_exactly_where_the_two_overlap_and_the_depth_frees_it(
    shape: BaseShape, x: float, y: float, turn: float, outline: Outline
) -> None:
    part = Part("part", "part", outline, 0, 2)
    base = Base(shape, x, y, 0, turn)
    ring = Polygon(rim(base, np.linspace(0, 2 * math.pi, 720, endpoint=False)))
    deep = depth_in(base, part)
    if ring.intersection(part.polygon).area > 1e-3:
        assert deep > 0
    elif ring.distance(part.polygon) > 1e-3:
        assert deep == 0
    if outline is not BENT and deep > 0:
        angles = np.linspace(0, 2 * math.pi, 360, endpoint=False)
        nearly = [affinity.translate(ring, 0.98 * deep * math.cos(a), 0.98 * deep * math.sin(a)) for a in angles]
        wholly = [affinity.translate(ring, deep * math.cos(a), deep * math.sin(a)) for a in angles]
        assert all(pushed.intersects(part.polygon) for pushed in nearly if deep > 0.05)
        assert min(pushed.intersection(part.polygon).area for pushed in wholly) < 1e-3


@pytest.mark.parametrize("size", [(0, 0), (1, 2), (math.nan, 1), (30, 22), (-1, -1)])
def test_an_impossible_base_is_refused(size: tuple[float, float]) -> None:
    with pytest.raises(ShapeError) as error:
        BaseShape(*size)
    assert error.value.message["short"] is size[1]


def test_a_base_nowhere_is_refused() -> None:
    with pytest.raises(ShapeError) as error:
        Base(ROUND, math.nan, 5)
    assert error.value.message.code == "geometry-base-place"
