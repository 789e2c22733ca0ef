"""Changes of a roll are shown beside its dice with their rule: of the table, the game and the weapon."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overlook.table.views.combat_view import combat_view
from referee.editions.kt24.dice import DICE
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.killzones import gallowdark
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.intents import Act
from referee.game.judging.position import position_of
from referee.rules.judgement import UNCAPPED, CoverSave, Shot, ShotModifiers
from tests.depth import depth
from tests.overlook.table.random_dice import EDITIONS, FLOWS, played, shot_facts, table_of, use
from tests.referee.game.armed_game import fight
from tests.referee.game.conftest import GameDriver
from web.contract.table.game_views import CombatSideView


def hit_by(reasons: Any, who: str) -> int:
    """Return what the reasons say that an operative's Hit is worse by."""
    changes = [one["message"]["args"] for one in reasons if one["who"] == who]
    return sum(one["amount"] * (1 if one["worse"] else -1) for one in changes if "worse" in one)


def shot(game: GameDriver, modifiers: ShotModifiers, *, edition: Any = KT24, **more: Any) -> Any:
    """Return the facts of A1's mortar at B1, with these modifiers."""
    position = position_of(game.state)
    rules = game.state.operative("A1").card.weapon("mortar").rules
    judged = replace(KT24.judge_shot(position, Shot("A1", "B1", rules)), cover_saves=1, modifiers=modifiers)
    act = Act(id="x", operative="A1", action="Shoot", weapon="mortar", target="B1").with_found(engaged=True)
    return shooting_facts(DiceContext(edition, DICE, game.state, position), act, {"B1": judged}, **more)


def told(facts: Any) -> set[tuple[str, str, str]]:
    """Return the reasons of a shot: whose dice, the code, the rule."""
    return {(one["who"], one["message"]["code"], one["rule"]) for one in facts["targets"][0].get("reasons", ())}


@pytest.mark.parametrize("wounds_lost", [0, 6])
@pytest.mark.parametrize("worse_by", [0, 1])
@pytest.mark.parametrize("changed", [0, -1, 1])
def test_the_reasons_for_a_changed_hit_add_up_to_the_change(
    armed: GameDriver, wounds_lost: int, worse_by: int, changed: int
) -> None:
    printed = armed.state.operative("A1").card.weapon("mortar").hit
    if wounds_lost:
        armed("declare_damage", operative="A1", amount=wounds_lost)
    if changed:
        armed("declare_stat", operative="A1", stat="hit", change=changed, until="end of the battle", why="Blinded")
    facts = shot(armed, ShotModifiers(), worse_by=worse_by)
    reasons = facts["targets"][0].get("reasons", ())
    assert hit_by(reasons, "A1") == facts["weapon"]["hit"] - printed
    assert all(one["rule"] for one in reasons)


@pytest.mark.parametrize("helped", [False, True])
def test_f24_06_who_helps_in_a_fight_is_named_with_its_rule(armed: GameDriver, helped: bool) -> None:
    armed("declare_place", operative="A1", place={"x": 12.5, "y": 10.0})
    if helped:
        armed("declare_place", operative="A2", place={"x": 14.0, "y": 12.0})
    scene = DiceContext(KT24, DICE, armed.state, position_of(armed.state))
    act = Act(id="x", operative="A1", action="Fight", weapon="blade", target="B1")
    attacker = fight_facts(scene, act, "club")["attacker"]
    reasons = attacker.get("reasons", ())
    printed = armed.state.operative("A1").card.weapon("blade").hit
    assert hit_by(reasons, "A1") == attacker["weapon"]["hit"] - printed == -int(helped)
    assert [(one["message"]["args"]["helper"], one["rule"]) for one in reasons] == [("A2", "F24-06")] * helped


def test_reasons_of_a_shot_name_the_operative_that_they_affect(armed: GameDriver) -> None:
    assert told(shot(armed, ShotModifiers())) == set()
    changed = ShotModifiers(
        accurate=2,
        fewer_attack_dice=1,
        piercing_cap=0,
        save_improved_by=1,
        cover_save_options=tuple(CoverSave),
    )
    assert told(shot(armed, changed)) == {
        ("A1", "modifier-accurate", "H24-10"),
        ("A1", "modifier-operative-in-line", ""),
        ("A1", "modifier-smoke", "J24-12"),
        ("B1", "modifier-protective-cover", "I24-11"),
        ("B1", "modifier-vantage-cover", "H24-11"),
    }
    assert told(shot(armed, ShotModifiers(piercing_cap=UNCAPPED))) == set()


def test_k24_06_a_weapon_rule_from_the_killzone_is_named(armed: GameDriver) -> None:
    facts = shot(armed, ShotModifiers(), edition=gallowdark(KT24))
    gained = [one["rule"] for one in facts["targets"][0].get("weapon", facts["weapon"])["rules"]]
    spreads = {"blast", "torrent", "devastating"} & set(gained)
    assert (("A1", "modifier-killzone-rule", "K24-06") in told(facts)) is bool(spreads)
    assert spreads


@EDITIONS
@given(st.integers(0, 2**32))
@settings(max_examples=depth(6, 100))
def test_fewer_defence_dice_and_critical_fives_always_have_a_reason_with_a_rule(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    flow, facts = FLOWS[edition], shot_facts(chance, edition)
    harder = ("piercing 1", "lethal 5", "") if edition == "2024" else ("ap 1", "lethal 5", "")
    rules = tuple(use(one) for one in chance.sample(harder, 2) if one)
    facts["weapon"] |= {"rules": rules}
    _, views, _ = played(flow, table_of(30, 2), facts, chance)
    critical = any(one.rule == "lethal" for one in rules)
    dice = facts["targets"][0]["defender"]["dice"]
    for view in views:
        assert says(view.attacker, "Criticals on 5+") is critical
        there = len(view.target.dice) + view.target.due
        assert says(view.target, "fewer") is (0 < there < dice)


def says(side: CombatSideView, words: str) -> bool:
    found = [one for one in side.reasons if words in one.says]
    assert all(one.rule for one in found)
    return bool(found)


def test_k24_04_a_defender_that_resolves_first_is_told_why(armed: GameDriver) -> None:
    fight(armed)
    view = combat_view(FLOWS["2024"], armed.state)
    assert view is not None
    assert not says(view.target, "first die")
    sequence = armed.state.sequence
    assert sequence is not None
    data = {**sequence.data, "facts": {**sequence.data["facts"], "first": "defender"}}
    turned = replace(armed.state, sequence=replace(sequence, data=data))
    view = combat_view(FLOWS["2024"], turned)
    assert view is not None
    assert says(view.target, "first die")
