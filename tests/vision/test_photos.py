"""Real photographs with fiducials (OpenCV's tutorials): every tag is found and nothing else."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.detect import Detector

pytestmark = pytest.mark.data


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("singlemarkers.jpg", {40, 98, 62, 23, 124, 203}),
        ("charuco.jpg", set(range(17))),
        ("charuco_covered.jpg", {*range(11), 12, 15}),
        *((f"calibration_{k}.jpg", set(range(17))) for k in range(4)),
    ],
)
def test_every_tag_of_a_real_photograph_is_found(shared_data: Path, name: str, ids: set[int]) -> None:
    image = cv2.imread(str(shared_data / "photos" / name))
    assert image is not None
    detector = Detector("DICT_6X6_250", frozenset(range(250)), (image.shape[1], image.shape[0]))
    assert {sighting.id for sighting in detector.detect(np.asarray(image, np.uint8)).sightings} == ids


@pytest.mark.parametrize("name", ["singlemarkers.jpg", "charuco.jpg", "gridboard.jpg"])
def test_real_photographs_hold_no_tag_of_our_dictionary(shared_data: Path, name: str) -> None:
    image = cv2.imread(str(shared_data / "photos" / name))
    assert image is not None
    detector = Detector("DICT_ARUCO_MIP_36h12", frozenset(range(250)), (image.shape[1], image.shape[0]))
    assert detector.detect(np.asarray(image, np.uint8)).sightings == ()
