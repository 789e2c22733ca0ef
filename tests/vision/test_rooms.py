"""A sample of docs/accuracy.md: two drawn rooms under each condition that holds what is asked of it.

The whole, with photographs, is `python benchmarks/vision/room_figures.py`.
"""

from __future__ import annotations

import pytest

from calibration.errors import CalibrationError
from simulation.degradations import CONDITIONS, GroundTruthImage, Scorecard, rendered_image, score_detection
from vision.tracking.photograph import locate

ROOMS = ((0, (2304, 1296)), (1, (1920, 1080)))
BY_ID = {condition.id: condition for condition in CONDITIONS}
HELD = (
    "as_it_is",
    "motion_blur_3_px",
    "motion_blur_4_px",
    "motion_blur_5_px",
    "motion_blur_6_px",
    "defocus_1_px",
    "defocus_2_px",
    "defocus_3_px",
    "hard_shadows_to_0.4",
    "hard_shadows_to_0.2",
    "one_tag_in_6_partly_covered",
    "exposure_-4_stops",
    "gamma_1",
    "noise_of_a_dark_room",
    "JPEG_30",
    "fx_.3_%_wrong",
    "centre_10_px_off",
    "k1_+.03",
    "picture_turned_by_180_degrees",
    "rolling-shutter_wobble_0.6_px",
    "mat_bowed_2_mm",
    "mat_stretched_.3_%_one_way",
    "a_base_touches_a_tag's_corner",
    "a_base_touches_a_tag's_side",
    "all_terrain_tags_covered",
    "printed_mat_of_high_contrast",
    "a_club_evening",
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
    condition, card = BY_ID[name], Scorecard()
    for room in rooms:
        card.add(read(condition.applied(room, 1)))
    assert not card.lies
    assert not card.refusals
    assert condition.found is None or card.found_share >= condition.found, card.found_share
    assert condition.covered is None or card.covered >= condition.covered, card.covered


@pytest.mark.parametrize("name", ["defocus_2_px", "defocus_3_px", "motion_blur_6_px", "another_crop_of_the_sensor"])
def test_in_rooms_of_their_own_no_place_is_far_from_what_it_states_however_bad_the_picture(name: str) -> None:
    """Rooms that no figure of docs/accuracy.md is of, under what is worst for the eye."""
    condition, card = BY_ID[name], Scorecard()
    for seed, size in ((302, (2304, 1296)), (303, (1920, 1080))):
        card.add(read(condition.applied(rendered_image(seed, size), 77)))
    assert not card.lies
    assert card.verdicts
    assert card.covered >= 0.9, card.covered
