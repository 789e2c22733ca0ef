"""Which pixels are fitted: those on edges, some of every module, and the same ones wherever the program runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.drawing import DICTIONARY, Drawing, tag_corners
from vision.intensity import SRGB
from vision.tags.refine import LARGE_PX, MAX_PIXELS, fitted_pixels, refine_corners, seen_pixels

EDGES = MAX_PIXELS * 3 // 4


def on_a_tag(count: int, levels: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how steep each of so many pixels is, one of so many values, and where it lies in modules."""
    rng = np.random.default_rng(seed)
    u, v = rng.uniform(-0.7, 8.7, (2, count)).astype(np.float32)
    return rng.integers(0, levels, count).astype(np.float32), u, v


@given(st.integers(MAX_PIXELS + 1, 4000), st.sampled_from([1, 2, 7, 1000]), st.integers(0, 99))
def test_the_steepest_pixels_are_fitted_and_of_the_others_as_many_of_each_module_as_there_are(
    count: int, levels: int, seed: int
) -> None:
    steep, u, v = on_a_tag(count, levels, seed)
    kept = fitted_pixels(steep, u, v)
    assert len(set(kept.tolist())) == MAX_PIXELS
    least = np.sort(steep)[-EDGES]
    assert set(np.flatnonzero(steep > least).tolist()) <= set(kept[:EDGES].tolist())
    assert steep[kept[:EDGES]].min() == least
    left = np.setdiff1d(np.arange(count), kept[:EDGES])
    module = np.floor(u) * 100 + np.floor(v)
    there = {m: int(np.count_nonzero(module[left] == m)) for m in np.unique(module[left])}
    taken = {m: int(np.count_nonzero(module[kept[EDGES:]] == m)) for m in there}
    with_more = [taken[m] for m in there if taken[m] < there[m]]
    assert not with_more or max(taken.values()) <= min(with_more) + 1


def test_alike_pixels_are_taken_from_all_over() -> None:
    """Of a tag that lies straight hundreds of pixels are exactly as steep: the first ones would all lie at its top."""
    steep, u, v = on_a_tag(3000, 1, 5)
    kept = fitted_pixels(steep, u, v)[:EDGES]
    assert abs(v[kept].mean() - 4) < 0.5
    assert v[kept].std() > 2


@given(st.integers(-5, 50), st.integers(-5, 50), st.integers(4, 400), st.integers(4, 400))
def test_of_a_large_tag_one_pixel_of_each_square_is_looked_at_and_none_outside(
    left: int, top: int, width: int, height: int
) -> None:
    length_px = float(min(width, height))
    step = -(-int(length_px) // LARGE_PX)
    rows, columns = seen_pixels(left, top, left + width - 1, top + height - 1, length_px)
    assert rows.shape == columns.shape == (height // step, width // step)
    assert rows.min() >= top
    assert rows.max() < top + height
    assert columns.min() >= left
    assert columns.max() < left + width
    squares = np.stack([(rows - top) // step, (columns - left) // step])
    assert np.array_equal(squares, np.mgrid[: height // step, : width // step])
    if step > 1 and rows.size > 100:
        assert len(np.unique((rows - top) % step)) == len(np.unique((columns - left) % step)) == step


@pytest.mark.parametrize("side_px", [60.0, 100.0, 150.0])
def test_a_large_tag_that_lies_straight_is_found_to_a_few_hundredths_of_a_pixel(side_px: float) -> None:
    worst = []
    for shift in (0.0, 0.25, 0.5, 0.8):
        corners = tag_corners((120 + shift, 120 + shift / 2), side_px, 0.0)
        (fit,) = refine_corners(Drawing().draw((240, 240), {5: corners}), [(5, corners + 0.4)], DICTIONARY, SRGB)
        assert fit is not None
        worst.append(np.abs(fit.corners_px - corners).max())
    assert max(worst) < 0.05


def test_a_fit_is_the_same_on_a_processor_with_other_instructions() -> None:
    """NumPy partitions by whatever the processor can; what it returns in between is ordered accordingly."""
    script = (
        "import numpy as np; from tests.vision.drawing import *; from vision.intensity import SRGB;"
        "from vision.tags.refine import refine_corners;"
        "tags = {3 + k: tag_corners((70 + 110 * k, 70), 30.0 + 12 * k, 11.0 * k) for k in range(4)};"
        "fits = refine_corners(Drawing().draw((480, 140), tags), list(tags.items()), DICTIONARY, SRGB);"
        "print(np.concatenate([fit.corners_px for fit in fits]).ravel().tolist())"
    )
    plain = {**os.environ, "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL AVX512_SPR"}
    here, there = (
        json.loads(subprocess.check_output([sys.executable, "-W", "ignore", "-c", script], env=env))
        for env in ({**os.environ}, plain)
    )
    assert len(here) == 32
    assert np.abs(np.subtract(here, there)).max() < 1e-3
