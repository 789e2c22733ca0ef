"""What a frame and a sighting refuse."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from calibration.errors import SightingError
from calibration.tags import TagSighting
from vision.frame import Frame, FrameError

NOW = datetime(2026, 11, 21, tzinfo=UTC)
CORNERS = np.array([[0, 0], [20, 0], [20, 20], [0, 20]], dtype=float)


@pytest.mark.parametrize(
    "image",
    [np.zeros((4, 4), np.float32), np.zeros((4, 4, 4), np.uint8), np.zeros((0, 4), np.uint8), np.zeros(9, np.uint8)],
)
def test_a_frame_refuses_what_is_no_picture(image: Any) -> None:
    with pytest.raises(FrameError) as error:
        Frame(image, 0.0, NOW, "cam")
    assert (error.value.message.code, error.value.message["camera"]) == ("image-type", "cam")


def test_a_frame_refuses_a_time_without_a_zone() -> None:
    with pytest.raises(FrameError) as error:
        Frame(np.zeros((4, 6, 3), np.uint8), 0.0, datetime(2026, 11, 21), "cam")
    assert error.value.message.code == "image-time-zone"


def test_a_frame_says_width_before_height() -> None:
    assert Frame(np.zeros((4, 6, 3), np.uint8), 0.0, NOW, "cam").size_px == (6, 4)


@pytest.mark.parametrize(
    ("corners", "covariance"),
    [
        (CORNERS[:3], np.eye(8)),
        (CORNERS, np.eye(4)),
        (CORNERS * np.nan, np.eye(8)),
        (CORNERS, np.full((8, 8), np.inf)),
    ],
)
def test_a_sighting_refuses_what_is_none(corners: Any, covariance: Any) -> None:
    with pytest.raises(SightingError) as error:
        TagSighting(7, corners, covariance)
    assert error.value.message["tag"] == 7


def test_a_sighting_s_side_is_the_mean_of_its_four() -> None:
    assert TagSighting(7, CORNERS, np.eye(8)).side_px == 20
