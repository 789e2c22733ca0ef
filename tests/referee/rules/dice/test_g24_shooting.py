"""The 2024 weapon rules on a shot, each by its row in the rules matrix, with dice that lie fixed."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from referee.editions.kt24.dice import DICE as KT24
from referee.rules.dice.rule_book import RollAfterUse
from referee.rules.dice.shot import Hits
from referee.rules.dice.step import PASS, DiceChoice, DiceStepName
from referee.rules.errors import IllegalError, MalformedError
from referee.rules.weapon import RuleUse
from tests.codes import coded
from tests.referee.rules.dice.building import account_of, assert_leaves_the_odds_alone, played, shot, weapon

account = partial(account_of, KT24)


def test_g24_24_the_stages_stand_in_the_order_of_the_rules() -> None:
    names = [stage.name for stage in KT24.shot(shot(weapon())).stages]
    assert names == [
        DiceStepName.UNROLLED,
        DiceStepName.ATTACK_ROLL,
        DiceStepName.ATTACK_REROLL,
        DiceStepName.CLASSIFY,
        DiceStepName.RETAIN,
        DiceStepName.CRITS,
        DiceStepName.DEFENCE_DICE,
        DiceStepName.COVER,
        DiceStepName.DEFENCE_ROLL,
        DiceStepName.DEFENCE_REROLL,
        DiceStepName.CLASSIFY_SAVES,
        DiceStepName.BLOCK,
        DiceStepName.DAMAGE,
    ]


def test_g24_00_the_same_rule_twice_has_the_better_number_and_no_double_effect() -> None:
    arm = weapon(4, 4).gaining(RuleUse("lethal", 5), RuleUse("lethal", 4), RuleUse("devastating", 1))
    arm = arm.gaining(RuleUse("devastating", 3), RuleUse("rending"), RuleUse("rending"))
    found = account([6, 4, 4, 1], [1, 1, 1], arm)
    assert (found.hits, found.at_once) == (Hits(3, 0), 9)


def test_g24_00_balanced_twice_rerolls_one_die() -> None:
    arm = weapon(4, 4).gaining(RuleUse("balanced"), RuleUse("balanced"))
    walk = KT24.shot(shot(arm)).begin().enter([1, 1, 5, 5]).choose(DiceChoice("re-roll", "balanced", (1,))).enter([2])
    assert walk.stage is DiceStepName.DEFENCE_ROLL


def test_g24_01_accurate_keeps_normals_unrolled() -> None:
    found = account([3, 1], [1, 1, 1], weapon(4, 5, accurate=2))
    assert (found.unrolled, found.hits) == (2, Hits(0, 2))


def test_g24_01_several_instances_of_accurate_count_as_accurate_2() -> None:
    arm = weapon(4, 4).gaining(RuleUse("accurate", 1), RuleUse("accurate", 1), RuleUse("accurate", 1))
    assert account([5, 5], [1, 1, 1], arm).unrolled == 2
    assert account([5], [1, 1, 1], weapon(4, 4).gaining(RuleUse("accurate", 3), RuleUse("accurate", 1))).unrolled == 3


def test_g24_01_accurate_is_up_to_x_and_never_more_than_the_dice() -> None:
    walk = KT24.shot(shot(weapon(1, 4, accurate=2))).begin()
    decision = walk.decision
    assert decision is not None
    assert [choice.numbers for choice in decision.choices] == [(1,), (0,)]
    assert walk.choose(DiceChoice("retain", "accurate", (0,))).roll is not None


def test_g24_02_balanced_rerolls_one_die_even_a_success() -> None:
    walk = KT24.shot(shot(weapon(4, 3, balanced=True))).begin().enter([5, 4, 2, 1])
    with pytest.raises(IllegalError):
        walk.choose(DiceChoice("re-roll", "balanced", (2, 1)))
    walk = walk.choose(DiceChoice("re-roll", "balanced", (4,))).enter([6])
    assert walk.state.attack.tally == (1, 1, 0, 0)


def test_g24_04_brutal_on_a_ranged_weapon_bars_normal_saves() -> None:
    assert account([5, 5, 1, 1], [4, 4, 4], weapon(4, 3, brutal=True)).damage == 6
    assert account([5, 5, 1, 1], [6, 4, 4], weapon(4, 3, brutal=True)).damage == 3


def test_g24_05_ceaseless_rerolls_dice_of_one_value_only() -> None:
    walk = KT24.shot(shot(weapon(4, 4, ceaseless=True))).begin().enter([3, 2, 2, 6])
    walk = walk.choose(DiceChoice("re-roll", "ceaseless", (2,))).enter([5])
    with pytest.raises(IllegalError):
        walk.choose(DiceChoice("re-roll", "ceaseless", (3,)))
    assert walk.choose(DiceChoice("re-roll", "ceaseless", (2,))).roll is not None


def test_g24_05_the_standard_policy_takes_the_failing_value_most_dice_show() -> None:
    for roll, picked in (([3, 2, 2, 6], (2, 2)), ([3, 3, 2, 6], (3, 3)), ([3, 2, 6, 6], (2,))):
        decision = KT24.shot(shot(weapon(4, 4, ceaseless=True))).begin().enter(roll).decision
        assert decision is not None
        assert decision.default == DiceChoice("re-roll", "ceaseless", picked)


def test_g24_06_devastating_with_a_distance_hurts_others_near_the_target() -> None:
    arm = weapon(2, 3).gaining(RuleUse("devastating", 3, distance=1.0))
    effects = KT24.shot(shot(arm)).begin().enter([6, 6]).effects
    assert [(effect.on, effect.amount, effect.distance) for effect in effects] == [
        ("target", 6, 0.0),
        ("others", 6, 1.0),
    ]


@pytest.mark.parametrize(
    ("uses", "target", "others"),
    [(((2, None), (1, 1.0)), 2, 1), (((1, None), (2, 1.0)), 2, 2), (((3, 1.0), (2, 1.0)), 3, 3)],
)
def test_g24_00_g24_06_devastating_that_stands_there_twice_hurts_each_as_the_larger_that_reaches_it(
    uses: tuple[tuple[int, float | None], ...], target: int, others: int
) -> None:
    for order in (uses, uses[::-1]):
        arm = weapon(2, 3).gaining(*(RuleUse("devastating", count, distance=far) for count, far in order))
        effects = KT24.shot(shot(arm)).begin().enter([6, 1]).effects
        assert [(effect.on, effect.amount) for effect in effects] == [("target", target), ("others", others)]


@pytest.mark.parametrize(("hit", "face", "lost"), [(4, 3, 6), (4, 4, 0), (3, 2, 4), (2, 1, 2), (7, 6, 12)])
def test_g24_08_hot_costs_twice_a_result_under_the_hit(hit: int, face: int, lost: int) -> None:
    (hook,) = (hook for hook in KT24.weapon_rules["hot"].hooks if isinstance(hook, RollAfterUse))
    assert hook.damage(face, hit) == lost


def test_g24_09_lethal_lifts_successes_and_never_fails() -> None:
    assert account([5, 4, 3, 6], [1, 1, 1], weapon(4, 5, lethal=4)).classes == ("C", "F", "F", "C")
    assert account([5, 4, 3, 2], [1, 1, 1], weapon(4, 3, lethal=5)).hits == Hits(1, 2)


@pytest.mark.parametrize(
    ("rules", "roll", "dice"),
    [
        ({"piercing": 1}, [4, 4, 4, 4], 2),
        ({"piercing_crits": 1}, [4, 4, 4, 4], 3),
        ({"piercing_crits": 1}, [6, 4, 4, 4], 2),
        ({"piercing": 1, "piercing_crits": 2}, [6, 4, 4, 4], 1),
        ({"piercing": 2, "piercing_crits": 1}, [6, 4, 4, 4], 1),
        ({"piercing": 5}, [4, 4, 4, 4], 0),
    ],
)
def test_g24_11_piercing_takes_the_larger_number_and_never_below_none(
    rules: dict[str, int], roll: list[int], dice: int
) -> None:
    assert account(roll, [1] * dice, weapon(4, 4, (3, 4), **rules)).collected == dice


def test_g24_12_punishing_keeps_one_fail_where_a_critical_is_retained() -> None:
    assert account([6, 1, 1, 1], [1, 1, 1], weapon(4, 3, punishing=True)).hits == Hits(1, 1)
    assert account([5, 1, 1, 1], [1, 1, 1], weapon(4, 3, punishing=True)).hits == Hits(0, 1)


def test_g24_12_optional_rules_may_be_declined() -> None:
    walk = KT24.shot(shot(weapon(2, 3, punishing=True))).begin().enter([6, 1])
    assert walk.choose(DiceChoice("decline", "punishing")).state.attack.tally.successes == 1


def test_g24_14_relentless_goes_die_by_die_and_may_stop() -> None:
    walk = KT24.shot(shot(weapon(4, 4, relentless=True))).begin().enter([3, 2, 1, 5])
    walk = walk.choose(DiceChoice("re-roll", "relentless", (1,))).enter([1])
    with pytest.raises(IllegalError):
        walk.choose(DiceChoice("re-roll", "relentless", (1,)))
    assert walk.choose(PASS).stage is DiceStepName.DEFENCE_ROLL


def test_g24_15_rending_lifts_one_normal_where_a_critical_is_retained() -> None:
    assert account([6, 4, 4, 1], [1, 1, 1], weapon(4, 3, rending=True)).hits == Hits(2, 1)
    assert account([5, 4, 4, 1], [1, 1, 1], weapon(4, 3, rending=True)).hits == Hits(0, 3)


def test_g24_16_saturate_forbids_cover_saves() -> None:
    found = account([5, 5, 5, 5], [1, 1, 4], weapon(4, 3, saturate=True), cover=((1, 0),))
    assert (found.kept, found.to_roll) == (Hits(0, 0), 3)


def test_g24_18_severe_changes_one_normal_where_no_critical_is_retained() -> None:
    assert account([5, 4, 1, 1], [1, 1, 1], weapon(4, 3, severe=True)).hits == Hits(1, 1)
    assert account([6, 4, 1, 1], [1, 1, 1], weapon(4, 3, severe=True)).hits == Hits(1, 1)
    assert account([1, 1, 1, 1], [1, 1, 1], weapon(4, 3, severe=True)).hits == Hits(0, 0)


def test_g24_18_severe_does_not_feed_punishing_or_rending() -> None:
    found = account([5, 4, 1, 1], [1, 1, 1], weapon(4, 3, severe=True, punishing=True, rending=True))
    assert found.hits == Hits(1, 1)


def test_g24_18_severe_feeds_devastating_piercing_crits_and_stun() -> None:
    arm = weapon(4, 3, severe=True, devastating=2, piercing_crits=1, stun=True)
    found = account([5, 4, 1, 1], [1, 1], arm)
    assert (found.at_once, found.collected) == (2, 2)
    effects = played(KT24.shot(shot(arm)).begin(), [[5, 4, 1, 1]], [[1, 1]]).effects
    assert "apl" in {effect.kind for effect in effects}


def test_g24_18_severe_may_change_a_die_that_was_not_rolled() -> None:
    assert account([1, 1], [1, 1, 1], weapon(4, 3, severe=True, accurate=2)).hits == Hits(1, 1)


def test_g24_21_stun_takes_one_from_the_apl_where_a_critical_is_retained() -> None:
    stun = KT24.shot(shot(weapon(2, 3, stun=True))).begin()
    assert [effect.amount for effect in stun.enter([6, 6]).effects if effect.kind == "apl"] == [-1]
    assert not stun.enter([5, 5]).effects


def test_g24_25_rending_lifts_no_die_that_was_retained_already() -> None:
    assert account([6, 1], [1, 1, 1], weapon(4, 3, rending=True, accurate=2)).hits == Hits(1, 2)
    assert account([6, 1, 1, 1], [1, 1, 1], weapon(4, 3, rending=True, punishing=True)).hits == Hits(1, 1)
    assert account([6, 4, 1, 1], [1, 1, 1], weapon(4, 3, rending=True, punishing=True)).hits == Hits(2, 1)


def test_g24_26_unrolled_dice_cannot_be_rerolled() -> None:
    walk = KT24.shot(shot(weapon(3, 3, accurate=2, relentless=True))).begin()
    walk = walk.choose(DiceChoice("retain", "accurate", (2,))).enter([5])
    decision = walk.decision
    assert decision is not None
    assert [choice.numbers for choice in decision.choices] == [(5,), ()]


@pytest.mark.parametrize("name", ["blast", "heavy", "limited", "range", "seek", "seek_light", "silent", "torrent"])
def test_rules_without_dice_are_data_and_leave_the_odds_alone(name: str) -> None:
    assert_leaves_the_odds_alone(KT24, name)


def test_a_rule_of_another_edition_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(MalformedError, check=coded("weapon-rule-unknown", rule="mw")):
        KT24.shot_odds(shot(weapon(4, 3, mw=1)))


def test_b24_10_command_reroll_costs_a_point_and_rerolls_one_die_of_either_side() -> None:
    walk = KT24.shot(shot(weapon(2, 4), attacker_cp=1, defender_cp=1)).begin().enter([1, 1])
    walk = walk.choose(DiceChoice("re-roll", "command re-roll", (1,))).enter([5])
    assert walk.stage is DiceStepName.DEFENCE_ROLL
    walk = walk.enter([2, 2, 2]).choose(DiceChoice("re-roll", "command re-roll", (2,))).enter([6])
    spent = [(effect.side, effect.amount) for effect in walk.effects if effect.kind == "cp"]
    assert spent == [("attacker", 1), ("defender", 1)]


def test_b24_10_the_standard_policy_never_spends_a_point() -> None:
    assert KT24.shot_odds(shot(weapon(), attacker_cp=2, defender_cp=2)) == KT24.shot_odds(shot(weapon()))


def test_l24_11_no_die_is_rerolled_twice_by_different_rules() -> None:
    walk = KT24.shot(shot(weapon(2, 4, balanced=True), attacker_cp=1)).begin().enter([2, 3])
    walk = walk.choose(DiceChoice("re-roll", "balanced", (2,))).enter([2])
    with pytest.raises(IllegalError):
        walk.choose(DiceChoice("re-roll", "command re-roll", (2,)))
    assert walk.choose(DiceChoice("re-roll", "command re-roll", (3,))).roll is not None


def test_n24_01_balanced_and_ceaseless_combine_on_different_dice() -> None:
    odds = KT24.shot_odds(shot(weapon(2, 6, (1, 1), ceaseless=True, balanced=True), 0))
    both_differ, pair = Fraction(20, 36), Fraction(5, 36)
    rerolled = {1: Fraction(10, 36), 0: Fraction(25, 36), 2: Fraction(1, 36)}
    one_crit = Fraction(10, 36)
    assert odds[2] == Fraction(1, 36) + one_crit * Fraction(1, 6) + (both_differ + pair) * rerolled[2]


@pytest.mark.parametrize(
    "bad", [[6, 6, 6], [6, 6, 6, 6, 6], [7, 1, 1, 1], [0, 1, 1, 1], [True, 1, 1, 1], [2.0, 1, 1, 1]]
)
def test_wrong_dice_are_refused_and_quoted(bad: list[Any]) -> None:
    with pytest.raises(MalformedError, check=coded("roll-face" if len(bad) == 4 else "roll-count")):
        KT24.shot(shot(weapon(4, 3))).begin().enter(bad)


def test_dice_out_of_turn_and_decisions_out_of_turn_are_refused() -> None:
    walk = KT24.shot(shot(weapon(4, 3, balanced=True))).begin()
    with pytest.raises(IllegalError, check=coded("roll-due-dice", dice=4, side="attacker")):
        walk.choose(PASS)
    with pytest.raises(IllegalError, check=coded("roll-due-choice", side="attacker")):
        walk.enter([1, 1, 1, 1]).enter([1])
    done = played(walk, [[1, 1, 1, 1]], [[1, 1, 1]])
    with pytest.raises(IllegalError, check=coded("roll-due-nothing")):
        done.enter([1])
