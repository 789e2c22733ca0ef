"""One photograph of the simulated table in, everything that stands on it out."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from calibration.errors import RegistrationError, RigError
from calibration.rig import CameraModel, Rig
from messages.message import Message
from simulation import SimulatedPhoto, example_catalogue, example_rig, example_scene, take_photo
from vision.tracking.photograph import locate


@pytest.fixture(scope="module")
def picture() -> SimulatedPhoto:
    scene = example_scene()
    return take_photo(scene.catalogue, scene.poses, example_rig(), seed=3)


@pytest.fixture(scope="module")
def reading(picture: SimulatedPhoto) -> Any:
    return locate(picture.image, picture.rig, example_catalogue())


def test_everybody_with_a_free_tag_is_found_on_the_right_level(picture: SimulatedPhoto, reading: Any) -> None:
    catalogue = example_catalogue()
    for entry in catalogue.operatives:
        if all(picture.tags[tag.id].seen > 0.98 for tag in entry.tags):
            true, found = picture.poses.operatives[entry.id], reading.operatives[entry.id]
            off_mm = np.hypot(true.x - found.placement.x, true.y - found.placement.y) * 25.4
            assert off_mm < 0.6, (entry.id, off_mm)
            assert abs(true.z - found.placement.z) < 0.02
    assert len(reading.operatives) + len(reading.missing) == len(catalogue.operatives)
    assert reading.unknown_tags == ()


def test_terrain_and_markers_are_found(picture: SimulatedPhoto, reading: Any) -> None:
    assert set(reading.terrain) == set(picture.poses.terrain)
    for name, true in picture.poses.terrain.items():
        found = reading.terrain[name].placement
        assert np.hypot(true.x - found.x, true.y - found.y) * 25.4 < 0.3
    for name, found in reading.markers.items():
        true = picture.poses.markers[name]
        assert np.hypot(true.x - found.placement.x, true.y - found.placement.y) * 25.4 < 0.3


def test_a_rig_for_another_picture_is_refused(picture: SimulatedPhoto) -> None:
    camera = picture.rig.camera
    other = Rig(CameraModel((640, 480), camera.camera_matrix / 2, camera.dist_coeffs))
    with pytest.raises(RigError) as error:
        locate(picture.image, other, example_catalogue())
    assert error.value.message["calibrated_width"] == 640


def test_a_picture_without_the_board_is_refused(picture: SimulatedPhoto) -> None:
    with pytest.raises(RegistrationError) as error:
        locate(np.full_like(picture.image, 90), picture.rig, example_catalogue())
    assert error.value.message.code == "board-tags-few"


def test_a_mirrored_picture_is_refused_as_mirrored(picture: SimulatedPhoto) -> None:
    with pytest.raises(RegistrationError) as error:
        locate(picture.image[:, ::-1].copy(), picture.rig, example_catalogue())
    assert error.value.message.code == "board-mirrored"


def test_a_copy_of_a_tag_is_reported_and_its_thing_missing(picture: SimulatedPhoto) -> None:
    entry = example_catalogue().operatives[0]
    truth = picture.tags[entry.tags[0].id]
    image = picture.image.copy()
    low, high = (
        np.floor(truth.corners_px.min(axis=0) - 3).astype(int),
        np.ceil(truth.corners_px.max(axis=0) + 3).astype(int),
    )
    image[40 : 40 + high[1] - low[1], 20 : 20 + high[0] - low[0]] = image[low[1] : high[1], low[0] : high[0]]
    found = locate(image, picture.rig, example_catalogue())
    assert entry.id in found.missing
    assert Message.of("tag-copies", tag=truth.id, copies=2) in found.warnings


def test_a_darker_picture_gives_the_same_places(picture: SimulatedPhoto, reading: Any) -> None:
    dark = cv2.convertScaleAbs(picture.image, alpha=0.6)
    found = locate(np.asarray(dark, dtype=np.uint8), picture.rig, example_catalogue())
    assert set(found.operatives) == set(reading.operatives)
    for name, located in found.operatives.items():
        other = reading.operatives[name].placement
        assert np.hypot(other.x - located.placement.x, other.y - located.placement.y) * 25.4 < 0.4
