"""Corners from light: without bias, as sure as stated, whatever covers a part."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from vision.intensity import SRGB
from vision.tags.detector import MIN_EXPLAINED
from vision.tags.refine import refine_corners
from vision.tags.solver import CLIP, FLOOR_PX, NOISE_CORRELATION, clipped
from vision.tags.tag_model import quantise_scale, texture


def place(count: int, side_px: float, seed: int) -> dict[int, np.ndarray]:
    rng = np.random.default_rng(seed)
    cell = side_px * 2.2
    columns = int(np.ceil(np.sqrt(count)))
    return {
        10 + k: tag_corners(
            ((k % columns + 0.6) * cell + rng.uniform(-2, 2), (k // columns + 0.6) * cell + rng.uniform(-2, 2)),
            side_px * rng.uniform(0.95, 1.05),
            rng.uniform(0, 360),
            rng.uniform(-0.05, 0.05),
        )
        for k in range(count)
    }


def size_for(tags: dict[int, np.ndarray]) -> tuple[int, int]:
    edge = np.concatenate(list(tags.values())).max(axis=0) + 30
    return int(edge[0]), int(edge[1])


def rough(tags: dict[int, np.ndarray], seed: int, by_px: float = 0.6) -> list[tuple[int, np.ndarray]]:
    rng = np.random.default_rng(seed)
    return [(k, c + rng.uniform(-by_px, by_px, (4, 2))) for k, c in tags.items()]


@pytest.mark.parametrize(("side_px", "worst_rms_px"), [(17.0, 0.06), (24.0, 0.05), (54.0, 0.03)])
def test_corners_are_found_without_bias_and_as_surely_as_stated(side_px: float, worst_rms_px: float) -> None:
    tags = place(48, side_px, seed=1)
    image = Drawing().draw(size_for(tags), tags, seed=2)
    fits = refine_corners(image, rough(tags, 3), DICTIONARY, SRGB)
    errors, chi2 = [], []
    for (_, truth), fit in zip(tags.items(), fits, strict=True):
        assert fit is not None
        off = (fit.corners_px - truth).ravel()
        errors.append(off)
        formal = (fit.covariance_px - FLOOR_PX**2 * np.eye(8)) / NOISE_CORRELATION**2
        chi2.append(off @ np.linalg.solve(formal, off))
    errors_px = np.array(errors)
    assert np.sqrt(np.mean(errors_px**2)) < worst_rms_px
    assert np.abs(errors_px.mean(axis=0)).max() < 0.04
    outward = [(e.reshape(4, 2) * _spokes(t)).sum(axis=1).mean() for e, t in zip(errors, tags.values(), strict=True)]
    assert abs(np.mean(outward)) < 0.03
    # Here pixels share no noise and the model leaves nothing out: the formal covariance alone must be the truth. Of
    # large tags it is known to a hundredth of a pixel, where the texture's own interpolation counts too.
    least, most = (0.7, 1.5) if side_px < 30 else (0.4, 4)
    assert least * 8 < np.mean(chi2) < most * 8


@pytest.mark.parametrize("side_px", [40.0, 54.0, 140.0])
@pytest.mark.parametrize("off_px", [0.0, 0.6])
def test_a_fit_has_not_arrived_before_its_light_has(side_px: float, off_px: float) -> None:
    """Begun where the tag lies no edge moves, and the contrast would stay what a blunter pattern made of it."""
    for angle_deg in (0.0, 30.0):
        corners = tag_corners((120, 120), side_px, angle_deg)
        image = Drawing(noise=0).draw((240, 240), {5: corners})
        (fit,) = refine_corners(image, [(5, corners + off_px)], DICTIONARY, SRGB)
        assert fit is not None
        assert fit.contrast / CLIP == pytest.approx(0.67, rel=0.04)
        assert fit.residual < 0.02


def _spokes(corners: np.ndarray) -> np.ndarray:
    spokes = corners - corners.mean(axis=0)
    return np.asarray(spokes / np.linalg.norm(spokes, axis=1, keepdims=True))


def test_white_that_clips_does_not_shrink_the_tag() -> None:
    tags = place(25, 30.0, seed=5)
    image = Drawing(white=1.4, black=0.05).draw(size_for(tags), tags)
    outward = []
    for (_, truth), fit in zip(tags.items(), refine_corners(image, rough(tags, 1), DICTIONARY, SRGB), strict=True):
        assert fit is not None
        outward.append(((fit.corners_px - truth) * _spokes(truth)).sum(axis=1).mean())
    assert abs(np.mean(outward)) < 0.06


@pytest.mark.parametrize("white", [1.2, 1.5, 2.0])
@pytest.mark.parametrize("angle_deg", [0.0, 45.0])
def test_overexposed_tags_are_explained_in_any_company(white: float, angle_deg: float) -> None:
    tags = {10 + k: tag_corners((60 + 70 * (k % 5), 60 + 70 * (k // 5)), 26, angle_deg) for k in range(20)}
    image = Drawing(white=white, black=0.05).draw((420, 340), tags)
    fits = refine_corners(image, rough(tags, 4, 1.2), DICTIONARY, SRGB)
    assert min(f.explained if f is not None else 0.0 for f in fits) > 0.9


def test_what_a_full_sensor_shows_is_the_mean_of_clipped_noise() -> None:
    rng = np.random.default_rng(0)
    light, noise = np.linspace(0, 400, 41).astype(np.float32)[None], np.array([4.0], dtype=np.float32)
    shown, slope = clipped(light, noise)
    drawn_light = light[0][:, None] + rng.logistic(0, 4.0, (41, 40_000))
    assert np.abs(shown[0] - np.minimum(drawn_light, CLIP).mean(axis=1)).max() < 0.3
    assert np.abs(np.gradient(shown[0], light[0]) - slope[0]).max() < 0.35
    assert slope[0, 0] == pytest.approx(1)
    assert slope[0, -1] == pytest.approx(0, abs=1e-6)


def test_a_covered_corner_hardly_moves_the_others() -> None:
    tags = place(16, 40.0, seed=6)
    image = Drawing().draw(size_for(tags), tags)
    for corners in tags.values():
        cv2.circle(image, tuple(int(v) for v in corners[0] * 0.85 + corners[2] * 0.15), 6, (90, 110, 200), -1)
    fits = refine_corners(image, rough(tags, 2), DICTIONARY, SRGB)
    others = []
    for (_, truth), fit in zip(tags.items(), fits, strict=True):
        assert fit is not None
        assert fit.outliers > 0.01
        others.append(np.abs(fit.corners_px - truth)[1:].mean())
    assert np.median(others) < 0.1


def test_light_that_falls_off_across_the_tag_is_part_of_the_model() -> None:
    tags = place(16, 26.0, seed=7)
    image = Drawing().draw(size_for(tags), tags).astype(np.float64)
    ramp = np.linspace(0.75, 1.0, image.shape[1])[None, :, None]
    fits = refine_corners((image * ramp).astype(np.uint8), rough(tags, 2), DICTIONARY, SRGB)
    errors = [np.abs(f.corners_px - t).mean() for f, t in zip(fits, tags.values(), strict=True) if f is not None]
    assert len(errors) == 16
    assert np.mean(errors) < 0.08


def test_another_tag_at_the_same_place_does_not_fit() -> None:
    tags = place(16, 26.0, seed=8)
    image = Drawing().draw(size_for(tags), tags)
    right = refine_corners(image, list(tags.items()), DICTIONARY, SRGB)
    wrong = refine_corners(image, [(k + 60, c) for k, c in tags.items()], DICTIONARY, SRGB)
    assert min(f.explained for f in right if f is not None) > 0.95
    assert max((f.explained for f in wrong if f is not None), default=0.0) < MIN_EXPLAINED


def test_nothing_is_fitted_outside_the_picture_or_on_plain_ground() -> None:
    image = np.full((100, 100, 3), 120, dtype=np.uint8)
    inside, outside = tag_corners((50, 50), 30, 10), tag_corners((5, 50), 30, 10)
    assert refine_corners(image, [(3, inside), (3, outside)], DICTIONARY, SRGB) == [None, None]


def test_what_glares_all_over_on_the_way_is_no_tag_and_no_fault() -> None:
    image = np.full((60, 60), 255, dtype=np.uint8)
    image[:, :13] = 0
    corners = np.array([(11.818, 30.106), (21.550, 17.157), (31.615, 25.186), (31.102, 32.086)])
    assert refine_corners(image, [(0, corners)], DICTIONARY, SRGB) == [None]


@pytest.mark.parametrize("angle_deg", [0.0, 33.0])
def test_corners_of_a_large_tag_are_exact_from_a_start_many_pixels_off(angle_deg: float) -> None:
    corners = tag_corners((260, 262), 300, angle_deg)
    image = Drawing().draw((524, 524), {5: corners})
    start = corners + np.array([(9, -6), (-7, 5), (4, 9), (-8, -8)])
    (fit,) = refine_corners(image, [(5, start)], DICTIONARY, SRGB)
    assert fit is not None
    assert np.abs(fit.corners_px - corners).max() < 0.06


@pytest.mark.parametrize("side_px", [24.0, 96.0])
def test_a_tag_is_fitted_down_to_two_fifths_of_a_module_from_the_border(side_px: float) -> None:
    centre = 0.4 * side_px / 8 + side_px / 2 - 0.5
    corners = tag_corners((centre, side_px), side_px, 90)
    image = Drawing().draw((int(2 * side_px), int(2 * side_px)), {5: corners})
    (fit,) = refine_corners(image, [(5, corners + 0.3)], DICTIONARY, SRGB)
    assert fit is not None
    assert np.abs(fit.corners_px - corners).max() < 0.08


def test_results_keep_the_order_of_the_candidates() -> None:
    tags = place(20, 22.0, seed=9)
    image = Drawing().draw(size_for(tags), tags)
    order = list(tags.items())[::-1]
    for (_, corners), fit in zip(order, refine_corners(image, order, DICTIONARY, SRGB), strict=True):
        assert fit is not None
        assert np.abs(fit.corners_px - corners).max() < 0.5


def test_the_texture_s_slopes_are_those_of_small_steps() -> None:
    tag = texture(DICTIONARY, 12, quantise_scale(3.0), 0.7).astype(np.float64)
    texels = 8
    for axis, channel in ((1, 1), (0, 2)):
        numeric = (np.roll(tag[..., 0], -1, axis) - np.roll(tag[..., 0], 1, axis)) / 2 * texels
        inner = (slice(4, -4), slice(4, -4))
        assert np.abs(numeric[inner] - tag[..., channel][inner]).max() < 0.12 * np.abs(tag[..., channel]).max()


def test_the_texture_s_blur_derivative_is_that_of_a_little_more_blur() -> None:
    step = quantise_scale(3.0)
    base, more = (texture(DICTIONARY, 12, step, b).astype(np.float64) for b in (0.7, 0.7 * 1.01))
    change = np.log((0.7**2 * 1.01**2 + 1 / 12) / (0.7**2 + 1 / 12))
    numeric: Any = (more[..., 0] - base[..., 0]) / change
    assert np.abs(numeric - base[..., 3]).max() < 0.03 * np.abs(base[..., 3]).max()
