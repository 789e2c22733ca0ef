"""Exact odds against an independent count of every roll, and what any distribution must satisfy."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions.kt21.dice import DICE as KT21
from referee.editions.kt24.dice import DICE as KT24
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fight import FightSetup, FightSide
from referee.rules.dice.odds import mean
from referee.rules.weapon import RuleUse
from tests.depth import depth
from tests.referee.rules.dice import oracle
from tests.referee.rules.dice.building import bout, shot, weapon

DAMAGE = st.sampled_from([(3, 4), (2, 3), (4, 6), (5, 3), (3, 3), (0, 2)])
COVER = {(0, 0): (), (1, 0): ((1, 0),), (2, 0): ((2, 0),), (0, 1): ((0, 1),)}


def flags(**chances: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=chances)


WEAPONS_24 = st.builds(
    lambda base, more: {**base, **more},
    st.fixed_dictionaries({"atk": st.integers(0, 3), "hit": st.integers(2, 6), "dmg": DAMAGE}),
    flags(
        accurate=st.sampled_from([1, 2]),
        reroll=st.sampled_from(["balanced", "ceaseless", "relentless", "ceaseless+balanced"]),
        lethal=st.integers(3, 5),
        rending=st.just(True),
        punishing=st.just(True),
        severe=st.just(True),
        devastating=st.integers(1, 3),
        piercing=st.integers(1, 2),
        piercing_crits=st.integers(1, 2),
        saturate=st.just(True),
        brutal=st.just(True),
    ),
)
WEAPONS_21 = st.builds(
    lambda base, more: {**base, **more},
    st.fixed_dictionaries({"atk": st.integers(0, 3), "hit": st.integers(2, 6), "dmg": DAMAGE}),
    flags(
        reroll=st.sampled_from(["balanced", "ones", "relentless", "ones+balanced"]),
        lethal=st.integers(3, 5),
        rending=st.just(True),
        mw=st.integers(1, 3),
        ap=st.integers(1, 2),
        p=st.integers(1, 2),
        no_cover=st.just(True),
    ),
)


def built(record: dict[str, Any]) -> Any:
    return weapon(**{key: value for key, value in record.items() if key != "wounds"})


@settings(max_examples=depth(25, 60), deadline=None)
@given(WEAPONS_24, st.integers(0, 3), st.integers(2, 6), st.sampled_from(list(COVER)), st.booleans())
def test_a_2024_shot_has_the_odds_that_counting_every_roll_gives(
    arm: dict[str, Any], dice: int, save: int, kept: tuple[int, int], obscured: bool
) -> None:
    odds = KT24.shot_odds(shot(built(arm), dice, save, COVER[kept], obscured))
    assert odds == oracle.shot(arm, dice, save, kept, obscured)


@settings(max_examples=depth(25, 60), deadline=None)
@given(
    WEAPONS_21, st.integers(0, 3), st.integers(2, 6), st.sampled_from([(0, 0), (1, 0)]), st.none() | st.integers(3, 5)
)
def test_a_2021_shot_has_the_odds_that_counting_every_roll_gives(
    arm: dict[str, Any], dice: int, save: int, kept: tuple[int, int], ward: int | None
) -> None:
    odds = KT21.shot_odds(shot(built(arm), dice, save, COVER[kept], ward=ward))
    assert odds == oracle.shot(arm, dice, save, kept, ward=ward)


@settings(max_examples=depth(25, 30), deadline=None)
@given(WEAPONS_21.filter(lambda arm: arm["atk"] > 0))
def test_g21_08_hot_costs_what_counting_the_ones_gives(arm: dict[str, Any]) -> None:
    wounds: dict[int, Fraction] = {}
    for (_, _, ones), chance in oracle.volley(arm).items():
        wounds[3 * ones] = wounds.get(3 * ones, Fraction(0)) + chance
    assert KT21.own_harm_odds(shot(weapon(hot=True, **arm), 0, 6)) == wounds


FIGHTERS_24 = st.builds(
    lambda base, more: {**base, **more},
    st.fixed_dictionaries(
        {"atk": st.integers(1, 3), "hit": st.integers(2, 6), "dmg": DAMAGE, "wounds": st.integers(1, 9)}
    ),
    flags(
        accurate=st.just(1),
        reroll=st.sampled_from(["balanced", "ceaseless"]),
        lethal=st.just(5),
        rending=st.just(True),
        punishing=st.just(True),
        severe=st.just(True),
        brutal=st.just(True),
        shock=st.just(True),
        devastating=st.integers(1, 2),
    ),
)
FIGHTERS_21 = st.builds(
    lambda base, more: {**base, **more},
    st.fixed_dictionaries(
        {"atk": st.integers(1, 3), "hit": st.integers(2, 6), "dmg": DAMAGE, "wounds": st.integers(1, 9)}
    ),
    flags(
        reroll=st.sampled_from(["balanced", "ones"]),
        lethal=st.just(5),
        rending=st.just(True),
        brutal=st.just(True),
        stun=st.just(True),
    ),
)
POLICY = st.sampled_from(["strike", "parry"])


@settings(max_examples=depth(25, 40), deadline=None)
@given(FIGHTERS_24, FIGHTERS_24, POLICY, POLICY)
def test_a_2024_fight_has_the_odds_that_counting_every_roll_gives(
    one: dict[str, Any], two: dict[str, Any], first: str, second: str
) -> None:
    setup = bout(built(one), built(two), (one["wounds"], two["wounds"]))
    assert KT24.fight_odds(setup, first, second) == oracle.fight(one, two, (first, second))


@settings(max_examples=25, deadline=None)
@given(FIGHTERS_24, FIGHTERS_24, st.integers(1, 3), st.booleans(), POLICY)
def test_g24_06_whoever_stands_in_what_its_own_weapon_spreads_may_fall_by_it(
    one: dict[str, Any], two: dict[str, Any], count: int, both: bool, policy: str
) -> None:
    spread = RuleUse("devastating", count, distance=1.0)

    def wide(arm: dict[str, Any]) -> FightSide:
        return FightSide(built({**arm, "devastating": 0}).gaining(spread), arm["wounds"], caught=frozenset({1.0}))

    spreads = {"devastating": count, "spreads": True}
    setup = FightSetup(wide(one), wide(two) if both else FightSide(built(two), two["wounds"]))
    counted = oracle.fight({**one, **spreads}, {**two, **spreads} if both else two, (policy, policy))
    assert KT24.fight_odds(setup, policy, policy) == counted


@settings(max_examples=depth(25, 40), deadline=None)
@given(FIGHTERS_21, FIGHTERS_21, POLICY, POLICY)
def test_a_2021_fight_has_the_odds_that_counting_every_roll_gives(
    one: dict[str, Any], two: dict[str, Any], first: str, second: str
) -> None:
    setup = bout(built(one), built(two), (one["wounds"], two["wounds"]))
    assert KT21.fight_odds(setup, first, second) == oracle.fight(one, two, (first, second))


@settings(max_examples=depth(25, 60), deadline=None)
@given(WEAPONS_24.map(lambda arm: {**arm, "atk": arm["atk"] + 2}), st.integers(0, 4), st.integers(2, 6), st.booleans())
def test_probabilities_of_a_shot_add_up_to_one_exactly(
    arm: dict[str, Any], dice: int, save: int, obscured: bool
) -> None:
    odds = KT24.shot_odds(shot(built(arm), dice, save, obscured=obscured))
    assert sum(odds.values()) == 1
    assert all(0 < chance <= 1 for chance in odds.values())


@pytest.mark.parametrize("rules", [KT24, KT21], ids=["2024", "2021"])
@settings(max_examples=depth(25, 40), deadline=None)
@given(
    arm=st.fixed_dictionaries({"atk": st.integers(1, 5), "hit": st.integers(3, 6), "dmg": st.just((3, 5))}),
    save=st.integers(3, 6),
    dice=st.integers(0, 3),
)
def test_better_hit_more_dice_or_worse_save_never_lower_the_expected_damage(
    rules: DiceRules, arm: dict[str, Any], save: int, dice: int
) -> None:
    plain = mean(rules.shot_odds(shot(built(arm), dice, save)))
    assert mean(rules.shot_odds(shot(built({**arm, "hit": arm["hit"] - 1}), dice, save))) >= plain
    assert mean(rules.shot_odds(shot(built({**arm, "atk": arm["atk"] + 1}), dice, save))) >= plain
    assert mean(rules.shot_odds(shot(built(arm), dice, save - 1))) <= plain
    assert mean(rules.shot_odds(shot(built(arm), dice + 1, save))) <= plain


STRONGER: list[dict[str, Any]] = [
    {"reroll": "relentless"},
    {"reroll": "balanced"},
    {"lethal": 5},
    {"rending": True},
    {"punishing": True},
    {"severe": True},
    {"devastating": 2},
    {"piercing": 1},
    {"piercing_crits": 1},
    {"saturate": True},
]


@pytest.mark.parametrize("extra", STRONGER, ids=lambda extra: next(iter(extra)))
def test_no_weapon_rule_makes_a_2024_shot_weaker(extra: dict[str, Any]) -> None:
    cover = ((1, 0),)
    plain = mean(KT24.shot_odds(shot(weapon(4, 4, (3, 5)), 3, 4, cover)))
    assert mean(KT24.shot_odds(shot(weapon(4, 4, (3, 5), **extra), 3, 4, cover))) > plain
