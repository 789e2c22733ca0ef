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
from messages.message import Message

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
SHAPE = BaseShape.from_mm(32)


@pytest.mark.parametrize("diameters", [(0, 0), (1, 2), (-1, -1), (math.nan, 1), (math.inf, 1), (25, 25)])
def test_a_base_shape_refuses_impossible_diameters(diameters: tuple[float, float]) -> None:
    with pytest.raises(ShapeError) as error:
        BaseShape(*diameters)
    assert error.value.message.code in {"geometry-base-finite", "geometry-base-size"}


def test_millimetres_become_inches() -> None:
    assert BaseShape.from_mm(25.4) == BaseShape(1, 1)
    assert BaseShape.from_mm((50.8, 25.4)) == BaseShape(2, 1)
    assert not BaseShape.from_mm((50.8, 25.4)).is_round


@pytest.mark.parametrize("where", [(math.nan, 0, 0, 0), (0, math.inf, 0, 0), (0, 0, 0, math.nan)])
def test_a_base_refuses_to_stand_nowhere(where: tuple[float, float, float, float]) -> None:
    with pytest.raises(ShapeError) as error:
        Base(SHAPE, *where)
    assert error.value.message.code == "geometry-base-place"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"outline": ((0, 0), (1, 1))}, "geometry-part-corners"),
        ({"outline": ((0, 0), (2, 2), (2, 0), (0, 2))}, "geometry-part-polygon"),
        ({"outline": ((0, 0), (1, 0), (2, 0))}, "geometry-part-polygon"),
        ({"outline": ((0, 0), (math.nan, 0), (2, 2))}, "geometry-part-finite"),
        ({"bottom": 2.0, "top": 2.0}, "geometry-part-heights"),
        ({"top": math.inf}, "geometry-part-heights"),
    ],
)
def test_a_terrain_part_is_refused_by_its_name(change: dict[str, Any], code: str) -> None:
    good: dict[str, Any] = {"id": "wall-7", "feature": "ruin", "outline": SQUARE, "bottom": 0.0, "top": 3.0}
    with pytest.raises(ShapeError) as refusal:
        Part(**{**good, **change})
    assert (refusal.value.message.code, refusal.value.message["part"]) == (code, "wall-7")


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
    with pytest.raises(ShapeError) as error:
        Placement("a1", 1, 2, covariance=covariance)
    assert error.value.message["thing"] == "a1"


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
    with pytest.raises(ShapeError) as error:
        Board(0, 22)
    assert error.value.message == Message.of("geometry-board-size", width=0, depth=22)
    with pytest.raises(ShapeError) as error:
        Operative("a1", "p1", SHAPE, 0, Placement("a1", 1, 1))
    assert error.value.message == Message.of("geometry-operative-head", operative="a1", head=0)
    with pytest.raises(ShapeError) as error:
        Marker("m1", "objective", -1, Placement("m1", 1, 1))
    assert error.value.message == Message.of("geometry-marker-diameter", marker="m1", diameter=-1)


def test_a_table_refuses_a_wrong_file_and_a_part_twice_and_names_who_is_there() -> None:
    one = Operative("a1", "p1", SHAPE, 1.4, Placement("a1", 1, 1))
    with pytest.raises(GeometryError) as error:
        Table(operatives={"a2": one})
    assert error.value.message == Message.of("geometry-id-mismatch", kind="operative", thing="a1", key="a2")
    part = Part("t0", "f", SQUARE, 0, 1)
    with pytest.raises(GeometryError) as error:
        Table(terrain=(part, part))
    assert error.value.message == Message.of("geometry-part-twice", part="t0")
    with pytest.raises(GeometryError) as error:
        Table(operatives={"a1": one}).operative("zz")
    assert (error.value.message["operative"], error.value.message["operatives"]) == ("zz", ("a1",))
