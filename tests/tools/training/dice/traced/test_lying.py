"""A label says which value lies on top, where its face is seen and how it leans: worked out again by other means."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from tests.depth import depth
from tools.training.dice.scene import COCKED, Camera, tray_camera
from tools.training.dice.traced.lying import COCKED_DEG, FLAT_DEG, LEAST_SEEN, Pose, Thrown, label_of

VALUES = (2, 5, 3, 4, 1, 6)
"""Of +x, -x, +y, -y, +z, -z."""

SEEDS = st.integers(0, 100_000)
NORMALS = {2: (1, 0, 0), 5: (-1, 0, 0), 3: (0, 1, 0), 4: (0, -1, 0), 1: (0, 0, 1), 6: (0, 0, -1)}


def lying(seed: int, tilt_deg: float) -> tuple[Pose, int, Camera, np.random.Generator]:
    """A die that leans by that much with a known value on top, and a camera above it."""
    rng = np.random.default_rng(seed)
    value = int(rng.integers(1, 7))
    upright, _ = Rotation.align_vectors([(0, 0, 1)], [NORMALS[value]])
    turned = Rotation.from_euler("z", rng.uniform(0, 2 * np.pi)) * upright
    way = rng.uniform(0, 2 * np.pi)
    leaning = Rotation.from_rotvec(np.radians(tilt_deg) * np.array([np.cos(way), np.sin(way), 0])) * turned
    centre = np.array([*rng.uniform(-4, 4, 2), rng.uniform(0.4, 1.5)])
    pose = Pose(Thrown(0, float(rng.uniform(0.8, 1.2))), centre, leaning.as_matrix())
    return pose, value, tray_camera(rng, 448, rng.uniform(26, 54), rng.uniform(0, 0.8)), rng


@settings(max_examples=depth(25, 80), deadline=None)
@given(SEEDS, st.floats(0, 44))
def test_the_value_is_the_one_on_top_unless_it_is_cocked(seed: int, tilt_deg: float) -> None:
    assume(min(abs(tilt_deg - FLAT_DEG), abs(tilt_deg - COCKED_DEG)) > 0.01)
    pose, value, camera, _ = lying(seed, tilt_deg)
    label = label_of(pose, VALUES, camera, 1.0)
    assert label.value == (value if tilt_deg < COCKED_DEG else COCKED)
    assert label.sure == (tilt_deg < FLAT_DEG or tilt_deg > COCKED_DEG)
    assert label.tilt_deg == pytest.approx(tilt_deg, abs=0.02)


@settings(max_examples=depth(25, 80), deadline=None)
@given(SEEDS, st.floats(0, 2.9))
def test_the_face_is_where_opencv_projects_it_and_as_long_as_two_of_its_points_are_apart(
    seed: int, lean: float
) -> None:
    pose, value, camera, _ = lying(seed, lean)
    label = label_of(pose, VALUES, camera, 1.0)
    up = pose.rotation @ np.array(NORMALS[value], float)
    face = pose.centre + up * pose.die.scale / 2
    across = np.asarray(camera.across, float)
    turn, _ = cv2.Rodrigues(across)
    matrix = np.array([[camera.focal_px, 0, camera.centre_px[0]], [0, camera.focal_px, camera.centre_px[1]], [0, 0, 1]])
    right = across[0] * pose.die.scale / 2
    points = np.array([face, face - right, face + right])
    seen = cv2.projectPoints(points, turn, -across @ np.asarray(camera.eye, float), matrix, None)[0].reshape(-1, 2)
    assert seen[0] == pytest.approx((label.x_px, label.y_px), abs=0.05)
    assert np.hypot(*(seen[2] - seen[1])) == pytest.approx(label.edge_px, rel=2e-3)


@settings(max_examples=depth(25, 80), deadline=None)
@given(SEEDS, st.floats(0, 44))
def test_the_lean_is_how_far_the_face_looks_away_from_the_camera(seed: int, tilt_deg: float) -> None:
    pose, value, camera, _ = lying(seed, tilt_deg)
    label = label_of(pose, VALUES, camera, 1.0)
    up = pose.rotation @ np.array(NORMALS[value], float)
    sight = pose.centre + up * pose.die.scale / 2 - camera.eye
    away = np.sqrt(1 - (up @ sight / np.linalg.norm(sight)) ** 2)
    along_axis = np.linalg.norm(np.cross(sight / np.linalg.norm(sight), camera.across[2]))
    assert np.hypot(*label.lean) == pytest.approx(away, abs=0.02 + along_axis * away)
    assert np.sign(label.lean[0]) == np.sign(camera.across[0] @ up) or abs(label.lean[0]) < 0.05 + along_axis


def test_a_face_that_is_mostly_hidden_is_nobodys_to_read() -> None:
    pose, _, camera, _ = lying(7, 0.0)
    assert not label_of(pose, VALUES, camera, LEAST_SEEN).sure
    assert label_of(pose, VALUES, camera, LEAST_SEEN + 0.01).sure
