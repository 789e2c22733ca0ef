"""What stands between two bases, or near one, is what shapely says of the drawn strip and of the distance."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString

from geometry.base import Base, BaseShape
from geometry.base_arrays import between, between_each, parts_with_box_near
from geometry.measure import gap_to_part_horizontal
from geometry.terrain import Part

SPOTS = st.tuples(st.floats(0, 30), st.floats(0, 22))
SHAPES = st.sampled_from([BaseShape.from_mm(25), BaseShape.from_mm(32), BaseShape.from_mm((75, 42))])
WIDTHS = st.floats(0.01, 4)


@st.composite
def parts(draw: st.DrawFn) -> Part:
    """A part with three to seven corners around a middle, at times concave."""
    x, y = draw(SPOTS)
    reaches = draw(st.lists(st.floats(0.1, 3), min_size=3, max_size=7))
    turns = [2 * math.pi * number / len(reaches) for number in range(len(reaches))]
    outline = tuple(
        (x + far * math.cos(turn), y + far * math.sin(turn)) for far, turn in zip(reaches, turns, strict=True)
    )
    return Part(draw(st.uuids()).hex, "f", outline, 0.0, 1.0)


BASES = st.builds(
    lambda shape, spot, turn: Base(shape, spot[0], spot[1], 0.0, turn), SHAPES, SPOTS, st.floats(-180, 180)
)


@given(st.lists(parts(), max_size=6), BASES, BASES, WIDTHS)
def test_the_parts_between_are_those_that_the_drawn_strip_meets(
    there: list[Part], one: Base, other: Base, width: float
) -> None:
    strip = LineString([(one.x, one.y), (other.x, other.y)]).buffer(width)
    assert between(there, one, other, width) == tuple(part for part in there if part.polygon.intersects(strip))


@given(st.lists(parts(), max_size=6), st.lists(st.tuples(BASES, BASES, WIDTHS), max_size=6))
def test_many_ways_at_once_meet_what_each_meets_alone(there: list[Part], ways: list[tuple[Base, Base, float]]) -> None:
    around = [(one, one, width) for one, _, width in ways]
    assert between_each(there, ways + around) == [between(there, *way) for way in ways + around]


@given(parts(), BASES, WIDTHS, st.floats(-1e-3, 1e-3))
def test_a_part_at_the_very_edge_of_the_strip_is_told_alike(part: Part, one: Base, width: float, by: float) -> None:
    x, y = part.outline[0]
    length = math.hypot(x - one.x, y - one.y) or 1.0
    aside = Base(one.shape, x - (y - one.y) / length * (width + by), y + (x - one.x) / length * (width + by))
    strip = LineString([(one.x, one.y), (aside.x, aside.y)]).buffer(width)
    meets = bool(part.polygon.intersects(strip))
    assert bool(between([part], one, aside, width)) is meets
    assert between_each([part], [(one, aside, width)]) == [(part,) if meets else ()]


@given(st.lists(parts(), max_size=6), BASES, WIDTHS)
def test_no_part_that_is_near_is_left_out(there: list[Part], base: Base, reach: float) -> None:
    kept = {part.id for part in parts_with_box_near(there, base, reach)}
    assert {part.id for part in there if gap_to_part_horizontal(base, part) <= reach} <= kept
    assert all(gap_to_part_horizontal(base, part) <= reach + 8 for part in there if part.id in kept)
