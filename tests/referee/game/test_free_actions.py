"""Free actions: in and out of an activation, and with a counteraction (rules C24-12, C24-15, C21-03)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.game.board_place import BoardPlace
from referee.game.record import RefusedError
from referee.rules.position import Order
from tests.codes import coded
from tests.referee.game.armed_game import armed, facts_of
from tests.referee.game.conftest import GameDriver
from tests.referee.game.players21 import GameDriver as GameDriver21
from tests.referee.game.refused import reasons, rules

__all__ = ["armed"]


def test_c24_12_an_operative_may_perform_a_free_action_within_a_friends_activation(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A2", "Dash", free=True, to=BoardPlace(9.0, 4.0))
    assert firefight.acting.operative == "A1"
    assert firefight.acting.performed == ()
    assert firefight.state.operative("A2").place == BoardPlace(9.0, 4.0)
    assert firefight.state.operative("A2").ready


def test_c24_12_an_enemy_may_perform_a_free_action_within_an_activation(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("B1", "Dash", free=True)
    assert firefight.acting.operative == "A1"
    firefight.end("A1")
    assert firefight.state.turn == "p2"


def test_c24_12_a_free_action_between_activations_takes_no_turn(firefight: GameDriver) -> None:
    firefight.pass_activation("A1")
    firefight.act("A1", "Dash", free=True)
    assert firefight.state.turn == "p2"
    assert firefight.state.acting is None
    firefight.activate("B1")


def test_c24_12_without_a_rule_that_gives_it_nothing_is_performed_outside_an_activation(firefight: GameDriver) -> None:
    firefight.activate("A1")
    with pytest.raises(RefusedError, check=coded("refusal-not-active")) as refused:
        firefight.act("A2", "Dash")
    assert refused.value.findings


def test_c24_12_a_free_action_outside_does_not_prevent_it_within_the_activation(firefight: GameDriver) -> None:
    firefight.act("A2", "Dash", free=True)
    firefight.activate("A2")
    assert firefight.acting.spent == 0
    firefight.act("A2", "Dash")
    firefight.act("A2", "Shoot", target="B1")
    firefight.end("A2")
    assert not firefight.state.operative("A2").ready


def test_c24_12_an_action_of_the_activation_does_not_prevent_a_free_one_outside(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Dash")
    firefight.end("A1")
    firefight.act("A1", "Dash", free=True)
    firefight.activate("B1")
    firefight.act("A1", "Dash", free=True)


@pytest.mark.parametrize("free_first", [True, False])
def test_c24_12_within_the_activation_a_free_action_counts_as_performed(
    firefight: GameDriver, free_first: bool
) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Dash", free=free_first)
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Dash", free=not free_first)
    assert rules(refused) == ["C24-06"]


def test_c24_12_a_free_action_outside_an_activation_meets_its_conditions(firefight: GameDriver) -> None:
    firefight("declare_status", operative="A2", order="conceal", by="referee")
    with pytest.raises(RefusedError, check=coded("action-not-concealed", action="Shoot")):
        firefight.act("A2", "Shoot", target="B1", free=True)
    firefight("declare_status", operative="A2", order="engage", by="referee")
    with pytest.raises(RefusedError, check=coded("control-no-enemy-within")):
        firefight.act("A2", "Shoot", target="B1", free=True, engaged=True)
    firefight.act("A2", "Shoot", target="B1", free=True)


def test_c24_12_no_free_action_of_the_removed(firefight: GameDriver) -> None:
    firefight("remove_operative", operative="A2")
    with pytest.raises(RefusedError, check=coded("refusal-not-standing", operative="A2")):
        firefight.act("A2", "Dash", free=True)


def test_c24_12_a_free_action_waits_for_who_may_interrupt(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Guard")
    close_quarters.end("A1")
    close_quarters.activate("B1")
    close_quarters.act("B1", "Dash")
    with pytest.raises(RefusedError, check=coded("refusal-may-interrupt")):
        close_quarters.act("B2", "Dash", free=True)
    close_quarters.answer("interrupt:")
    close_quarters.act("B2", "Dash", free=True)
    assert not [one for one in close_quarters.game.prompts if one.id.startswith("interrupt:")], "not B2's activation"


def test_k24_08_a_free_action_ends_a_guard(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Guard")
    close_quarters.end("A1")
    close_quarters.act("A1", "Dash", free=True)
    assert not close_quarters.state.operative("A1").on_guard


def test_c24_12_a_free_action_may_be_given_before_the_firefight(driver: GameDriver) -> None:
    driver.to_gambits()
    driver.act("A1", "Dash", free=True, to=BoardPlace(6.0, 4.0))
    assert driver.state.operative("A1").place == BoardPlace(6.0, 4.0)
    assert driver.state.stage == "gambit"
    with pytest.raises(RefusedError):
        driver.act("A1", "Dash")
    driver.confirm_all("gambit:", "gambit:")
    driver.activate("A1")


def test_c24_12_a_free_shot_outside_an_activation_has_its_dice(armed: GameDriver) -> None:
    armed("declare_status", operative="A1", order="engage", by="referee")
    armed.activate("A2")
    facts = facts_of(armed, "stunner")
    armed.act("A1", "Shoot", weapon="stunner", target="B1", dice=True, facts=facts, free=True)
    with pytest.raises(RefusedError, check=coded("refusal-dice-open")):
        armed.act("A3", "Dash", free=True)
    while any(one.id.startswith("dice:") for one in armed.game.prompts):
        prompt = armed.prompt("dice:")
        armed("answer", prompt=prompt.id, dice=[1] * prompt.dice, **({} if prompt.dice else {"choice": prompt.default}))
    assert armed.acting.operative == "A2"


def test_c24_12_a_free_action_may_be_begun_and_given_up(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight("react", operative="A2", free=True)
    assert firefight.acting.operative == "A2"
    with pytest.raises(RefusedError):
        firefight("react", operative="A3", free=True)
    firefight.answer("act:", "end")
    assert firefight.acting.operative == "A1"
    firefight("react", operative="B1", free=True)
    firefight.act("B1", "Dash", charged=3.0, to=BoardPlace(14.0, 17.0))
    assert firefight.acting.operative == "A1"
    with pytest.raises(RefusedError):
        firefight("react", operative="A1", free=True)


def test_c24_12_undo_takes_a_free_action_back_as_one_step(firefight: GameDriver) -> None:
    firefight.activate("A1")
    before = firefight.state
    firefight.act("A2", "Dash", free=True)
    firefight("undo", by="referee")
    assert firefight.state == before


def test_c24_12_another_players_operative_performs_no_free_action(firefight: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-not-yours")):
        firefight.act("B1", "Dash", free=True, by="p1")


def test_c24_12_a_free_action_within_a_guards_interrupt_returns_to_it(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Guard")
    close_quarters.end("A1")
    close_quarters.activate("B1")
    close_quarters.act("B1", "Dash")
    close_quarters.answer("interrupt:", "A1")
    close_quarters.act("A2", "Dash", free=True)
    assert close_quarters.acting.operative == "A1"
    close_quarters.act("A1", "Shoot", target="B1", results=())
    assert close_quarters.acting.operative == "B1"


def counteracting(firefight: GameDriver) -> None:
    """B1 counteracts; p1 has A3 ready."""
    for gone in ("B2", "B3"):
        firefight("remove_operative", operative=gone)
    firefight.pass_activation("A1")
    firefight.pass_activation("B1")
    firefight.pass_activation("A2")
    firefight("react", operative="B1")


def test_c24_14_a_free_action_that_a_rule_gives_after_a_counteraction_belongs_to_it(firefight: GameDriver) -> None:
    counteracting(firefight)
    firefight.act("B1", "Shoot", target="A1", results=())
    firefight.act("B1", "Dash", free=True, charged=2.0)
    assert firefight.state.turn == "p1"
    assert firefight.state.acting is None
    for action in ("Shoot", "Dash"):
        with pytest.raises(RefusedError) as refused:
            firefight.act("B1", action, free=True, charged=None)
        assert "C24-06" in rules(refused), "performed in the counteraction"


@pytest.mark.parametrize("free_first", [True, False])
def test_c24_15_all_moves_of_a_counteraction_go_two_inches_together(firefight: GameDriver, free_first: bool) -> None:
    counteracting(firefight)
    moves = [("Dash", True), ("Reposition", False)]
    first, second = moves if free_first else moves[::-1]
    firefight.act("B1", first[0], free=first[1], charged=1.0)
    with pytest.raises(RefusedError) as refused:
        firefight.act("B1", second[0], free=second[1], charged=2.0)
    assert rules(refused) == ["C24-15"]
    firefight.act("B1", second[0], free=second[1], charged=1.0)


def test_c24_15_a_free_move_alone_goes_no_more_than_two_inches_in_a_counteraction(firefight: GameDriver) -> None:
    counteracting(firefight)
    with pytest.raises(RefusedError) as refused:
        firefight.act("B1", "Dash", free=True, charged=3.0)
    assert rules(refused) == ["C24-15"]


def test_c24_18_a_free_action_beside_a_counteraction_need_not_cost_1ap(firefight: GameDriver) -> None:
    counteracting(firefight)
    firefight.act("B1", "Fall Back", free=True, engaged=True, charged=2.0)
    assert firefight.acting.left == 1
    firefight.act("B1", "Shoot", target="A1", results=())
    assert firefight.state.turn == "p1"


def test_c24_12_a_free_action_after_the_next_activation_began_is_no_part_of_the_counteraction(
    firefight: GameDriver,
) -> None:
    counteracting(firefight)
    firefight.act("B1", "Shoot", target="A1", results=())
    firefight.activate("A3")
    firefight.act("B1", "Shoot", target="A1", results=(), free=True)
    firefight.act("B1", "Dash", charged=3.0, free=True)


def test_g24_07_a_heavy_weapon_and_a_free_move_exclude_each_other_in_a_counteraction(firefight: GameDriver) -> None:
    counteracting(firefight)
    firefight.act("B1", "Dash", free=True, charged=1.0)
    with pytest.raises(RefusedError):
        firefight.act("B1", "Shoot", target="A1", weapon="heavy bolter", results=())
    firefight("undo", by="referee")
    firefight.act("B1", "Shoot", target="A1", weapon="heavy bolter", results=())
    with pytest.raises(RefusedError) as refused:
        firefight.act("B1", "Dash", free=True, charged=1.0)
    assert "G24-07" in rules(refused)


def test_c24_14_an_operative_may_still_counteract_after_a_free_action(firefight: GameDriver) -> None:
    for gone in ("B2", "B3"):
        firefight("remove_operative", operative=gone)
    firefight.pass_activation("A1")
    firefight.pass_activation("B1")
    firefight.act("B1", "Dash", free=True, charged=3.0)
    firefight.pass_activation("A2")
    firefight("react", operative="B1")
    firefight.act("B1", "Dash", charged=2.0)
    assert firefight.state.operative("B1").order is Order.ENGAGE


def started21(**given: Any) -> GameDriver21:
    driver = GameDriver21()
    driver.set_up(**given)
    while driver.state.stage != "firefight":
        prompt = driver.game.prompts[0]
        keys = [one.key for one in prompt.choices]
        choice = None if prompt.dice else prompt.default or keys[0]
        driver("answer", prompt=prompt.id, dice=[6 if prompt.owner == "p1" else 1] * prompt.dice, choice=choice)
    return driver


def test_c21_03_a_free_action_outside_an_activation_does_not_prevent_it_within() -> None:
    driver = started21()
    driver.act("A1", "Dash", free=True)
    driver("activate", operative="A1", order="engage")
    driver.act("A1", "Dash")
    with pytest.raises(RefusedError) as refused:
        driver.act("A1", "Dash", free=True)
    assert "refusal-dice-open" not in reasons(refused)
    driver("end_activation", operative="A1")
    driver.act("A1", "Dash", free=True)
    assert driver.state.turn == "p2"


def test_c21_04_a_free_action_may_come_beside_an_overwatch() -> None:
    driver = started21()
    for name in ("B1", "B2", "B3", "A1", "A2"):
        driver("declare_status", operative=name, ready=False, order="engage", by="referee")
    driver("activate", operative="A3", order="engage")
    driver("declare_status", operative="A1", ready=True, by="referee")
    driver("end_activation", operative="A3")
    driver("react", operative="B1")
    driver.act("B1", "Dash", free=True)
    driver.act("B1", "Overwatch", target="A1", results=())
    assert driver.state.acting is None
    driver.act("B2", "Dash", free=True)
    assert driver.state.turn == "p1"
