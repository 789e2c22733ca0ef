"""Tags that something touches or covers in part: found by what shows, fitted where they were, or refused."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from tests.vision.rough_light import covered
from vision.tags.detector import Detector
from vision.tags.quads import dark_regions, darker_than_around, partial_quads
from vision.tags.windowed_detector import WindowedDetector

SIZE = (700, 520)
SIDE_PX = 26.0


def table(seed: int = 0) -> tuple[np.ndarray, dict[int, np.ndarray]]:
    rng = np.random.default_rng(seed)
    tags = {
        k: tag_corners((60 + 116 * (k % 6), 60 + 100 * (k // 6)), SIDE_PX, float(rng.uniform(0, 360)))
        for k in range(24)
    }
    return Drawing().draw(SIZE, tags, seed), tags


def touching(corners: np.ndarray, how: str, radius_px: float = 17.0) -> np.ndarray:
    """Return the middle of a base whose rim reaches a pixel over a tag's first corner or first side."""
    middle = corners.mean(axis=0)
    towards = corners[0] if how == "corner" else (corners[0] + corners[1]) / 2
    away = float(np.linalg.norm(towards - middle))
    return np.asarray(middle + (towards - middle) / away * (away + radius_px - 1.0))


@pytest.mark.parametrize(("how", "least"), [("corner", 22), ("side", 18)])
def test_a_tag_that_a_base_touches_is_found_in_a_single_picture(how: str, least: int) -> None:
    image, tags = table()
    for k in range(0, 24, 2):
        covered(image, touching(tags[k], how), 17.0, 12)
    detection = Detector(DICTIONARY, frozenset(tags), SIZE).detect(image)
    assert len(detection.sightings) >= least
    assert detection.unknown_ids == ()
    for sighting in detection.sightings:
        assert np.abs(sighting.corners_px - tags[sighting.id]).mean() < 0.35


@pytest.mark.parametrize("how", ["corner", "side"])
def test_a_tag_that_a_base_comes_to_touch_is_kept_where_it_was(how: str) -> None:
    image, tags = table()
    windows = WindowedDetector(Detector(DICTIONARY, frozenset(tags), SIZE))
    windows.detect(image)
    touched = image.copy()
    for k in range(0, 24, 2):
        covered(touched, touching(tags[k], how), 17.0, 12)
    found = {s.id: s.corners_px for s in windows.detect(touched).sightings}
    assert len(found) >= 23
    assert max(np.abs(found[k] - tags[k]).mean() for k in found) < 0.35


def test_a_tag_half_under_a_sleeve_is_refused_or_as_unsure_as_it_is() -> None:
    image, tags = table()
    windows = WindowedDetector(Detector(DICTIONARY, frozenset(tags), SIZE))
    windows.detect(image)
    for share in (0.3, 0.4, 0.5, 0.6):
        hidden = image.copy()
        for corners in tags.values():
            edge = int(corners[:, 0].min() + share * np.ptp(corners[:, 0]))
            top, bottom = int(corners[:, 1].min()) - 6, int(corners[:, 1].max()) + 8
            hidden[top:bottom, int(corners[:, 0].min()) - 8 : edge] = (120, 60, 40)
        for sighting in windows.detect(hidden).sightings:
            off = (sighting.corners_px - tags[sighting.id]).ravel()
            assert np.abs(off).max() < max(0.5, 5 * float(np.sqrt(np.diag(sighting.covariance_px).max())))


def test_a_tag_put_down_against_another_base_is_found_once_it_rests() -> None:
    image, tags = table()
    windows = WindowedDetector(Detector(DICTIONARY, frozenset(tags), SIZE))
    windows.detect(image)
    put_away = dict(tags) | {7: tags[7] + np.array([40.0, 30.0])}
    put_down = Drawing().draw(SIZE, put_away, 1)
    covered(put_down, touching(put_away[7], "corner"), 17.0, 12)
    for _ in range(3):
        found = {s.id: s.corners_px for s in windows.detect(put_down).sightings}
    assert np.abs(found[7] - put_away[7]).mean() < 0.35


def test_of_an_outline_that_runs_into_something_the_tag_s_own_square_is_among_what_it_may_be() -> None:
    picture = np.full((120, 160), 200, dtype=np.uint8)
    picture[40:70, 50:80] = 20
    picture[66:90, 76:110] = 20
    known = tag_corners((130, 30), 30.0, 0.0)[None]
    regions = dark_regions(darker_than_around(picture, window_px=151, contrast=9), corners_touch=False)
    quads = partial_quads(picture, regions, known)
    square = np.array([[50, 40], [79, 40], [79, 69], [50, 69]], dtype=np.float64)
    away = [min(np.abs(np.roll(quad, k, axis=0) - square).max() for k in range(4)) for quad in quads]
    assert min(away) < 2.5
