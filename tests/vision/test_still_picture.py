"""A picture that shows what the kept one does is told from one that does not by few of its pixels."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulation import example_poses, example_rig
from tests.depth import depth
from tests.drawn import drawer
from tests.vision.filming import brighter, moved, without
from vision.change_detection import STEP_PX, FrameChangeGate

POSES, DRAWN = example_poses(), drawer(example_rig((1280, 720)))
MM = 1 / 25.4


@pytest.fixture(scope="module")
def still() -> FrameChangeGate:
    kept = FrameChangeGate()
    kept.keep(DRAWN.picture(POSES, seed=0))
    return kept


def test_noise_is_no_news(still: FrameChangeGate) -> None:
    shown = [still.shows(DRAWN.picture(POSES, seed=seed)) for seed in range(1, depth(9, 21))]
    assert sum(shown) >= 0.9 * len(shown)


@pytest.mark.parametrize("name", sorted(POSES.operatives))
@pytest.mark.parametrize("way", [(0.6 * MM, 0.0), (0.0, -0.6 * MM)], ids=["along", "across"])
def test_a_model_pushed_by_what_counts_as_a_move_is_news(
    still: FrameChangeGate, name: str, way: tuple[float, float]
) -> None:
    at = POSES.operatives[name]
    assert not still.shows(DRAWN.picture(moved(POSES, name, at.x + way[0], at.y + way[1]), seed=31))


def test_a_model_taken_away_is_news(still: FrameChangeGate) -> None:
    for name in POSES.operatives:
        assert not still.shows(DRAWN.picture(without(POSES, name), seed=32))


@pytest.mark.parametrize("factor", [0.5, 0.9, 1.15])
def test_another_light_is_news(still: FrameChangeGate, factor: float) -> None:
    picture = DRAWN.picture(POSES, seed=33)
    lit = np.clip(brighter(factor)(picture.astype(np.float32)), 0, 255).astype(np.uint8)
    assert not still.shows(lit)


def test_nothing_is_told_before_a_picture_was_kept_nor_of_one_of_another_size_or_kind(still: FrameChangeGate) -> None:
    picture = DRAWN.picture(POSES, seed=34)
    assert not FrameChangeGate().shows(picture)
    assert not still.shows(picture[:-STEP_PX])
    assert not still.shows(picture[..., 0])


def test_what_is_too_noisy_to_tell_is_news() -> None:
    chance, still = np.random.default_rng(5), FrameChangeGate()
    still.keep(chance.integers(0, 256, (720, 1280, 3), dtype=np.uint8))
    assert not still.shows(chance.integers(0, 256, (720, 1280, 3), dtype=np.uint8))


@given(
    seed=st.integers(0, 2**32 - 1),
    noise=st.floats(0.0, 3.0),
    left=st.integers(0, 1200),
    top=st.integers(0, 650),
    side=st.integers(2 * STEP_PX, 60),
    step=st.integers(60, 120),
    grey=st.booleans(),
)
def test_anything_as_wide_as_two_compared_pixels_is_news_wherever_it_comes(
    seed: int, noise: float, left: int, top: int, side: int, step: int, grey: bool
) -> None:
    chance = np.random.default_rng(seed)
    shape = (720, 1280) if grey else (720, 1280, 3)
    ground = np.full(shape, 100.0, np.float32)

    def taken(light: np.ndarray) -> np.ndarray:
        grain = chance.standard_normal(shape, np.float32) * np.float32(noise)
        return np.asarray(np.clip(light + grain, 0, 255), np.uint8)

    still = FrameChangeGate()
    still.keep(taken(ground))
    ground[top : top + side, left : left + side] += step
    assert not still.shows(taken(ground))


@given(
    seed=st.integers(0, 2**32 - 1),
    noise=st.floats(0.0, 8.0),
    light=st.floats(-4.0, 4.0),
    step=st.integers(0, 120),
    channels=st.sampled_from([None, 1, 3]),
)
def test_it_is_told_as_by_the_medians_of_the_changes_themselves(
    seed: int, noise: float, light: float, step: int, channels: int | None
) -> None:
    chance = np.random.default_rng(seed)
    shape = (61, 84) if channels is None else (61, 84, channels)

    def taken(level: float) -> np.ndarray:
        return np.clip(level + chance.normal(0, noise, shape), 0, 255).astype(np.uint8)

    before, now = taken(100.0), taken(100.0 + light)
    now[28, 36] += np.uint8(step)
    few = (slice(STEP_PX // 2, None, STEP_PX),) * 2
    change = (now[few].astype(float) - before[few].astype(float)).reshape(8, 10, -1).sum(axis=2)
    off = np.abs(change - np.median(change))
    deviation = 1.4826 * np.median(off)
    same = abs(np.median(change)) <= 3 and deviation <= 15 and off.max() <= 8 * max(1.5, deviation)
    still = FrameChangeGate()
    still.keep(before)
    assert still.shows(now) == same
