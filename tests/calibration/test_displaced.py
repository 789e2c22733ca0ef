"""A tag of the board that was moved is told from noise, and noise from a tag that was moved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.errors import RegistrationError
from calibration.pose.board_pose import DISPLACED_MM, tag_residuals
from calibration.pose.bundle_adjustment import TagObservations
from calibration.tags import DEFAULT_TOLERANCE
from tests.calibration.conftest import NOISE_PX, World

EVERYTHING = tuple(range(8))


def board(
    world: World, moved_mm: tuple[float, float] = (0.0, 0.0), noise: float = 1.0, claims: float = 1.0
) -> TagObservations:
    """Return the board's tags, the fourth moved, with `noise` times the usual noise, claiming `claims` times it."""
    rng = np.random.default_rng(1)
    seen = {s.id: s for s in world.sightings()}
    tags = TagObservations.on_board([(tag, seen[tag.id]) for tag in world.catalogue.board.tags], DEFAULT_TOLERANCE)
    pixels = tags.seen + rng.normal(0, noise * NOISE_PX, tags.seen.shape)
    pixels[3] = world.corners_px(tags.own[3] + [*moved_mm, 0.0]) + pixels[3] - tags.seen[3]
    return replace(tags, seen=pixels, noise=tags.noise * claims**2)


@pytest.mark.parametrize("moved_mm", [(3.0, 0.0), (0.0, -1.8), (40.0, 30.0)])
@pytest.mark.parametrize("claims", [0.2, 1.0, 4.0])
def test_a_moved_tag_is_out_of_place_whatever_noise_is_claimed(
    world: World, moved_mm: tuple[float, float], claims: float
) -> None:
    found = tag_residuals(world.rig.camera, world.pose, board(world, moved_mm, claims=claims))
    assert found.in_place([k for k in EVERYTHING if k != 3]) == (0, 1, 2, 4, 5, 6, 7)
    assert found.off_mm[3] == pytest.approx(np.hypot(*moved_mm), rel=0.1, abs=0.15)


@pytest.mark.parametrize("noise", [0.0, 1.0, 5.0])
@pytest.mark.parametrize("claims", [0.2, 1.0, 5.0])
def test_noise_moves_none(world: World, noise: float, claims: float) -> None:
    assert (
        tag_residuals(world.rig.camera, world.pose, board(world, noise=noise, claims=claims)).in_place(EVERYTHING)
        == EVERYTHING
    )


def test_a_slightly_shifted_tag_stays_among_the_others(world: World) -> None:
    found = tag_residuals(world.rig.camera, world.pose, board(world, (0.8 * DISPLACED_MM, 0.0)))
    assert 3 in found.in_place(EVERYTHING)
    assert not found.none_moved


def test_all_agree_where_nothing_was_moved(world: World) -> None:
    found = tag_residuals(world.rig.camera, world.pose, board(world))
    assert found.none_moved
    assert found.chi2.mean() == pytest.approx(1, abs=0.5)
    assert found.unexplained(1.0) == pytest.approx(found.chi2.sum())
    far, farther = (tag_residuals(world.rig.camera, world.pose, board(world, (by, 0.0))) for by in (20.0, 60.0))
    assert found.unexplained(1.0) < far.unexplained(1.0) == farther.unexplained(1.0) < far.unexplained(2.0)


def test_what_the_pose_leaves_open_is_no_reason_to_doubt_a_tag(world: World) -> None:
    tags = board(world, (0.0, 2.5))
    sure = replace(world.pose, covariance=np.zeros((6, 6)))
    unsure = replace(world.pose, covariance=np.diag([0.004, 0.004, 0.004, 3.0, 3.0, 3.0]) ** 2)
    others = [k for k in EVERYTHING if k != 3]
    assert 3 not in tag_residuals(world.rig.camera, sure, tags).in_place(others)
    assert 3 in tag_residuals(world.rig.camera, unsure, tags).in_place(others)


def test_what_cannot_be_weighed_is_refused_and_in_nobodys_place(world: World) -> None:
    """A covariance that is none makes squares negative: compared with a limit, they were below it."""
    broken = replace(world.pose, covariance=-np.eye(6))
    with pytest.raises(RegistrationError):
        tag_residuals(world.rig.camera, broken, board(world, (40.0, 30.0)))
