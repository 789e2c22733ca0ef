"""Rigs: files, refusals, and that projecting and unprojecting are each other's inverse."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.errors import RigError
from calibration.rig import (
    MANY,
    BoardPose,
    CameraModel,
    Rig,
    load_rig,
    parse_rig,
    project,
    project_with_jacobians,
    save_rig,
    unproject,
)
from messages.message import Message

CAMERA: dict[str, Any] = {
    "size_px": [2304, 1296],
    "camera_matrix": [[1775, 0, 1150], [0, 1774, 640], [0, 0, 1]],
    "dist_coeffs": [0.05, -0.13, 0.0007, -0.0005, 0.04],
}
POSE = {"rvec": [3.06, -0.02, -0.07], "tvec_mm": [-387.0, 290.0, 1180.0]}


def rig() -> Rig:
    return parse_rig({"camera": CAMERA, "pose": POSE})


def test_only_size_matrix_and_distortion_are_required() -> None:
    bare = parse_rig({"camera": CAMERA})
    assert bare.pose is None
    assert bare.camera.size_px == (2304, 1296)


def test_what_is_saved_is_what_is_loaded(tmp_path: Path) -> None:
    whole = Rig(
        CameraModel((640, 480), np.array([[500.0, 0, 320], [0, 500, 240], [0, 0, 1]]), np.zeros(5), "c", 0.1),
        BoardPose(np.array([3.0, 0, 0]), np.array([1.0, 2, 3]), np.eye(6), 0.2, 16),
    )
    save_rig(whole, tmp_path / "rig.json")
    again = load_rig(tmp_path / "rig.json")
    assert again.pose is not None
    assert again.pose.covariance is not None
    assert again.camera.id == "c"
    assert again.camera.rms_px == 0.1
    assert again.pose.references == 16
    np.testing.assert_array_equal(again.pose.covariance, np.eye(6))
    np.testing.assert_array_equal(again.camera.camera_matrix, whole.camera.camera_matrix)


@pytest.mark.parametrize(
    ("change", "code", "args"),
    [
        ({"size_px": [2304]}, "file-field-found", {"field": "camera.size_px", "found": "[2304]"}),
        ({"camera_matrix": [[1, 0], [0, 1]]}, "file-field-found", {"field": "camera.camera_matrix[0]"}),
        ({"camera_matrix": [[-5, 0, 9], [0, 5, 9], [0, 0, 1]]}, "lens-focal-positive", {"x": -5}),
        ({"camera_matrix": [[1775, 0, 5000], [0, 1774, 640], [0, 0, 1]]}, "lens-centre-outside", {"x": 5000}),
        ({"dist_coeffs": [0, 0, 0, 0, 0, 0, 0]}, "lens-coefficient-count", {"found": 7}),
        ({"dist_coeffs": "none"}, "file-field-found", {"field": "camera.dist_coeffs", "found": "'none'"}),
    ],
)
def test_a_malformed_camera_is_refused_by_field(change: dict[str, Any], code: str, args: dict[str, Any]) -> None:
    with pytest.raises(RigError) as refusal:
        parse_rig({"camera": CAMERA | change}, source="rig.json")
    assert (refusal.value.message.code, refusal.value.message["file"]) == ("file-fault", "rig.json")
    fault = refusal.value.message["fault"]
    assert (fault.code, {name: fault[name] for name in args}) == (code, args)


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(RigError) as error:
        rig().camera.require_size((1920, 1080))
    assert (error.value.message["width"], error.value.message["calibrated_width"]) == (1920, 2304)
    rig().camera.require_size((2304, 1296))


def test_another_mode_or_a_moved_focus_invalidates_the_lens() -> None:
    camera = parse_rig({"camera": CAMERA | {"mode": "2304x1296", "focus": 1.8}}).camera
    camera.require_settings("2304x1296", 1.81)
    camera.require_settings(None, None)
    rig().camera.require_settings("anything", 3.0)
    with pytest.raises(RigError) as error:
        camera.require_settings("1920x1080", 1.8)
    other = Message.of("lens-other-mode", camera=camera.id, mode="1920x1080", calibrated="2304x1296")
    assert error.value.message == other
    with pytest.raises(RigError) as error:
        camera.require_settings("2304x1296", 2.4)
    assert error.value.message == Message.of("lens-other-focus", camera=camera.id, focus=2.4, calibrated=1.8)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RigError) as error:
        load_rig(tmp_path / "nowhere.json")
    assert error.value.message.code == "file-unreadable"
    assert error.value.message["file"].endswith("nowhere.json")


def test_opencv_s_nested_distortion_is_understood(tmp_path: Path) -> None:
    path = tmp_path / "rig.json"
    path.write_text(json.dumps({"camera": CAMERA | {"dist_coeffs": [CAMERA["dist_coeffs"]]}}))
    np.testing.assert_array_equal(load_rig(path).camera.dist_coeffs, CAMERA["dist_coeffs"])


@given(x=st.floats(0, 762), y=st.floats(0, 559), z=st.floats(0, 130))
def test_unprojecting_undoes_projecting(x: float, y: float, z: float) -> None:
    place = rig()
    assert place.pose is not None
    pixels = project(place.camera, place.pose, np.array([[x, y, z]]))
    np.testing.assert_allclose(unproject(place.camera, place.pose, pixels, z), [[x, y]], atol=1e-4)


def test_derivatives_are_those_of_small_steps() -> None:
    place = rig()
    camera, pose = place.camera, place.pose
    assert pose is not None
    points = np.array([[100.0, 80, 0], [600, 500, 50.8]])
    base, by_pose, by_lens, by_point = project_with_jacobians(camera, pose, points)
    step = 1e-4
    for axis in range(3):
        moved = project(camera, pose, points + step * np.eye(3)[axis])
        np.testing.assert_allclose((moved - base) / step, by_point[:, :, axis], rtol=1e-3, atol=1e-4)
        shifted = BoardPose(pose.rvec, pose.tvec_mm + step * np.eye(3)[axis])
        np.testing.assert_allclose(
            (project(camera, shifted, points) - base) / step, by_pose[:, :, 3 + axis], rtol=1e-3, atol=1e-4
        )
    matrix = camera.camera_matrix.copy()
    matrix[0, 0] += 0.01
    longer = CameraModel(camera.size_px, matrix, camera.dist_coeffs)
    np.testing.assert_allclose((project(longer, pose, points) - base) / 0.01, by_lens[:, :, 0], rtol=1e-4)


@given(
    seed=st.integers(0, 2**32 - 1),
    coefficients=st.sampled_from([4, 5, 8, 12, 14]),
    count=st.sampled_from([1, MANY - 1, MANY, 300]),
    flat=st.booleans(),
)
def test_many_points_are_projected_as_opencv_does(seed: int, coefficients: int, count: int, flat: bool) -> None:
    chance = np.random.default_rng(seed)
    matrix = np.array([[chance.uniform(800, 3000), 0, 1100.0], [0, chance.uniform(800, 3000), 700.0], [0, 0, 1]])
    camera = CameraModel((2304, 1296), matrix, chance.normal(0, 0.03, coefficients))
    pose = BoardPose(chance.normal([np.pi, 0, 0], 0.2), chance.normal([-400, 300, 1300], 30))
    points = chance.uniform(0, 900, (count, 3)) * [1, 1, 0 if flat else 0.1]
    theirs, _ = cv2.projectPoints(points, pose.rvec, pose.tvec_mm, camera.camera_matrix, camera.dist_coeffs)
    assert project(camera, pose, points) == pytest.approx(theirs.reshape(-1, 2), abs=1e-9)


@pytest.mark.parametrize(
    ("part", "field"), [("camera", "focus"), ("camera", "rms_px"), ("camera", "covariance"), ("pose", "residual_px")]
)
def test_a_rig_with_a_number_that_is_none_is_refused_by_its_field(part: str, field: str, tmp_path: Path) -> None:
    """A focus that is not a number would match any other."""
    document: dict[str, Any] = {"camera": CAMERA, "pose": {"rvec": [3.1, 0, 0], "tvec_mm": [-380, 280, 1000]}}
    document[part] = {**document[part], field: [[math.nan]] if field == "covariance" else math.nan}
    with pytest.raises(RigError) as error:
        parse_rig(document)
    assert error.value.message["fault"]["field"].startswith(f"{part}.{field}")
    (path := tmp_path / "rig.json").write_text(json.dumps(document))
    with pytest.raises(RigError) as error:
        load_rig(path)
    assert error.value.message["fault"] == Message.of("file-json-constant", found="NaN")
