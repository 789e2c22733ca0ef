"""A camera's pictures are written over, and never one that somebody still looks at."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.cameras.camera import FrameBufferPool

SIZE = (64, 36)

HOLDS: dict[str, Callable[[NDArray[np.uint8]], Any]] = {
    "itself": lambda picture: picture,
    "part": lambda picture: picture[4:9, ::2],
    "part of a part": lambda picture: picture[4:9][1:3].T,
    "flat": lambda picture: picture.reshape(-1),
    "bytes": lambda picture: picture.data,
    "inside": lambda picture: {"frame": [picture]},
    "one pixel": lambda picture: picture[:1, :1],
}
"""How somebody may keep what a picture shows."""


def shown(held: Any) -> NDArray[np.uint8]:
    return np.array(held["frame"][0] if isinstance(held, dict) else held)


def test_a_picture_that_is_held_in_any_way_is_never_written_over() -> None:
    """Thousands of pictures, held for a while by chance: each shows what it showed as long as somebody looks."""
    chance, pool = random.Random(20261127), FrameBufferPool()
    held = list[tuple[Any, NDArray[np.uint8]]]()
    places = set[int]()
    for turn in range(5000):
        picture = pool.acquire(SIZE)
        places.add(picture.ctypes.data)
        picture[...] = np.random.default_rng(turn).integers(0, 256, picture.shape, dtype=np.uint8)
        if chance.random() < 0.7:
            kept = HOLDS[chance.choice(list(HOLDS))](picture)
            held.append((kept, shown(kept)))
        del picture
        while len(held) > chance.choice((0, 2, 3, 5, 6)):
            held.pop(chance.randrange(len(held)))
        assert all(np.array_equal(shown(kept), was) for kept, was in held)
    assert len(places) < 1000, "hardly a picture was used again"


def test_at_rest_the_same_two_pictures_are_used_in_turn() -> None:
    pool, before, places = FrameBufferPool(), None, []
    for _ in range(20):
        before = pool.acquire(SIZE)
        places.append(before.ctypes.data)
    assert len(set(places)) == 2
    assert all(now != last for last, now in itertools.pairwise(places))


def test_a_picture_of_another_size_is_a_new_one() -> None:
    pool = FrameBufferPool()
    assert pool.acquire(SIZE).shape == (36, 64, 3)
    assert pool.acquire((32, 18)).shape == (18, 32, 3)


@pytest.mark.parametrize("code", [cv2.COLOR_RGB2BGR, cv2.COLOR_BGRA2BGR])
def test_opencv_writes_into_what_it_is_given(code: int) -> None:
    channels = 4 if code == cv2.COLOR_BGRA2BGR else 3
    picture = FrameBufferPool().acquire(SIZE)
    assert cv2.cvtColor(np.full((36, 64, channels), 9, np.uint8), code, picture) is picture


def test_what_many_held_goes_back_when_they_let_go() -> None:
    pool = FrameBufferPool()
    many = [pool.acquire(SIZE) for _ in range(9)]
    places = {one.ctypes.data for one in many}
    many.clear()
    again = {pool.acquire(SIZE).ctypes.data for _ in range(50)}
    assert len(again) <= 2
    assert again & places
