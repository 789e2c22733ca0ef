"""2024, counteracting: who may, when, and with what (rules C24-03, C24-14 to C24-18)."""

from __future__ import annotations

import pytest

from referee.editions.kt24.edition import KT24
from referee.editions.kt24.reactions import reactions_of
from referee.game.board_place import BoardPlace
from referee.game.record import RefusedError
from referee.rules.position import Order
from tests.codes import coded
from tests.referee.game.conftest import GameDriver
from tests.referee.game.refused import rules


def counter_window(firefight: GameDriver, **orders: str) -> None:
    """p2 has two operatives, both expended; p1 has one ready operative left, and it is p2's turn."""
    firefight("remove_operative", operative="B3")
    firefight.pass_activation("A1")
    firefight.pass_activation("B1", orders.get("B1", "engage"))
    firefight.pass_activation("A2")
    firefight("declare_status", operative="B2", ready=False, order=orders.get("B2", "engage"), by="referee")


def counteracting_after(firefight: GameDriver, action: str) -> None:
    """p2's only operative counteracts; this is what it did in its activation."""
    firefight("remove_operative", operative="B3")
    firefight("remove_operative", operative="B2")
    firefight.pass_activation("A1")
    firefight.activate("B1")
    firefight.act("B1", action)
    firefight.end("B1")
    firefight.pass_activation("A2")
    firefight("react", operative="B1")


def test_c24_14_who_has_nobody_ready_may_counteract_between_the_others_activations(firefight: GameDriver) -> None:
    counter_window(firefight)
    prompt = firefight.prompt("react:")
    assert prompt.owner == "p2"
    assert [choice.key for choice in prompt.choices] == ["B1", "B2", "pass"]
    assert prompt.default == "pass"
    firefight.answer("react:", "B1")
    firefight.act("B1", "Shoot", target="A1")
    assert firefight.state.reaction is None
    assert firefight.state.turn == "p1"
    assert firefight.state.acting is None


def test_c24_14_counteracting_is_optional(firefight: GameDriver) -> None:
    counter_window(firefight)
    firefight.answer("react:")
    assert firefight.state.turn == "p1"
    assert firefight.state.stage == "firefight"


def test_c24_14_without_anybody_who_can_counteract_the_turn_goes_on_by_itself(firefight: GameDriver) -> None:
    counter_window(firefight, B1="conceal", B2="conceal")
    assert firefight.state.turn == "p1"


def test_c24_03_no_counteract_with_a_conceal_order(firefight: GameDriver) -> None:
    counter_window(firefight, B1="conceal")
    with pytest.raises(RefusedError) as refused:
        firefight("react", operative="B1")
    assert "C24-03" in rules(refused)


def test_c24_14_nobody_counteracts_while_he_has_ready_operatives(firefight: GameDriver) -> None:
    firefight.pass_activation("A1")
    with pytest.raises(RefusedError) as refused:
        firefight("react", operative="B1")
    assert "C24-14" in rules(refused)


@pytest.mark.parametrize(("action", "rule"), [("Fall Back", "C24-18"), ("Ammo Resupply", "C24-18")])
def test_c24_18_a_counteraction_is_an_action_of_1ap(firefight: GameDriver, action: str, rule: str) -> None:
    counter_window(firefight)
    firefight("react", operative="B1")
    with pytest.raises(RefusedError) as refused:
        firefight.act("B1", action)
    assert rule in rules(refused)
    with pytest.raises(RefusedError, check=coded("reaction-one-ap-read")):
        firefight.act("B1", "Dash", cost_changes=(1,))
    firefight.act("B1", "Fall Back", cost_changes=(-1,))


def test_c24_14_guard_is_no_counteraction(close_quarters: GameDriver) -> None:
    counter_window(close_quarters)
    close_quarters("react", operative="B1")
    with pytest.raises(RefusedError, check=coded("reaction-no-guard")):
        close_quarters.act("B1", "Guard")


def test_c24_15_a_counteraction_moves_two_inches_at_most_and_once_a_turning_point(firefight: GameDriver) -> None:
    counter_window(firefight)
    firefight("react", operative="B1")
    with pytest.raises(RefusedError) as refused:
        firefight.act("B1", "Reposition", charged=3.0)
    assert rules(refused) == ["C24-15"]
    firefight.act("B1", "Reposition", charged=2.0, to=BoardPlace(6, 17))
    assert firefight.state.operative("B1").place == BoardPlace(6, 17)
    assert firefight.state.operative("B1").counteracted
    firefight("declare_status", operative="A1", ready=True, by="referee")
    firefight.pass_activation("A3")
    assert [choice.key for choice in firefight.prompt("react:").choices] == ["B2", "pass"]
    with pytest.raises(RefusedError) as refused:
        firefight("react", operative="B1")
    assert "C24-15" in rules(refused)


def test_c24_16_restrictions_of_the_activation_do_not_carry_into_the_counteraction(firefight: GameDriver) -> None:
    counteracting_after(firefight, "Shoot")
    firefight.act("B1", "Shoot")
    assert firefight.state.operative("B1").order is Order.ENGAGE


def test_c24_14_a_counteraction_is_one_action_and_no_activation(firefight: GameDriver) -> None:
    counter_window(firefight)
    done = firefight.state.activations
    firefight("react", operative="B1")
    firefight.act("B1", "Shoot")
    assert firefight.state.activations == done
    with pytest.raises(RefusedError, check=coded("refusal-not-activated", operative="B1")):
        firefight.act("B1", "Dash")


def test_c24_14_a_counteraction_may_be_given_up(firefight: GameDriver) -> None:
    counter_window(firefight)
    firefight("react", operative="B1")
    firefight.end("B1")
    assert firefight.state.turn == "p1"


def test_g24_07_what_moved_in_its_activation_may_shoot_a_heavy_weapon_in_a_counteraction(firefight: GameDriver) -> None:
    counteracting_after(firefight, "Reposition")
    firefight.act("B1", "Shoot", weapon="heavy bolter")


def test_c24_02_a_counteraction_keeps_the_order_of_the_activation(firefight: GameDriver) -> None:
    counter_window(firefight)
    firefight("react", operative="B1")
    with pytest.raises(RefusedError):
        firefight("activate", operative="B1", order="conceal")
    firefight.act("B1", "Shoot", target="A1")
    assert firefight.state.operative("B1").order is Order.ENGAGE


def test_each_row_of_the_reactions_says_who_may_not_use_it_and_why(firefight: GameDriver) -> None:
    """002:56-62: expended, with an Engage order, once in a turning point."""
    reactions = reactions_of(KT24)
    assert reactions.open_for(firefight.state, "p2") is None
    counter_window(firefight, B2="conceal")
    row = reactions.open_for(firefight.state, "p2")
    assert row is reactions.instead
    assert reactions.able(firefight.state, "p2", row) == ("B1",)
    assert {key: one.message.code for key, one in reactions.barred(firefight.state, "p2", row).items()} == {
        "B2": "reaction-order-engage"
    }
    firefight.answer("react:", "B1")
    firefight.act("B1", "Shoot", target="A1")
    assert reactions.barred(firefight.state, "p2", row)["B1"].message.code == "reaction-counteract-once"
