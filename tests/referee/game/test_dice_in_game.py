"""Dice in a game: opened, asked of whom they are, hurting whom they hurt, and closed (rules E24-*, F24-*, B24-10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from messages.message import Message
from referee.editions.kt24.dice import DICE
from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow
from referee.game.dice.attack_context import DiceContext, fight_facts, shooting_facts
from referee.game.engine.game import Game
from referee.game.intents import Act
from referee.game.judging.position import position_of
from referee.game.record import RefusedError
from referee.game.state import WORST, GameState, LifeState
from referee.rules.errors import IllegalError, MalformedError
from referee.rules.judgement import CoverSave, Shot
from referee.rules.ruling import Ruling
from tests.codes import coded
from tests.referee.game.armed_game import HOT, armed, facts_of, fight, shoot
from tests.referee.game.conftest import GameDriver

__all__ = ["armed"]


def test_e24_attack_dice_are_asked_of_the_attacker_and_defence_dice_of_the_defender(armed: GameDriver) -> None:
    shoot(armed, "stunner")
    prompt = armed.prompt("dice:")
    assert (prompt.owner, prompt.dice) == ("p1", 3)
    with pytest.raises(IllegalError, check=coded("answer-other-owner", owner="p1")):
        armed.answer("dice:", dice=(6, 4, 1), by="p2")
    with pytest.raises(MalformedError, check=coded("roll-count", dice=(6, 4), expected=3)):
        armed.answer("dice:", dice=(6, 4))
    armed.answer("dice:", dice=(6, 4, 1), by="p1")
    assert armed.prompt("dice:").owner == "p1"
    assert "re-roll" in str(armed.prompt("dice:").question)
    armed.answer("dice:", "pass")
    prompt = armed.prompt("dice:")
    assert (prompt.owner, prompt.dice) == ("p2", 3)


def test_e24_10_unblocked_hits_damage_and_stun_takes_apl_when_the_action_is_over(armed: GameDriver) -> None:
    shoot(armed, "stunner")
    armed.answer("dice:", dice=(6, 4, 1))
    assert armed.state.operative("B1").apl == 2
    armed.answer("dice:", "pass")
    armed.answer("dice:", dice=(1, 1, 1))
    while armed.state.sequence is not None:
        armed.answer("dice:")
    assert armed.state.operative("B1").wounds == 10 - 3 - 2
    assert armed.state.operative("B1").apl == 1
    assert armed.acting.spent == 1


def test_c24_11_a_stat_that_dice_change_is_changed_when_the_action_is_over(armed: GameDriver) -> None:
    shoot(armed, "stunner")
    armed.answer("dice:", dice=(6, 6, 6))
    while armed.state.sequence is not None:
        assert armed.state.operative("B1").apl == 2
        prompt = armed.prompt("dice:")
        armed.answer("dice:", dice=(1,) * prompt.dice) if prompt.dice else armed.answer("dice:")
    assert armed.state.operative("B1").apl == 1


def test_nothing_else_is_done_while_dice_are_open(armed: GameDriver) -> None:
    shoot(armed, "stunner")
    with pytest.raises(RefusedError, check=coded("refusal-dice-open")):
        armed.act("A1", "Dash")
    with pytest.raises(RefusedError, check=coded("refusal-dice-open")):
        armed.end("A1")
    assert [prompt.id.partition(":")[0] for prompt in armed.game.prompts] == ["dice"]


def test_undo_takes_dice_back_one_answer_at_a_time(armed: GameDriver) -> None:
    shoot(armed, "stunner")
    opened = armed.state
    armed.answer("dice:", dice=(6, 4, 1))
    armed("undo")
    assert armed.state == opened
    armed.answer("dice:", dice=(2, 2, 2))
    armed("undo")
    armed("undo")
    assert armed.state.sequence is None
    assert armed.acting.performed == ()
    while armed.game.timeline.past is not None:
        armed("undo")
    assert armed.state == GameState()


def test_b24_10_a_command_reroll_costs_a_point_and_may_be_used_again(armed: GameDriver) -> None:
    shoot(armed, "stunner")
    armed.answer("dice:", dice=(5, 4, 1))
    prompt = armed.prompt("dice:")
    keys = [choice.key for choice in prompt.choices if "command re-roll" in choice.key]
    assert keys
    armed.answer("dice:", keys[-1])
    assert armed.cp["p1"] == 2
    assert armed.state.side("p1").used == frozenset()
    assert armed.prompt("dice:").dice == 1


def test_b24_10_without_points_no_command_reroll_is_offered(armed: GameDriver) -> None:
    armed("use_ploy", player="p1", name="Ruin", cost=3)
    shoot(armed, "stunner")
    armed.answer("dice:", dice=(5, 4, 1))
    assert not any("command" in choice.key for prompt in armed.game.prompts for choice in prompt.choices)


def test_g24_08_hot_hurts_the_shooter_after_the_shot(armed: GameDriver) -> None:
    shoot(armed, "plasma")
    while armed.state.sequence is not None:
        prompt = armed.prompt("dice:")
        if prompt.dice:
            armed.answer("dice:", dice=(1,) * (prompt.dice - 1) + ((3,) if prompt.dice == 1 else (1,)))
        else:
            armed.answer("dice:", "pass" if any(c.key == "pass" for c in prompt.choices) else None)
    assert armed.state.operative("A1").wounds == 10 - 6


def test_e24_11_who_falls_is_removed_when_the_whole_action_is_over(armed: GameDriver) -> None:
    armed("declare_damage", operative="B1", amount=7)
    armed("declare_damage", operative="B2", amount=8)
    shoot(armed, "mortar")
    armed.answer("dice:", dice=(6, 6))
    while armed.state.sequence is not None:
        assert armed.state.operative("B2").life is not LifeState.REMOVED
        prompt = armed.prompt("dice:")
        if prompt.dice:
            armed.answer("dice:", dice=(1,) * prompt.dice)
        else:
            armed.answer("dice:", "pass" if any(c.key == "pass" for c in prompt.choices) else None)
    assert armed.state.operative("B1").life is LifeState.REMOVED
    assert armed.state.operative("B2").life is LifeState.REMOVED
    assert armed.acting.operative == "A1"


def test_l24_07_wounds_worsen_the_hit_and_help_improves_it(armed: GameDriver) -> None:
    assert facts_of(armed, "stunner")["weapon"]["hit"] == 3
    assert facts_of(armed, "stunner", worse_by=1)["weapon"]["hit"] == 4
    armed("declare_damage", operative="A1", amount=6)
    assert facts_of(armed, "stunner")["weapon"]["hit"] == 4
    armed("declare_place", operative="A1", place={"x": 12.5, "y": 10.0})
    armed("declare_place", operative="A2", place={"x": 14.0, "y": 12.0})
    scene = DiceContext(KT24, DICE, armed.state, position_of(armed.state))
    act = Act(id="x", operative="A1", action="Fight", weapon="blade", target="B1")
    facts = fight_facts(scene, act, "club")
    assert facts["attacker"]["weapon"]["hit"] == 3
    assert facts["defender"]["weapon"]["hit"] == 4
    assert facts["attacker"]["wounds"] == 4


@pytest.mark.parametrize(("by", "now"), [(1, 4), (-1, 2), (-2, 2), (3, 6), (9, WORST)])
def test_l24_09_worse_is_a_higher_roll_and_better_a_lower_one(armed: GameDriver, by: int, now: int) -> None:
    assert facts_of(armed, "stunner", worse_by=by)["weapon"]["hit"] == now


def test_f24_a_fight_to_its_end(armed: GameDriver) -> None:
    armed("declare_damage", operative="B1", amount=7)
    fight(armed)
    owners = []
    while armed.state.sequence is not None:
        prompt = armed.prompt("dice:")
        owners.append((prompt.owner, prompt.dice))
        if prompt.dice:
            armed.answer("dice:", dice=(6,) * prompt.dice if prompt.owner == "p1" else (1,) * prompt.dice)
        else:
            armed.answer("dice:", "pass" if any(c.key == "pass" for c in prompt.choices) else None)
    assert ("p1", 3) in owners
    assert ("p2", 2) in owners
    assert armed.state.operative("B1").life is LifeState.REMOVED


def test_k24_10_who_is_barred_from_retaliating_rolls_nothing(close_quarters: GameDriver) -> None:
    driver = close_quarters
    driver("declare_place", operative="A1", place={"x": 9.0, "y": 9.0})
    driver("declare_place", operative="B1", place={"x": 10.5, "y": 9.0})
    driver.activate("A1")
    driver.act("A1", "Guard")
    driver.end("A1")
    driver.activate("B1")
    driver.act("B1", "Charge", noticed=("A1",))
    driver.answer("interrupt:", "A1")
    driver.act("A1", "Shoot", target="B1", engaged=True)
    scene = DiceContext(KT24, DICE, driver.state, position_of(driver.state))
    facts = fight_facts(scene, Act(id="x", operative="B1", action="Fight", weapon="knife", target="A1"), "knife")
    driver.act("B1", "Fight", weapon="knife", target="A1", dice=True, facts=facts)
    prompts = driver.game.prompts
    assert [(prompt.owner, prompt.dice) for prompt in prompts] == [("p2", 3)]


def test_facts_that_are_none_are_refused_and_nothing_has_happened(armed: GameDriver) -> None:
    armed.activate("A1")
    with pytest.raises(MalformedError, check=coded("attack-field")):
        armed.act("A1", "Shoot", weapon="stunner", target="B1", dice=True, facts={"shooter": "A1"})
    with pytest.raises(RefusedError, check=coded("refusal-no-attack-dice")):
        armed.act("A1", "Dash", dice=True)
    assert armed.acting.performed == ()
    act = Act(id="x", operative="A1", action="Shoot", target="B1")
    with pytest.raises(MalformedError, check=coded("attack-weapon-not-named")):
        shooting_facts(DiceContext(KT24, DICE, armed.state, position_of(armed.state)), act, {})


def test_a_game_goes_on_in_the_middle_of_its_dice(armed: GameDriver) -> None:
    shoot(armed, "stunner")
    armed.answer("dice:", dice=(6, 4, 1))
    again = Game(flow(KT24), armed.game.log)
    assert again.state == armed.state
    assert again.prompts == armed.game.prompts


def test_e24_01_one_weapon_of_the_card_is_selected_and_its_attack_dice_are_rolled(armed: GameDriver) -> None:
    armed.activate("A1")
    with pytest.raises(RefusedError, check=coded("refusal-weapon-unknown", weapon="spear")):
        armed.act("A1", "Shoot", weapon="spear", target="B1")
    armed.act("A1", "Shoot", weapon="plasma", target="B1", dice=True, facts=facts_of(armed, "plasma"))
    assert armed.prompt("dice:").dice == HOT.atk


def judged_with(armed: GameDriver, **modifiers: Any) -> dict[str, Any]:
    position = position_of(armed.state)
    plain = KT24.judge_shot(position, Shot("A1", "B1"))
    changed = replace(plain.modifiers, **modifiers)
    covered = replace(plain, in_cover=Ruling.of(Message.stored("in cover")), cover_saves=1, modifiers=changed)
    scene = DiceContext(KT24, DICE, armed.state, position)
    act = Act(id="x", operative="A1", action="Shoot", weapon="stunner", target="B1")
    defender: dict[str, Any] = shooting_facts(scene, act, {"B1": covered})["targets"][0]["defender"]
    return defender


def test_e24_13_a_better_cover_save_from_vantage_is_a_critical_one_or_one_more_as_the_defender_says(
    armed: GameDriver,
) -> None:
    assert judged_with(armed)["cover"] == [[1, 0]]
    better = judged_with(armed, cover_save_options=(CoverSave.ONE_CRITICAL, CoverSave.TWO_NORMAL))
    assert better["cover"] == [[0, 1], [2, 0]]


def test_i24_11_protective_cover_reaches_the_dice_as_a_better_save_of_two_at_best(armed: GameDriver) -> None:
    assert judged_with(armed)["save"] == 3
    assert judged_with(armed, save_improved_by=1)["save"] == 2
    assert judged_with(armed, save_improved_by=5)["save"] == 2


def test_j24_02_an_ammo_cache_gives_each_shot_one_reroll_until_the_next_turning_point(armed: GameDriver) -> None:
    cache = {"id": "cache", "kind": "ammo cache", "diameter": 0.787, "place": {"x": 9.0, "y": 10.0}, "owner": "p1"}
    armed("place_marker", marker=cache)
    assert facts_of(armed, "plasma")["rerolls"] == []
    armed.activate("A1")
    armed.act("A1", "Ammo Resupply", marker="cache")
    assert facts_of(armed, "plasma")["rerolls"] == ["ammo resupply"]
    armed.act("A1", "Shoot", weapon="plasma", target="B1", dice=True, facts=facts_of(armed, "plasma"))
    armed.answer("dice:", dice=(1, 2))
    assert "re-roll:ammo resupply:1" in [choice.key for choice in armed.prompt("dice:").choices]
    armed.answer("dice:", "re-roll:ammo resupply:1")
    armed.answer("dice:", dice=(6,))
    assert not any("ammo" in choice.key for prompt in armed.game.prompts for choice in prompt.choices)


def test_j24_02_another_operative_and_the_next_turning_point_have_no_reroll(armed: GameDriver) -> None:
    cache = {"id": "cache", "kind": "ammo cache", "diameter": 0.787, "place": {"x": 9.0, "y": 10.0}, "owner": "p1"}
    armed("place_marker", marker=cache)
    armed.activate("A1")
    armed.act("A1", "Ammo Resupply", marker="cache")
    armed.end("A1")
    assert facts_of(armed, "plasma", operative="A2")["rerolls"] == []
    armed.finish_firefight()
    armed.answer("end:")
    assert facts_of(armed, "plasma")["rerolls"] == []
