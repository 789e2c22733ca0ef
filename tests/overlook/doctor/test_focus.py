"""The blur that the doctor measures is the blur that is there, and it says so before tags are lost."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from overlook.maintenance.machine_checks import Health
from overlook.maintenance.table_checks import blur_px, focus
from simulation import example_catalogue, example_poses, example_rig
from tests.depth import at_night
from tests.drawn import drawer
from vision.tracking.photograph import locate

CATALOGUE, RIG = example_catalogue(), example_rig()


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return drawer(RIG).picture(example_poses(), seed=3)


def squares(sigma_px: float) -> tuple[np.ndarray, list[np.ndarray]]:
    """Black squares on white, blurred at eight times their size, and where their corners are."""
    large = np.full((1600, 1600), 200, np.uint8)
    corners = []
    for x, y, side in ((160, 160, 480), (880, 240, 400), (240, 960, 440)):
        large[y : y + side, x : x + side] = 30
        corners.append(np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]]) / 8 - 0.5)
    blurred = cv2.GaussianBlur(large.astype(np.float32), (0, 0), sigma_px * 8)
    return cv2.resize(blurred, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA), corners


@pytest.mark.parametrize("sigma_px", [0.8, 1.2, 2.0, 2.8])
def test_a_known_blur_is_measured(sigma_px: float) -> None:
    image, corners = squares(sigma_px)
    assert blur_px(image, corners, 8) == pytest.approx(sigma_px, rel=0.15)


@pytest.mark.parametrize(
    ("sigma_px", "health"),
    [(0.0, Health.OK), (1.4, Health.CAUTION), (2.0, Health.TROUBLE), *at_night((2.6, Health.TROUBLE))],
)
def test_trouble_begins_where_tags_are_lost(picture: np.ndarray, sigma_px: float, health: Health) -> None:
    image = np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma_px), np.uint8) if sigma_px else picture
    reading = locate(image, RIG, CATALOGUE)
    seen = {one.id: np.asarray(one.corners_px) for one in reading.detection.sightings}
    check = focus(image, seen, CATALOGUE)
    assert check is not None
    assert check.health is health
    assert (len(reading.operatives) < len(CATALOGUE.operatives)) == (health is Health.TROUBLE)


def test_without_a_tag_nothing_is_said(picture: np.ndarray) -> None:
    assert focus(picture, {}, CATALOGUE) is None
