"""The rim of a base says where it is, whichever of its edges stands out, and how surely."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.catalogue import Catalogue
from calibration.rig import Rig, project, project_with_jacobians, unproject
from calibration.tag_geometry import Pose2D
from calibration.tags import RimSighting
from geometry.base import MM_PER_INCH
from simulation import Poses, example_catalogue, example_poses, example_rig, take_photo
from tests.depth import at_night
from tests.vision.rough_light import out_of_focus
from vision.intensity import SRGB
from vision.tags.tag_model import Blur
from vision.tracking.base_rim import PROFILES, RimProfileOdds, find_rim

Found = tuple[RimSighting, np.ndarray] | None


@lru_cache
def photograph(tilt_deg: float) -> tuple[Catalogue, Poses, Rig, NDArray[np.uint8]]:
    catalogue, poses, rig = example_catalogue(), example_poses(), example_rig((1920, 1080), tilt_deg=tilt_deg)
    return catalogue, poses, rig, take_photo(catalogue, poses, rig, seed=5).image


OFF_MM = np.array([0.25, -0.2])


@pytest.mark.parametrize("tilt_deg", [8.0, *at_night(-9.0)])
def test_rims_seen_aslant_are_not_taken_for_the_edge_a_millimetre_beside(tilt_deg: float) -> None:
    """The simulated bases have light tops and dark sides: what stands out is the top's edge, 3.8 mm up."""
    catalogue, poses, rig, image = photograph(tilt_deg)
    assert rig.pose is not None
    rims, errors_mm, surprise = RimProfileOdds(), [], []
    for entry in catalogue.operatives:
        if entry.mount == "whole":
            continue
        true = poses.operatives[entry.id]
        at = np.array([true.x, true.y]) * MM_PER_INCH
        x, y = at + OFF_MM
        guess = Pose2D(x, y, true.z * MM_PER_INCH, float(np.radians(true.rotation_deg)))
        hidden = (0.0, 0.6) if entry.mount == "tab" else None
        found = find_rim(
            image, rig.camera, rig.pose, SRGB, guess, entry.half_axes_mm, 0.3**2 * np.eye(2), hidden, rims.odds("")
        )
        assert found is not None, entry.id
        rims.note("", found[1])
        rim: RimSighting = found[0]
        off = unproject(rig.camera, rig.pose, rim.centre_px[None], true.z * MM_PER_INCH)[0][:2] - at
        _, _, _, by_point = project_with_jacobians(rig.camera, rig.pose, np.array([[*at, true.z * MM_PER_INCH]]))
        back = np.linalg.inv(by_point[0, :, :2])
        errors_mm.append(float(np.linalg.norm(off)))
        surprise.append(float(off @ np.linalg.solve(back @ rim.covariance_px @ back.T, off)))
    assert np.median(errors_mm) < 0.08
    assert max(errors_mm) < 0.25
    assert max(surprise) < 6


def test_stated_error_of_a_rim_allows_for_how_far_its_explanations_disagree() -> None:
    """The law of total covariance, over what is found were one edge known to be the one that stands out."""
    catalogue, poses, rig, image = photograph(8.0)
    assert rig.pose is not None
    pose = rig.pose
    widened = []
    for entry in catalogue.operatives:
        true = poses.operatives[entry.id]
        at = np.array([true.x, true.y]) * MM_PER_INCH + OFF_MM
        guess = Pose2D(at[0], at[1], true.z * MM_PER_INCH, float(np.radians(true.rotation_deg)))

        def find(odds: np.ndarray, guess: Pose2D = guess, axes: tuple[float, float] = entry.half_axes_mm) -> Found:
            return find_rim(image, rig.camera, pose, SRGB, guess, axes, 0.3**2 * np.eye(2), odds=odds)

        whole = find(np.ones(len(PROFILES)))
        if whole is None:
            continue
        rim, weights = whole
        apart, within = np.zeros((2, 2)), np.zeros((2, 2))
        for profile in np.flatnonzero(weights > 1e-6):
            alone = find(np.eye(len(PROFILES))[profile])
            assert alone is not None
            off = alone[0].centre_px - rim.centre_px
            apart += weights[profile] * np.outer(off, off)
            within += weights[profile] * alone[0].covariance_px
        np.testing.assert_allclose(rim.covariance_px, within + apart, rtol=0.01, atol=1e-4)
        widened.append(float(np.trace(apart) / np.trace(within)))
    assert max(widened) > 0.05


def test_what_stands_out_is_remembered_by_team() -> None:
    rims = RimProfileOdds()
    np.testing.assert_allclose(rims.odds("red"), 1 / len(PROFILES))
    for _ in range(40):
        rims.note("red", np.array([0.1, 0.8, 0.1]))
    assert rims.odds("red")[1] > 0.6
    assert rims.odds("red").sum() == pytest.approx(1)
    np.testing.assert_allclose(rims.odds("blue"), 1 / len(PROFILES))


def test_the_rim_in_a_blurred_picture_is_believed_less_and_errs_no_more_than_stated() -> None:
    """Points of light became discs of 2 px: edges beside a rim run into it."""
    catalogue, poses, rig, sharp = photograph(8.0)
    assert rig.pose is not None
    blurred, blur = out_of_focus(sharp, 2.0), Blur(0.6, disc_px=2.0)
    chance, surprises = np.random.default_rng(4), []
    for entry in catalogue.operatives:
        true = poses.operatives[entry.id]
        at = np.array([true.x, true.y]) * MM_PER_INCH
        x, y = at + chance.normal(0, 0.25, 2)
        guess = Pose2D(x, y, true.z * MM_PER_INCH, float(np.radians(true.rotation_deg)))
        looked = [
            find_rim(
                picture, rig.camera, rig.pose, SRGB, guess, entry.half_axes_mm, 0.3**2 * np.eye(2), soft_px=soft_px
            )
            for picture, soft_px in ((sharp, 0.0), (blurred, blur.beyond_sharp_px))
        ]
        if looked[0] is None or looked[1] is None:
            continue
        clear, soft = (each[0] for each in looked if each is not None)
        assert np.trace(soft.covariance_px) > 1.3 * np.trace(clear.covariance_px)
        truth = project(rig.camera, rig.pose, np.array([[*at, true.z * MM_PER_INCH]]))[0]
        off = soft.centre_px - truth
        surprises.append(float(off @ np.linalg.solve(soft.covariance_px, off)))
    assert len(surprises) >= 6
    assert max(surprises) < 7.4
