"""A pose that leaves open where the floor in the picture is gets refused, and no other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.errors import RegistrationError
from calibration.pose.board_pose import FEW_TAGS, MAX_OPEN_MM, check_pose_conditioning
from calibration.pose.bundle_adjustment import BundleResult
from calibration.rig import BoardPose
from tests.calibration.conftest import World

BOARD_MM = (762.0, 559.0)


def fit(pose: BoardPose, sigmas: list[float], chi2: float = 0.0) -> BundleResult:
    covariance = np.diag(np.square(sigmas))
    return BundleResult(replace(pose, covariance=covariance), {}, np.full(8, chi2), np.zeros((6, 9)))


def shift_of(open_mm: float) -> list[float]:
    """Return sigmas that leave the board open sideways by so much."""
    return [0, 0, 0, open_mm, 0, 0]


def test_up_to_the_limit_a_pose_is_kept(world: World) -> None:
    check_pose_conditioning(world.rig.camera, fit(world.pose, shift_of(0.9 * MAX_OPEN_MM)), BOARD_MM, FEW_TAGS)


def test_beyond_the_limit_the_pose_is_refused(world: World) -> None:
    with pytest.raises(RegistrationError) as refusal:
        check_pose_conditioning(world.rig.camera, fit(world.pose, shift_of(1.2 * MAX_OPEN_MM)), BOARD_MM, 9)
    message = refusal.value.message
    assert message.code == "board-pose-uncertain"
    assert (message["tags"], message["most"]) == (9, MAX_OPEN_MM)
    assert message["sigma"] == pytest.approx(1.2 * MAX_OPEN_MM, abs=0.15)


def test_few_tags_must_be_surer(world: World) -> None:
    half = fit(world.pose, shift_of(0.6 * MAX_OPEN_MM))
    check_pose_conditioning(world.rig.camera, half, BOARD_MM, FEW_TAGS)
    with pytest.raises(RegistrationError) as refusal:
        check_pose_conditioning(world.rig.camera, half, BOARD_MM, FEW_TAGS - 1)
    assert refusal.value.message["most"] == MAX_OPEN_MM / 2


def test_an_unsure_height_counts_most_at_the_edge_of_the_board(world: World) -> None:
    """Nearer by a sigma, the floor slides outward by it times the slant of the ray."""
    corners = np.array([[0, 0, 0], [762, 0, 0], [762, 559, 0], [0, 559, 0]], dtype=np.float64)
    there = corners @ world.pose.rotation.T + world.pose.tvec_mm
    slant = float((np.linalg.norm(there[:, :2], axis=1) / there[:, 2]).max())
    enough, much = 0.9 * MAX_OPEN_MM / slant, 1.1 * MAX_OPEN_MM / slant
    check_pose_conditioning(world.rig.camera, fit(world.pose, [0, 0, 0, 0, 0, enough]), BOARD_MM, 9)
    with pytest.raises(RegistrationError):
        check_pose_conditioning(world.rig.camera, fit(world.pose, [0, 0, 0, 0, 0, much]), BOARD_MM, 9)


def test_what_the_picture_does_not_show_may_stay_open(world: World) -> None:
    camera = world.rig.camera
    near = fit(BoardPose(world.pose.rvec, world.pose.tvec_mm + np.array([330, -240, -500])), [0, 0, 0, 0, 0, 5.0])
    check_pose_conditioning(camera, near, BOARD_MM, 9)
    with pytest.raises(RegistrationError):
        check_pose_conditioning(replace(camera, size_px=(4 * 2304, 4 * 1296)), near, BOARD_MM, 9)


def test_misses_beyond_what_is_claimed_are_counted_once(world: World) -> None:
    """The covariance grew with them, and so did the tags' share in it."""
    open_mm = 1.5 * MAX_OPEN_MM
    with pytest.raises(RegistrationError):
        check_pose_conditioning(world.rig.camera, fit(world.pose, shift_of(open_mm)), BOARD_MM, 9)
    check_pose_conditioning(world.rig.camera, fit(world.pose, shift_of(open_mm), chi2=60.0), BOARD_MM, 9)
