"""How far a base stands where it cannot: off the board, inside terrain."""

from __future__ import annotations

import math

import pytest

from geometry.base import Base, BaseShape
from geometry.errors import ShapeError
from geometry.standing import depth_in, overhang
from geometry.table import Board
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
BLOCK = Part("block", "block", ((10, 10), (12, 10), (12, 12), (10, 12)), 0, 2)


@pytest.mark.parametrize(("x", "hanging"), [(5, 0), (R, 0), (0.4, R - 0.4), (29.9, R - 0.1), (-3, R + 3)])
def test_a24_01_bases_may_not_hang_over_the_edge(x, hanging):
    assert overhang(Base(ROUND, x, 11), Board()) == pytest.approx(hanging, abs=1e-12)


def test_an_oval_hangs_over_by_its_own_reach():
    oval = BaseShape.from_mm((60, 35))
    assert overhang(Base(oval, 0.8, 11), Board()) == pytest.approx(oval.long / 2 - 0.8)
    assert overhang(Base(oval, 0.8, 11, 0, 90), Board()) == 0


@pytest.mark.parametrize(
    ("x", "z", "depth"),
    [(10 - R, 0, 0), (10 - R + 0.1, 0, 0.1), (11, 0, 1 + R), (11, 2.0, 0), (11, 1.9, 1 + R), (5, 0, 0)],
)
def test_depth_inside_terrain(x, z, depth):
    assert depth_in(Base(ROUND, x, 11, z), BLOCK) == pytest.approx(depth, abs=1e-12)


@pytest.mark.parametrize("size", [(0, 0), (1, 2), (math.nan, 1), (30, 22), (-1, -1)])
def test_an_impossible_base_is_refused(size):
    with pytest.raises(ShapeError, match="base"):
        BaseShape(*size)


def test_a_base_nowhere_is_refused():
    with pytest.raises(ShapeError, match="nan"):
        Base(ROUND, math.nan, 5)
