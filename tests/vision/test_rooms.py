"""A sample of docs/accuracy.md: two drawn rooms under each condition that holds what is asked of it.

The whole, with photographs, is `python benchmarks/vision/room_figures.py`.
"""

from __future__ import annotations

import pytest

from calibration.errors import CalibrationError
from simulation.degradations import CONDITIONS, GroundTruthImage, Scorecard, rendered_image, score_detection
from vision.tracking.photograph import locate

ROOMS = ((0, (2304, 1296)), (1, (1920, 1080)))
BY_NAME = {condition.name: condition for condition in CONDITIONS}
HELD = (
    "as it is",
    "motion blur 3 px",
    "motion blur 4 px",
    "motion blur 5 px",
    "motion blur 6 px",
    "defocus 1 px",
    "defocus 2 px",
    "defocus 3 px",
    "hard shadows to 0.4",
    "hard shadows to 0.2",
    "one tag in 6 partly covered",
    "exposure -4 stops",
    "gamma 1",
    "noise of a dark room",
    "JPEG 30",
    "fx .3 % wrong",
    "centre 10 px off",
    "k1 +.03",
    "picture turned by 180 degrees",
    "rolling-shutter wobble 0.6 px",
    "mat bowed 2 mm",
    "mat stretched .3 % one way",
    "a base touches a tag's corner",
    "a base touches a tag's side",
    "all terrain tags covered",
    "printed mat of high contrast",
    "a club evening",
)
"""Conditions under which found and covered reach what the condition asks, with no lie."""

pytestmark = [pytest.mark.nightly, pytest.mark.xdist_group("rooms")]


@pytest.fixture(scope="module")
def rooms() -> list[GroundTruthImage]:
    return [rendered_image(seed, size) for seed, size in ROOMS]


def read(room: GroundTruthImage) -> Scorecard:
    """How one picture of a room is read."""
    try:
        reading = locate(room.picture(1), room.believed, room.catalogue)
    except CalibrationError as error:
        return Scorecard(rooms=1, refusals=[str(error)])
    return score_detection(room, reading.operatives, reading.warnings)


@pytest.mark.parametrize("name", HELD)
def test_the_eye_finds_and_covers_what_is_asked_and_does_not_lie(rooms: list[GroundTruthImage], name: str) -> None:
    condition, card = BY_NAME[name], Scorecard()
    for room in rooms:
        card.add(read(condition.applied(room, 1)))
    assert not card.lies
    assert not card.refusals
    assert condition.found is None or card.found_share >= condition.found, card.found_share
    assert condition.covered is None or card.covered >= condition.covered, card.covered


@pytest.mark.parametrize("name", ["defocus 2 px", "defocus 3 px", "motion blur 6 px", "another crop of the sensor"])
def test_in_rooms_of_their_own_no_place_is_far_from_what_it_states_however_bad_the_picture(name: str) -> None:
    """Rooms that no figure of docs/accuracy.md is of, under what is worst for the eye."""
    condition, card = BY_NAME[name], Scorecard()
    for seed, size in ((302, (2304, 1296)), (303, (1920, 1080))):
        card.add(read(condition.applied(rendered_image(seed, size), 77)))
    assert not card.lies
    assert card.verdicts
    assert card.covered >= 0.9, card.covered
