"""Offsets are learned from rims in several places, shrunk while uncertain, and kept."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from calibration.catalogue import OperativeEntry
from calibration.errors import CatalogueError
from calibration.pose.tag_offset_learning import MIN_RESTS, MountModel
from calibration.tags import DEFAULT_TOLERANCE
from tests.calibration.conftest import World

TRUE_SHIFT = np.array([0.21, -0.34])
RIM = np.diag([0.15**2, 0.2**2])


def entry(world: World) -> OperativeEntry:
    return next(e for e in world.catalogue.operatives if e.id == "tab")


def learned(
    rests: int, seed: int = 0, book: MountModel | None = None, true_shift: np.ndarray = TRUE_SHIFT
) -> MountModel:
    rng = np.random.default_rng(seed)
    book = book or MountModel()
    for _ in range(rests):
        x, y, angle = rng.uniform(100, 600), rng.uniform(100, 500), rng.uniform(-180, 180)
        turn = np.radians(angle)
        rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        rim = np.array([x, y]) + rotation @ true_shift + rng.multivariate_normal([0, 0], RIM)
        book.note("tab", (x, y, angle), rim, RIM)
    return book


def shift_of(world: World, book: MountModel) -> np.ndarray:
    fixed, _ = book.corrected(entry(world), DEFAULT_TOLERANCE)
    shift: np.ndarray = np.subtract(entry(world).tags[0].offset_mm[:2], fixed.tags[0].offset_mm[:2])
    return shift


def test_nothing_is_believed_before_enough_places(world: World) -> None:
    book = learned(MIN_RESTS - 1)
    assert not book.knows("tab")
    assert book.corrected(entry(world), DEFAULT_TOLERANCE) == (entry(world), DEFAULT_TOLERANCE)


def test_the_true_offset_is_found_wherever_the_thing_stood(world: World) -> None:
    off = [np.linalg.norm(shift_of(world, learned(40, seed)) - TRUE_SHIFT) for seed in range(10)]
    assert np.mean(off) < 0.06


def test_the_error_that_is_left_shrinks_and_is_honest(world: World) -> None:
    sigmas = [learned(n).corrected(entry(world), DEFAULT_TOLERANCE)[1].mount_mm for n in (3, 10, 40)]
    assert sigmas == sorted(sigmas, reverse=True)
    assert sigmas[-1] >= 0.08
    misses = []
    for seed in range(60):
        book = learned(6, seed)
        _, left = book.corrected(entry(world), DEFAULT_TOLERANCE)
        misses.append(np.linalg.norm(shift_of(world, book) - TRUE_SHIFT) / (left.mount_mm * np.sqrt(2)))
    assert 0.4 < float(np.sqrt(np.mean(np.square(misses)))) < 1.4


@pytest.mark.parametrize("shift_mm", [(1.2, 0.0), (-1.5, 2.0), (0.0, 4.0)])
def test_a_tag_that_is_glued_elsewhere_is_corrected_whole_and_its_error_is_honest(
    world: World, shift_mm: tuple[float, float]
) -> None:
    truth = np.array(shift_mm)
    misses = []
    for seed in range(40):
        book = learned(MIN_RESTS, seed, true_shift=truth)
        _, left = book.corrected(entry(world), DEFAULT_TOLERANCE)
        misses.append(np.linalg.norm(shift_of(world, book) - truth) / (left.mount_mm * np.sqrt(2)))
        assert np.linalg.norm(shift_of(world, book) - truth) < 0.45
    assert 0.4 < float(np.sqrt(np.mean(np.square(misses)))) < 1.2


@pytest.mark.parametrize("far_mm", [0.0, 0.3, 0.6, 0.8, 1.0, 1.3])
def test_the_error_is_honest_however_far_from_its_place_a_tag_is_glued(world: World, far_mm: float) -> None:
    """Between a careful mount and one elsewhere neither is certain, and the remaining error has room for both."""
    misses = []
    for seed in range(60):
        around = np.radians(seed * 137.5)
        truth = far_mm * np.array([np.cos(around), np.sin(around)])
        book = learned(MIN_RESTS, seed, true_shift=truth)
        _, left = book.corrected(entry(world), DEFAULT_TOLERANCE)
        misses.append(np.linalg.norm(shift_of(world, book) - truth) / left.mount_mm)
    assert np.mean(np.array(misses) ** 2 < 5.99) >= 0.85
    assert max(misses) < 5


def test_a_book_is_kept_from_game_to_game(world: World) -> None:
    book = learned(5)
    again = MountModel.from_json(json.loads(json.dumps(book.to_json())))
    np.testing.assert_allclose(shift_of(world, again), shift_of(world, book))
    assert again.knows("tab")
    more = learned(20, seed=3, book=again)
    assert np.linalg.norm(shift_of(world, more) - TRUE_SHIFT) < 0.12


@pytest.mark.parametrize(
    "data", [{}, {"lessons": {"a": {}}}, {"lessons": {"a": {"shift_mm": [1], "information": 3}}}, []]
)
def test_malformed_estimates_are_refused(data: Any) -> None:
    with pytest.raises(CatalogueError) as error:
        MountModel.from_json(data)
    assert error.value.message.code == "catalogue-mounts-unreadable"
