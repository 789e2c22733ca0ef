"""What all tags miss by together: found where it is, named, corrected or admitted, and nothing where nothing is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from calibration.errors import RegistrationError
from calibration.pose.board_pose import Registration, register
from calibration.pose.systematic_errors import STRETCH
from calibration.rig import BoardPose, CameraModel, project, unproject
from calibration.tags import TagSighting, Tolerance
from tests.calibration.random_views import HEIGHT_MM, WIDTH_MM, View, board_catalogue, random_view
from tests.depth import depth

pytestmark = pytest.mark.long

CATALOGUE = board_catalogue()
PRINT = Tolerance(print_mm=0.05)
Spoil = Callable[[View, np.random.Generator], tuple[CameraModel, list[TagSighting]]]


def view(seed: int) -> View:
    return random_view(seed, tags=(14, 16), displaced=False, print_mm=0.05, mode="2304x1296")


@lru_cache(maxsize=100)
def spoiled(spoil: Spoil, seed: int) -> tuple[View, Registration, CameraModel]:
    truth = view(seed)
    camera, sightings = spoil(truth, np.random.default_rng(seed))
    return truth, register(camera, CATALOGUE, sightings, PRINT), camera


def sound(truth: View, rng: np.random.Generator) -> tuple[CameraModel, list[TagSighting]]:
    del rng
    return truth.lens.model(), list(truth.sightings)


def bent_lens(truth: View, rng: np.random.Generator) -> tuple[CameraModel, list[TagSighting]]:
    del rng
    camera = truth.lens.model()
    return replace(camera, dist_coeffs=camera.dist_coeffs + np.array([0.03, 0, 0, 0, 0])), list(truth.sightings)


def narrow_pixels(truth: View, rng: np.random.Generator) -> tuple[CameraModel, list[TagSighting]]:
    del rng
    camera = truth.lens.model()
    return replace(camera, camera_matrix=camera.camera_matrix * [[1.003], [1], [1]] * 1.0), list(truth.sightings)


def shaken(truth: View, rng: np.random.Generator) -> tuple[CameraModel, list[TagSighting]]:
    phase, period = rng.uniform(0, 2 * np.pi, 2), rng.uniform(0.4, 1.5)
    moved = []
    for one in truth.sightings:
        rows = one.corners_px[:, 1:] / truth.lens.size_px[1]
        moved.append(replace(one, corners_px=one.corners_px + 0.6 * np.sin(2 * np.pi * rows / period + phase)))
    return truth.lens.model(), moved


def stretched(truth: View, rng: np.random.Generator) -> tuple[CameraModel, list[TagSighting]]:
    del rng
    camera = truth.lens.model()
    moved = []
    for one in truth.sightings:
        rays = np.column_stack([camera.rays(one.corners_px), np.ones(4)]) @ truth.eye.rotation
        at = truth.eye.at + rays * (-truth.eye.at[2] / rays[:, 2])[:, None]
        at[:, 0] += 0.003 * (at[:, 0] - WIDTH_MM / 2)
        moved.append(replace(one, corners_px=truth.lens.pixels(truth.eye.sees(at))))
    return camera, moved


def floor_z(truth: View, found: Registration, camera: CameraModel) -> np.ndarray:
    """Misses of the board's floor, shape (n, 2), over what is stated of them with what has no cause, each axis."""
    grid = np.array([[x, y, 0.0] for x in (150, 381, 610) for y in (120, 280, 440)])
    pixels = truth.lens.pixels(truth.eye.sees(grid))
    assert found.misfit is not None
    seen, pose = found.measured_by(camera)
    there = unproject(seen, pose, pixels, 0.0)
    states = []
    for at in there:
        point = np.array([[*at, 0.0]])
        steps = np.diag([1e-6] * 3 + [1e-3] * 3)
        vector = np.concatenate([pose.rvec, pose.tvec_mm])
        ahead = [project(seen, BoardPose((vector + s)[:3], (vector + s)[3:]), point)[0] for s in steps]
        here = project(seen, pose, point)[0]
        by_pose = np.stack([(a - here) / s.max() for a, s in zip(ahead, steps, strict=True)], axis=1)
        by_place = np.stack([project(seen, pose, point + e)[0] - here for e in np.eye(3)[:2]], axis=1)
        by_lens = _by_lens(seen, pose, point)
        assert pose.covariance is not None
        assert seen.covariance is not None
        lens = by_lens + by_pose @ found.misfit.pose_by_intrinsics
        spread = by_pose @ pose.covariance @ by_pose.T + lens @ seen.covariance @ lens.T
        spread = spread + np.eye(2) * found.misfit.erratic_px**2
        back = np.linalg.inv(by_place)
        states.append(np.sqrt(np.diag(back @ spread @ back.T) + 0.05**2))
    return np.asarray(np.abs(there - grid[:, :2]) / np.array(states))


def _by_lens(camera: CameraModel, pose: BoardPose, point: np.ndarray) -> np.ndarray:
    here = project(camera, pose, point)[0]
    columns = []
    for k in range(9):
        matrix, coefficients = camera.camera_matrix.copy(), camera.dist_coeffs.copy()
        step = 1e-3 if k < 4 else 1e-6
        if k < 4:
            matrix[(0, 1, 0, 1)[k], (0, 1, 2, 2)[k]] += step
        else:
            coefficients[k - 4] += step
        other = CameraModel(camera.size_px, matrix, coefficients)
        columns.append((project(other, pose, point)[0] - here) / step)
    return np.stack(columns, axis=1)


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    for seed in range(depth(12, 40)):
        _, found, _ = spoiled(sound, seed)
        assert found.misfit is not None
        assert found.misfit.sound > 0.5, seed
        assert not found.turned


@pytest.mark.parametrize("spoil", [bent_lens, narrow_pixels, shaken, stretched])
def test_what_is_wrong_is_noticed_and_places_are_as_good_as_stated(spoil: Spoil) -> None:
    inside, noticed = [], []
    for seed in range(depth(12, 24)):
        truth, found, camera = spoiled(spoil, seed)
        assert found.misfit is not None
        noticed.append(found.misfit.sound < 0.05)
        inside.append(floor_z(truth, found, camera) < 1.96)
    assert np.mean(noticed) > 0.8
    assert np.mean(inside) > 0.9


def test_a_changed_distortion_is_measured_and_taken_out() -> None:
    for seed in range(depth(8, 12)):
        truth, found, _ = spoiled(bent_lens, seed)
        assert found.misfit is not None
        assert found.misfit.lens > 0.9
        assert found.misfit.camera.dist_coeffs[0] == pytest.approx(truth.lens.k1, abs=0.012)


def test_a_picture_turned_by_180_degrees_is_known_and_measured_as_such() -> None:
    found_turned = []
    for seed in range(depth(7, 20)):
        truth = view(seed)
        upright = truth.lens.model()
        size = np.array(truth.lens.size_px)
        turned = [replace(one, corners_px=size - 1 - one.corners_px) for one in truth.sightings]
        was = register(upright, CATALOGUE, truth.sightings, PRINT).pose
        try:
            found = register(upright, CATALOGUE, turned, PRINT, was)
        except RegistrationError as refusal:
            found_turned.append(refusal.message.code == "board-rotated")
            continue
        assert not register(upright, CATALOGUE, truth.sightings, PRINT, was).turned
        if found.turned:
            camera, pose = found.measured_by(upright)
            middle = np.array([[WIDTH_MM / 2, HEIGHT_MM / 2, 0.0]])
            pixel = size - 1 - truth.lens.pixels(truth.eye.sees(middle))
            assert np.linalg.norm(unproject(camera, pose, pixel, 0.0) - middle[:, :2]) < 0.5
        found_turned.append(found.turned)
    assert np.mean(found_turned) > 0.8


def test_a_turned_picture_is_called_that_though_the_lens_is_wrong_besides() -> None:
    refusals = []
    for seed in range(depth(16, 30)):
        truth = view(seed)
        upright = truth.lens.model()
        matrix = upright.camera_matrix.copy()
        matrix[0, 0] *= 1.002
        believed = replace(upright, camera_matrix=matrix)
        turned = [replace(one, corners_px=np.array(truth.lens.size_px) - 1 - one.corners_px) for one in truth.sightings]
        try:
            register(believed, CATALOGUE, turned, PRINT)
        except RegistrationError as refusal:
            refusals.append(refusal.message.code == "board-rotated")
    assert len(refusals) > 5
    assert np.mean(refusals) > 0.8


def test_a_turned_camera_shows_the_turned_picture() -> None:
    truth = view(3)
    camera = truth.lens.model()
    points = np.array([[10.0, -20.0, 400.0], [120.0, 80.0, 500.0]])
    still = BoardPose(np.zeros(3), np.zeros(3))
    about_axis = points * [-1, -1, 1]
    turned = project(camera.turned(), still, about_axis)
    np.testing.assert_allclose(turned, np.array(camera.size_px) - 1 - project(camera, still, points), atol=1e-9)


@pytest.mark.parametrize(
    ("along_x", "along_y", "scale"), [(0.006, 0.01, 0.008), (-0.01, -0.006, -0.008), (0.01, -0.01, 0), (0.01, 0.002, 0)]
)
def test_a_board_that_looks_scaled_both_ways_may_be_another_crop_and_not_the_mat(
    along_x: float, along_y: float, scale: float
) -> None:
    _, found, _ = spoiled(sound, 3)
    assert found.misfit is not None
    deform = np.zeros_like(found.misfit.deform)
    deform[1:3] = np.array([along_x, along_y]) / STRETCH
    looks = replace(found.misfit, deform=deform)
    assert looks.scale == pytest.approx(scale)
    expected = (along_x * 200, along_y * -100) if scale else (0, 0)
    assert looks.astray_mm(WIDTH_MM / 2 + 200, HEIGHT_MM / 2 - 100) == pytest.approx(expected)


@pytest.mark.parametrize("zoom", [-0.12, 0.12])
@pytest.mark.parametrize("z_mm", [0.0, 25.0, 76.0])
def test_a_place_high_up_may_be_off_by_what_another_crop_makes_it_lean(zoom: float, z_mm: float) -> None:
    """Oracle: a camera straight above whose focal length is `zoom` more than believed is thought nearer by as much."""
    above_mm, terrain_mm, aside_mm = 1200.0, 50.0, 300.0
    _, found, _ = spoiled(sound, 3)
    assert found.misfit is not None
    foot = np.array([WIDTH_MM / 2, HEIGHT_MM / 2])
    down = BoardPose(np.array([np.pi, 0, 0]), np.array([-foot[0], foot[1], above_mm]))
    np.testing.assert_allclose(down.camera_mm, [*foot, above_mm], atol=1e-6)

    def off_mm(height_mm: float) -> float:
        pixel = (1 + zoom) * aside_mm / (above_mm - height_mm)
        return pixel * (above_mm / (1 + zoom) - height_mm) - aside_mm

    deform = np.zeros_like(found.misfit.deform)
    deform[1:3] = -off_mm(terrain_mm) / aside_mm / STRETCH
    looks = replace(found.misfit, deform=deform, pose=down, terrain_mm=terrain_mm)
    assert looks.scale
    leaning = looks.leaning_mm(foot[0] + aside_mm, foot[1], z_mm)
    assert abs(leaning[0]) == pytest.approx(abs(off_mm(z_mm)), rel=0.05, abs=1e-9)
    assert leaning[1] == pytest.approx(0)
    assert not replace(looks, terrain_mm=0.0).leaning_mm(0.0, 0.0, z_mm).any()
