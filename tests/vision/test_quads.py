"""Dark regions of a picture are OpenCV's, counted faster."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.tags.quads import BAND_PX, LARGE_PX, dark_regions, find_quads


@given(
    seed=st.integers(0, 2**32 - 1),
    width=st.integers(1, 70),
    height=st.integers(1, 70),
    share=st.floats(0.0, 1.0),
    corners_touch=st.booleans(),
)
def test_regions_and_their_boxes_are_those_of_opencv(
    seed: int, width: int, height: int, share: float, corners_touch: bool
) -> None:
    dark = ((np.random.default_rng(seed).random((height, width)) < share) * 255).astype(np.uint8)
    ours = dark_regions(dark, corners_touch=corners_touch)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8 if corners_touch else 4)
    assert len(ours.boxes) == count
    np.testing.assert_array_equal(ours.labels, labels)
    np.testing.assert_array_equal(ours.boxes[1:], stats[1:])


@pytest.mark.parametrize("shape", [(1, LARGE_PX + 8), (3000, 1500), (BAND_PX // 8 + 1, 40)])
def test_so_are_those_of_a_large_picture_which_is_measured_in_bands(shape: tuple[int, int]) -> None:
    """Blots of several bands, and bands without any."""
    dark = np.zeros(shape, np.uint8)
    dark[: shape[0] // 2 : 7, ::9] = 255
    dark[shape[0] // 3 :, 5] = 255
    dark[-1, -1] = 255
    ours = dark_regions(dark, corners_touch=False)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    np.testing.assert_array_equal(ours.labels, labels)
    np.testing.assert_array_equal(ours.boxes[1:], stats[1:])


@pytest.mark.parametrize("shade", [0, 255])
def test_a_plain_picture_has_no_quadrilaterals(shade: int) -> None:
    regions = dark_regions(np.full((60, 80), shade, np.uint8), corners_touch=False)
    assert len(find_quads(regions, 9.0)) == 0
