"""Crops made by other processes come in batches, each hand's from a seed of its own."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tools.training.dice.batches import Crops, Hands

pytestmark = pytest.mark.nightly


class Numbers:
    """A stream whose crops say whose they are."""

    def __init__(self, seed: int) -> None:
        self._seed, self._made = seed, 0

    def crop(self) -> tuple[int, int]:
        self._made += 1
        return self._seed, self._made

    def refresh(self) -> int:
        return 5


def numbers(seed: int) -> Crops:
    return cast(Crops, Numbers(seed))


def test_without_others_the_process_that_learns_makes_them_itself() -> None:
    with Hands(numbers, 0, seed=3, size=4) as hands:
        assert hands.batch() == [(3, 1), (3, 2), (3, 3), (3, 4)]
        assert hands.refresh() == 5


@pytest.mark.parametrize("count", [1, 2])
def test_each_hand_makes_whole_batches_of_its_own_stream(count: int) -> None:
    with Hands(numbers, count, seed=3, size=4) as hands:
        made: list[list[Any]] = [hands.batch() for _ in range(12)]
        assert hands.refresh() == 0
    seeds = {seed for batch in made for seed, _ in batch}
    assert len(seeds) <= count
    assert 3 not in seeds
    for batch in made:
        assert len({seed for seed, _ in batch}) == 1
        first = batch[0][1]
        assert [number for _, number in batch] == [first, first + 1, first + 2, first + 3]
