"""Real photographs of boards and tags (OpenCV's tutorials): however many dice are said to lie there, none is read."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.reader import read_dice

pytestmark = pytest.mark.data


@pytest.mark.parametrize("thrown", [None, 1, 2, 5])
def test_no_roll_is_read_in_a_photograph_of_tags(shared_data: Path, thrown: int | None) -> None:
    """A board of 17 tags, in one of them, was a six of three quarters of the picture's height."""
    paths = sorted((shared_data / "photos").glob("*.jpg"))
    assert len(paths) >= 8
    for path in paths:
        image = np.asarray(cv2.imread(str(path)), dtype=np.uint8)
        assert read_dice(image, thrown).call == "unsure", path.name
