"""How high a camera hangs and how small a tag it reads, against projection by the pinhole model itself."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.rig import BoardPose, CameraModel, project
from hardware.cameras.optics import MARGIN_MM, MODES, CameraModule, SensorMode, corner_angle_deg

BOARD_MM = (762.0, 559.0)


def straight_above(mode: SensorMode, height_mm: float) -> tuple[CameraModel, BoardPose]:
    width, height = mode.size_px
    matrix = np.array([[mode.focal_px, 0, width / 2], [0, mode.focal_px, height / 2], [0, 0, 1]])
    camera = CameraModel(size_px=mode.size_px, camera_matrix=matrix, dist_coeffs=np.zeros(5), id="", mode="")
    return camera, BoardPose(np.array([math.pi, 0.0, 0.0]), np.array([0.0, 0.0, height_mm]))


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: f"{mode.module.name} {mode.size_px}")
def test_from_the_least_height_the_board_and_its_margin_just_fill_the_picture(mode: SensorMode) -> None:
    camera, pose = straight_above(mode, mode.lowest_mm(BOARD_MM))
    corner = np.array([[BOARD_MM[0] / 2 + MARGIN_MM, BOARD_MM[1] / 2 + MARGIN_MM, 0.0]])
    x, y = project(camera, pose, corner)[0]
    beside_px, above_px = mode.size_px[0] - x, y
    assert min(beside_px, above_px) == pytest.approx(0, abs=1e-6)
    assert max(beside_px, above_px) > -1e-6


@given(st.sampled_from(MODES), st.floats(300, 3000))
def test_a_tag_of_the_smallest_size_has_the_pixels_it_needs(mode: SensorMode, height_mm: float) -> None:
    side_mm = mode.smallest_tag_mm(height_mm, 3.5, 8)
    camera, pose = straight_above(mode, height_mm)
    left, right = project(camera, pose, np.array([[-side_mm / 2, 0, 0], [side_mm / 2, 0, 0]]))
    assert right[0] - left[0] == pytest.approx(8 * 3.5)


@given(st.sampled_from(MODES), st.floats(300, 3000))
def test_what_is_seen_lies_within_the_angles_of_view(mode: SensorMode, height_mm: float) -> None:
    for seen_mm, field_deg in zip(mode.field_mm(height_mm), mode.field_deg, strict=True):
        assert seen_mm / 2 / height_mm == pytest.approx(math.tan(math.radians(field_deg / 2)))


@pytest.mark.parametrize(
    ("name", "published_deg"),
    [("Camera Module 2", (62.2, 48.8)), ("Camera Module 3", (66, 41)), ("Camera Module 3 Wide", (102, 67))],
)
def test_the_angles_are_near_the_published_ones(name: str, published_deg: tuple[float, float]) -> None:
    for mode in MODES:
        if mode.module.name == name:
            assert mode.field_deg == pytest.approx(published_deg, abs=4)


def test_a_corner_is_seen_at_45_degrees_from_as_high_as_it_is_far_from_the_middle() -> None:
    assert corner_angle_deg((600, 800), 500) == pytest.approx(45)


def test_a_mode_larger_than_its_sensor_is_refused() -> None:
    with pytest.raises(ValueError, match="larger than"):
        SensorMode(CameraModule("small", (100, 100), 1.0, 3.0), (60, 40), 2)
