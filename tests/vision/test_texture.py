"""A tag as a blurred lens shows it."""

from __future__ import annotations

import numpy as np
from scipy.special import erf

from vision.tags.tag_model import _erf


def test_the_error_function_is_that_of_others_to_the_last_digits() -> None:
    steps = np.linspace(-9, 9, 4001).reshape(1, -1)
    assert np.abs(_erf(steps) - erf(steps)).max() < 5e-16
