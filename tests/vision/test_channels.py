"""What channels come to is what numpy says, to the last bit."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.intensity import largest, mean, smallest


@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(1, 40), st.integers(1, 40))
def test_channels_come_to_what_numpy_says(seed: int, channels: int, height: int, width: int) -> None:
    picture = np.random.default_rng(seed).normal(100, 60, (height, width, channels)).astype(np.float32)
    assert np.array_equal(largest(picture), picture.max(axis=2))
    assert np.array_equal(smallest(picture), picture.min(axis=2))
    assert np.array_equal(mean(picture), picture.mean(axis=2))
