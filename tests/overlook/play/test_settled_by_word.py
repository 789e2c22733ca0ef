"""A ruling that is too close to call says where to measure, and the players' answer decides it."""

from __future__ import annotations

import math
from typing import Any

from tests.codes import codes_of
from tests.overlook.play.scripts import ONE_EDITION, act, activate, played, script

BASE_IN = 32 / 25.4
APART = {"A1": [10.0, 11.0], "B1": [10.0 + BASE_IN + 6.0, 11.0]}
"""Six inches between them, as far as the weapon reaches."""


def short_shot(edition: str, *after: dict[str, Any], seed: int = 1) -> Any:
    """Return what comes of a shot at the very end of a weapon's range."""
    reach = 'Range 6"' if edition == "kt24" else 'Rng 6"'
    gun = {"name": "gun", "type": "ranged", "atk": 4, "hit": 3, "damage": [3, 4], "rules": [reach]}
    card = {"apl": 2, "move_in": 6, "save": 4, "wounds": 10, "base_mm": 32, "head_in": 1.4, "weapons": [gun]}
    people = [{"id": name, "player": f"p{1 + (name == 'B1')}", "name": name, **card} for name in APART]
    steps = (activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True), *after)
    return played(script(APART, *steps, edition=edition, operatives=people, sigma_mm=0.16, seed=seed))


@ONE_EDITION
def test_a_shot_that_is_too_close_to_call_says_where_to_measure(edition: str) -> None:
    ruling = next(one for one in short_shot(edition).steps[1]["rulings"] if one["claim_call"] == "TOO_CLOSE")
    settles = ruling["settles"]
    assert "Measure at the marked point" in settles["words"]
    assert math.dist(settles["at"][:2], [10.0 + BASE_IN / 2 + 3.0, 11.0]) < 0.1, "half way between the two"
    asked = next(one for one in short_shot(edition).steps[1]["prompts"] if one["topic"] == "proposal")
    assert "question-too-close" in codes_of(asked["message"])


@ONE_EDITION
def test_a_players_answer_decides_a_shot_that_is_too_close_to_call(edition: str) -> None:
    taken = short_shot(edition, {"as": "p2", "choose": "0"}).steps[2]
    assert taken["accepted"]
    assert any(one["dice"] for one in taken["prompts"]), "the shot goes on with its dice"
    refused = short_shot(edition, {"as": "p2", "choose": "refuse"}).steps[2]
    assert refused["accepted"]
    assert not any(one["dice"] for one in refused["prompts"])
    for step in (taken, refused):
        assert not [one for one in step["prompts"] if one["topic"] == "proposal"], "nobody is asked twice"
