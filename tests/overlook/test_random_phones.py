"""Players who press anything that is offered: the battle always goes on, nothing breaks, both phones agree."""

from __future__ import annotations

import pytest

from tests.depth import depth
from tests.overlook.random_phones import Tally, played

FEW, MANY = (0, pytest.param(1, marks=pytest.mark.nightly)), range(1000, 1000 + depth(5, 30))
SHORT_GAME = 60


def judged(tally: Tally) -> None:
    """Expect a battle that came to its end; being stuck or at odds is raised while it is played."""
    assert tally.ended
    assert tally.broken == []
    assert dict(tally.refused) == {}
    assert sum(tally.pressed.values()) > SHORT_GAME


@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@pytest.mark.parametrize("seed", FEW)
def test_whatever_is_offered_can_be_pressed_and_leads_on(edition: str, seed: int) -> None:
    judged(played(edition, seed, SHORT_GAME))


@pytest.mark.nightly
@pytest.mark.parametrize("edition", ["kt24", "kt21"])
@pytest.mark.parametrize("seed", MANY)
def test_battles_by_chance_come_to_their_end(edition: str, seed: int) -> None:
    judged(played(edition, seed))
