"""Fights of both editions: rolling, re-rolls in turn, strikes and blocks (F24-*, F21-*)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.editions.kt21.dice import DICE as KT21
from referee.editions.kt21.edition import KT21 as KT21_EDITION
from referee.editions.kt24.dice import DICE as KT24
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fight import (
    CRIT_ON_CRIT,
    CRIT_ON_NORMAL,
    CRIT_ON_NOTHING,
    CRIT_STRIKE,
    NORMAL_ON_NORMAL,
    NORMAL_ON_NOTHING,
    NORMAL_STRIKE,
    FightSetup,
    FightSide,
)
from referee.rules.dice.odds import SequenceRun
from referee.rules.dice.step import PASS, DiceChoice, DiceStepName, Side
from referee.rules.errors import IllegalError
from tests.referee.rules.dice.building import bout, weapon

BOTH = pytest.mark.parametrize("rules", [KT24, KT21], ids=["2024", "2021"])


def facing(
    rules: DiceRules, one: list[int], two: list[int], a: Any = None, b: Any = None, **more: Any
) -> SequenceRun[Any]:
    """A fight whose dice lie there, at its first strike or block; nobody re-rolls, optional rules are used."""
    arms = (a or weapon(len(one), 3, (3, 4)), b or weapon(len(two), 3, (3, 4)))
    walk = rules.fight(bout(*arms, **more)).begin()
    rolls = {Side.ATTACKER: one, Side.DEFENDER: two}
    while walk.waits is not None and walk.stage is not DiceStepName.RESOLVE:
        if walk.roll is not None:
            walk = walk.enter(rolls[walk.roll.owner])
        elif walk.decision is not None:
            rerolls = walk.stage in (DiceStepName.FIGHT_REROLL, DiceStepName.ATTACK_REROLL)
            walk = walk.choose(PASS if rerolls else walk.decision.default)
    return walk


def offered(walk: SequenceRun[Any]) -> set[DiceChoice]:
    assert walk.decision is not None
    return set(walk.decision.choices)


def turn(walk: SequenceRun[Any]) -> str:
    assert walk.decision is not None
    return str(walk.decision.owner)


@BOTH
def test_f24_03_one_that_cannot_retaliate_rolls_and_resolves_nothing(rules: DiceRules) -> None:
    walk = rules.fight(bout(weapon(2, 3), None)).begin()
    walk = walk.enter([5, 5])
    assert walk.stage is DiceStepName.RESOLVE
    walk = walk.choose(NORMAL_STRIKE).choose(NORMAL_STRIKE)
    assert walk.over
    assert walk.state.wounds == (10, 4)


@BOTH
def test_f24_04_both_roll_and_the_attacker_enters_first(rules: DiceRules) -> None:
    walk = rules.fight(bout(weapon(3, 3), weapon(2, 3))).begin()
    assert walk.roll is not None
    assert (walk.roll.owner, walk.roll.dice) == (Side.ATTACKER, 3)
    walk = walk.enter([1, 1, 1])
    assert walk.roll is not None
    assert (walk.roll.owner, walk.roll.dice) == (Side.DEFENDER, 2)


def rerolling(initiative: Side, a: Any, b: Any, one: list[int], two: list[int]) -> SequenceRun[Any]:
    setup = FightSetup(FightSide(a, 10), FightSide(b, 10), initiative=initiative)
    return KT24.fight(setup).begin().enter(one).enter(two)


@pytest.mark.parametrize("initiative", list(Side))
def test_f24_05_rerolls_alternate_one_die_each_from_the_player_with_initiative(initiative: Side) -> None:
    walk = rerolling(initiative, weapon(3, 4, relentless=True), weapon(3, 4, relentless=True), [3, 2, 1], [3, 2, 1])
    assert turn(walk) == initiative
    walk = walk.choose(DiceChoice("re-roll", "relentless", (1,))).enter([6])
    assert turn(walk) == initiative.other
    with pytest.raises(IllegalError):
        walk.choose(DiceChoice("re-roll", "relentless", (2, 1)))
    walk = walk.choose(DiceChoice("re-roll", "relentless", (2,))).enter([6])
    assert turn(walk) == initiative


def test_f24_05_a_pass_is_no_farewell_until_both_pass_in_succession() -> None:
    walk = rerolling(Side.ATTACKER, weapon(2, 4, relentless=True), weapon(2, 4, relentless=True), [2, 1], [2, 1])
    walk = walk.choose(PASS)
    assert turn(walk) == Side.DEFENDER
    walk = walk.choose(DiceChoice("re-roll", "relentless", (1,))).enter([6])
    assert turn(walk) == Side.ATTACKER
    walk = walk.choose(DiceChoice("re-roll", "relentless", (1,))).enter([6]).choose(PASS)
    assert turn(walk) == Side.ATTACKER
    assert walk.choose(PASS).stage is DiceStepName.RESOLVE


def test_f24_05_whoever_has_nothing_to_reroll_passes_by_itself() -> None:
    walk = rerolling(Side.DEFENDER, weapon(2, 4, relentless=True), weapon(2, 4), [2, 1], [2, 1])
    assert turn(walk) == Side.ATTACKER
    walk = walk.choose(DiceChoice("re-roll", "relentless", (2, 1))).enter([6, 5])
    assert walk.stage is DiceStepName.RESOLVE


def test_f21_01_the_attacker_ends_its_rerolls_before_the_defender_begins() -> None:
    a = weapon(2, 4, relentless=True)
    walk = KT21.fight(bout(a, a)).begin().enter([2, 1]).enter([2, 1])
    walk = walk.choose(DiceChoice("re-roll", "relentless", (1,))).enter([6])
    assert turn(walk) == Side.ATTACKER
    assert turn(walk.choose(PASS)) == Side.DEFENDER


@BOTH
def test_f24_07_the_sides_alternate_and_the_one_with_dice_goes_on_alone(rules: DiceRules) -> None:
    walk = facing(rules, [5, 5, 5], [5, 1])
    order = []
    while walk.decision is not None:
        order.append(turn(walk))
        walk = walk.choose(NORMAL_STRIKE)
    assert order == ["attacker", "defender", "attacker", "attacker"]


@BOTH
def test_f24_07_it_ends_when_somebody_is_incapacitated(rules: DiceRules) -> None:
    walk = facing(rules, [6, 6, 6], [6, 6, 6], wounds=(10, 4)).choose(CRIT_STRIKE)
    assert walk.over
    assert walk.state.wounds == (10, 0)


def test_k24_04_the_defender_may_resolve_first() -> None:
    assert turn(facing(KT24, [5], [5], first=Side.DEFENDER)) == Side.DEFENDER
    assert turn(facing(KT24, [5], [1], first=Side.DEFENDER)) == Side.ATTACKER


@BOTH
def test_f24_08_a_strike_hurts_at_once(rules: DiceRules) -> None:
    walk = facing(rules, [6, 5], [5]).choose(CRIT_STRIKE)
    assert walk.state.wounds == (10, 6)
    assert [(effect.kind, effect.amount) for effect in walk.effects] == [("damage", 4)]


@BOTH
def test_f24_09_normals_block_normals_and_criticals_block_either(rules: DiceRules) -> None:
    walk = facing(rules, [6, 5], [6, 5])
    assert offered(walk) == {CRIT_STRIKE, NORMAL_STRIKE, CRIT_ON_CRIT, CRIT_ON_NORMAL, NORMAL_ON_NORMAL}
    walk = facing(rules, [5], [6])
    assert offered(walk) == {NORMAL_STRIKE}


def test_f24_10_one_may_block_nothing_but_only_where_nothing_is_left() -> None:
    walk = facing(KT24, [6, 5], [1])
    assert offered(walk) == {CRIT_STRIKE, NORMAL_STRIKE, CRIT_ON_NOTHING, NORMAL_ON_NOTHING}
    after = walk.choose(NORMAL_ON_NOTHING).state
    assert (after.one.crits, after.one.normals, after.two.wounds) == (1, 0, 10)


@BOTH
def test_f24_04_f21_01_in_a_fight_a_6_is_critical_and_a_1_fails(rules: DiceRules) -> None:
    state = facing(rules, [6, 1], [1, 6]).state
    assert [(side.crits, side.normals) for side in (state.one, state.two)] == [(1, 0), (1, 0)]


def test_f21_01_one_may_not_parry_nothing() -> None:
    assert offered(facing(KT21, [6, 5], [1])) == {CRIT_STRIKE, NORMAL_STRIKE}


@BOTH
def test_g24_04_g21_05_brutal_lets_only_criticals_block(rules: DiceRules) -> None:
    walk = facing(rules, [6, 5], [6, 5], b=weapon(2, 3, brutal=True))
    assert offered(walk) == {CRIT_STRIKE, NORMAL_STRIKE, CRIT_ON_CRIT, CRIT_ON_NORMAL}


def test_g24_04_brutal_bars_a_normal_even_from_blocking_nothing() -> None:
    assert offered(facing(KT24, [6, 5], [1], b=weapon(1, 3, brutal=True))) == {
        CRIT_STRIKE,
        NORMAL_STRIKE,
        CRIT_ON_NOTHING,
    }


@pytest.mark.parametrize(
    ("dice", "left"), [([6, 5, 5], (1, 1)), ([6, 6, 5], (2, 0)), ([6, 6, 1], (1, 0)), ([1, 1, 1], (0, 0))]
)
def test_g24_19_shock_discards_a_normal_and_a_critical_where_there_is_none(
    dice: list[int], left: tuple[int, int]
) -> None:
    walk = facing(KT24, [6, 6], dice, a=weapon(2, 3, shock=True), wounds=(30, 30)).choose(CRIT_STRIKE)
    assert (walk.state.two.crits, walk.state.two.normals) == left


def test_g24_19_shock_works_on_the_first_critical_strike_only_and_not_on_blocks() -> None:
    walk = facing(KT24, [6, 6, 6], [5, 5, 5], a=weapon(3, 3, shock=True), wounds=(30, 30))
    walk = walk.choose(CRIT_ON_NORMAL).choose(NORMAL_STRIKE)
    assert walk.state.two.normals == 1
    walk = walk.choose(CRIT_STRIKE)
    assert walk.state.two.normals == 0
    assert [effect.rule for effect in walk.effects if effect.kind == "discard"] == ["shock"]
    twice = facing(KT24, [6, 6], [5, 5, 5], a=weapon(2, 3, shock=True), wounds=(30, 30))
    twice = twice.choose(CRIT_STRIKE).choose(NORMAL_STRIKE).choose(CRIT_STRIKE)
    assert twice.state.two.normals == 1


def test_g21_14_stun_discards_a_normal_first_and_takes_apl_second() -> None:
    walk = facing(KT21, [6, 6], [5, 5, 5], a=weapon(2, 3, stun=True), wounds=(30, 30))
    walk = walk.choose(CRIT_STRIKE).choose(NORMAL_STRIKE).choose(CRIT_STRIKE)
    assert walk.state.two.normals == 1
    assert [effect.amount for effect in walk.effects if effect.kind == "apl"] == [-1]
    thrice = facing(KT21, [6, 6, 6], [1], a=weapon(3, 3, stun=True), wounds=(30, 30))
    thrice = thrice.choose(CRIT_STRIKE).choose(CRIT_STRIKE).choose(CRIT_STRIKE)
    assert [effect.amount for effect in thrice.effects if effect.kind == "apl"] == [-1]
    only_crits = facing(KT21, [6], [6, 6], a=weapon(1, 3, stun=True), wounds=(30, 30)).choose(CRIT_STRIKE)
    assert only_crits.state.two.crits == 2


@pytest.mark.parametrize(("reading", "left", "apl"), [("strikes", 2, 0), ("strikes and parries", 1, 1)])
def test_g21_14_a_critical_parry_counts_for_stun_as_the_reading_says(reading: str, left: int, apl: int) -> None:
    """The first critical hit discards a normal hit, the second takes an APL (000:1023)."""
    rules = KT21_EDITION.playing({"Stun in fights": reading}).dice
    walk = facing(rules, [6, 6], [5, 5, 5], a=weapon(2, 3, stun=True), wounds=(30, 30)).choose(CRIT_ON_NORMAL)
    assert (walk.state.two.normals, walk.state.two.wounds) == (left, 30)
    assert [effect.amount for effect in walk.effects if effect.kind == "discard"] == [1] * apl
    assert not [effect for effect in walk.effects if effect.kind == "damage"]
    walk = walk.choose(NORMAL_STRIKE).choose(CRIT_STRIKE)
    assert sum(effect.kind == "apl" for effect in walk.effects) == apl
    assert walk.state.two.wounds == 26


def test_g24_21_stun_in_a_fight_needs_a_retained_critical() -> None:
    stunned = facing(KT24, [6], [5], a=weapon(1, 3, stun=True))
    assert [(effect.kind, effect.amount) for effect in stunned.effects] == [("apl", -1)]
    assert not facing(KT24, [5], [5], a=weapon(1, 3, stun=True)).effects


def test_g21_13_reap_hurts_others_at_each_critical_strike() -> None:
    walk = facing(KT21, [6, 6], [1], a=weapon(2, 3, reap=2)).choose(CRIT_STRIKE).choose(CRIT_STRIKE)
    others = [(effect.kind, effect.amount, effect.distance) for effect in walk.effects if effect.on == "others"]
    assert others == [("mortal", 2, 1.0), ("mortal", 2, 1.0)]


@pytest.mark.parametrize("rule", [{"mw": 2}, {"splash": 2}, {"hot": True}, {"ap": 1}])
def test_g21_rules_of_shooting_say_nothing_of_fights(rule: dict[str, Any]) -> None:
    walk = facing(KT21, [6, 1], [6, 5], a=weapon(2, 3, **rule))
    assert (walk.effects, walk.state.wounds) == ((), (10, 10))
    assert (walk.state.two.crits, walk.state.two.normals) == (1, 1)


def test_g24_06_devastating_in_a_fight_hurts_when_dice_are_retained_the_attackers_first() -> None:
    both = {"a": weapon(2, 3, devastating=3), "b": weapon(2, 3, devastating=4)}
    walk = facing(KT24, [6, 5], [6, 5], **both)
    assert walk.state.wounds == (6, 7)
    walk = facing(KT24, [6, 5], [6, 5], **both, wounds=(4, 3))
    assert walk.over
    assert walk.state.wounds == (4, 0)


def test_g24_21_a_stun_that_is_retained_counts_though_devastating_ends_the_fight_at_once() -> None:
    """Both were retained together; the wounds of the one who fell come too late, its Stun does not (E24-14)."""
    weapons = {"a": weapon(2, 3, devastating=3), "b": weapon(2, 3, devastating=4, stun=True)}
    walk = facing(KT24, [6, 5], [6, 5], **weapons, wounds=(4, 3))
    assert walk.over
    assert walk.state.wounds == (4, 0)
    assert [(one.kind, one.amount) for one in walk.effects if one.side is Side.DEFENDER] == [("apl", -1)]
    none = facing(KT24, [6, 5], [5, 5], **weapons, wounds=(4, 3))
    assert not [one for one in none.effects if one.side is Side.DEFENDER]


def test_g24_rules_of_retaining_hold_in_fights() -> None:
    walk = facing(KT24, [6, 5, 1], [5], a=weapon(3, 3, rending=True, punishing=True))
    assert (walk.state.one.crits, walk.state.one.normals) == (2, 1)
    walk = facing(KT24, [5, 5, 1], [5], a=weapon(3, 3, severe=True))
    assert (walk.state.one.crits, walk.state.one.normals) == (1, 1)


def test_b24_10_command_reroll_counts_as_one_reroll_in_turn() -> None:
    setup = FightSetup(FightSide(weapon(1, 4), 10, cp=1), FightSide(weapon(1, 4, balanced=True), 10))
    walk = KT24.fight(setup).begin().enter([1]).enter([1])
    walk = walk.choose(DiceChoice("re-roll", "command re-roll", (1,))).enter([6])
    assert turn(walk) == Side.DEFENDER
    assert [(effect.kind, effect.side) for effect in walk.effects] == [("cp", Side.ATTACKER)]
