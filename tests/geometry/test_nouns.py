"""What the board's nouns refuse, by name."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from geometry.base import Base, BaseShape
from geometry.errors import GeometryError, ShapeError
from geometry.placement import Placement
from geometry.table import Board, Marker, Operative, Table
from geometry.terrain import Part, features

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
SHAPE = BaseShape.from_mm(32)


@pytest.mark.parametrize("diameters", [(0, 0), (1, 2), (-1, -1), (math.nan, 1), (math.inf, 1), (25, 25)])
def test_a_base_shape_refuses_impossible_diameters(diameters: tuple[float, float]) -> None:
    with pytest.raises(ShapeError, match="base"):
        BaseShape(*diameters)


def test_millimetres_become_inches() -> None:
    assert BaseShape.from_mm(25.4) == BaseShape(1, 1)
    assert BaseShape.from_mm((50.8, 25.4)) == BaseShape(2, 1)
    assert not BaseShape.from_mm((50.8, 25.4)).is_round


@pytest.mark.parametrize("where", [(math.nan, 0, 0, 0), (0, math.inf, 0, 0), (0, 0, 0, math.nan)])
def test_a_base_refuses_to_stand_nowhere(where: tuple[float, float, float, float]) -> None:
    with pytest.raises(ShapeError, match="finite"):
        Base(SHAPE, *where)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"outline": ((0, 0), (1, 1))}, "three different corners"),
        ({"outline": ((0, 0), (2, 2), (2, 0), (0, 2))}, "no simple polygon"),
        ({"outline": ((0, 0), (1, 0), (2, 0))}, "no simple polygon"),
        ({"outline": ((0, 0), (math.nan, 0), (2, 2))}, "not finite"),
        ({"bottom": 2.0, "top": 2.0}, "bottom < top"),
        ({"top": math.inf}, "bottom < top"),
    ],
)
def test_a_terrain_part_is_refused_by_its_name(change: dict[str, Any], said: str) -> None:
    good: dict[str, Any] = {"id": "wall-7", "feature": "ruin", "outline": SQUARE, "bottom": 0.0, "top": 3.0}
    with pytest.raises(ShapeError, match=said) as refusal:
        Part(**{**good, **change})
    assert "wall-7" in str(refusal.value)


def test_corners_run_counter_clockwise_however_they_were_given() -> None:
    for outline in (SQUARE, SQUARE[::-1]):
        corners = Part("p", "f", outline, 0, 1).corners
        x, y = corners.T
        assert np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y) > 0


def test_traits_have_no_capitals_and_parts_gather_into_features() -> None:
    parts = [Part(name, feature, SQUARE, 0, 1, frozenset({"Heavy"})) for name, feature in (("a", "f"), ("b", "f"))]
    assert parts[0].has("heavy")
    assert not parts[0].has("Light")
    assert features(parts) == {"f": tuple(parts)}


@pytest.mark.parametrize(
    "covariance",
    [np.zeros((3, 3)), np.full((4, 4), math.nan), np.diag([-1.0, 0, 0, 0]), np.triu(np.ones((4, 4)))],
)
def test_a_placement_refuses_what_is_no_covariance(covariance: Any) -> None:
    with pytest.raises(ShapeError, match="'a1'"):
        Placement("a1", 1, 2, covariance=covariance)


def test_a_placement_s_sigma_is_that_of_its_worst_direction() -> None:
    covariance = np.zeros((4, 4))
    covariance[:2, :2] = [[0.02, 0.01], [0.01, 0.02]]
    assert Placement("a1", 0, 0, covariance=covariance).sigma == pytest.approx(math.sqrt(0.03))
    assert Placement("a1", 0, 0).sigma == 0


def test_a_placement_cannot_be_changed_through_the_array_it_was_made_from() -> None:
    covariance = np.eye(4) * 1e-4
    placement = Placement("a1", 0, 0, covariance=covariance)
    covariance[0, 0] = 5
    assert placement.covariance[0, 0] == 1e-4
    with pytest.raises(ValueError, match="read-only"):
        placement.covariance[0, 0] = 5


def test_a_board_a_head_and_a_marker_refuse_the_impossible() -> None:
    with pytest.raises(ShapeError, match="board"):
        Board(0, 22)
    with pytest.raises(ShapeError, match="head"):
        Operative("a1", "p1", SHAPE, 0, Placement("a1", 1, 1))
    with pytest.raises(ShapeError, match="'m1'"):
        Marker("m1", "objective", -1, Placement("m1", 1, 1))


def test_a_table_refuses_a_wrong_file_and_a_part_twice_and_names_who_is_there() -> None:
    one = Operative("a1", "p1", SHAPE, 1.4, Placement("a1", 1, 1))
    with pytest.raises(GeometryError, match="filed under 'a2'"):
        Table(operatives={"a2": one})
    part = Part("t0", "f", SQUARE, 0, 1)
    with pytest.raises(GeometryError, match="'t0'"):
        Table(terrain=(part, part))
    with pytest.raises(GeometryError, match="there: a1"):
        Table(operatives={"a1": one}).operative("zz")
