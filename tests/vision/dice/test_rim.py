"""The tray's outline from tags on its rim."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice.tray import TrayError
from vision.dice.tray_calibration import DICTIONARY, corners_of_tags

IDS = (210, 211, 212, 213)
TRAY = np.array([[140.0, 120.0], [500.0, 120.0], [500.0, 360.0], [140.0, 360.0]])
SIDE = 64
QUIET = 12


def rim(turn_deg: float = 0.0, without: int | None = None) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Return a drawn tray with a tag outside each corner, turned about the picture's middle; and its corners, px."""
    picture = np.full((480, 640, 3), 170, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, DICTIONARY))
    for tag, corner, (dx, dy) in zip(IDS, TRAY, ((-1, -1), (0, -1), (0, 0), (-1, 0)), strict=True):
        if tag != without:
            left, top = int(corner[0]) + dx * SIDE, int(corner[1]) + dy * SIDE
            picture[top - QUIET : top + SIDE + QUIET, left - QUIET : left + SIDE + QUIET] = 245
            drawn = cv2.aruco.generateImageMarker(dictionary, tag, SIDE)
            picture[top : top + SIDE, left : left + SIDE] = drawn[..., None]
    turn = cv2.getRotationMatrix2D((319.5, 239.5), turn_deg, 1.0)
    turned = cv2.warpAffine(picture, turn, (640, 480), flags=cv2.INTER_LINEAR, borderValue=(170, 170, 170))
    corners = np.hstack([TRAY - 0.5, np.ones((4, 1))]) @ turn.T
    return np.asarray(turned, np.uint8), np.asarray(corners, np.float64)


@pytest.mark.parametrize("turn_deg", [0.0, 8.0, -12.0])
def test_the_inner_corners_of_the_tags_are_the_trays(turn_deg: float) -> None:
    picture, corners = rim(turn_deg)
    assert corners_of_tags(picture, IDS) == pytest.approx(corners, abs=1.0)


def test_the_order_of_the_tags_does_not_matter() -> None:
    picture, corners = rim()
    for one, two, three, four in itertools.islice(itertools.permutations(IDS), 0, None, 5):
        assert corners_of_tags(picture, (one, two, three, four)) == pytest.approx(corners, abs=1.0)


def test_a_tag_that_is_not_seen_is_named() -> None:
    with pytest.raises(TrayError) as error:
        corners_of_tags(rim(without=212)[0], IDS)
    assert error.value.message["tags"] == (212,)
