"""Dice of a size that nobody said are found in large photographs as in small ones, where they are worth the time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simulation.cameras.tray_camera import SimulatedTray
from vision.dice import detector
from vision.dice.detector import ScaleScore, find_scale
from vision.dice.networks import Image, least_edge_px
from vision.dice.reader import read_dice

LARGE, FULL_HD, SMALL = (4000, 3000), (1920, 1080), (1280, 720)


def looked_for(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], seen: dict[int, float]) -> list[int]:
    """The edges that were looked for, rounded, where the scale of each edge in `seen` has that score."""
    edges: list[int] = []

    def looked(_: Image, edge: float, __: float, ___: Any) -> ScaleScore:
        edges.append(round(edge))
        return ScaleScore(seen.get(edges[-1], 0.0), edge if edges[-1] in seen else None)

    monkeypatch.setattr(detector, "_at", looked)
    find_scale(np.broadcast_to(np.uint8(0), (size[1], size[0], 3)))
    return edges


@pytest.mark.parametrize(
    ("size", "seen", "smallest"),
    [
        (LARGE, {}, 18),
        (LARGE, {167: 0.3}, 18),
        (LARGE, {115: 3.0}, 80),
        (LARGE, {80: 3.0}, 55),
        (LARGE, {80: 3.0, 55: 4.0}, 38),
        (LARGE, {38: 0.8}, 26),
        ((8000, 6000), {}, 26),
        (FULL_HD, {}, 18),
        (FULL_HD, {80: 0.8}, 38),
        (SMALL, {}, 26),
        ((1600, 1250), {}, 38),
        ((640, 480), {}, 18),
        ((640, 480), {80: 3.0}, 18),
    ],
)
def test_smaller_dice_are_looked_for_in_a_large_picture_until_some_are_seen(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], seen: dict[int, float], smallest: int
) -> None:
    edges = looked_for(monkeypatch, size, seen)
    assert min(edges) == smallest
    assert len(edges) == len(set(edges))
    assert min(edges) >= least_edge_px(*size)


def test_the_grain_of_a_large_picture_is_no_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_for(monkeypatch, LARGE, {167: 0.1, 26: detector.ENOUGH})
    assert find_scale(np.broadcast_to(np.uint8(0), (3000, 4000, 3))) == pytest.approx(18 * detector.STEP**6)


def test_in_much_grain_no_dice_are_seen() -> None:
    grain = np.random.default_rng(0).normal(110, 8, (900, 1200, 3)).clip(0, 255).astype(np.uint8)
    assert find_scale(grain) is None


@pytest.mark.parametrize(
    ("size", "die_px"),
    [
        pytest.param(LARGE, 45, marks=pytest.mark.nightly),
        pytest.param(LARGE, 52, marks=pytest.mark.nightly),
        (FULL_HD, 22),
    ],
)
def test_dice_that_are_small_in_a_large_photograph_are_read(size: tuple[int, int], die_px: float) -> None:
    tray = SimulatedTray(size, die_px=die_px, seed=3)
    dice = tray.throw([1, 2, 3, 4, 5, 6, 2, 5])
    reading = read_dice(tray.picture(dice))
    assert sorted(reading.values) == sorted(die.value for die in dice)
    assert reading.call == "read"
