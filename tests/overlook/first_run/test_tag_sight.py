"""Before anything is printed it is said whether models' tags will be read, and what to choose instead where not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from messages.message import Message
from overlook.first_run.picture_checks import OFFERED_PX, USUAL_TAG_MM, PictureVerdicts, most_module_px, tag_check
from overlook.first_run.prerequisites import kit_catalogue
from overlook.maintenance.machine_checks import Health
from overlook.setup.tags import NEEDED_PX, px_per_mm
from simulation import example_catalogue, example_poses, example_rig, take_photo

KIT = kit_catalogue()


def size_of(said: Message) -> Message:
    """Return the message on a module's size within the others."""
    return size_of(said["size"]) if said.has("size") else said


def sizes_in(said: Message) -> tuple[int, ...]:
    """Return the size of the camera's images and the one that was asked for."""
    return said["width"], said["height"], said["asked_width"], said["asked_height"]


@pytest.mark.parametrize(
    ("size_px", "health"),
    [
        ((640, 480), Health.TROUBLE),
        ((1280, 720), Health.CAUTION),
        ((1920, 1080), Health.CAUTION),
        ((2304, 1296), Health.OK),
        ((4608, 2592), Health.OK),
    ],
)
def test_pictures_that_hold_the_board_are_too_small_by_their_size_alone(
    size_px: tuple[int, int], health: Health
) -> None:
    check = tag_check(size_px, KIT)
    assert check.health is health
    assert size_of(check.sentence).code == "check-tag-size-most"
    if health is not Health.OK:
        # However low the camera hangs, the board must be seen: only larger pictures help.
        assert check.mend == Message.of("check-fix-tags-larger", width=2304, height=1296)


def test_no_camera_that_sees_the_whole_board_shows_a_module_larger() -> None:
    size_px = (1280, 720)
    rig = example_rig(size_px)
    assert rig.pose is not None
    seen_px = px_per_mm(rig, rig.pose, KIT) * USUAL_TAG_MM / 8
    assert seen_px < most_module_px(size_px, KIT)


@given(size_px=st.sampled_from([(640, 360), *OFFERED_PX]), measured_px=st.floats(0.1, 12.0))
def test_the_pictures_named_are_the_smallest_that_would_do_and_a_lower_camera_only_where_it_can(
    size_px: tuple[int, int], measured_px: float
) -> None:
    check = tag_check(size_px, KIT, measured_px)
    if round(measured_px, 1) >= NEEDED_PX:
        assert check.health is Health.OK
        return
    assert check.mend
    would_do = [wide for wide, _ in OFFERED_PX if wide > size_px[0] and measured_px * wide / size_px[0] >= NEEDED_PX]
    assert (check.mend["width"] if check.mend.has("width") else None) == min(would_do, default=None)
    assert (check.mend.code in {"check-fix-tags-lower", "check-fix-tags-either"}) == (size_px[1] >= 1296)


@pytest.mark.parametrize("size_px", [(640, 480), (1280, 720), (1920, 1080)])
def test_to_a_camera_that_gives_less_than_it_was_asked_for_no_larger_pictures_are_proposed(
    size_px: tuple[int, int],
) -> None:
    check = tag_check(size_px, KIT, asked_px=(2304, 1296))
    assert sizes_in(check.sentence) == (*size_px, 2304, 1296)
    assert check.mend == Message.of("check-fix-tags-camera")


def test_what_a_picture_is_judged_by_knows_what_the_camera_was_asked_for() -> None:
    verdicts = PictureVerdicts(KIT, lambda: (2304, 1296))
    assert sizes_in(verdicts.tags((1280, 720)).sentence) == (1280, 720, 2304, 1296)
    rig = example_rig((1280, 720))
    seen = verdicts.look(take_photo(example_catalogue().bare, type(example_poses())(), rig).image)
    (tags,) = (one for one in seen if one.part == "tags")
    assert tags.message is not None
    assert sizes_in(tags.message["size"]) == (1280, 720, 2304, 1296)


def test_once_the_boards_tags_are_seen_it_is_as_it_was_measured() -> None:
    size_px = (1280, 720)
    rig = example_rig(size_px)
    assert rig.pose is not None
    verdicts = PictureVerdicts(KIT)
    assert size_of(verdicts.tags(size_px).sentence).code == "check-tag-size-most"
    verdicts.look(take_photo(example_catalogue().bare, type(example_poses())(), rig).image)
    told = verdicts.tags(size_px)
    assert told.health is not Health.OK
    said = size_of(told.sentence)
    assert said.code == "check-tag-size"
    assert said["px"] == pytest.approx(px_per_mm(rig, rig.pose, KIT) * USUAL_TAG_MM / 8, rel=0.1)
    verdicts.look(np.full((1080, 1920, 3), 128, dtype=np.uint8))
    assert size_of(verdicts.tags((1920, 1080)).sentence).code == "check-tag-size-most"
