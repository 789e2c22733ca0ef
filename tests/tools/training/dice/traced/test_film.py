"""A camera finds its exposure on the first light that it sees and keeps it; more light is a brighter picture."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.depth import depth
from tools.training.dice.traced.film import Film

SEEDS = st.integers(0, 10_000)


@settings(max_examples=depth(25, 30), deadline=None)
@given(SEEDS)
def test_the_same_light_is_the_same_picture_and_less_of_it_a_darker_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    light = rng.uniform(0.05, 2, (12, 16, 3)).astype(np.float32) * rng.uniform(0.1, 10)
    film = Film(rng)
    first = film.picture(light)
    assert np.array_equal(film.picture(light), first)
    dimmed = film.picture(light * 0.5)
    assert dimmed.mean() < first.mean()
    assert first.min() >= 0
    assert first.max() <= 255.001


@settings(max_examples=depth(25, 30), deadline=None)
@given(SEEDS, st.floats(0.01, 100))
def test_how_bright_a_room_is_does_not_matter_to_its_first_picture(seed: int, brighter: float) -> None:
    light = np.random.default_rng(seed).uniform(0.2, 2, (12, 16, 3)).astype(np.float32)
    one = Film(np.random.default_rng(seed)).picture(light)
    other = Film(np.random.default_rng(seed)).picture((light * brighter).astype(np.float32))
    assert np.abs(one - other).max() < 6


@settings(max_examples=depth(25, 30), deadline=None)
@given(SEEDS)
def test_a_warm_room_stays_no_warmer_than_its_light(seed: int) -> None:
    rng = np.random.default_rng(seed)
    grey = rng.uniform(0.2, 1, (12, 16, 1)).astype(np.float32)
    warm = np.array([1.5, 1.0, 0.5], np.float32)
    shown = Film(np.random.default_rng(seed)).picture(grey * warm).reshape(-1, 3).mean(axis=0)
    assert shown[2] >= shown[1] >= shown[0], "blue, green, red: a balance that overshot would turn it blue"
