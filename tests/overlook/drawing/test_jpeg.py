"""A picture as JPEG shows what it showed, in its own size or made smaller."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from overlook.image_files import jpeg

WIDTH, HEIGHT = 120, 80


@pytest.fixture(scope="module")
def picture() -> NDArray[np.uint8]:
    """A slope of light from left to right, blue to red from top to bottom."""
    across = np.linspace(40, 215, WIDTH)[None, :, None] * np.ones((HEIGHT, 1, 3))
    down = np.linspace(-30, 30, HEIGHT)[:, None, None] * np.array([1.0, 0.0, -1.0])
    return np.asarray(across + down, np.uint8)


def shown(data: bytes) -> NDArray[np.uint8]:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize(("scale", "size"), [(1.0, (80, 120)), (2.0, (80, 120)), (0.5, (40, 60)), (0.26, (21, 31))])
def test_it_is_made_smaller_and_never_larger(picture: NDArray[np.uint8], scale: float, size: tuple[int, int]) -> None:
    assert shown(jpeg(picture, scale)).shape == (*size, 3)


@pytest.mark.parametrize("scale", [1.0, 0.5])
def test_it_shows_what_the_picture_showed(picture: NDArray[np.uint8], scale: float) -> None:
    step = round(1 / scale)
    blocks = picture.reshape(HEIGHT // step, step, WIDTH // step, step, 3).mean(axis=(1, 3))
    assert np.abs(shown(jpeg(picture, scale)).astype(float) - blocks).mean() < 3


def test_a_better_quality_takes_more_room(picture: NDArray[np.uint8]) -> None:
    noisy = np.asarray(picture + np.random.default_rng(7).integers(0, 30, picture.shape), np.uint8)
    assert len(jpeg(noisy, quality=95)) > len(jpeg(noisy)) > len(jpeg(noisy, quality=40))
