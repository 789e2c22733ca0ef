"""Pictures that are blurred: how is measured on their own tags, and the rest is read with it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import DICTIONARY, Drawing, tag_corners
from tests.vision.rough_light import moved
from vision.blur import SHARP, on_tag, smeared
from vision.detect import Detector
from vision.solver import square
from vision.texture import bucket, texture

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


@pytest.mark.parametrize(("length_px", "angle_deg", "least"), [(3.0, 20.0, 0.96), (5.0, 110.0, 0.7)])
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
    assert any("the camera or the table moves" in line for line in detection.quality.warnings)


def test_a_picture_out_of_focus_is_called_that() -> None:
    tags = table(26.0)
    detection = Detector(DICTIONARY, frozenset(tags), SIZE).detect(Drawing(blur_px=1.8, noise=0.004).draw(SIZE, tags))
    assert detection.quality is not None
    assert detection.quality.blur.lens_px == pytest.approx(1.8, rel=0.25)
    (line,) = detection.quality.warnings
    assert "refocus" in line


def test_a_sharp_picture_is_measured_as_sharp_and_nothing_is_said() -> None:
    tags = table()
    detector = Detector(DICTIONARY, frozenset(tags), SIZE)
    detection = detector.detect(Drawing().draw(SIZE, tags))
    assert detector.blur is SHARP
    assert detection.quality is not None
    assert detection.quality.warnings == ()


def test_light_that_is_too_much_or_too_little_is_called_that() -> None:
    tags = table(30.0)
    for drawing, word in (
        (Drawing(white=2.5, black=0.05), "overexposed"),
        (Drawing(white=0.04, black=0.003, ground=0.02, noise=0.001), "dark"),
    ):
        quality = Detector(DICTIONARY, frozenset(tags), SIZE).detect(drawing.draw(SIZE, tags)).quality
        assert quality is not None
        (line,) = quality.warnings
        assert word in line


def test_a_way_on_the_picture_is_turned_and_scaled_onto_the_tag() -> None:
    corners = tag_corners((0, 0), 40.0, 30.0)
    homography = cv2.getPerspectiveTransform((corners / 20).astype(np.float32), square(8).astype(np.float32))
    along = (corners[1] - corners[0]) / 8
    way = on_tag(np.asarray(homography, dtype=np.float64), 20.0, (float(along[0]), float(along[1])))
    assert way == pytest.approx((1.0, 0.0), abs=1e-5)


def test_a_smeared_pattern_is_the_mean_of_the_pattern_along_the_way() -> None:
    tag = texture(DICTIONARY, 12, bucket(3.0), 0.7)
    texels = tag.shape[0] // 12
    assert smeared(tag, texels, (0.0, 0.0)) is tag
    ours = smeared(tag, texels, (16 / texels, 0.0))[..., 0]
    box = np.ones((1, 17), dtype=np.float32)
    box[0, [0, -1]] = 0.5
    boxed = cv2.filter2D(tag[..., 0], -1, box / 16, borderType=cv2.BORDER_REPLICATE)
    assert np.abs(ours - boxed).max() < 0.05
