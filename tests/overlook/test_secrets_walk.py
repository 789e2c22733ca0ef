"""In random games nobody but the chooser notices what was chosen in secret."""

from __future__ import annotations

import pytest

from tests.depth import depth
from tests.overlook.secrets_walk import LEAST_TEXTS, Walk, walked

FIRST_SEED = 5390


def held(walk: Walk, games: int) -> None:
    assert walk.differs == []
    assert walk.games == games
    assert walk.texts >= LEAST_TEXTS * games
    print(f"\n{walk.games} games from seed {FIRST_SEED}, {walk.texts} texts compared")


def test_in_the_first_random_games_every_outlet_is_the_same_for_two_choices() -> None:
    held(walked(4, FIRST_SEED), 4)


@pytest.mark.nightly
def test_in_random_games_every_outlet_is_the_same_for_two_choices() -> None:
    held(walked(depth(40, 500), FIRST_SEED), depth(40, 500))
