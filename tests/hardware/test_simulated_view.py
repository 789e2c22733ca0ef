"""Every pixel's ray, against OpenCV's own projection."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.rig import Rig
from simulation import example_rig
from simulation.errors import SceneError
from simulation.render.rays import CameraRays, Rect, merged

VIEW = CameraRays(example_rig((960, 540), tilt_deg=8.0))


@given(column=st.integers(0, 959), row=st.integers(0, 539), z_mm=st.floats(0, 150))
def test_a_ray_comes_back_to_its_pixel(column: int, row: int, z_mm: float) -> None:
    x, y = VIEW.ground(Rect(column, row, column + 1, row + 1), z_mm)
    pose, camera = VIEW.pose, VIEW.rig.camera
    point = np.array([[x[0, 0], y[0, 0], z_mm]], dtype=float)
    pixel, _ = cv2.projectPoints(point, pose.rvec, pose.tvec_mm, camera.camera_matrix, camera.dist_coeffs)
    assert pixel.ravel() == pytest.approx((column, row), abs=2e-3)


@given(column=st.integers(0, 958), row=st.integers(0, 538), samples=st.sampled_from([2, 3, 4]))
def test_rays_within_a_pixel_stand_evenly_in_it(column: int, row: int, samples: int) -> None:
    x, y = VIEW.ground(Rect(column, row, column + 1, row + 1), 0.0, samples)
    pose, camera = VIEW.pose, VIEW.rig.camera
    points = np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)]).astype(float)
    pixels, _ = cv2.projectPoints(points, pose.rvec, pose.tvec_mm, camera.camera_matrix, camera.dist_coeffs)
    steps = (np.arange(samples) + 0.5) / samples - 0.5
    expected = np.stack(np.meshgrid(column + steps, row + steps), axis=-1).reshape(-1, 2)
    np.testing.assert_allclose(pixels.reshape(-1, 2), expected, atol=3e-3)


def test_a_camera_without_a_pose_is_refused() -> None:
    with pytest.raises(SceneError) as error:
        CameraRays(Rig(example_rig().camera))
    assert error.value.message.code == "simulation-no-pose"


def test_a_camera_that_sees_the_horizon_is_refused() -> None:
    with pytest.raises(SceneError) as error:
        CameraRays(example_rig((640, 360), tilt_deg=75.0))
    assert error.value.message.code == "simulation-horizon"


def test_a_lens_that_folds_the_picture_over_is_refused() -> None:
    rig = example_rig((640, 360))
    folded = replace(rig.camera, dist_coeffs=np.array([-2.0, 0.0, 0.0, 0.0, 0.0]))
    with pytest.raises(SceneError) as error:
        CameraRays(replace(rig, camera=folded))
    assert error.value.message.code == "simulation-distortion"


rects = st.builds(
    lambda x, y, w, h: Rect(x, y, x + w, y + h),
    st.integers(0, 40), st.integers(0, 40), st.integers(1, 20), st.integers(1, 20),
)  # fmt: skip


@given(st.lists(rects, max_size=8))
def test_merged_rectangles_cover_all_and_meet_nowhere(given_rects: list[Rect]) -> None:
    cover = merged(given_rects)
    count = np.zeros((64, 64), int)
    for rect in cover:
        count[rect.rows_columns] += 1
    assert count.max(initial=0) <= 1
    for rect in given_rects:
        assert (count[rect.rows_columns] == 1).all()


@given(rects, st.integers(1, 9))
def test_tiles_are_the_rectangle(rect: Rect, side: int) -> None:
    count = np.zeros((64, 64), int)
    for tile in rect.tiles(side):
        assert tile.width <= side
        assert tile.height <= side
        count[tile.rows_columns] += 1
    assert (count[rect.rows_columns] == 1).all()
    assert count.sum() == rect.width * rect.height
