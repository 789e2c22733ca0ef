"""Visibility and control range by the rules: heads, bodies, floors, corners, gaps, markers and terrain."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry.base import MM_PER_INCH, Base, BaseShape
from geometry.measure import gap
from geometry.placement import Placement
from geometry.table import Marker, Operative
from geometry.terrain import Part
from geometry.visibility.control_range import control_range, control_range_to_part
from geometry.visibility.sight import body_of, eye_of, look, sight, sight_to_disc, sight_to_part
from tests.depth import depth
from tests.geometry.moving import laid
from tests.geometry.sight_pairs import see_pairs

ROUND = BaseShape.from_mm(32)
R = ROUND.long / 2
HALF_LINE = 0.5 / MM_PER_INCH


def operative(name: str, x: float, y: float, z: float = 0.0, head: float = 1.6, shape: BaseShape = ROUND) -> Operative:
    return Operative(name, "p1", shape, head, Placement(name, x, y, z))


def box(name: str, x0: float, y0: float, x1: float, y1: float, bottom: float = 0.0, top: float = 5.0) -> Part:
    return Part(name, name, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)), bottom, top)


A, B = operative("A", 5, 11), operative("B", 14, 11)


def test_h24_05_nothing_between() -> None:
    answer = sight(A, B, ())
    assert answer.visible
    assert answer.exact
    assert answer.blockers == ()
    assert answer.line is not None
    eye, seen = answer.line
    assert eye == (5.0, 11.0, 1.6)
    assert math.hypot(seen[0] - 14, seen[1] - 11) <= 0.8 * R + 1e-9
    assert 0 <= seen[2] <= 1.6


def test_a_tall_wide_wall_hides_everything_and_is_named() -> None:
    answer = sight(A, B, [box("W", 9, 6, 9.2, 16), box("aside", 9, 1, 9.2, 3)])
    assert not answer.visible
    assert answer.line is None
    assert answer.blockers == ("W",)


@pytest.mark.parametrize(("top", "visible"), [(1.0, True), (1.55, True), (1.6, False), (1.7, False)])
def test_a_head_is_seen_over_a_wall_lower_than_the_line_between_the_heads(top: float, visible: bool) -> None:
    """From head to head runs level at 1.6; half a line's width must stay free over the wall."""
    assert sight(A, B, [box("W", 9, 6, 9.2, 16, top=top)]).visible is visible


@pytest.mark.parametrize(("gap", "visible"), [(0.5, True), (1.1 / MM_PER_INCH, True), (0.9 / MM_PER_INCH, False)])
def test_h24_05_a_line_is_one_millimetre_wide(gap: float, visible: bool) -> None:
    walls = [box("L", 9, 5, 9.2, 11 - gap / 2), box("R", 9, 11 + gap / 2, 9.2, 17)]
    assert sight(A, B, walls).visible is visible


def test_walls_that_share_an_edge_leave_no_gap() -> None:
    assert not sight(A, B, [box("L", 9, 5, 9.2, 11), box("R", 9, 11, 9.2, 17)]).visible
    stacked = [box("low", 9, 5, 9.2, 17, top=1.0), box("high", 9, 5, 9.2, 17, bottom=1.0)]
    assert not sight(A, B, stacked).visible


def test_an_opening_in_a_wall_shows_what_is_behind_it() -> None:
    wall = [box("L", 9, 5, 9.2, 10.6), box("R", 9, 11.4, 9.2, 17), box("sill", 9, 10.6, 9.2, 11.4, top=0.9)]
    assert sight(A, B, [*wall, box("lintel", 9, 10.6, 9.2, 11.4, bottom=1.5)]).visible
    assert not sight(A, B, [*wall, box("lintel", 9, 10.6, 9.2, 11.4, bottom=0.9)]).visible


def test_what_stands_behind_the_target_hides_nothing() -> None:
    assert sight(A, B, [box("W", 14.6, 5, 14.8, 17)]).blockers == ()


def test_a_platform_under_the_viewer_hides_only_what_is_close_below() -> None:
    high = operative("A", 5, 11, 3.0)
    platform = box("P", 3, 9, 7, 13, top=3.0)
    assert sight(high, B, [platform]).visible
    assert not sight(high, operative("C", 7 + 0.8 * R + 0.02, 11, head=0.5), [platform]).visible


def test_the_floor_of_the_target_hides_its_feet_from_below_only() -> None:
    platform = box("P", 12, 9, 16, 13, top=3.0)
    above = operative("B", 14, 11, 3.0)
    assert sight(A, above, [platform]).visible
    assert not sight(A, replace(above, head=0.2), [platform]).visible
    assert sight(operative("A", 5, 11, 4.0), replace(above, head=0.05), [platform]).visible


def test_sight_is_not_always_mutual() -> None:
    tall, low = operative("tall", 5, 11, head=2.6), operative("low", 14, 11, head=0.6)
    wall = [box("W", 12, 5, 12.2, 17, top=0.9)]
    assert sight(tall, low, wall).visible
    wall = [box("W", 7, 5, 7.2, 17, top=2.0)]
    assert not sight(low, replace(tall, head=0.5), wall).visible


def test_straight_down_and_straight_up() -> None:
    above, below = operative("A", 5, 11, 4.0), operative("B", 5, 11, 0.0)
    assert sight(above, below, ()).visible
    floor = box("F", 3, 9, 7, 13, bottom=3.8, top=4.0)
    assert not sight(above, below, [floor]).visible
    assert not sight(below, above, [floor]).visible
    hatch = [box("F1", 3, 9, 4.8, 13, 3.8, 4.0), box("F2", 5.2, 9, 7, 13, 3.8, 4.0)]
    assert sight(above, below, hatch).visible


def test_a_prism_that_holds_the_eye_is_left_out_and_named() -> None:
    answer = sight(A, B, [box("slab", 3, 9, 7, 13, bottom=1.5, top=2.0)])
    assert answer.visible
    assert answer.inside == ("slab",)


def test_sharp_corners_hide_no_more_than_they_are() -> None:
    """A needle beside the way: growing it by half a line must not grow its tip across the way."""
    needle = Part("N", "N", ((9, 12), (9.4, 12), (9.2, 11 + 0.8 * R + 0.15)), 0, 5)
    assert sight(A, B, [needle]).blockers == ()


def test_a_marker_is_a_flat_disc() -> None:
    marker = Base(BaseShape.from_mm(40), 14, 11)
    eye = eye_of(A.base, A.head)
    assert sight_to_disc(eye, marker, ()).visible
    assert not sight_to_disc(eye, marker, [box("W", 13, 9, 13.1, 13, top=0.4)]).visible
    assert sight_to_disc(eye, marker, [box("W", 12, 9, 12.1, 13, top=0.2)]).visible
    assert sight_to_disc((14, 11, 1.6), marker, ()).visible


def test_terrain_is_seen_past_other_terrain_not_past_itself() -> None:
    target, screen = box("T", 12, 10, 13, 12, top=2.0), box("S", 9, 5, 9.2, 17, top=3.0)
    eye = eye_of(A.base, A.head)
    assert sight_to_part(eye, target, [target]).visible
    assert not sight_to_part(eye, target, [target, screen]).visible
    tall = box("T", 12, 10, 13, 12, top=9.0)
    assert sight_to_part(eye, tall, [tall, screen]).visible


def test_an_l_shaped_part_is_seen_by_any_of_its_arms() -> None:
    corner = Part("T", "T", ((12, 11), (14, 11), (14, 11.3), (12.3, 11.3), (12.3, 16), (12, 16)), 0, 2)
    screen = box("S", 9, 5, 9.2, 12.5, top=6.0)
    assert sight_to_part(eye_of(A.base, A.head), corner, [corner, screen]).visible
    assert not sight_to_part(eye_of(A.base, A.head), corner, [corner, box("S", 9, 5, 9.2, 20, top=6.0)]).visible


@pytest.mark.parametrize(("gap", "within"), [(0.9, True), (1.0, True), (1.1, False)])
def test_h24_04_control_range(gap: float, within: bool) -> None:
    other = operative("B", 5 + 2 * R + gap, 11)
    found = control_range(A, other, ())
    assert found.within is within
    assert found.gap == pytest.approx(gap)


def test_h24_04_control_range_is_three_dimensional_and_needs_sight_from_either_side() -> None:
    assert not control_range(A, operative("B", 5 + 2 * R + 0.5, 11, 3.0), ()).within
    other = operative("B", 5 + 2 * R + 0.8, 11)
    wall = box("W", 5 + R + 0.3, 6, 5 + R + 0.4, 16)
    found = control_range(A, other, [wall])
    assert found.near
    assert not found.within
    assert len(found.seen_from) == 2
    low = box("W", 5 + R + 0.3, 6, 5 + R + 0.4, 16, top=1.2)
    assert control_range(A, other, [low]).within
    high, small = operative("A", 5, 11, head=2.2), operative("B", 5 + 2 * R + 0.8, 11, head=1.0)
    between = box("W", 5 + R + 0.3, 6, 5 + R + 0.4, 16, top=1.05)
    assert control_range(small, high, [between]).within


def test_h24_04_control_range_to_markers_and_terrain() -> None:
    marker = Marker("M", "objective", 40 / MM_PER_INCH, Placement("M", 5 + R + 0.9 + 20 / MM_PER_INCH, 11)).base
    eye = eye_of(A.base, A.head)
    assert gap(A.base, marker) == pytest.approx(0.9)
    assert sight_to_disc(eye, marker, ()).visible
    assert not sight_to_disc(eye, marker, [box("W", 5 + R + 0.3, 6, 5 + R + 0.4, 16)]).visible
    part = box("T", 5 + R + 0.8, 10, 8, 12)
    assert control_range_to_part(A, part, [part]).within
    assert not control_range_to_part(A, box("T", 5 + R + 1.1, 10, 8, 12), [part]).within
    assert not control_range_to_part(A, part, [part, box("W", 5 + R + 0.3, 6, 5 + R + 0.4, 16)]).within


@st.composite
def crowded(draw: st.DrawFn) -> list[Part]:
    parts = []
    for index in range(draw(st.integers(1, 4))):
        x, y = draw(st.floats(6.5, 12)), draw(st.floats(9, 13))
        wide, deep = draw(st.floats(0.2, 2)), draw(st.floats(0.2, 3))
        bottom = draw(st.sampled_from([0.0, 0.0, 1.0]))
        parts.append(
            box(f"T{index}", x, y - deep / 2, min(x + wide, 13), y + deep / 2, bottom, bottom + draw(st.floats(0.4, 3)))
        )
    return parts


@settings(deadline=None, max_examples=depth(25, 80))
@given(crowded(), st.floats(-180, 180), st.floats(-3, 3), st.floats(-3, 3), st.booleans())
def test_shift_turn_and_mirror_change_no_sight(
    parts: list[Part], turn: float, dx: float, dy: float, mirror: bool
) -> None:
    moved = laid(turn, (dx, dy), mirror=mirror)

    there = [replace(part, outline=tuple(moved(*corner) for corner in part.outline)) for part in parts]
    here = sight(A, B, parts)
    other = sight(operative("A", *moved(5, 11)), operative("B", *moved(14, 11)), there)
    assert here.visible == other.visible


@settings(deadline=None, max_examples=depth(25, 80))
@given(crowded())
def test_more_terrain_never_shows_more(parts: list[Part]) -> None:
    assert sight(A, B, parts[:-1]).visible or not sight(A, B, parts).visible


@settings(deadline=None, max_examples=depth(25, 80))
@given(crowded(), st.sampled_from([0.0, 2.0]))
def test_many_pairs_at_once_are_seen_as_one_by_one(parts: list[Part], z: float) -> None:
    people = [A, B, operative("C", 14, 13, z), operative("D", 5, 8.5, z, head=2.2), operative("E", 14, 8, 0, 0.7)]
    pairs = [(one, other) for one in people for other in people if one is not other]
    assert see_pairs(pairs, parts).tolist() == [sight(one, other, parts).visible for one, other in pairs]


def test_many_pairs_may_be_blocked_by_different_parts() -> None:
    wall = box("W", 9, 6, 9.2, 16)
    seen = see_pairs([(A, B), (A, B)], [wall], np.array([[True], [False]]))
    assert seen.tolist() == [False, True]


@pytest.mark.parametrize(("edge", "visible"), [(0.43, True), (0.50, False)])
def test_the_body_is_eight_tenths_of_the_base(edge: float, visible: bool) -> None:
    """Right before the target the tangent to its body passes 0.47 beside the middle, that to its base 0.59."""
    wall = [box("W", 13.3, 5, 13.4, 11 + edge), box("V", 13.3, 5, 13.4, 10)]
    assert look(eye_of(A.base, 1.6), body_of(B.base, 1.6), wall).visible is visible
