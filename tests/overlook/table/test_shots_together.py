"""Shots that are judged together are judged as each would be alone, to the last digit."""

from __future__ import annotations

import pytest

from overlook.table.available_actions import act_of
from overlook.table.evidence import judge_together, judged_shot
from referee.editions.registry import ruleset_of
from referee.rules.judgement import Shot
from tests.overlook.whole_table import WHERE, context_of, crowded_game

PAIRS = [("A1", "B"), ("A2", "B"), ("B3", "A")]


@pytest.mark.parametrize(("name", "killzone"), WHERE)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sharp", [True, False])
def test_the_shots_of_a_random_table_are_judged_alike(name: str, killzone: str | None, seed: int, sharp: bool) -> None:
    game, edition = crowded_game(name, killzone, seed), ruleset_of(name).edition.in_killzone(killzone)
    position = context_of(game, edition, sharp=sharp).position
    shots = [Shot(by, f"{side}{number}") for by, side in PAIRS for number in range(1, 6)]
    assert edition.judge_shots(position, shots) == tuple(edition.judge_shot(position, shot) for shot in shots)


def test_what_was_judged_together_is_not_judged_again() -> None:
    game, edition = crowded_game("kt24", None, 0), ruleset_of("kt24").edition
    context = context_of(game, edition, sharp=True)
    acts = [act_of("A1", "Shoot", target=f"B{number}") for number in range(1, 6)]
    judge_together(context, acts)
    known = [judged_shot(context, act, act.target or "") for act in acts]
    judge_together(context, acts)
    assert all(judged_shot(context, act, act.target or "") is one for act, one in zip(acts, known, strict=True))


def test_a_shot_that_cannot_be_judged_leaves_the_others_to_be_asked_alone() -> None:
    context = context_of(crowded_game("kt24", None, 0), ruleset_of("kt24").edition, sharp=True)
    judge_together(context, [act_of("A1", "Shoot", target="nobody"), act_of("A1", "Shoot", target="B1")])
    assert judged_shot(context, act_of("A1", "Shoot", target="B1"), "B1").selectable.claim == "A1 may select B1"
