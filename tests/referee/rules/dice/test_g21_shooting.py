"""The 2021 weapon rules on a shot, each by its row in the rules matrix, with dice that lie fixed."""

from __future__ import annotations

from functools import partial

import pytest

from referee.editions.kt21.dice import DICE as KT21
from referee.editions.kt21.edition import KT21 as EDITION
from referee.rules.dice.shot import Hits
from referee.rules.dice.step import DiceChoice, DiceStepName
from referee.rules.errors import IllegalError, MalformedError
from referee.rules.ports.edition import note
from tests.codes import coded
from tests.referee.rules.dice.building import account_of, assert_leaves_the_odds_alone, played, shot, weapon

account = partial(account_of, KT21)


def test_e21_03_the_defence_stat_says_how_many_dice() -> None:
    assert KT21.defence_dice(4) == 4
    with pytest.raises(MalformedError, check=coded("attack-defence-missing")):
        KT21.defence_dice(None)


def test_e21_03_cover_keeps_one_normal_save_before_rolling() -> None:
    found = account([5, 5, 5, 5], [1, 4], weapon(4, 3), cover=((1, 0),))
    assert (found.kept, found.saves) == (Hits(0, 1), Hits(0, 2))


@pytest.mark.parametrize(
    ("saves", "left"), [([4, 4, 1, 1], 3), ([6, 1, 1, 1], 3), ([6, 4, 1, 1], 0), ([4, 4, 4, 1], 0), ([4, 1, 1, 1], 5)]
)
def test_e21_04_normals_block_normals_two_block_a_critical_and_a_critical_either(saves: list[int], left: int) -> None:
    assert account([6, 4, 1, 1], saves, weapon(4, 3, (3, 5)), dice=4).damage == left


@pytest.mark.parametrize(
    ("rules", "roll", "dice"),
    [
        ({"ap": 1}, [4, 4, 4, 4], 2),
        ({"p": 2}, [4, 4, 4, 4], 3),
        ({"p": 2}, [6, 4, 4, 4], 1),
        ({"ap": 1, "p": 2}, [6, 4, 4, 4], 1),
        ({"ap": 2, "p": 1}, [6, 4, 4, 4], 1),
    ],
)
def test_g21_01_ap_and_p_are_not_added(rules: dict[str, int], roll: list[int], dice: int) -> None:
    assert account(roll, [1] * dice, weapon(4, 4, (3, 4), **rules)).collected == dice


def test_g21_03_ceaseless_rerolls_ones_and_nothing_else() -> None:
    walk = KT21.shot(shot(weapon(3, 4, ceaseless=True))).begin().enter([2, 1, 1])
    with pytest.raises(IllegalError):
        walk.choose(DiceChoice("re-roll", "ceaseless", (2,)))
    assert walk.choose(DiceChoice("re-roll", "ceaseless", (1, 1))).roll is not None


@pytest.mark.parametrize(
    ("rule", "dice", "may"),
    [
        ("balanced", (2,), True),
        ("balanced", (2, 1), False),
        ("relentless", (2,), True),
        ("relentless", (5, 2, 1), True),
        ("ceaseless", (1,), True),
    ],
)
def test_g21_03_balanced_rerolls_one_die_and_relentless_any(rule: str, dice: tuple[int, ...], may: bool) -> None:
    walk = KT21.shot(shot(weapon(3, 4, (3, 4), **{rule: True}))).begin().enter([5, 2, 1])
    if may:
        assert walk.choose(DiceChoice("re-roll", rule, dice)).roll is not None
    else:
        with pytest.raises(IllegalError):
            walk.choose(DiceChoice("re-roll", rule, dice))


def test_g21_05_brutal_says_nothing_of_shots() -> None:
    assert account([5, 5, 1, 1], [4, 4, 4], weapon(4, 3, brutal=True)).damage == 0


def test_g21_08_hot_costs_three_wounds_for_each_discarded_one() -> None:
    effects = played(KT21.shot(shot(weapon(4, 3, hot=True))).begin(), [[1, 1, 5, 2]], [[1, 1, 1]]).effects
    assert [(effect.kind, effect.amount, effect.on) for effect in effects] == [
        ("mortal", 6, "user"),
        ("damage", 3, "target"),
    ]


def test_g21_10_an_invulnerable_save_keeps_all_dice_and_is_not_worsened() -> None:
    found = account([5, 5, 5, 5], [5, 4, 1], weapon(4, 3, ap=2), save=2, ward=5)
    assert (found.collected, found.saves) == (3, Hits(0, 1))


def test_g21_10_the_defender_may_decline_it() -> None:
    walk = KT21.shot(shot(weapon(4, 3, ap=2), 3, 2, ward=5)).begin().enter([5, 5, 5, 5])
    assert walk.stage is DiceStepName.WARD
    walk = walk.choose(DiceChoice("decline", "invulnerable save"))
    assert walk.roll is not None
    assert walk.roll.dice == 1
    assert walk.enter([2]).decision is not None


def test_g21_11_mortal_wounds_come_for_each_retained_critical() -> None:
    found = account([6, 6, 1, 1], [6, 6, 1], weapon(4, 3, mw=2))
    assert (found.at_once, found.damage) == (4, 4)


def test_g21_11_lethal_rending_and_p_work_on_retained_criticals() -> None:
    found = account([5, 4, 1, 1], [1, 1], weapon(4, 4, (3, 5), lethal=5, rending=True, p=1))
    assert (found.hits, found.damage) == (Hits(2, 0), 10)


def test_g21_12_no_cover_means_every_die_is_rolled() -> None:
    found = account([5, 5, 5, 5], [1, 1, 1], weapon(4, 3, no_cover=True), cover=((1, 0),))
    assert (found.kept, found.to_roll) == (Hits(0, 0), 3)


def test_g21_13_splash_hurts_the_target_and_others_within_2() -> None:
    effects = KT21.shot(shot(weapon(2, 3, splash=1))).begin().enter([6, 6]).effects
    assert [(effect.kind, effect.on, effect.amount, effect.distance) for effect in effects] == [
        ("mortal", "target", 2, 0.0),
        ("mortal", "others", 2, 2.0),
    ]


def test_g21_14_stun_takes_one_from_the_apl_of_whoever_is_shot() -> None:
    effects = KT21.shot(shot(weapon(2, 3, stun=True))).begin().enter([6, 5]).effects
    assert [(effect.kind, effect.amount) for effect in effects] == [("apl", -1)]


NO_DICE = ["barrage", "blast", "fusillade", "heavy", "indirect", "limited", "range", "silent", "torrent", "unwieldy"]


@pytest.mark.parametrize("name", NO_DICE)
def test_rules_without_dice_are_data_and_leave_the_odds_alone(name: str) -> None:
    assert_leaves_the_odds_alone(KT21, name)


def test_e21_the_stages_stand_in_the_order_of_the_rules() -> None:
    names = [stage.name for stage in KT21.shot(shot(weapon())).stages]
    assert names == [
        DiceStepName.ATTACK_ROLL,
        DiceStepName.ATTACK_REROLL,
        DiceStepName.CLASSIFY,
        DiceStepName.RETAIN,
        DiceStepName.DISCARD,
        DiceStepName.CRITS,
        DiceStepName.WARD,
        DiceStepName.DEFENCE_DICE,
        DiceStepName.COVER,
        DiceStepName.DEFENCE_ROLL,
        DiceStepName.DEFENCE_REROLL,
        DiceStepName.CLASSIFY_SAVES,
        DiceStepName.BLOCK,
        DiceStepName.DAMAGE,
    ]


def test_n21_03_a_normal_hit_inflicts_the_first_value_and_a_critical_the_second() -> None:
    found = account([6, 3, 1], [], weapon(3, 3, (2, 5)), dice=0)
    assert found.damage == 2 + 5


def test_e21_04_a_block_that_is_refused_names_the_reading_that_bars_it() -> None:
    rules = EDITION.playing({"saves left over": "block"}).dice
    walk = rules.shot(shot(weapon(2, 3), 2, 4)).begin().enter([5, 5]).enter([5, 5])
    assert walk.decision is not None
    assert walk.decision.reading == note("saves left over", "block")
    with pytest.raises(IllegalError, check=coded("roll-choice-refused", readings=[note("saves left over", "block")])):
        walk.choose(DiceChoice("block", "", (0, 0, 0, 1)))


def test_b21_06_a_command_reroll_is_for_one_attack_or_defence_die() -> None:
    walk = KT21.shot(shot(weapon(2, 4), 3, 3, attacker_cp=1, defender_cp=1)).begin().enter([1, 2])
    walk = walk.choose(DiceChoice("re-roll", "command re-roll", (1,))).enter([5])
    assert walk.stage is DiceStepName.DEFENCE_ROLL, "its point is spent"
    walk = walk.enter([2, 2, 1]).choose(DiceChoice("re-roll", "command re-roll", (2,))).enter([6])
    assert [(effect.side, effect.amount) for effect in walk.effects if effect.kind == "cp"] == [
        ("attacker", 1),
        ("defender", 1),
    ]


def test_e21_03_a_6_is_always_critical_and_a_1_always_fails_in_attack_and_defence() -> None:
    assert account([6, 1, 2, 3], [1, 1, 1], weapon(4, 2)).classes == ("C", "F", "N", "N")
    assert account([6, 5, 4, 3], [1, 1, 1], weapon(4, 6)).classes == ("C", "F", "F", "F")
    assert account([1, 1, 1, 1], [6, 1, 4], weapon(4, 3)).saves == Hits(1, 1)
