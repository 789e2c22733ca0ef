"""Distances: thresholds, a second exact method, and what no shift, turn or mirror may change."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from geometry.base import MM_PER_INCH, Base, BaseShape
from geometry.errors import ShapeError
from geometry.measure import (
    closest_points,
    distance_to_outline,
    farthest,
    farthest_from_outline,
    gap,
    gap_between_parts,
    gap_horizontal,
    gap_to_part,
    inside_margin,
    overlap,
    wholly_within,
    within,
    within_area,
)
from geometry.terrain import Part
from tests.depth import depth

SHAPES = [BaseShape.from_mm(mm) for mm in (25, 32, 50, (60, 35), (75, 42), (120, 92))]
R32 = 32 / MM_PER_INCH / 2

shapes = st.sampled_from(SHAPES)
places = st.floats(2, 28)
heights = st.sampled_from([0.0, 0.0, 1.0, 3.0])
turns = st.floats(-360, 360)
bases = st.builds(Base, shapes, places, places, heights, turns)


def rim(base: Base, count: int = 1500) -> Polygon:
    turn = np.arange(count) * 2 * math.pi / count
    unit = np.stack([np.cos(turn) * base.shape.long / 2, np.sin(turn) * base.shape.short / 2], axis=-1)
    angle = math.radians(base.rotation_deg)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return Polygon(unit @ spin.T + [base.x, base.y])


@pytest.mark.parametrize(("distance", "expected"), [(1.80, True), (2.00, True), (2.20, False)])
def test_h24_02_within_means_that_distance_or_less(distance: float, expected: bool) -> None:
    a, b = Base(SHAPES[1], 10, 11), Base(SHAPES[1], 10 + 2 * R32 + distance, 11)
    assert within(a, b, 2) is expected


@pytest.mark.parametrize("excess", [0.9e-6, -1e-9, 0.0])
def test_exact_inputs_may_be_rounded(excess: float) -> None:
    assert within(Base(SHAPES[1], 10, 11), Base(SHAPES[1], 12 + 2 * R32 + excess, 11), 2)


def test_within_ends_beyond_the_tolerance() -> None:
    assert not within(Base(SHAPES[1], 10, 11), Base(SHAPES[1], 12 + 2 * R32 + 2e-6, 11), 2)


def test_h24_01_a_gap_counts_height() -> None:
    low, high = Base(SHAPES[1], 10, 11), Base(SHAPES[1], 10.5 + 2 * R32, 11, 3)
    assert gap(low, high) == pytest.approx(math.hypot(0.5, 3), abs=1e-12)
    assert gap_horizontal(low, high) == pytest.approx(0.5, abs=1e-12)


def test_touching_and_overlapping_bases_have_no_gap() -> None:
    a = Base(SHAPES[1], 10, 11)
    assert gap(a, Base(SHAPES[1], 10 + 2 * R32, 11)) == pytest.approx(0, abs=1e-12)
    assert gap(a, Base(SHAPES[1], 10.4, 11)) == 0
    assert gap(a, a) == 0
    assert overlap(a, Base(SHAPES[1], 10.4, 11)) == pytest.approx(2 * R32 - 0.4)
    assert gap(a, Base(SHAPES[1], 10.4, 11, 2.0)) == 2.0


def test_an_oval_reaches_farther_along_its_length() -> None:
    a = Base(SHAPES[1], 10, 11)
    along = Base(SHAPES[3], 12.611023622, 11)
    across = Base(SHAPES[3], 12.611023622, 11, 0, 90)
    assert gap(a, along) == pytest.approx(2.611023622 - R32 - 30 / MM_PER_INCH, abs=1e-12)
    assert gap(a, across) == pytest.approx(2.611023622 - R32 - 17.5 / MM_PER_INCH, abs=1e-12)


@settings(deadline=None, max_examples=depth(10, 30))
@given(bases, bases)
def test_gap_agrees_with_fine_polygons(a: Base, b: Base) -> None:
    assert gap_horizontal(a, b) == pytest.approx(rim(a, 9000).distance(rim(b, 9000)), abs=1e-6)


@settings(deadline=None, max_examples=depth(25, 60))
@given(bases, bases)
def test_gap_is_symmetric(a: Base, b: Base) -> None:
    assert gap(a, b) == pytest.approx(gap(b, a), abs=1e-10)


@settings(deadline=None, max_examples=depth(25, 60))
@given(bases, bases, places, places, turns)
def test_gap_does_not_change_when_the_table_is_shifted_turned_or_mirrored(
    a: Base, b: Base, dx: float, dy: float, turn: float
) -> None:
    angle = math.radians(turn)

    def moved(base: Base, *, mirror: bool) -> Base:
        x, y, rotation = (-base.x, base.y, -base.rotation_deg) if mirror else (base.x, base.y, base.rotation_deg)
        return Base(
            base.shape,
            x * math.cos(angle) - y * math.sin(angle) + dx,
            x * math.sin(angle) + y * math.cos(angle) + dy,
            base.z,
            rotation + turn,
        )

    for mirror in (False, True):
        assert gap(moved(a, mirror=mirror), moved(b, mirror=mirror)) == pytest.approx(gap(a, b), abs=1e-9)


@settings(deadline=None, max_examples=depth(25, 60))
@given(bases, bases)
def test_closest_points_are_a_gap_apart_and_on_their_bases(a: Base, b: Base) -> None:
    here, there = closest_points(a, b)
    assert math.dist(here, there) == pytest.approx(gap(a, b), abs=1e-9)
    for base, point in ((a, here), (b, there)):
        assert rim(base).buffer(1e-4).covers(Point(point[:2]))
        assert point[2] == base.z


@settings(deadline=None, max_examples=depth(10, 60))
@given(bases, bases)
def test_farthest_is_the_largest_distance_from_any_point(a: Base, b: Base) -> None:
    outline = rim(a)
    most = shapely.distance(outline, shapely.points(rim(b).exterior.coords)).max()
    assert farthest(a, b) == pytest.approx(math.hypot(most, a.z - b.z), abs=1e-4)
    assert farthest(a, b) >= gap(a, b) - 1e-9


@pytest.mark.parametrize(("x", "expected"), [(13.25984252, False), (13.0, True), (12.5, True)])
def test_h24_02_wholly_within(x: float, expected: bool) -> None:
    assert wholly_within(Base(SHAPES[1], x, 11), Base(SHAPES[1], 10, 11), 3) is expected


@settings(deadline=None, max_examples=depth(10, 60))
@given(bases, bases, st.floats(0.0, 30.0))
def test_h24_02_wholly_within_means_every_part_of_the_subject(subject: Base, of: Base, distance: float) -> None:
    outline = rim(of)
    most = shapely.distance(outline, shapely.points(rim(subject).exterior.coords)).max()
    farthest_part = math.hypot(most, subject.z - of.z)
    assume(abs(farthest_part - distance) > 1e-3)
    assert wholly_within(subject, of, distance) is (farthest_part < distance)


def test_h24_02_small_base_may_be_wholly_within_where_the_large_one_is_not() -> None:
    small, large = Base(BaseShape(1, 1), 14, 11), Base(BaseShape(2, 2), 10, 11)
    assert wholly_within(small, large, 3.5)
    assert not wholly_within(large, small, 4.4)


ZONE = [(0, 0), (3, 0), (3, 22), (0, 22)]


def test_areas_are_measured_from_above_only() -> None:
    assert inside_margin(Base(SHAPES[1], 2, 11, 3.0), ZONE) > 0
    assert inside_margin(Base(SHAPES[1], 2.6, 11), ZONE) < 0
    assert within_area(Base(SHAPES[1], 2.6, 11), ZONE)
    assert within_area(Base(SHAPES[1], 3 + R32, 11), ZONE)
    assert not within_area(Base(SHAPES[1], 3.1 + R32, 11), ZONE)
    assert within_area(Base(SHAPES[1], 4 + R32, 11), ZONE, 1.0)
    assert farthest_from_outline(Base(SHAPES[1], 3 + R32, 11), ZONE) == pytest.approx(2 * R32, abs=1e-6)


@pytest.mark.parametrize(("x", "margin"), [(2.0, 1 - R32), (3 - R32, 0.0), (2.6, 2.6 + R32 - 3), (5, 2 + R32)])
def test_margin_of_lying_inside(x: float, margin: float) -> None:
    signed = margin if x + R32 <= 3 + 1e-12 else -margin
    assert inside_margin(Base(SHAPES[1], x, 11), ZONE) == pytest.approx(signed, abs=1e-6)


@settings(deadline=None, max_examples=depth(25, 60))
@given(bases)
def test_margin_of_lying_inside_a_concave_area_agrees_with_fine_polygons(base: Base) -> None:
    corners = [(1, 1), (29, 1), (29, 12), (14, 12), (14, 29), (1, 29)]
    area, outline = Polygon(corners), rim(base, 2000)
    margin = inside_margin(base, corners)
    if area.covers(outline):
        assert margin == pytest.approx(area.exterior.distance(outline), abs=1e-5)
    else:
        hanging_out = shapely.distance(area, shapely.points(outline.exterior.coords)).max()
        assert hanging_out - 1e-6 <= -margin <= hanging_out + 5e-3
        assert farthest_from_outline(base, corners) == -margin
    assert distance_to_outline(base, corners) == pytest.approx(area.distance(outline), abs=1e-5)


WALL = Part("W", "W", ((12, 8), (13, 8), (13, 14), (12, 14)), 1.0, 3.0)


@pytest.mark.parametrize(
    ("z", "x", "expected"),
    [(0.0, 11 - R32, math.hypot(1, 1)), (2.0, 11 - R32, 1.0), (4.0, 12.5, 1.0), (0.5, 12.5, 0.5), (2.0, 12.5, 0.0)],
)
def test_gap_to_a_prism_is_three_dimensional(z: float, x: float, expected: float) -> None:
    assert gap_to_part(Base(SHAPES[1], x, 11, z), WALL) == pytest.approx(expected, abs=1e-12)


def test_gap_between_parts() -> None:
    other = Part("V", "V", ((14, 8), (15, 8), (15, 14), (14, 14)), 4.0, 5.0)
    assert gap_between_parts(WALL, other) == pytest.approx(math.hypot(1, 1))
    assert gap_between_parts(WALL, WALL) == 0


@pytest.mark.parametrize(
    "outline",
    [
        [],
        [(0, 0), (1, 1)],
        [(0, 0), (2, 2), (2, 0), (0, 2)],
        [(0, 0), (1, 1), (2, 2)],
        [(0, 0), (math.nan, 1), (2, 2)],
    ],
)
def test_an_impossible_area_is_refused_with_its_corners(outline: list[tuple[float, float]]) -> None:
    with pytest.raises(ShapeError) as error:
        distance_to_outline(Base(SHAPES[1], 2, 2), outline)
    assert error.value.message["corners"] == repr(outline)
