"""Parts cut into convex prisms, and refused when they are impossible."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from geometry.errors import ShapeError
from geometry.terrain import Outline, Part, Prisms, convex_pieces, edges, features


def star(radii: list[float]) -> tuple[tuple[float, float], ...]:
    turn = np.arange(len(radii)) * 2 * math.pi / len(radii)
    return tuple((10 + r * math.cos(a), 10 + r * math.sin(a)) for r, a in zip(radii, turn, strict=True))


@settings(deadline=None)
@given(st.lists(st.floats(0.5, 4), min_size=5, max_size=14))
def test_convex_pieces_cover_an_outline_exactly_once(radii: list[float]) -> None:
    outline = star(radii)
    pieces = [Polygon(piece) for piece in convex_pieces(outline)]
    whole = Polygon(outline)
    assert sum(piece.area for piece in pieces) == pytest.approx(whole.area, rel=1e-9)
    for piece in pieces:
        assert piece.convex_hull.area == pytest.approx(piece.area, rel=1e-7)
        assert piece.exterior.is_ccw
        assert whole.buffer(1e-7).covers(piece)


def test_a_convex_outline_stays_whole_whatever_its_direction_and_spare_corners() -> None:
    square = ((0, 0), (0, 2), (2, 2), (2, 1), (2, 0), (1, 0))
    (piece,) = convex_pieces(square)
    assert len(piece) == 4
    assert Polygon(piece).exterior.is_ccw


def test_an_l_is_two_pieces() -> None:
    assert len(convex_pieces(((0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)))) == 2


def test_inside_is_on_the_inner_side_of_every_side() -> None:
    part = Part("T", "T", ((0, 0), (4, 0), (4, 1)), 0, 1)
    prisms = Prisms.of([part])
    rng = np.random.default_rng(0)
    points = rng.uniform(-1, 5, (500, 2))
    inside = (prisms.normals[0] @ points.T <= prisms.offsets[0][:, None]).all(axis=0)
    assert inside.tolist() == [part.polygon.covers(Point(point)) for point in points]
    assert np.hypot(*prisms.normals[0].T) == pytest.approx(1)


def test_padded_corners_make_no_sides_of_their_own() -> None:
    corners = np.array([[[0.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.0, 2.0]]])
    normals, offsets = edges(corners)
    assert np.isfinite(normals).all()
    assert (normals[0, 2] == normals[0, 0]).all()
    assert offsets[0, 2] == offsets[0, 0]


def test_features_are_parts_by_name() -> None:
    one, two = Part("a", "F", ((0, 0), (1, 0), (1, 1)), 0, 1), Part("b", "F", ((1, 0), (2, 0), (2, 1)), 0, 1)
    assert features([one, two]) == {"F": (one, two)}


@pytest.mark.parametrize(
    ("outline", "code"),
    [
        (((0, 0), (2, 2), (2, 0), (0, 2)), "geometry-part-polygon"),
        ((), "geometry-part-corners"),
        (((0, 0), (1, 1)), "geometry-part-corners"),
        (((0, 0), (1, 1), (2, 2)), "geometry-part-polygon"),
        (((0, 0), (math.nan, 1), (2, 2)), "geometry-part-finite"),
        (((0, 0), (math.inf, 1), (2, 2)), "geometry-part-finite"),
    ],
)
def test_an_impossible_outline_is_refused_with_the_name_of_the_part(outline: Outline, code: str) -> None:
    with pytest.raises(ShapeError) as error:
        Part("ruin", "ruin", outline, 0, 1)
    assert (error.value.message.code, error.value.message["part"]) == (code, "ruin")


@pytest.mark.parametrize(("bottom", "top"), [(1, 1), (2, 1), (math.nan, 1), (0, math.inf)])
def test_impossible_heights_are_refused_with_the_name_of_the_part(bottom: float, top: float) -> None:
    with pytest.raises(ShapeError) as error:
        Part("ruin", "ruin", ((0, 0), (1, 0), (1, 1)), bottom, top)
    assert (error.value.message.code, error.value.message["part"]) == ("geometry-part-heights", "ruin")
