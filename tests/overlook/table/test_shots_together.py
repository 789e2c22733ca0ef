"""Shots judged together equal shots judged alone, to the last digit."""

from __future__ import annotations

import pytest

from overlook.table.offers.available_actions import make_act
from overlook.table.rulings.action_rulings import attach_rulings, judge_together, judged_shot
from overlook.table.rulings.judging_context import with_cached_sight
from referee.editions.registry import ruleset_of
from referee.rules.dice.shot import Defender, ShotSetup
from referee.rules.judgement import Shot
from referee.rules.ruling import Verdict
from referee.rules.weapon import Weapon, WeaponType
from tests.depth import at_night
from tests.overlook.whole_table import WHERE, context_of, crowded_game

PAIRS = [("A1", "B"), ("A2", "B"), ("B3", "A")]


@pytest.mark.parametrize(("name", "killzone"), [WHERE[0], WHERE[3], *at_night(*WHERE[1:3])])
@pytest.mark.parametrize("seed", [0, *at_night(1, 2, 3)])
@pytest.mark.parametrize("sharp", [True, *at_night(False)])
def test_shots_judged_together_equal_shots_judged_alone(
    name: str, killzone: str | None, seed: int, sharp: bool
) -> None:
    game, edition = crowded_game(name, killzone, seed), ruleset_of(name).edition.in_killzone(killzone)
    position = context_of(game, edition, sharp=sharp).position
    shots = [Shot(by, f"{side}{number}") for by, side in PAIRS for number in range(1, 6)]
    assert edition.judge_shots(position, shots) == tuple(edition.judge_shot(position, shot) for shot in shots)


@pytest.mark.parametrize(("name", "killzone"), [WHERE[0], WHERE[3], *at_night(*WHERE[1:3])])
@pytest.mark.parametrize("seed", [0, *at_night(1)])
@pytest.mark.parametrize("sharp", [False, *at_night(True)])
def test_visibility_judged_together_equals_visibility_judged_alone(
    name: str, killzone: str | None, seed: int, sharp: bool
) -> None:
    game, edition = crowded_game(name, killzone, seed), ruleset_of(name).edition.in_killzone(killzone)
    position = context_of(game, edition, sharp=sharp).position
    pairs = [(one, other.id) for one in position.table.operatives for other in position.enemies_of(one)]
    together = with_cached_sight(edition).sight.all_visible(position, pairs)
    assert together == tuple(edition.sight.visible(position, *pair) for pair in pairs)


@pytest.mark.parametrize("seed", [0, *at_night(1)])
def test_only_a_shot_that_is_not_refused_has_facts_of_dice(seed: int) -> None:
    game, edition = crowded_game("kt24", None, seed), ruleset_of("kt24").edition
    context = context_of(game, edition, sharp=False)
    weapon = next(one.name for one in context.state.operative("A1").card.weapons if one.type is WeaponType.RANGED)
    for number in range(1, 6):
        act = attach_rulings(context, make_act("A1", "Shoot", target=f"B{number}", weapon=weapon, dice=True))
        (may, *_) = act.evidence.rulings
        assert bool(act.evidence.facts) is (may.verdict(context.state.policies.threshold) is not Verdict.NO)


def test_odds_of_equal_shots_are_computed_once() -> None:
    first = context_of(crowded_game("kt24", None, 0), ruleset_of("kt24").edition, sharp=True)
    rules = first.flow.dice_actions.rules
    setup = ShotSetup(Weapon("rifle", WeaponType.RANGED, 4, 3, (3, 4)), Defender(dice=3, save=4))
    known = first.shot_odds(setup)
    assert known == rules.shot_odds(setup)
    assert first.shots.odds(rules, setup) is known


def test_shots_judged_together_are_not_judged_again() -> None:
    game, edition = crowded_game("kt24", None, 0), ruleset_of("kt24").edition
    context = context_of(game, edition, sharp=True)
    acts = [make_act("A1", "Shoot", target=f"B{number}") for number in range(1, 6)]
    judge_together(context, acts)
    known = [judged_shot(context, act, act.target or "") for act in acts]
    judge_together(context, acts)
    assert all(judged_shot(context, act, act.target or "") is one for act, one in zip(acts, known, strict=True))


def test_a_shot_that_cannot_be_judged_leaves_the_others_to_be_asked_alone() -> None:
    context = context_of(crowded_game("kt24", None, 0), ruleset_of("kt24").edition, sharp=True)
    judge_together(context, [make_act("A1", "Shoot", target="nobody"), make_act("A1", "Shoot", target="B1")])
    assert judged_shot(context, make_act("A1", "Shoot", target="B1"), "B1").selectable.claim["target"] == "B1"
