"""A model put down by hand on the simulated table: never in a wall, never in another model, on what lies under it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.catalogue import OperativeEntry, TerrainEntry
from geometry.base import MM_PER_INCH
from geometry.placement import Placement
from overlook.errors import SetupRefusedError
from overlook.simulated.simulated_box import REACH_IN, OccupiedBoard
from simulation import example_catalogue, example_poses
from tests.depth import depth

CATALOGUE, POSES = example_catalogue(), example_poses()
BOARD_DEPTH = 559.0 / MM_PER_INCH
STANDING = OccupiedBoard((30.0, BOARD_DEPTH), CATALOGUE.terrain, CATALOGUE.operatives, POSES)
TOLD_APART_IN = 0.05
"""The base is compared as a circle of points, so that nearer than this to an edge nothing is said."""

places = st.tuples(st.floats(0.0, 30.0), st.floats(0.0, BOARD_DEPTH), st.floats(-180, 180))


def rim(model: OperativeEntry, at: Placement, inside_in: float = TOLD_APART_IN) -> list[tuple[float, float]]:
    """Return points a little inside a round base's rim, and its middle."""
    radius = model.half_axes_mm[0] / MM_PER_INCH - inside_in
    angles = [math.radians(10 * step) for step in range(36)]
    return [(at.x, at.y), *((at.x + radius * math.cos(one), at.y + radius * math.sin(one)) for one in angles)]


def lies_in(part: TerrainEntry, point: tuple[float, float]) -> bool:
    """Return whether a point of the board lies within a part's convex outline, by the side of each edge."""
    at = POSES.terrain[part.id]
    turn = math.radians(-at.rotation_deg)
    dx, dy = point[0] - at.x, point[1] - at.y
    x = (dx * math.cos(turn) - dy * math.sin(turn)) * MM_PER_INCH
    y = (dx * math.sin(turn) + dy * math.cos(turn)) * MM_PER_INCH
    corners = part.footprint_mm
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return min(sides) >= 0


def top(part: TerrainEntry) -> float:
    """Return a part's height, inches."""
    return part.z_mm[1] / MM_PER_INCH


@settings(max_examples=depth(8, 40))
@given(places, st.sampled_from(CATALOGUE.operatives))
def test_it_stands_where_a_hand_could_have_put_it(place: tuple[float, float, float], model: OperativeEntry) -> None:
    x, y, turn_deg = place
    wanted = Placement(model.id, x, y, 0.0, turn_deg)
    try:
        at = STANDING.put_down(model, wanted)
    except SetupRefusedError:
        return  # nothing free within reach: said in a sentence, and nothing has moved
    assert math.dist((at.x, at.y), (x, y)) <= REACH_IN + 1e-9
    decks = [top(part) for part in CATALOGUE.terrain if part.vantage and lies_in(part, (at.x, at.y))]
    assert at.z == pytest.approx(max(decks, default=0.0))
    for point in rim(model, at):
        assert 0 <= point[0] <= 30
        assert 0 <= point[1] <= BOARD_DEPTH
        assert not [part.id for part in CATALOGUE.terrain if top(part) > at.z + 0.01 and lies_in(part, point)]
    for other in CATALOGUE.operatives:
        there = POSES.operatives[other.id]
        if other.id != model.id and abs(there.z - at.z) < 0.5:
            reach = (model.half_axes_mm[0] + other.half_axes_mm[0]) / MM_PER_INCH
            assert math.dist((at.x, at.y), (there.x, there.y)) > reach - TOLD_APART_IN, other.id


@given(st.floats(27.6, 28.2), st.floats(5.0, 7.0))
def test_where_nothing_is_it_stands_exactly_where_it_was_put(x: float, y: float) -> None:
    model = CATALOGUE.operatives[0]
    at = STANDING.put_down(model, Placement(model.id, x, y, 0.0, 30.0))
    assert (at.x, at.y, at.z) == (x, y, 0.0)


@pytest.mark.parametrize(("x", "y", "z"), [(7.4, 15.0, 1.0), (22.3, 5.0, 2.0), (15.2, 11.6, 4.0), (27.0, 3.0, 0.0)])
def test_what_can_be_stood_on_is_stood_on(x: float, y: float, z: float) -> None:
    model = next(one for one in CATALOGUE.operatives if one.id == "a4")
    assert STANDING.put_down(model, Placement(model.id, x, y)).z == pytest.approx(z)


@pytest.mark.parametrize("place", [(-0.1, 5.0), (30.1, 5.0), (5.0, -0.1), (5.0, 23.0)])
def test_off_the_board_is_refused_with_what_to_do(place: tuple[float, float]) -> None:
    model = CATALOGUE.operatives[0]
    with pytest.raises(SetupRefusedError) as refused:
        STANDING.put_down(model, Placement(model.id, *place))
    assert refused.value.message.code == "box-off-board"


def test_an_oval_keeps_its_turn_or_is_turned_about() -> None:
    model = CATALOGUE.operatives[0]
    oval = OperativeEntry.model_validate({**model.model_dump(), "base_mm": (60.0, 35.0)})
    for turn_deg in range(0, 360, 15):
        at = replace(STANDING, operatives=(oval,)).put_down(oval, Placement(oval.id, 10.2, 9.0, 0.0, turn_deg))
        assert (at.rotation_deg - turn_deg) % 180 == pytest.approx(0.0)


def test_a_base_is_turned_so_that_its_tag_is_seen_past_a_wall() -> None:
    eye = (15.0, 11.0, 33.0)
    model = next(one for one in CATALOGUE.operatives if one.id == "a1")
    wall = [part for part in CATALOGUE.terrain if part.feature == "ruin-west"]
    behind = Placement(model.id, 8.2, 6.4, 0.0, 180.0)

    def hidden(at: Placement) -> bool:
        (tag,) = model.tags
        turn = math.radians(at.rotation_deg)
        x = at.x + tag.offset_mm[0] / MM_PER_INCH * math.cos(turn)
        y = at.y + tag.offset_mm[0] / MM_PER_INCH * math.sin(turn)
        half = tag.size_mm / MM_PER_INCH / 2
        corners = [(x + right * half, y + up * half) for right in (-1, 1) for up in (-1, 1)]
        ways = [
            (cx + share * (eye[0] - cx), cy + share * (eye[1] - cy), share * eye[2])
            for cx, cy in corners
            for share in steps
        ]
        return any(lies_in(part, (px, py)) and z < top(part) for part in wall for px, py, z in ways)

    steps = [number / 2000 for number in range(200)]
    blind, seeing = (replace(STANDING, eye=one).put_down(model, behind) for one in (None, eye))
    assert hidden(blind)
    assert not hidden(seeing)
    assert (seeing.x, seeing.y) == (behind.x, behind.y)
