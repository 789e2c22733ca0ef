"""Where the board is, how surely, and when that cannot be said."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from calibration.errors import RegistrationError
from calibration.pose.board_pose import register
from calibration.rig import BoardPose, CameraModel, project
from calibration.tag_geometry import board_corners
from calibration.tags import TagSighting, Tolerance
from tests.calibration.conftest import World
from tests.depth import depth

BOARD = frozenset(range(8))


def shifted(sighting: TagSighting, by_px: tuple[float, float]) -> TagSighting:
    return TagSighting(sighting.id, sighting.corners_px + by_px, sighting.covariance_px)


def test_exact_corners_give_the_exact_pose(world: World) -> None:
    found = register(world.rig.camera, world.catalogue, world.sightings())
    np.testing.assert_allclose(found.pose.rvec, world.pose.rvec, atol=1e-6)
    np.testing.assert_allclose(found.pose.tvec_mm, world.pose.tvec_mm, atol=1e-3)
    assert found.pose.references == 8
    assert found.pose.residual_px == pytest.approx(0, abs=1e-4)
    assert found.ignored == ()
    for name in ("low", "high", "wall"):
        np.testing.assert_allclose(
            [found.terrain[name].x, found.terrain[name].y],
            [world.thing_poses[name].x, world.thing_poses[name].y],
            atol=1e-3,
        )


def test_terrain_of_known_height_steadies_the_camera_s_height(world: World) -> None:
    flat = frozenset({20, 21, 22, 23, 24, 25})
    with_terrain = register(world.rig.camera, world.catalogue, world.sightings()).pose.covariance
    without = register(world.rig.camera, world.catalogue, world.sightings(without=flat)).pose.covariance
    assert with_terrain is not None
    assert without is not None
    assert with_terrain[5, 5] < without[5, 5]


def test_the_stated_covariance_is_that_of_repeated_registrations(world: World) -> None:
    rng = np.random.default_rng(4)
    exact = Tolerance(print_mm=0, mount_mm=0, mount_deg=0, size_ratio=0)
    chi2 = []
    for _ in range(60):
        found = register(world.rig.camera, world.catalogue, world.sightings(rng), exact)
        off = np.concatenate([found.pose.rvec - world.pose.rvec, found.pose.tvec_mm - world.pose.tvec_mm])
        assert found.pose.covariance is not None
        chi2.append(off @ np.linalg.solve(found.pose.covariance, off))
    assert 4.5 < np.mean(chi2) < 7.5


@pytest.mark.parametrize("seed", range(depth(2, 4)))
def test_any_order_of_sightings_gives_the_same_pose(world: World, seed: int) -> None:
    rng = np.random.default_rng(seed)
    seen = world.sightings(rng)
    one = register(world.rig.camera, world.catalogue, seen).pose
    turned = [seen[k] for k in rng.permutation(len(seen))]
    other = register(world.rig.camera, world.catalogue, turned).pose
    np.testing.assert_allclose(one.tvec_mm, other.tvec_mm, atol=1e-6)


def test_a_board_tag_that_lies_elsewhere_is_left_out_and_named(world: World) -> None:
    seen = [shifted(s, (12, -5)) if s.id == 3 else s for s in world.sightings()]
    found = register(world.rig.camera, world.catalogue, seen)
    assert found.ignored == (3,)
    assert found.pose.references == 7
    np.testing.assert_allclose(found.pose.camera_mm, world.pose.camera_mm, atol=1e-2)


def few(world: World) -> tuple[CameraModel, list[TagSighting]]:
    return world.rig.camera, world.sightings(without=BOARD - {0, 2, 4})


def mirrored(world: World) -> tuple[CameraModel, list[TagSighting]]:
    camera = world.rig.camera
    seen = []
    for tag in world.catalogue.board.tags:
        corners = board_corners(tag) * [-1, 1, 1] + [762, 0, 0]
        seen.append(TagSighting(tag.id, project(camera, world.pose, corners), np.eye(8) * 0.01))
    return camera, seen


def other_lens(world: World) -> tuple[CameraModel, list[TagSighting]]:
    camera = world.rig.camera
    matrix = camera.camera_matrix.copy()
    matrix[:2] *= 1.2
    matrix[0, 2], matrix[1, 2] = 1162, 641
    return CameraModel(camera.size_px, matrix, np.array([0.35, -0.6, 0, 0, 0.0])), world.sightings()


def scattered(world: World) -> tuple[CameraModel, list[TagSighting]]:
    rng = np.random.default_rng(0)
    return world.rig.camera, [shifted(s, tuple(rng.uniform(-300, 300, 2))) for s in world.sightings() if s.id < 8]


@pytest.mark.parametrize(
    ("fault", "code", "args"),
    [
        (few, "board-tags-few", {"seen": 3, "all": 8, "least": 4}),
        (mirrored, "board-mirrored", {}),
        (other_lens, "board-residual", {}),
        (scattered, "board-pose-none", {"tags": 8}),
    ],
)
def test_an_unusable_board_is_refused(
    world: World, fault: Callable[[World], tuple[CameraModel, list[TagSighting]]], code: str, args: dict[str, int]
) -> None:
    camera, seen = fault(world)
    with pytest.raises(RegistrationError) as refusal:
        register(camera, world.catalogue, seen)
    message = refusal.value.message
    assert (message.code, {name: message[name] for name in args}) == (code, args)


def test_intrinsics_that_are_a_little_off_move_the_pose_as_predicted(world: World) -> None:
    exact = register(world.rig.camera, world.catalogue, world.sightings())
    matrix = world.rig.camera.camera_matrix.copy()
    matrix[0, 0] += 0.5
    off = CameraModel(world.rig.camera.size_px, matrix, world.rig.camera.dist_coeffs)
    moved = register(off, world.catalogue, world.sightings())
    predicted = exact.pose_by_intrinsics[:, 0] * 0.5
    actual = np.concatenate([moved.pose.rvec - exact.pose.rvec, moved.pose.tvec_mm - exact.pose.tvec_mm])
    np.testing.assert_allclose(actual[3:], predicted[3:], atol=0.02)
    assert isinstance(moved.pose, BoardPose)
