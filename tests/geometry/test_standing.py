"""What is wrong with where operatives stand: off the board, on a base, inside terrain."""

from __future__ import annotations

import math

import pytest

from geometry.base import Base, BaseShape
from geometry.errors import PositionError, ShapeError
from geometry.placement import Placement
from geometry.standing import Wrong, check_standing, depth_in, faults, overhang
from geometry.table import Board, Operative, Table
from geometry.terrain import Part

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
BLOCK = Part("block", "block", ((10, 10), (12, 10), (12, 12), (10, 12)), 0, 2)


def table(*places: tuple[float, ...], terrain=(BLOCK,)) -> Table:
    people = {
        f"A{row}": Operative(f"A{row}", "p", ROUND, 1.6, Placement(f"A{row}", *at)) for row, at in enumerate(places)
    }
    return Table(operatives=people, terrain=tuple(terrain))


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


def test_h24_15_every_fault_is_named():
    found = faults(table((0.3, 5), (5, 5), (5 + R, 5), (11, 11)))
    assert [(fault.operative, fault.wrong, fault.other) for fault in found] == [
        ("A0", Wrong.OFF_BOARD, None),
        ("A3", Wrong.IN_TERRAIN, "block"),
        ("A1", Wrong.ON_BASE, "A2"),
    ]
    assert found[2].depth == pytest.approx(R)


def test_bases_may_touch_and_stand_over_each_other_on_levels():
    assert faults(table((5, 5), (5 + 2 * R, 5), (11, 11, 2.0))) == ()
    floors = (Part("slab", "slab", ((4, 4), (6, 4), (6, 6), (4, 6)), 2.8, 3.0),)
    assert faults(table((5, 5), (5, 5, 3.0), terrain=floors)) == ()


def test_errors_within_the_slack_are_let_pass():
    assert faults(table((5, 5), (5 + 2 * R - 0.01, 5)), slack=0.02) == ()


def test_a_base_inside_terrain_is_an_error_that_names_both():
    with pytest.raises(PositionError, match=r"'A0' stands inside terrain 'block' by 1\.630"):
        check_standing(table((11, 11)))
    check_standing(table((5, 5)))


@pytest.mark.parametrize("size", [(0, 0), (1, 2), (math.nan, 1), (30, 22), (-1, -1)])
def test_an_impossible_base_is_refused(size):
    with pytest.raises(ShapeError, match="base"):
        BaseShape(*size)


def test_a_base_nowhere_is_refused():
    with pytest.raises(ShapeError, match="nan"):
        Base(ROUND, math.nan, 5)
