"""Whole shooting and fighting actions: several targets, what comes after, plain data in and out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.editions.kt21.dice import DICE as KT21
from referee.editions.kt24.dice import DICE as KT24
from referee.rules.dice.attack_facts import FighterFacts, FightFacts, ShootingFacts, TargetFacts, When
from referee.rules.dice.dice_rules import DiceRules
from referee.rules.dice.fighting import FightSequence
from referee.rules.dice.odds import at_least
from referee.rules.dice.shooting import ShootingSequence
from referee.rules.dice.shot import Defender
from referee.rules.dice.step import PASS, DiceChoice, DiceStepName
from referee.rules.errors import IllegalError, MalformedError, RefereeError
from referee.rules.weapon import RuleUse, Weapon
from tests.codes import coded
from tests.depth import depth
from tests.referee.rules.dice.building import bout, shot, weapon

OPEN = Defender(3, 4)


def shooting(arm: Weapon, *targets: TargetFacts, rules: DiceRules = KT24, cp: dict[str, int] | None = None) -> Any:
    facts = ShootingFacts(shooter="a1", player="p1", weapon=arm, targets=targets, cp=cp or {})
    return ShootingSequence.begin(rules, facts)


def target(name: str, player: str = "p2", **more: Any) -> TargetFacts:
    return TargetFacts(id=name, player=player, defender=more.pop("defender", OPEN), **more)


def shoot_one(action: Any, attack: list[int], defence: list[int]) -> Any:
    """Play one target to its end by defaults, without re-rolls."""
    rolls = iter([attack, defence])
    about = action.pending.target
    while action.pending is not None and action.pending.target == about:
        pending = action.pending
        if pending.dice:
            action = action.enter(next(rolls))
        else:
            action = action.choose(PASS if PASS in pending.choices else pending.default)
    return action


def test_g24_03_the_primary_is_shot_first_and_the_attacker_orders_the_rest() -> None:
    arm = weapon(2, 3).gaining(RuleUse("blast", 2))
    action = shooting(arm, target("b1"), target("b2"), target("b3"))
    assert action.pending.target == "b1"
    action = shoot_one(action, [5, 5], [1, 1, 1])
    assert action.pending.stage is DiceStepName.TARGET
    assert [choice.rule for choice in action.pending.choices] == ["b2", "b3"]
    action = shoot_one(action.choose(DiceChoice("target", "b3")), [6, 1], [1, 1, 1])
    assert action.pending.target == "b2"
    action = shoot_one(action, [1, 1], [1, 1, 1])
    assert action.over
    assert [(one.who, one.amount) for one in action.outcomes] == [("b1", 6), ("b3", 4)]


def test_g24_03_only_those_still_to_be_shot_can_be_chosen() -> None:
    action = shoot_one(shooting(weapon(1, 3), target("b1"), target("b2"), target("b3")), [1], [1, 1, 1])
    with pytest.raises(IllegalError, check=coded("roll-choice-refused", choice="target:b1")):
        action.choose(DiceChoice("target", "b1"))
    with pytest.raises(IllegalError, check=coded("roll-choice-first", player="p1")):
        action.enter([1])


def test_e24_12_whoever_shoots_a_friend_rolls_both_sides() -> None:
    action = shooting(weapon(2, 3), target("a2", player="p1")).enter([5, 5])
    assert (action.pending.player, action.pending.side) == ("p1", "defender")


def test_g24_06_devastating_with_a_distance_reaches_those_near_each_target() -> None:
    arm = weapon(2, 3).gaining(RuleUse("devastating", 2, distance=1.0))
    action = shooting(arm, target("b1", near={1.0: ("b2", "a3")}), target("b2", near={1.0: ("b1",)}))
    action = shoot_one(action, [6, 1], [6, 6, 6])
    assert [(one.who, one.amount) for one in action.outcomes] == [("b1", 2), ("b2", 2), ("a3", 2)]
    action = shoot_one(action, [6, 6], [6, 6, 6])
    assert [(one.who, one.amount) for one in action.outcomes[3:]] == [("b2", 4), ("b1", 4)]


def test_g24_08_hot_is_tested_once_after_the_whole_action() -> None:
    arm = weapon(2, 4, hot=True)
    action = shoot_one(shooting(arm, target("b1"), target("b2")), [1, 1], [1, 1, 1])
    action = shoot_one(action, [1, 1], [1, 1, 1])
    assert (action.pending.stage, action.pending.dice, action.pending.player) == (DiceStepName.AFTER, 1, "p1")
    action = action.enter([3])
    assert action.over
    assert [(one.kind, one.who, one.amount) for one in action.outcomes] == [("damage", "a1", 6)]
    assert (
        not shoot_one(shoot_one(shooting(arm, target("b1"), target("b2")), [1, 1], [1, 1, 1]), [1, 1], [1, 1, 1])
        .enter([4])
        .outcomes
    )


def test_g24_08_hot_uses_the_hit_as_it_was_modified() -> None:
    action = shoot_one(shooting(weapon(1, 5, hot=True), target("b1")), [1], [1, 1, 1])
    assert [one.amount for one in action.enter([4]).outcomes] == [8]


def test_e24_11_damage_is_told_at_once_and_a_lower_apl_after_the_action() -> None:
    action = shoot_one(shooting(weapon(1, 3, stun=True), target("b1")), [6], [1, 1, 1])
    assert [(one.kind, one.when) for one in action.outcomes] == [
        ("apl", When.AFTER_ACTION),
        ("damage", When.NOW),
    ]


def test_g21_06_split_dice_are_rolled_for_each_target_by_itself() -> None:
    facts = [target("b1", dice=3), target("b2", dice=1)]
    action = shooting(weapon(4, 3), *facts, rules=KT21)
    assert action.pending.dice == 3
    action = shoot_one(action, [5, 5, 5], [1, 1, 1])
    assert action.pending.dice == 1
    with pytest.raises(ValueError, check=coded("attack-split", dice=4)):
        shooting(weapon(4, 3), target("b1", dice=3), target("b2", dice=2), rules=KT21)


def test_b24_10_points_are_counted_over_the_whole_action() -> None:
    action = shooting(weapon(1, 4), target("b1"), target("b2"), cp={"p1": 1})
    action = action.enter([1]).choose(DiceChoice("re-roll", "command re-roll", (1,))).enter([1]).enter([1, 1, 1])
    assert action.pending.target == "b2"
    action = action.enter([1])
    assert action.pending.stage is DiceStepName.DEFENCE_ROLL
    assert [(one.kind, one.who, one.amount) for one in action.outcomes] == [("cp", "p1", 1)]


def test_b24_10_one_player_on_both_sides_has_one_purse() -> None:
    action = shooting(weapon(1, 4), target("a2", player="p1"), cp={"p1": 1})
    action = action.enter([1]).choose(DiceChoice("re-roll", "command re-roll", (1,))).enter([5]).enter([1, 1, 1])
    again = DiceChoice("re-roll", "command re-roll", (1,))
    assert again not in action.pending.choices
    with pytest.raises(IllegalError, check=coded("roll-no-command-point", player="p1")):
        action.choose(again)


def test_every_answer_is_kept_with_who_gave_it_and_about_whom() -> None:
    action = shoot_one(shooting(weapon(2, 3), target("b1", defender=Defender(3, 4, ((1, 0),)))), [5, 4], [2, 6])
    told = [(step.player, str(step.stage), step.dice, step.choice and step.choice.key) for step in action.steps]
    assert told == [
        ("p1", "attack roll", (5, 4), None),
        ("p2", "cover saves", (), "retain:cover save:1,0"),
        ("p2", "defence roll", (2, 6), None),
        ("p2", "block", (), "block::0,1,0,1"),
    ]


def test_an_action_that_is_over_takes_no_answer() -> None:
    action = shoot_one(shooting(weapon(1, 3), target("b1")), [1], [1, 1, 1])
    assert action.over
    for answer in ((1,), PASS):
        with pytest.raises(IllegalError, check=coded("roll-shooting-over")):
            action.answer(answer)


def fighting(a: Weapon, b: Weapon | None, rules: DiceRules = KT24, **more: Any) -> FightSequence:
    near = more.pop("near", {})
    wounds = more.pop("wounds", (10, 10))
    facts = FightFacts(
        attacker=FighterFacts(id="a1", player="p1", wounds=wounds[0], weapon=a),
        defender=FighterFacts(id="b1", player="p2", wounds=wounds[1], weapon=b, near=near),
        **more,
    )
    return FightSequence.begin(rules, facts)


def test_f24_a_fight_asks_whose_die_it_is_and_tells_what_happened() -> None:
    action = fighting(weapon(2, 3, (3, 5), shock=True), weapon(2, 3)).enter([6, 5]).enter([5, 5])
    assert action.pending is not None
    assert (action.pending.player, action.pending.target) == ("p1", "b1")
    action = action.choose(DiceChoice("strike", "crit"))
    assert [(one.kind, one.who, one.amount, one.rule) for one in action.outcomes] == [
        ("damage", "b1", 5, ""),
        ("discard", "b1", 1, "shock"),
    ]
    assert action.pending is not None
    assert (action.pending.player, action.pending.target) == ("p2", "a1")
    assert action.wounds == (10, 5)


def test_c24_11_a_stun_in_a_fight_counts_when_the_action_is_over() -> None:
    action = fighting(weapon(1, 3, stun=True), weapon(1, 3)).enter([6]).enter([1])
    assert [(one.kind, one.who, one.when) for one in action.outcomes] == [("apl", "b1", When.AFTER_ACTION)]


def test_g21_13_reap_names_those_near() -> None:
    action = fighting(weapon(1, 3, reap=2), None, KT21, near={1.0: ("b2", "b3")}).enter([6])
    action = action.choose(DiceChoice("strike", "crit"))
    assert [(one.kind, one.who, one.amount) for one in action.outcomes[1:]] == [
        ("mortal", "b2", 2),
        ("mortal", "b3", 2),
    ]


def test_f24_05_the_initiative_is_a_players() -> None:
    arms = weapon(2, 4, relentless=True), weapon(2, 4, relentless=True)
    action = fighting(*arms, initiative="p2").enter([1, 1]).enter([1, 1])
    assert action.pending is not None
    assert action.pending.player == "p2"


def test_g24_08_a_hot_blade_is_tested_after_the_fight_for_each_who_still_stands() -> None:
    action = fighting(weapon(1, 3, hot=True), weapon(1, 4, hot=True)).enter([1]).enter([1])
    assert action.pending is not None
    assert (action.pending.stage, action.pending.player, action.pending.target) == (DiceStepName.AFTER, "p1", "a1")
    action = action.enter([2])
    assert action.pending is not None
    assert (action.pending.stage, action.pending.player) == (DiceStepName.AFTER, "p2")
    action = action.enter([4])
    assert action.over
    assert [(one.who, one.amount, one.rule) for one in action.outcomes] == [("a1", 4, "hot")]
    fallen = fighting(weapon(1, 3, (3, 9)), weapon(1, 3, hot=True), wounds=(9, 3)).enter([5]).enter([1])
    assert fallen.choose(DiceChoice("strike", "normal")).over


def test_the_odds_from_here_on_are_those_of_the_whole_and_end_in_certainty() -> None:
    setup = shot(weapon(4, 3, (3, 4), reroll="balanced"), 3, 4)
    action = shooting(setup.weapon, target("b1"))
    assert action.odds() == KT24.shot_odds(setup)
    action = action.enter([6, 5, 4, 1])
    after_roll = action.odds()
    assert sum(after_roll.values()) == 1
    action = action.choose(PASS).enter([4, 1, 1])
    assert list(action.odds().values()) == [1]
    assert at_least(after_roll, 0) == 1
    assert at_least(after_roll, 99) == 0
    duel = fighting(weapon(2, 3), weapon(2, 3))
    assert duel.odds() == KT24.fight_odds(bout(weapon(2, 3), weapon(2, 3)))


RULES_24 = st.fixed_dictionaries(
    {},
    optional={
        "accurate": st.just(1),
        "reroll": st.sampled_from(["balanced", "ceaseless+balanced", "relentless"]),
        "punishing": st.just(True),
        "rending": st.just(True),
        "severe": st.just(True),
        "devastating": st.just(1),
        "hot": st.just(True),
        "stun": st.just(True),
        "shock": st.just(True),
        "brutal": st.just(True),
    },
)


def drawn_to_the_end(action: Any, kind: Any, rules: DiceRules, data: st.DataObject) -> Any:
    """Answer at random until the action is over; at each step it survives being written down and read back."""
    for _ in range(200):
        pending = action.pending
        if pending is None:
            return action
        if pending.dice:
            dice = st.lists(st.integers(1, 6), min_size=pending.dice, max_size=pending.dice)
            action = action.enter(data.draw(dice))
        else:
            assert pending.default in pending.choices or pending.default.verb == "re-roll"
            assert len({choice.key for choice in pending.choices}) == len(pending.choices)
            action = action.choose(data.draw(st.sampled_from((*pending.choices, pending.default))))
        assert kind.from_data(rules, json.loads(json.dumps(action.to_data()))) == action
    raise AssertionError("the action never ends")


@settings(max_examples=depth(25, 40), deadline=None)
@given(data=st.data(), more=RULES_24)
def test_any_shooting_action_ends_and_survives_being_written_down(data: st.DataObject, more: dict[str, Any]) -> None:
    arm = weapon(data.draw(st.integers(1, 4)), 4, (3, 5), **more)
    targets = [target("b1", defender=Defender(3, 4, ((0, 1), (2, 0)))), target("a2", player="p1")]
    action = shooting(arm, *targets, cp={"p1": 1, "p2": 1})
    done = drawn_to_the_end(action, ShootingSequence, KT24, data)
    spent = [one.amount for one in done.outcomes if one.kind == "cp" and one.who == "p1"]
    assert sum(spent) <= 1


@settings(max_examples=depth(25, 40), deadline=None)
@given(data=st.data(), one=RULES_24, two=RULES_24, initiative=st.sampled_from(["p1", "p2"]))
def test_any_fight_action_ends_and_survives_being_written_down(
    data: st.DataObject, one: dict[str, Any], two: dict[str, Any], initiative: str
) -> None:
    action = fighting(weapon(3, 4, **one), weapon(3, 4, **two), initiative=initiative, cp={"p1": 1, "p2": 1})
    done = drawn_to_the_end(action, FightSequence, KT24, data)
    blows = [one for one in done.outcomes if one.kind == "damage" and one.rule != "hot"]
    lost = {who: sum(one.amount for one in blows if one.who == who) for who in ("a1", "b1")}
    assert done.wounds == (max(0, 10 - lost["a1"]), max(0, 10 - lost["b1"]))


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"facts": {}},
        {"facts": None},
        {"answers": []},
        {"facts": {"shooter": "a:1"}},
    ],
)
@pytest.mark.parametrize("kind", [ShootingSequence, FightSequence])
def test_data_that_describe_no_action_are_refused_by_field(kind: Any, broken: dict[str, Any]) -> None:
    with pytest.raises(MalformedError, check=coded("attack-field")):
        kind.from_data(KT24, broken)


def test_wrong_answers_in_kept_data_are_refused() -> None:
    data = shooting(weapon(2, 3), target("b1")).to_data()
    wrong: list[dict[str, Any]] = [{"dice": [7, 1]}, {"dice": [1]}, {"choice": "pass"}, {}, {"choice": "re-roll:x:y"}]
    for answer in wrong:
        with pytest.raises(RefereeError):
            ShootingSequence.from_data(KT24, {**data, "answers": [answer]})
