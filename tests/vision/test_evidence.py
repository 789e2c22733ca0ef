"""What is believed of a fit: the code decides, by how far the tags of its dictionary are apart."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.tags import patterns
from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from vision.intensity import SRGB
from vision.tags.detector import MIN_EXPLAINED
from vision.tags.evidence import (
    COMMON_PX,
    FINE_PX,
    LEAST_EXPLAINED,
    Rejection,
    TagEvidence,
    _distance,
    correctable,
    find_rejection,
    inflate_covariance,
    least_explained,
    least_of_a_code,
    module_misfits,
    nearly_square,
    weigh_modules,
)
from vision.tags.refine import refine_corners

NOTHING = (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "distance"),
    [("DICT_ARUCO_MIP_36h12", 12), ("DICT_APRILTAG_36h11", 11), ("DICT_APRILTAG_25h9", 9), ("DICT_APRILTAG_16h5", 5)],
)
def test_distances_are_those_that_dictionaries_are_named_after(name: str, distance: int) -> None:
    assert _distance(name) == distance
    assert 2 * correctable(name) < distance


def accept_detection(*fit: Any) -> bool:
    return find_rejection(*fit) is None


def test_the_more_alike_a_dictionary_s_tags_the_more_must_be_explained() -> None:
    names = ("DICT_ARUCO_MIP_36h12", "DICT_5X5_250", "DICT_4X4_50", "DICT_4X4_250", "DICT_4X4_1000")
    least = [least_explained(name) for name in names]
    assert least == sorted(least)
    assert least[0] == pytest.approx(MIN_EXPLAINED, abs=0.01)
    assert correctable("DICT_4X4_250") == 0


def test_the_commoner_a_dictionary_s_codes_the_more_must_be_explained_of_one_that_is_borne_out() -> None:
    rare = ("DICT_ARUCO_MIP_36h12", "DICT_APRILTAG_36h11", "DICT_6X6_250", "DICT_5X5_100")
    assert {least_of_a_code(name) for name in rare} == {LEAST_EXPLAINED}
    common = [least_of_a_code(name) for name in ("DICT_4X4_50", "DICT_4X4_100", "DICT_4X4_250", "DICT_4X4_1000")]
    assert common == sorted(set(common))
    assert common[0] > LEAST_EXPLAINED
    assert accept_detection(TagEvidence(0, NOTHING), 0.6, DICTIONARY, MIN_EXPLAINED)
    assert not accept_detection(TagEvidence(0, NOTHING), 0.68, "DICT_4X4_250", MIN_EXPLAINED)


@given(st.floats(0.5, 6), st.floats(0, 1), st.integers(0, 2))
def test_a_smaller_tag_is_never_believed_on_less(px_per_module: float, explained: float, wrong: int) -> None:
    for name in (DICTIONARY, "DICT_4X4_250"):
        small, large = (
            accept_detection(TagEvidence(wrong, NOTHING), explained, name, MIN_EXPLAINED, px)
            for px in (px_per_module, 2 * px_per_module)
        )
        assert large or not small
    if px_per_module < FINE_PX and explained < MIN_EXPLAINED:
        assert not accept_detection(TagEvidence(wrong, NOTHING), explained, DICTIONARY, MIN_EXPLAINED, px_per_module)
    if px_per_module < COMMON_PX:
        assert not accept_detection(
            TagEvidence(wrong, NOTHING), explained, "DICT_4X4_250", MIN_EXPLAINED, px_per_module
        )


@given(st.integers(0, 36), st.floats(0, 1))
def test_a_code_that_could_be_another_s_is_never_believed(wrong: int, explained: float) -> None:
    believed = accept_detection(TagEvidence(wrong, NOTHING), explained, DICTIONARY, MIN_EXPLAINED)
    if wrong >= 6:
        assert not believed
    if believed and explained < MIN_EXPLAINED:
        assert wrong <= 1


def test_no_fit_of_another_tag_s_pattern_is_believed() -> None:
    tags = {10 + k: tag_corners((50 + 60 * (k % 6), 50 + 60 * (k // 6)), 26.0, 17.0 * k) for k in range(24)}
    image = Drawing().draw((420, 300), tags)
    for step in (1, 37, 101):
        others = [((k + step) % 250, np.roll(c, turn, axis=0)) for turn in range(4) for k, c in tags.items()]
        for fit in refine_corners(image, others, DICTIONARY, SRGB):
            assert fit is None or not accept_detection(fit.evidence, fit.explained, DICTIONARY, MIN_EXPLAINED)


def test_what_covers_a_margin_is_counted_at_its_side_and_what_covers_a_code_in_the_code() -> None:
    corners = tag_corners((60, 60), 32.0, 0.0)
    image = Drawing(noise=0).draw((120, 120), {5: corners})
    (clean,) = refine_corners(image, [(5, corners)], DICTIONARY, SRGB)
    assert clean is not None
    assert clean.evidence == TagEvidence(0, NOTHING)
    left = image.copy()
    cv2.rectangle(left, (36, 52), (43, 68), (128, 128, 128), -1)
    (beside,) = refine_corners(left, [(5, corners)], DICTIONARY, SRGB)
    assert beside is not None
    assert beside.evidence.code_wrong == 0
    assert beside.evidence.sides_wrong[3] in (3, 4, 5)
    assert beside.evidence.sides_wrong[:3] == (0, 0, 0)


@given(st.permutations([8, 0, 0, 0]))
def test_a_tag_of_which_a_whole_side_is_hidden_is_not_believed(sides: list[int]) -> None:
    top, right, bottom, left = sides
    assert not accept_detection(TagEvidence(0, (top, right, bottom, left)), 0.99, DICTIONARY, MIN_EXPLAINED)
    assert accept_detection(TagEvidence(0, (5, 0, 0, 0)), 0.6, DICTIONARY, MIN_EXPLAINED)


def test_a_hidden_side_is_unsure_across_itself_and_nowhere_else() -> None:
    corners = tag_corners((60, 60), 64.0, 0.0)
    wide = inflate_covariance(np.eye(8) * 0.01, corners, TagEvidence(0, (0, 0, 0, 6)), 8)
    sigma = np.sqrt(np.diag(wide - np.eye(8) * 0.01)).reshape(4, 2)
    assert np.allclose(sigma[:, 1], 0)
    assert np.allclose(sigma[1:3, 0], 0)
    assert np.allclose(sigma[[0, 3], 0], 0.3 * 0.75**2 * 8)
    worse = inflate_covariance(np.eye(8) * 0.01, corners, TagEvidence(2, (0, 0, 0, 6)), 8)
    assert worse[0, 0] > wide[0, 0]


def test_misfits_are_the_means_of_the_pixels_of_each_module() -> None:
    rng = np.random.default_rng(3)
    u, v = rng.uniform(-0.7, 8.7, (2, 4000)).astype(np.float32)
    truth = rng.normal(size=(10, 10)).astype(np.float32)
    misfit = truth[np.floor(v).astype(int) + 1, np.floor(u).astype(int) + 1]
    assert np.allclose(module_misfits(u, v, misfit, 8), truth, atol=1e-5)
    inside = (u > 0) & (u < 8) & (v > 0) & (v < 8)
    assert np.isnan(module_misfits(u[inside], v[inside], misfit[inside], 8)[0]).all()


def test_a_pixel_on_the_border_of_two_modules_says_little_of_either() -> None:
    u = np.array([0.0, 0.4, 1.0 - 1e-4, 1.5], dtype=np.float32)
    misfits = module_misfits(u, np.full(4, 4.5, np.float32), np.array([0, 0.8, 0, 0.1], np.float32), 8)
    assert misfits[5, 1] == pytest.approx(0.8, abs=0.1)
    assert misfits[5, 2] == pytest.approx(0.1)


def test_every_module_is_weighed_once_by_code_or_side() -> None:
    assert weigh_modules(np.ones((10, 10))) == TagEvidence(36, (8, 8, 8, 8))
    assert patterns(DICTIONARY).shape[1] == 8


@given(st.floats(0, 360), st.floats(-0.2, 0.2))
def test_a_square_in_perspective_is_nearly_square_and_a_fit_with_a_corner_pulled_away_is_not(
    angle_deg: float, tilt: float
) -> None:
    corners = tag_corners((50, 50), 20.0, angle_deg, tilt)
    assert nearly_square(corners)
    pulled = corners.copy()
    pulled[0] += (corners[0] - corners[2]) / 2
    assert not nearly_square(pulled)


def test_pixels_of_a_fit_that_ran_away_count_in_the_outermost_modules() -> None:
    far = np.array([1e30, -1e30, np.inf, -np.inf, np.nan], dtype=np.float32)
    misfits = module_misfits(far, np.full(5, 4.0, np.float32), np.ones(5, np.float32), 8)
    assert misfits.shape == (10, 10)
    assert np.flatnonzero(np.isfinite(misfits).any(axis=0)).tolist() == [0, 9]


@pytest.mark.parametrize(
    ("evidence", "explained", "why"),
    [
        (TagEvidence(9, NOTHING), 0.9, Rejection.CODE_WRONG),
        (TagEvidence(0, NOTHING), 0.1, Rejection.EXPLAINS_LITTLE),
        (TagEvidence(0, (8, 0, 0, 0)), 0.9, Rejection.SIDE_HIDDEN),
        (TagEvidence(0, NOTHING), 0.9, None),
    ],
)
def test_a_rejected_fit_has_its_reason(evidence: TagEvidence, explained: float, why: Rejection | None) -> None:
    assert find_rejection(evidence, explained, DICTIONARY, MIN_EXPLAINED) is why
