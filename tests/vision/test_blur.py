"""Pictures that are blurred: how is measured on their own tags, and the rest is read with it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import at_night
from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from tests.vision.rough_light import moved, out_of_focus
from vision.intensity import SRGB
from vision.tags.detector import Detector
from vision.tags.refine import refine_corners
from vision.tags.tag_model import SHARP, Blur, blurred, motion_blurred, pixel_steps, quantise_scale, square, texture

SIZE = (640, 480)


def table(small_px: float = 19.0) -> dict[int, np.ndarray]:
    """Six large tags along the edge, as a board has, and small ones between."""
    rng = np.random.default_rng(2)
    large = {k: tag_corners((70 + 100 * k, 50), 50.0, float(rng.uniform(0, 360))) for k in range(6)}
    small = {
        10 + k: tag_corners((50 + 60 * (k % 10), 130 + 60 * (k // 10)), small_px, float(rng.uniform(0, 360)))
        for k in range(50)
    }
    return large | small


@pytest.mark.parametrize(("length_px", "angle_deg", "least"), [(3.0, 20.0, 0.96), *at_night((5.0, 110.0, 0.7))])
def test_motion_is_measured_and_the_tags_it_blurs_are_read(length_px: float, angle_deg: float, least: float) -> None:
    tags = table()
    image = moved(Drawing(noise=0.004).draw(SIZE, tags), length_px, angle_deg)
    detector = Detector(DICTIONARY, frozenset(tags), SIZE)
    detection = detector.detect(image)
    assert detector.blur.motion_px == pytest.approx(length_px, abs=0.8)
    found = np.degrees(np.arctan2(*detector.blur.moved_px[::-1]))
    assert abs((found - angle_deg + 90) % 180 - 90) < 10
    assert len(detection.sightings) >= least * len(tags)
    assert detection.unknown_ids == ()
    for sighting in detection.sightings:
        off = (sighting.corners_px - tags[sighting.id]).ravel()
        assert off @ np.linalg.solve(sighting.covariance_px, off) < 60
    assert detection.quality is not None
    assert any(warning.code == "image-blurred-motion" for warning in detection.quality.warnings)


def test_a_picture_out_of_focus_is_called_that() -> None:
    tags = table(26.0)
    detection = Detector(DICTIONARY, frozenset(tags), SIZE).detect(Drawing(blur_px=1.8, noise=0.004).draw(SIZE, tags))
    assert detection.quality is not None
    assert detection.quality.blur.lens_px == pytest.approx(1.8, rel=0.25)
    (warning,) = detection.quality.warnings
    assert warning.code == "image-blurred"


def test_a_sharp_picture_is_measured_as_sharp_and_nothing_is_said() -> None:
    tags = table()
    detector = Detector(DICTIONARY, frozenset(tags), SIZE)
    detection = detector.detect(Drawing().draw(SIZE, tags))
    assert detector.blur is SHARP
    assert detection.quality is not None
    assert detection.quality.warnings == ()


def test_light_that_is_too_much_or_too_little_is_called_that() -> None:
    tags = table(30.0)
    for drawing, code in (
        (Drawing(white=2.5, black=0.05), "image-overexposed"),
        (Drawing(white=0.04, black=0.003, ground=0.02, noise=0.001), "image-dark"),
    ):
        quality = Detector(DICTIONARY, frozenset(tags), SIZE).detect(drawing.draw(SIZE, tags)).quality
        assert quality is not None
        (warning,) = quality.warnings
        assert warning.code == code


def test_a_pixel_s_steps_on_a_tag_are_turned_and_scaled() -> None:
    corners = tag_corners((0, 0), 40.0, 30.0)
    homography = cv2.getPerspectiveTransform((corners / 20).astype(np.float32), square(8).astype(np.float32))
    along = (corners[1] - corners[0]) / 8
    way = pixel_steps(np.asarray(homography, dtype=np.float64), 20.0) @ along
    assert way == pytest.approx((1.0, 0.0), abs=1e-5)


def test_a_smeared_pattern_is_the_mean_of_the_pattern_along_the_way() -> None:
    tag = texture(DICTIONARY, 12, quantise_scale(3.0), 0.7)
    texels = tag.shape[0] // 12
    assert motion_blurred(tag, texels, (0.0, 0.0)) is tag
    ours = motion_blurred(tag, texels, (16 / texels, 0.0))[..., 0]
    box = np.ones((1, 17), dtype=np.float32)
    box[0, [0, -1]] = 0.5
    boxed = cv2.filter2D(tag[..., 0], -1, box / 16, borderType=cv2.BORDER_REPLICATE)
    assert np.abs(ours - boxed).max() < 0.05


@pytest.mark.parametrize("radius_px", [2.0, *at_night(3.0)])
def test_points_that_become_discs_are_measured_as_discs_and_no_tag_looks_larger(radius_px: float) -> None:
    tags = table(23.0)
    image = out_of_focus(
        Drawing(blur_px=0.4, noise=0.004, margin_modules=1.25, ground=0.05).draw(SIZE, tags), radius_px
    )
    detector = Detector(DICTIONARY, frozenset(tags), SIZE)
    found = {each.id: each for each in detector.detect(image).sightings}
    assert detector.blur.disc_px == pytest.approx(radius_px, rel=0.15)
    assert len(found) >= 0.9 * len(tags)
    outward, chi2 = [], []
    for tag_id, sighting in found.items():
        spokes = tags[tag_id] - tags[tag_id].mean(axis=0)
        off = sighting.corners_px - tags[tag_id]
        outward.append(float((off * spokes / np.linalg.norm(spokes, axis=1, keepdims=True)).sum(axis=1).mean()))
        chi2.append(float(off.ravel() @ np.linalg.solve(sighting.covariance_px, off.ravel())))
    assert abs(np.mean(outward)) < 0.05
    assert np.quantile(chi2, 0.95) < 15.5


@pytest.mark.parametrize("angle_deg", [0.0, 35.0])
def test_a_pattern_out_of_focus_is_the_mean_of_the_pattern_over_the_disc(angle_deg: float) -> None:
    tag = texture(DICTIONARY, 12, quantise_scale(3.0), 0.7)
    texels, blur = tag.shape[0] // 12, Blur(0.7, disc_px=2.0)
    turn = np.radians(angle_deg)
    slope = np.array([[np.cos(turn), np.sin(turn)], [-1.4 * np.sin(turn), 1.4 * np.cos(turn)]]) / 3
    ours = blurred(tag, texels, slope, blur)[..., 0]
    rng, total = np.random.default_rng(1), np.zeros_like(ours)
    points = rng.uniform(-1, 1, (4000, 2))
    points = points[np.square(points).sum(axis=1) <= 1][:2000]
    for point in points:
        du, dv = slope @ point * blur.disc_px * texels
        shift = np.array([[1, 0, du], [0, 1, dv]], dtype=np.float32)
        total += cv2.warpAffine(tag[..., 0], shift, ours.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    assert np.abs(ours - total / len(points)).max() < 0.06


@given(st.floats(1e-4, 0.5), st.floats(0.5, 8.0))
def test_a_disc_however_small_leaves_a_pattern_that_can_be_compared(radius_px: float, px_per_module: float) -> None:
    tag = texture(DICTIONARY, 12, quantise_scale(px_per_module), 0.7)
    ours = blurred(tag, tag.shape[0] // 12, np.eye(2) / px_per_module, Blur(0.7, disc_px=radius_px))
    assert np.isfinite(ours).all()
    assert np.abs(ours[..., 0] - tag[..., 0]).max() < 0.2 + 0.6 * radius_px / px_per_module


def test_a_blurred_pattern_s_last_channel_is_what_a_little_more_of_all_of_the_lens_s_blur_makes() -> None:
    step, more = quantise_scale(3.0), 1.02
    slope = np.eye(2) / 1.12**step
    # A pixel's own area is part of the lens's variance here.
    wider = float(np.sqrt(more**2 * (0.7**2 + 1 / 12) - 1 / 12))
    one = blurred(texture(DICTIONARY, 12, step, 0.7), 8, slope, Blur(0.7, disc_px=2.0)).astype(np.float64)
    other = blurred(texture(DICTIONARY, 12, step, wider), 8, slope, Blur(wider, disc_px=2.0 * more))[..., 0]
    numeric = (other - one[..., 0]) / np.log(more**2)
    assert np.abs(numeric - one[..., 3]).max() < 0.12 * np.abs(numeric).max()


def test_all_corners_may_lie_outwards_together_in_a_blurred_picture() -> None:
    tags, blur = table(23.0), Blur(0.6, disc_px=2.5)
    image = out_of_focus(Drawing(blur_px=0.4, noise=0.004).draw(SIZE, tags), 2.5)
    small = [(tag_id, corners) for tag_id, corners in tags.items() if tag_id >= 10]
    for fit in refine_corners(image, small, DICTIONARY, SRGB, blur=blur):
        assert fit is not None
        spokes = fit.corners_px - fit.corners_px.mean(axis=0)
        outward = (spokes / np.linalg.norm(spokes, axis=1, keepdims=True)).ravel() / 2
        shift = np.tile([1.0, 0.0], 4) / 2
        assert outward @ fit.covariance_px @ outward > 3 * (shift @ fit.covariance_px @ shift)
