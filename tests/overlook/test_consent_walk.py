"""In the states of random games every request of every actor is treated as the table of consent says."""

from __future__ import annotations

import pytest

from tests.depth import depth
from tests.overlook.consent_walk import OVER_HTTP, Walk, walked

FIRST_SEED = 5300


def held(walk: Walk, states: int) -> None:
    assert walk.differs == []
    assert walk.states >= states
    assert walk.sent.total() >= OVER_HTTP * states
    assert {name.partition(":")[0] for name in walk.cells} >= {"p1", "p2", "referee", "screen", "panel"}
    assert {name.partition(" ")[0] for name in walk.sent} >= {"owner", "viewer", "nobody", "player"}
    print(f"\n{walk.states} states from seed {FIRST_SEED}, {walk.cells.total()} cells, {walk.sent.total()} over HTTP")


def test_the_first_states_of_a_random_game_are_treated_as_the_table_says() -> None:
    held(walked(8, FIRST_SEED), 8)


@pytest.mark.nightly
def test_the_states_of_random_games_are_treated_as_the_table_says() -> None:
    held(walked(depth(100, 2000), FIRST_SEED), depth(100, 2000))
