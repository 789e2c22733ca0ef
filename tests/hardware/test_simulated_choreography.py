"""A hand moves things one after another."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation import Choreography, HandMove, example_catalogue, example_poses
from simulation.errors import SceneError
from simulation.scene.scene import PlayedScene, Poses

CATALOGUE, START = example_catalogue(), example_poses()
SLIDE = HandMove("a4", 1.0, ((12.0, 14.0), (12.0, 16.0)), rotation_deg=-20.0, speed=4.0, arm_deg=-80.0)
CLIMB = HandMove("b4", 6.0, ((20.5, 7.4),), z=2.0, lift=2.0)
AWAY = HandMove("a5", 12.0, ((9.0, -4.0),), z=2.0, away=True)
SCENE = Choreography(CATALOGUE, START, [CLIMB, SLIDE, AWAY])


def test_before_the_first_move_everything_stands() -> None:
    assert SCENE.at(0.0) is START
    assert SCENE.at(0.999).hand is None


def test_a_move_ends_where_it_was_sent() -> None:
    after = SCENE.at(5.9)
    assert after.hand is None
    moved = after.operatives["a4"]
    assert (moved.x, moved.y, moved.z, moved.rotation_deg) == (12.0, 16.0, 0.0, -20.0)
    assert {name: at for name, at in after.operatives.items() if name != "a4"} == {
        name: at for name, at in START.operatives.items() if name != "a4"
    }
    climbed = SCENE.at(11.9).operatives["b4"]
    assert (climbed.x, climbed.y, climbed.z) == (20.5, 7.4, 2.0)
    assert "a5" not in SCENE.at(SCENE.end_s + 1).operatives


@given(st.floats(0.0, 20.0))
def test_nothing_moves_without_a_hand_on_it(t_s: float) -> None:
    step_s = 0.01
    before, after = SCENE.at(t_s), SCENE.at(t_s + step_s)
    for name in before.operatives.keys() & after.operatives.keys():
        a, b = before.operatives[name], after.operatives[name]
        way = math.dist((a.x, a.y, a.z), (b.x, b.y, b.z))
        assert way < 0.35
        if way > 1e-9:
            hand = after.hand or before.hand
            assert hand is not None
            assert math.dist((hand.x, hand.y), (b.x, b.y)) < 0.6


def test_the_hand_comes_from_the_arms_side_and_leaves_to_it() -> None:
    coming, holding = SCENE.at(1.05).hand, SCENE.at(1.0 + SLIDE.reach_s).hand
    assert coming is not None
    assert holding is not None
    assert math.dist((coming.x, coming.y), (holding.x, holding.y)) > 10
    direction = math.degrees(math.atan2(coming.y - holding.y, coming.x - holding.x))
    assert direction == pytest.approx(SLIDE.arm_deg, abs=3)


def test_a_lift_carries_over_the_straight_way() -> None:
    heights = [SCENE.at(t).operatives["b4"].z for t in np.arange(6.0, 11.0, 0.02)]
    assert max(heights) > 2.8


def test_a_thing_that_is_not_on_the_table_is_brought() -> None:
    start = Poses(terrain=START.terrain)
    scene = Choreography(CATALOGUE, start, [HandMove("m1", 0.0, ((14.0, 9.0),), arm_deg=-90.0)])
    first = scene.at(0.1).markers["m1"]
    assert first.y < 0
    last = scene.at(scene.end_s).markers["m1"]
    assert (last.x, last.y, last.z) == (14.0, 9.0, 0.0)


def test_terrain_can_be_moved() -> None:
    scene = Choreography(CATALOGUE, START, [HandMove("platform", 0.0, ((8.0, 16.0),))])
    assert scene.at(scene.end_s).terrain["platform"].x == 8.0


def test_two_moves_cannot_need_the_hand_at_once() -> None:
    with pytest.raises(SceneError) as error:
        Choreography(CATALOGUE, START, [SLIDE, HandMove("b4", 1.5, ((20.0, 10.0),))])
    assert error.value.message.code == "simulation-hand-busy"
    assert (error.value.message["thing"], error.value.message["other"]) == ("b4", "a4")


def test_a_move_names_what_the_catalogue_holds() -> None:
    with pytest.raises(SceneError) as error:
        Choreography(CATALOGUE, START, [HandMove("z9", 0.0, ((1.0, 1.0),))])
    assert error.value.message.code == "simulation-move-unknown"
    assert error.value.message["thing"] == "z9"
    with pytest.raises(SceneError, match="path"):
        HandMove("a1", 0.0, ())


def test_any_function_of_time_is_a_scene() -> None:
    asked: list[float] = []

    def play(t_s: float) -> Poses:
        asked.append(t_s)
        return START

    assert PlayedScene(CATALOGUE, play).at(3.5) is START
    assert asked == [3.5]
