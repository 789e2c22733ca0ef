"""The hand is told from the trace that it leaves in the background when the first picture already showed it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.tags import DEFAULT_TOLERANCE
from simulation import Renderer, example_catalogue, example_poses, example_rig
from simulation.scene.scene import Hand
from tests.depth import at_night
from tests.drawn import drawer
from vision.tags.detector import Detector
from vision.tracking.hand_detector import ABSORB_S, BoardMask, HandDetector
from vision.tracking.table_tracker import BoardTracker

FPS = 5
HANDS = [
    Hand(10.0, 8.0, 1.5, -90.0),
    Hand(21.0, 15.0, 2.0, 20.0),
    Hand(6.0, 17.0, 1.2, 170.0),
    Hand(15.0, 11.0, 3.0, 90.0),
]


@pytest.fixture(scope="module")
def table() -> tuple[Renderer, BoardMask]:
    catalogue, rig = example_catalogue(), example_rig()
    renderer = drawer(rig)
    picture = renderer.picture(example_poses(), seed=1)
    detector = Detector(catalogue.dictionary, catalogue.tag_ids, rig.camera.size_px)
    watch = BoardTracker(rig.camera, catalogue, detector.detect(picture).sightings, DEFAULT_TOLERANCE)
    cells = BoardMask(rig.camera, watch.registration.pose, catalogue.board.size_mm)
    return renderer, cells


def played(table: tuple[Renderer, BoardMask], hands: list[Hand | None]) -> list[bool]:
    renderer, cells = table
    detector = HandDetector(cells)
    poses = example_poses()
    shown = [renderer.picture(replace(poses, hand=hand), seed=frame) for frame, hand in enumerate(hands)]
    return [detector.look(image, frame / FPS).seen for frame, image in enumerate(shown)]


@pytest.mark.parametrize("hand", HANDS)
def test_a_hand_in_the_first_picture_is_forgotten_soon_after_it_left(
    table: tuple[Renderer, BoardMask], hand: Hand
) -> None:
    seen = played(table, [hand, hand, *[None] * 9])
    soon = 2 + round(ABSORB_S * FPS) + 2
    assert not any(seen[soon:])


@pytest.mark.parametrize("hand", [*HANDS[:2], *at_night(*HANDS[2:])])
def test_a_hand_that_came_and_rests_stays_a_hand(table: tuple[Renderer, BoardMask], hand: Hand) -> None:
    seen = played(table, [None, None, *[hand] * 15, None])
    assert seen == [False, False, *[True] * 15, False]


@pytest.mark.parametrize("hand", [*HANDS[2:], *at_night(*HANDS[:2])])
def test_a_hand_that_came_back_to_where_it_began_is_seen(table: tuple[Renderer, BoardMask], hand: Hand) -> None:
    away = replace(hand, x=hand.x + 3.0 * np.cos(np.radians(hand.arm_deg)))
    seen = played(table, [hand, *[None] * 9, *[away] * 8, None])
    assert all(seen[10:18])
    assert not seen[18]
