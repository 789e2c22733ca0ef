"""What counts as found, as covered, and as a lie."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.pose.localisation import LocatedThing
from geometry.placement import Placement
from messages.message import Message
from simulation.degradations import GroundTruthImage, rendered_image, score_detection


@pytest.fixture(scope="module")
def room() -> GroundTruthImage:
    return rendered_image(5, (640, 360), samples=1)


def located(room: GroundTruthImage, name: str, off_mm: tuple[float, float], sigma_mm: float) -> LocatedThing:
    x, y, z = room.where_mm[name]
    covariance = np.zeros((4, 4))
    covariance[0, 0] = covariance[1, 1] = (sigma_mm / 25.4) ** 2
    x, y = (x + off_mm[0]) / 25.4, (y + off_mm[1]) / 25.4
    return LocatedThing(name, Placement(name, x, y, z / 25.4, 0.0, covariance))


@pytest.mark.parametrize(
    ("off_mm", "sigma_mm", "inside", "lie"),
    [
        ((0.0, 0.0), 0.1, True, False),
        ((0.0, 0.24), 0.1, True, False),
        ((0.0, 0.25), 0.1, False, False),
        ((1.6, 0.0), 0.1, False, True),
        ((1.4, 0.0), 0.1, False, False),
        ((1.6, 0.0), 0.31, False, False),
        ((1.6, 0.0), 0.30, False, True),
    ],
)
def test_a_place_far_off_that_states_little_is_a_lie(
    room: GroundTruthImage, off_mm: tuple[float, float], sigma_mm: float, inside: bool, lie: bool
) -> None:
    card = score_detection(room, {"a1": located(room, "a1", off_mm, sigma_mm)}, ())
    assert [each.inside for each in card.verdicts] == [inside]
    assert bool(card.lies) == lie
    assert card.verdicts[0].stated_mm == pytest.approx(2.4477 * sigma_mm, rel=1e-3)


@pytest.mark.parametrize(
    ("warning", "lie", "excused"),
    [
        (Message.of("position-overhang", thing="a1", level="floor", overhang=1.0), False, False),
        (Message.of("position-overhang", thing="a11", level="floor", overhang=1.0), True, True),
        (Message.of("position-covered", operatives=["a1", "a2"]), False, False),
        (Message.of("board-shaking", off=1.0), True, True),
        (Message.of("position-overhang", thing="a2", level="floor", overhang=1.0), True, False),
    ],
)
def test_a_warning_excuses_whom_it_names(room: GroundTruthImage, warning: Message, lie: bool, excused: bool) -> None:
    card = score_detection(room, {"a1": located(room, "a1", (5.0, 0.0), 0.1)}, (warning,))
    assert bool(card.lies) == lie
    assert card.verdicts[0].excused == excused


def test_what_the_room_is_told_anyway_excuses_nothing(room: GroundTruthImage) -> None:
    warning = Message.of("board-lost")
    card = score_detection(room, {"a1": located(room, "a1", (5.0, 0.0), 0.1)}, (warning,), (warning,))
    assert not card.verdicts[0].excused


def test_only_the_readable_are_asked_for(room: GroundTruthImage) -> None:
    everyone = {name: located(room, name, (0.0, 0.0), 0.1) for name in room.where_mm}
    few = room.hidden(set(room.readable) - {sorted(room.readable)[0]})
    card = score_detection(few, everyone, ())
    assert (card.asked, card.found, len(card.verdicts)) == (1, 1, len(room.where_mm))
    assert card.found_share == 1.0
