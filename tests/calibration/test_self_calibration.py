"""The lens of one photograph from the board's tags: right within its own error, or refused with the cause.

Corners are projected by `cv2.projectPoints` with lenses drawn at random, and noise is added; nothing is rendered.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.catalogue import Catalogue
from calibration.errors import RegistrationError
from calibration.pose.self_calibration import FRAME_DIAGONAL_MM, FocalPrior, self_calibrate
from calibration.tags import TagSighting
from simulation.scene.example_table import example_catalogue
from tests.depth import depth

SIZE_PX = (2016, 1512)
NOISE_PX = 0.05
CATALOGUE: Catalogue = example_catalogue()


def seen_from(
    rng: np.random.Generator, *, tilt_deg: float, focal: float, k1: float = 0.0, centre: tuple[float, float] = (0, 0)
) -> list[TagSighting]:
    """Return the board's tags as a phone sees them from a tilt, with noise."""
    width, depth_mm = CATALOGUE.board.size_mm
    tilt, around = math.radians(tilt_deg), rng.uniform(0, 2 * math.pi)
    towards = np.array([math.sin(tilt) * math.cos(around), math.sin(tilt) * math.sin(around), math.cos(tilt)])
    at = np.array([width / 2, depth_mm / 2, 0]) + towards * 1.25 * focal * width / SIZE_PX[0]
    across = np.cross(-towards, [-math.cos(around), -math.sin(around), 0.0])
    rotation = np.stack([across, np.cross(-towards, across), -towards])
    matrix = np.array(
        [[focal, 0, (SIZE_PX[0] - 1) / 2 + centre[0]], [0, focal, (SIZE_PX[1] - 1) / 2 + centre[1]], [0, 0, 1]]
    )
    rvec, tvec = cv2.Rodrigues(rotation)[0], -rotation @ at
    sightings = []
    for tag in CATALOGUE.board.tags:
        half, turn = tag.size_mm / 2, math.radians(tag.angle_deg)
        own = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
        turned = own @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        corners = np.column_stack([turned + np.array(tag.centre_mm), np.zeros(4)])
        pixels = cv2.projectPoints(corners, rvec, tvec, matrix, np.array([k1, 0, 0, 0, 0]))[0].reshape(4, 2)
        noisy = pixels + rng.normal(0, NOISE_PX, (4, 2))
        sightings.append(TagSighting(tag.id, noisy, NOISE_PX**2 * np.eye(8)))
    return sightings


def stated(focal: float) -> FocalPrior:
    """Return what a camera says that states its focal length in whole millimetres."""
    return FocalPrior.of(SIZE_PX, round(focal * FRAME_DIAGONAL_MM / math.hypot(*SIZE_PX)))


@settings(max_examples=depth(25, 200), deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(12, 50), st.floats(0.65, 1.1), st.floats(-0.08, 0.08))
def test_the_focal_length_is_right_within_its_stated_error(seed: int, tilt_deg: float, share: float, k1: float) -> None:
    rng = np.random.default_rng(seed)
    focal = share * SIZE_PX[0]
    sightings = seen_from(rng, tilt_deg=tilt_deg, focal=focal, k1=k1, centre=tuple(rng.normal(0, 10, 2)))
    camera = self_calibrate(SIZE_PX, CATALOGUE, sightings, stated(focal))
    assert camera.covariance is not None
    off = camera.camera_matrix[0, 0] - focal
    assert abs(off) < 5 * math.sqrt(camera.covariance[0, 0])


def test_stated_errors_of_focal_length_and_centre_are_neither_too_small_nor_too_large() -> None:
    squares = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        focal, centre = rng.uniform(0.7, 1.0) * SIZE_PX[0], rng.normal(0, 10, 2)
        sightings = seen_from(
            rng, tilt_deg=rng.uniform(15, 50), focal=focal, k1=rng.normal(0, 0.04), centre=tuple(centre)
        )
        camera = self_calibrate(SIZE_PX, CATALOGUE, sightings, stated(focal))
        assert camera.covariance is not None
        truth = np.array([focal, *((np.array(SIZE_PX) - 1) / 2 + centre)])
        off = np.array([camera.camera_matrix[0, 0], *camera.camera_matrix[:2, 2]]) - truth
        covariance = camera.covariance[np.ix_([0, 2, 3], [0, 2, 3])]
        squares.append(float(off @ np.linalg.solve(covariance, off)))
    assert 0.85 <= np.mean(np.array(squares) < 7.815) <= 1.0
    assert 0.5 < np.mean(squares) < 4.0


def test_a_steep_view_needs_no_word_of_the_camera() -> None:
    rng = np.random.default_rng(5)
    camera = self_calibrate(SIZE_PX, CATALOGUE, seen_from(rng, tilt_deg=45, focal=1500.0), FocalPrior.of(SIZE_PX, None))
    assert camera.camera_matrix[0, 0] == pytest.approx(1500.0, rel=0.02)


def test_a_view_from_straight_above_is_refused_unless_the_camera_states_its_focal_length() -> None:
    sightings = seen_from(np.random.default_rng(6), tilt_deg=0.5, focal=1500.0)
    with pytest.raises(RegistrationError) as error:
        self_calibrate(SIZE_PX, CATALOGUE, sightings, FocalPrior.of(SIZE_PX, None))
    assert error.value.message.code == "board-photo-flat"
    self_calibrate(SIZE_PX, CATALOGUE, sightings, stated(1500.0))


def test_fewer_than_six_board_tags_are_refused() -> None:
    sightings = seen_from(np.random.default_rng(7), tilt_deg=30, focal=1500.0)
    with pytest.raises(RegistrationError) as error:
        self_calibrate(SIZE_PX, CATALOGUE, sightings[:5], stated(1500.0))
    assert error.value.message.code == "board-tags-few"
    assert error.value.message["least"] == 6


def test_a_cropped_photograph_is_refused() -> None:
    """Half of the width cut off: the optical centre is a quarter of the width from the middle."""
    sightings = seen_from(np.random.default_rng(8), tilt_deg=40, focal=1500.0, centre=(500.0, 0.0))
    with pytest.raises(RegistrationError) as error:
        self_calibrate(SIZE_PX, CATALOGUE, sightings, stated(1500.0))
    assert error.value.message.code == "board-photo-foreign"
