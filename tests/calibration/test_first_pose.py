"""Poses to start from: which tags are believed, both poses of a plane, nothing behind the camera."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.pose.board_pose import FirstPose, pose_from_all_tags, ransac_poses
from tests.calibration.random_views import PLACES, Eye, View, around, random_lens, random_view, tag_square
from tests.depth import depth


def corners(view: View) -> tuple[np.ndarray, np.ndarray]:
    """Return the tags' corners on the board as printed, (n, 4, 2) mm, and in the picture, (n, 4, 2) px."""
    return (
        np.stack([tag_square(*PLACES[s.id])[:, :2] for s in view.sightings]),
        np.stack([s.corners_px for s in view.sightings]),
    )


def ids(view: View, first: FirstPose) -> set[int]:
    return {view.sightings[k].id for k in first.kept}


def off_mm(view: View, first: FirstPose) -> float:
    return view.off_mm(first.pose.rotation, first.pose.tvec_mm)


@pytest.mark.parametrize("seed", range(depth(10, 40)))
def test_tags_that_were_moved_far_are_not_believed(seed: int) -> None:
    view = random_view(seed, tags=(8, 16), moves_mm=(25.0, 60.0))
    likeliest = ransac_poses(view.lens.model(), *corners(view))[0]
    assert not ids(view, likeliest) & set(view.displaced)
    assert len(likeliest.kept) == len(view.sightings) - len(view.sightings) // 3
    assert off_mm(view, likeliest) < 8


@pytest.mark.parametrize("seed", range(depth(5, 20)))
def test_all_tags_are_taken_at_once_where_none_was_moved(seed: int) -> None:
    view = random_view(seed, tags=(8, 16), displaced=False)
    likeliest = pose_from_all_tags(view.lens.model(), *corners(view))[0]
    assert len(likeliest.kept) == len(view.sightings)
    assert off_mm(view, likeliest) < 8


def test_one_tag_that_stands_out_spoils_the_pose_of_all() -> None:
    view = random_view(3, tags=(12, 16), displaced=False)
    board, pixels = corners(view)
    pixels[4] += [90.0, 40.0]
    assert pose_from_all_tags(view.lens.model(), board, pixels) == ()
    assert 4 not in ransac_poses(view.lens.model(), board, pixels)[0].kept


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_few_tags_are_all_believed(number: int) -> None:
    view = random_view(7, tags=(4, 4), displaced=False)
    board, pixels = (each[:number] for each in corners(view))
    assert ransac_poses(view.lens.model(), board, pixels)[0].kept == tuple(range(number))


def small_and_far(tilt: float) -> View:
    """Return four neighbouring tags from so far that a plane's tilt to one side and the other look alike."""
    lens = random_lens(np.random.default_rng(0), "4608x2592")
    rotation = around((0, 1, 0), tilt) @ np.diag([1.0, -1.0, -1.0])
    eye = Eye(rotation, np.array([0, 0, 9000.0]) - rotation @ np.array([609.6, 28, 0]))
    return View(0, "", lens, eye, 0.0, ())


def test_both_poses_of_a_plane_are_given_where_both_explain_the_tags() -> None:
    view = small_and_far(0.35)
    board = np.stack([tag_square(*PLACES[k]) for k in (2, 8, 10, 13)])
    noise = np.random.default_rng(5).normal(0, 0.3, (4, 4, 2))
    pixels = np.stack([view.lens.pixels(view.eye.sees(square)) for square in board]) + noise
    found = pose_from_all_tags(view.lens.model(), board[:, :, :2], pixels)
    assert len(found) == 2
    assert found[0].miss <= found[1].miss
    leans = sorted(float(first.pose.rotation[0, 2]) for first in found)
    assert leans[0] < -0.2
    assert leans[1] > 0.2


@pytest.mark.parametrize("seed", range(depth(2, 10)))
def test_the_board_lies_before_the_camera(seed: int) -> None:
    view = random_view(seed)
    for first in ransac_poses(view.lens.model(), *corners(view)):
        there = corners(view)[0].reshape(-1, 2) @ first.pose.rotation[:, :2].T + first.pose.tvec_mm
        assert there[:, 2].min() > 0
