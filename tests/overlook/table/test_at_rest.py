"""Frames of a table at rest are shown twice a second unless something changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from calibration.rig import BoardPose
from messages.message import Message
from overlook.app.camera_loop import SHOWN_EVERY_S, IdlePublishThrottle
from overlook.table.observation.seen_table import SeenTable, table_of
from simulation import example_catalogue, example_poses
from vision.frame import Frame
from vision.tracking.track import TrackState, Waypoint

GAME = ("a game", 7)
SOON = SHOWN_EVERY_S / 2


@pytest.fixture(scope="module")
def resting() -> SeenTable:
    """The example's table, settled, with everybody in view."""
    poses = example_poses()
    table = table_of(example_catalogue(), operatives=poses.operatives, terrain=poses.terrain, markers=poses.markers)
    frame = Frame(np.zeros((4, 4), np.uint8), 0.0, datetime.now(UTC), "test")
    return SeenTable(
        frame,
        replace(table, settled=True),
        states=dict.fromkeys(poses.operatives, TrackState.SEEN),
        levels=dict.fromkeys(poses.operatives, "the floor"),
        pose=BoardPose(np.zeros(3), np.array([0.0, 0.0, 1000.0])),
    )


def told(*seen: SeenTable, apart_s: float = SOON, games: tuple[object, ...] = (GAME, GAME)) -> list[bool]:
    """What is said of two pictures, one after the other."""
    rest, moments = IdlePublishThrottle(), zip(seen, games, strict=True)
    return [rest.is_news(each, game, 100 + number * apart_s) for number, (each, game) in enumerate(moments)]


def test_the_first_frame_is_shown_and_an_equal_one_is_not(resting: SeenTable) -> None:
    assert told(resting, replace(resting, tags={}, took_ms={"look": 3.0})) == [True, False]


def test_an_equal_frame_is_shown_again_after_half_a_second(resting: SeenTable) -> None:
    rest = IdlePublishThrottle()
    shown = [rest.is_news(resting, GAME, 0.1 * number) for number in range(51)]
    assert sum(shown) == pytest.approx(5 / SHOWN_EVERY_S, abs=2)


def test_a_frame_after_an_event_of_the_game_is_shown(resting: SeenTable) -> None:
    assert told(resting, resting, games=(GAME, ("a game", 8))) == [True, True]


OTHERWISE: dict[str, Callable[[SeenTable], SeenTable]] = {
    "not settled": lambda seen: replace(seen, table=replace(seen.table, settled=False)),
    "a hand": lambda seen: replace(seen, table=replace(seen.table, hand_in_view=True)),
    "the camera moved": lambda seen: replace(seen, table=replace(seen.table, camera_moved=True)),
    "a marker less": lambda seen: replace(seen, table=replace(seen.table, markers={})),
    "terrain gone": lambda seen: replace(seen, table=replace(seen.table, terrain=seen.table.terrain[1:])),
    "somebody covered": lambda seen: replace(seen, states={**seen.states, "a1": TrackState.COVERED}),
    "somebody gone": lambda seen: replace(
        seen, states={name: state for name, state in seen.states.items() if name != "a1"}
    ),
    "another level": lambda seen: replace(seen, levels={**seen.levels, "a1": "the roof"}),
    "a path": lambda seen: replace(seen, paths={"a1": (Waypoint(0.0, 1.0, 2.0),)}),
    "a warning": lambda seen: replace(seen, warnings=(Message.stored("the light flickers"),)),
    "a problem": lambda seen: replace(seen, problem=Message.stored("the board is not found")),
    "no pose": lambda seen: replace(seen, pose=None),
    "another pose": lambda seen: replace(seen, pose=BoardPose(np.zeros(3), np.array([0.0, 0.0, 900.0]))),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_any_change_in_a_frame_is_shown_at_once(resting: SeenTable, what: str) -> None:
    other = OTHERWISE[what](resting)
    assert told(resting, other) == [True, True]
    assert told(other, resting) == [True, True]


def test_each_frame_of_a_moving_table_is_shown(resting: SeenTable) -> None:
    moving = OTHERWISE["not settled"](resting)
    assert told(moving, moving) == [True, True]
