"""Tags across which the edge of a shadow runs: found, read, and fitted with the shadow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from tests.vision.rough_light import lit, striped
from vision.intensity import SRGB
from vision.tags.detector import Detector
from vision.tags.quads import darker_half, local_contrast_normalise
from vision.tags.refine import extract_patch, refine_corners, remove_shadow_edge
from vision.tags.solver import sample_texture
from vision.tags.tag_model import inverse_homography

SIZE = (760, 600)


def table() -> tuple[np.ndarray, dict[int, np.ndarray]]:
    rng = np.random.default_rng(4)
    tags = {
        k: tag_corners((50 + 72 * (k % 10), 50 + 72 * (k // 10)), 24.0, float(rng.uniform(0, 360))) for k in range(70)
    }
    return Drawing(noise=0.006).draw(SIZE, tags), tags


@pytest.mark.parametrize(("left", "least"), [(0.4, 0.95), (0.2, 0.8)])
@pytest.mark.parametrize(("period_px", "angle_deg"), [(90.0, 20.0), (54.0, 65.0)])
def test_tags_under_bars_of_shadow_are_found_where_they_are(
    left: float, least: float, period_px: float, angle_deg: float
) -> None:
    image, tags = table()
    shadowed = lit(image, striped((SIZE[1], SIZE[0]), left, period_px, angle_deg))
    detection = Detector(DICTIONARY, frozenset(tags), SIZE).detect(shadowed)
    assert len(detection.sightings) >= least * len(tags)
    assert detection.unknown_ids == ()
    errors = [np.abs(s.corners_px - tags[s.id]).mean() for s in detection.sightings]
    assert np.median(errors) < 0.12
    assert np.quantile(errors, 0.95) < 0.5
    assert detection.quality is not None
    assert any(warning.code == "image-shadows" for warning in detection.quality.warnings)


def test_a_shadow_s_edge_across_a_tag_hardly_moves_its_corners() -> None:
    corners = tag_corners((60, 60), 40.0, 25.0)
    image = Drawing(noise=0.003).draw((120, 120), {5: corners})
    for angle_deg in range(0, 180, 30):
        x, y = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
        rows, columns = np.mgrid[:120, :120]
        factor = np.where((columns - 60) * x + (rows - 60) * y > 3.3, 0.25, 1.0).astype(np.float32)
        (fit,) = refine_corners(lit(image, factor), [(5, corners + 0.3)], DICTIONARY, SRGB)
        assert fit is not None
        assert fit.shaded
        assert np.abs(fit.corners_px - corners).mean() < 0.2


def test_even_light_is_left_as_it_is() -> None:
    corners = tag_corners((60, 60), 40.0, 25.0)
    patch = extract_patch(Drawing().draw((120, 120), {5: corners}), 5, corners, DICTIONARY, SRGB)
    assert patch is not None
    u, v, _ = inverse_homography(patch.homography[None].astype(np.float32), patch.x[None], patch.y[None])
    assert remove_shadow_edge(patch, sample_texture(patch.texture, patch.texels, u[0], v[0])[:, 0]) is None


@settings(max_examples=depth(25, 40), deadline=None)
@given(st.floats(0.15, 1.0), st.integers(6, 26), st.floats(0.3, 1.0))
def test_without_its_light_white_in_a_shadow_is_brighter_than_black_beside_it(
    left: float, edge_px: int, white: float
) -> None:
    """White paper with black bars four pixels wide; the shadow's edge runs across them."""
    light = np.where(np.arange(32) % 8 < 4, 0.03, 1.0)[None] * np.ones((32, 1)) * white
    light[edge_px:] *= left
    picture = np.round(np.sqrt(light) * 255).astype(np.uint8)
    even = local_contrast_normalise(picture)
    black = np.zeros((32, 32), dtype=np.bool_)
    black[:, np.arange(32) % 8 < 4] = True
    assert even[black].max() < 128 <= even[~black].min()
    assert (darker_half(even, picture) > 0)[black].all()
