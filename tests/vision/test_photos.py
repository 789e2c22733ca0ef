"""Real photographs with fiducials (OpenCV's tutorials): every tag is found and nothing else."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.tags.detector import Detector

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


@pytest.mark.parametrize("name", ["charuco.jpg", *(f"calibration_{k}.jpg" for k in range(4))])
def test_corners_of_real_tags_scatter_little_more_than_they_state(shared_data: Path, name: str) -> None:
    """The board is flat and its squares are known: what no homography explains is lens and corners together."""
    image = cv2.imread(str(shared_data / "photos" / name))
    camera = cv2.FileStorage(str(shared_data / "photos" / "charuco_camera.yml"), cv2.FILE_STORAGE_READ)
    matrix, distortion = (camera.getNode(one).mat() for one in ("camera_matrix", "distortion_coefficients"))
    assert image is not None
    board = cv2.aruco.CharucoBoard((5, 7), 0.04, 0.02, cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250))
    ids, corners = np.asarray(board.getIds()).ravel(), board.getObjPoints()
    printed = {int(key): np.array(at)[:, :2] for key, at in zip(ids, corners, strict=True)}
    detector = Detector("DICT_6X6_250", frozenset(range(250)), (image.shape[1], image.shape[0]))
    found = [one for one in detector.detect(np.asarray(image, np.uint8)).sightings if one.id in printed]
    there = np.concatenate([printed[one.id] for one in found])
    seen = np.concatenate([one.corners_px for one in found])
    straight = cv2.undistortPoints(seen.reshape(-1, 1, 2), matrix, distortion, P=matrix).reshape(-1, 2)
    plane, _ = cv2.findHomography(there, straight, 0)
    left = straight - cv2.perspectiveTransform(there.reshape(-1, 1, 2), plane).reshape(-1, 2)
    stated = np.concatenate([np.diag(one.covariance_px) for one in found])
    assert math.sqrt(float((left**2).mean()) / float(stated.mean())) < 1.6
