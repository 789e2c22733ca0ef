"""What places share: a mount wherever the thing stands, the camera's pose and lens wherever anything stands."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from calibration.pose.board_pose import register
from calibration.pose.localisation import common_variance, place_standing, shared_shifts
from calibration.rig import BoardPose, project, unproject
from calibration.tags import DEFAULT_TOLERANCE
from geometry.position_errors import turned
from tests.calibration.conftest import World
from tests.depth import at_night, depth


@pytest.mark.parametrize("name", ["turned", "two", *at_night("tab", "head")])
def test_a_mounts_share_is_what_shaken_tags_do_in_the_things_own_frame(world: World, name: str) -> None:
    rng = np.random.default_rng(3)
    registration = register(world.rig.camera, world.catalogue, world.sightings())
    thing = next(one for one in world.catalogue.operatives if one.id == name)
    exact = {one.id: one for one in world.sightings()}
    on_floor = place_standing(
        world.rig.camera, registration, thing, [(tag, exact[tag.id]) for tag in thing.tags], {}, DEFAULT_TOLERANCE
    ).placement
    own = []
    for _ in range(250):
        shaken = world.sightings(rng, noise_px=1e-6, mount=(DEFAULT_TOLERANCE.mount_mm, DEFAULT_TOLERANCE.mount_deg))
        sighted = {one.id: replace(one, covariance_px=np.eye(8) * 0.08**2) for one in shaken}
        tags = [(tag, sighted[tag.id]) for tag in thing.tags]
        place = place_standing(world.rig.camera, registration, thing, tags, {}, DEFAULT_TOLERANCE).placement
        own.append(turned(-on_floor.rotation_deg) @ [(place.x - on_floor.x), (place.y - on_floor.y)])
    found, said = np.cov(np.array(own).T), place.mount
    assert np.sqrt(np.diag(said)) == pytest.approx(np.sqrt(np.diag(found)), rel=0.2)
    on_board = turned(place.rotation_deg) @ said @ turned(-place.rotation_deg)
    assert np.linalg.eigvalsh(place.covariance_xy - on_board)[0] > -1e-9


def test_shifts_are_what_another_pose_does_to_what_is_seen(world: World) -> None:
    covariance = np.diag([1e-4, 1e-4, 1e-4, 0.05, 0.05, 0.1]) ** 2
    registration = register(world.rig.camera, world.catalogue, world.sightings())
    pose = replace(registration.pose, covariance=covariance)
    known = replace(registration, pose=pose, misfit=None)
    at = np.array([[120.0, 150.0, 0.0], [640.0, 430.0, 25.4]])
    shifts = shared_shifts(world.rig.camera, known, at)
    step = 0.01
    for cause in range(6):
        root = np.sqrt(np.diag(covariance))[cause]
        there = np.concatenate([pose.rvec, pose.tvec_mm])
        there[cause] += step * root
        other = BoardPose(there[:3], there[3:])
        seen = project(world.rig.camera, pose, at)
        moved = np.array(
            [unproject(world.rig.camera, other, seen[row][None], at[row, 2])[0] - at[row, :2] for row in (0, 1)]
        )
        columns = shifts.transpose(2, 0, 1)
        alike = [min(np.abs(column - moved / step).max(), np.abs(column + moved / step).max()) for column in columns]
        assert min(alike) < 0.02 * np.abs(moved / step).max() + 1e-4


@settings(max_examples=depth(25, 60))
@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(2, 5))
def test_what_counts_as_shared_never_makes_two_places_surer_of_each_other(seed: int, places: int, causes: int) -> None:
    rng = np.random.default_rng(seed)
    shifts = rng.normal(0, 1, (1, 2, causes)) + rng.normal(0, 0.3, (places, 2, causes))
    alike = common_variance(shifts)
    assume(alike > 0)
    for one in shifts:
        for other in shifts:
            truly = (one - other) @ (one - other).T
            counted = one @ one.T + other @ other.T - 2 * alike * np.eye(2)
            assert np.linalg.eigvalsh(counted - truly)[0] > -1e-9
        assert np.linalg.eigvalsh(one @ one.T - alike * np.eye(2))[0] > -1e-9


def test_places_that_a_cause_moves_alike_share_all_of_it() -> None:
    assert common_variance(np.array([[[0.3, 0.0], [0.0, 0.3]]] * 4)) == pytest.approx(0.09)
    assert common_variance(np.array([[[0.3], [0.0]], [[-0.3], [0.0]]])) == 0.0
    assert common_variance(np.zeros((3, 2, 0))) == 0.0
