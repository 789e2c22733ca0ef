"""2024, the Firefight phase: rules C24-01 to C24-13, and what actions cost and bar."""

from __future__ import annotations

import pytest

from messages.message import Message
from referee.game.board_place import BoardPlace
from referee.game.record import RefusedError
from referee.rules.position import Order
from referee.rules.weapon import RuleUse
from tests.codes import coded
from tests.referee.game.conftest import GameDriver
from tests.referee.game.refused import rules


def test_c24_01_players_alternate_from_the_player_with_initiative(firefight: GameDriver) -> None:
    with pytest.raises(RefusedError) as refused:
        firefight.activate("B1")
    assert rules(refused) == ["C24-01"]
    firefight.pass_activation("A1")
    with pytest.raises(RefusedError):
        firefight.activate("A2")
    firefight.pass_activation("B1")
    firefight.pass_activation("A2")
    assert firefight.state.turn == "p2"


def test_c24_01_one_operative_at_a_time_and_nobody_twice(firefight: GameDriver) -> None:
    firefight.activate("A1")
    with pytest.raises(RefusedError, check=coded("refusal-other-active", active="A1")):
        firefight.activate("A2")
    firefight.end("A1")
    firefight.pass_activation("B1")
    with pytest.raises(RefusedError, check=coded("refusal-expended", operative="A1")):
        firefight.activate("A1")


def test_c24_01_a_player_with_ready_operatives_does_not_pass(firefight: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-must-activate")):
        firefight("pass_turn", player="p1")


def test_c24_01_the_phase_ends_when_all_are_expended(firefight: GameDriver) -> None:
    for operative in ("A1", "B1", "A2", "B2", "A3"):
        firefight.pass_activation(operative, "conceal")
        assert firefight.state.stage == "firefight"
    firefight.pass_activation("B3")
    assert firefight.state.stage == "end"


def test_c24_02_the_order_is_chosen_at_activation_and_kept(firefight: GameDriver) -> None:
    firefight.activate("A1", "engage")
    firefight("declare_status", operative="A1", order="conceal", by="p1")
    assert firefight.state.operative("A1").order is Order.CONCEAL
    firefight.act("A1", "Reposition")
    with pytest.raises(RefusedError, check=coded("refusal-order-kept", order="conceal")):
        firefight("declare_status", operative="A1", order="engage", by="p1")
    with pytest.raises(RefusedError):
        firefight("declare_status", operative="A2", order="engage", by="p1")
    firefight("declare_status", operative="A2", order="engage", by="referee")
    assert firefight.state.operative("A2").order is Order.ENGAGE


@pytest.mark.parametrize(("action", "rule"), [("Shoot", "D24-13"), ("Charge", "D24-08")])
def test_c24_03_conceal_bars_shooting_and_charging(firefight: GameDriver, action: str, rule: str) -> None:
    firefight.activate("A1", "conceal")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", action)
    assert rules(refused) == [rule]


@pytest.mark.parametrize("action", ["Shoot", "Charge", "Fight", "Reposition", "Dash"])
def test_c24_04_an_engage_order_restricts_nothing(firefight: GameDriver, action: str) -> None:
    firefight.activate("A1", "engage")
    firefight.act("A1", action)


def test_c24_07_the_next_action_is_chosen_after_seeing_what_the_last_one_did(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Shoot", target="B1", results=({"operative": "B1", "amount": 10},))
    assert firefight.state.operative("B1").life == "removed"
    with pytest.raises(RefusedError, check=coded("refusal-off-killzone", operative="B1")):
        firefight.act("A1", "Charge", target="B1")
    firefight.act("A1", "Dash")


@pytest.mark.parametrize("action", ["Fight", "Reposition", "Dash"])
def test_c24_03_conceal_allows_fighting_and_moving(firefight: GameDriver, action: str) -> None:
    firefight.activate("A1", "conceal")
    firefight.act("A1", action)


def test_g24_20_a_silent_weapon_shoots_with_a_conceal_order(firefight: GameDriver) -> None:
    firefight.activate("A1", "conceal")
    firefight.act("A1", "Shoot", weapon_rules=(RuleUse("silent"),))


def test_c24_05_ap_up_to_apl(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Fall Back", engaged=True)
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Shoot")
    assert rules(refused) == ["C24-05"]
    assert coded("refusal-ap-short", cost=1, left=0)(refused.value)


@pytest.mark.parametrize(("changes", "spent"), [((-1,), 0), ((-1, -1), 0), ((1,), 2), ((1, -2), 0)])
def test_c24_05_changes_of_the_price_never_go_below_zero(
    firefight: GameDriver, changes: tuple[int, ...], spent: int
) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition", cost_changes=changes)
    assert firefight.acting.spent == spent


def test_c24_06_the_same_action_once_in_an_activation(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Shoot")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Shoot", free=True)
    assert rules(refused) == ["C24-06"]


def test_c24_06_what_an_action_is_treated_as_counts(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Guard")
    with pytest.raises(RefusedError) as refused:
        close_quarters.act("A1", "Shoot")
    assert Message.of("action-not-repeated", action="Shoot", earlier="Guard") in [
        fault.reason for fault in refused.value.findings
    ]


@pytest.mark.parametrize(
    ("first", "second", "rule"),
    [
        ("Fall Back", "Reposition", "D24-03"),
        ("Charge", "Reposition", "D24-03"),
        ("Charge", "Dash", "D24-05"),
        ("Reposition", "Fall Back", "D24-06"),
        ("Charge", "Fall Back", "D24-06"),
        ("Reposition", "Charge", "D24-08"),
        ("Dash", "Charge", "D24-08"),
        ("Fall Back", "Charge", "D24-08"),
        ("Move With Barricade", "Charge", "D24-08"),
        ("Fall Back", "Move With Barricade", "J24-09"),
    ],
)
def test_d24_moves_that_exclude_each_other(firefight: GameDriver, first: str, second: str, rule: str) -> None:
    firefight.activate("A1")
    firefight.act("A1", first, free=True)
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", second, free=True)
    assert rule in rules(refused)


@pytest.mark.parametrize("pair", [("Reposition", "Dash"), ("Dash", "Reposition"), ("Fall Back", "Dash")])
def test_d24_09_moves_that_go_together(firefight: GameDriver, pair: tuple[str, str]) -> None:
    firefight.activate("A1")
    for action in pair:
        firefight.act("A1", action, free=True)


@pytest.mark.parametrize(
    ("action", "engaged", "rule"),
    [
        ("Reposition", True, "D24-03"),
        ("Shoot", True, "D24-13"),
        ("Fight", False, "D24-14"),
        ("Fall Back", False, "D24-06"),
    ],
)
def test_d24_actions_that_need_an_enemy_in_control_range_or_none(
    firefight: GameDriver, action: str, engaged: bool, rule: str
) -> None:
    firefight.activate("A1")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", action, engaged=engaged)
    assert rules(refused) == [rule]
    firefight.act("A1", action, engaged=not engaged)


def test_c24_08_an_action_that_cannot_be_completed_is_taken_back_with_its_ap(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition", to=BoardPlace(9, 9))
    firefight("undo")
    assert firefight.acting.spent == 0
    assert firefight.state.operative("A1").place == BoardPlace(5.0, 3.0)


def test_c24_09_after_its_activation_an_operative_is_expended(firefight: GameDriver) -> None:
    firefight.activate("A1")
    assert firefight.state.operative("A1").ready
    firefight.end("A1")
    assert not firefight.state.operative("A1").ready


@pytest.mark.parametrize(
    ("changes", "apl"), [((1,), 3), ((1, 1), 3), ((-1,), 1), ((-2, 3), 3), ((-1, -1), 1), ((1, -1), 2)]
)
def test_c24_10_apl_changes_add_up_and_then_move_it_by_one_at_most(
    firefight: GameDriver, changes: tuple[int, ...], apl: int
) -> None:
    for change in changes:
        firefight("declare_stat", operative="A1", stat="apl", change=change, until="end of the battle")
    assert firefight.state.operative("A1").apl == apl


def test_c24_10_a_lower_apl_does_not_take_back_what_was_spent(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition")
    firefight("declare_stat", operative="A1", stat="apl", change=-1, until="end of its next activation", why="stun")
    with pytest.raises(RefusedError, check=coded("refusal-ap-short", cost=1, left=0)):
        firefight.act("A1", "Shoot")
    assert len(firefight.acting.performed) == 1


def test_g24_21_stun_lasts_to_the_end_of_the_next_activation(firefight: GameDriver) -> None:
    stun = {"stat": "apl", "change": -1, "until": "end of its next activation", "why": "stun"}
    firefight.activate("A1")
    firefight("declare_stat", operative="B1", **stun)
    firefight("declare_stat", operative="A1", **stun)
    firefight.end("A1")
    assert firefight.state.operative("A1").apl == 1
    firefight.activate("B1")
    assert firefight.state.operative("B1").apl == 1
    firefight.end("B1")
    assert firefight.state.operative("B1").apl == 2
    firefight.to_next_firefight()
    firefight.activate("A1")
    assert firefight.state.operative("A1").apl == 1
    firefight.end("A1")
    assert firefight.state.operative("A1").apl == 2


def test_c24_12_a_free_action_costs_nothing_and_counts_as_performed(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Dash", free=True)
    assert firefight.acting.spent == 0
    with pytest.raises(RefusedError):
        firefight.act("A1", "Charge")


def test_c24_13_an_unknown_action_lists_those_there_are(firefight: GameDriver) -> None:
    firefight.activate("A1")
    with pytest.raises(RefusedError, check=coded("action-unknown", action="Dance")):
        firefight.act("A1", "Dance")


def test_g24_07_heavy_weapons_and_moves(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Reposition")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Shoot", weapon="heavy bolter")
    assert rules(refused) == ["G24-07"]
    firefight.act("A1", "Shoot", weapon="bolter")
    firefight.end("A1")
    firefight.pass_activation("B1")
    firefight.activate("A2")
    firefight.act("A2", "Shoot", weapon="stubber")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A2", "Reposition")
    assert Message.of("action-move-after-heavy", move="Reposition") in [
        fault.reason for fault in refused.value.findings
    ]
    firefight.act("A2", "Dash")


def test_g24_10_a_limited_weapon_is_used_that_often_in_the_battle(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Shoot", weapon="launcher")
    firefight.end("A1")
    firefight.to_next_firefight()
    firefight.activate("A1")
    with pytest.raises(RefusedError, check=coded("refusal-weapon-used-up", limit=1, used=1, weapon="launcher")):
        firefight.act("A1", "Shoot", weapon="launcher")
    firefight.act("A1", "Shoot", weapon="bolter")


def test_l24_18_a_weapon_must_be_on_the_card(firefight: GameDriver) -> None:
    firefight.activate("A1")
    with pytest.raises(RefusedError, check=coded("refusal-weapon-unknown", weapon="melta")):
        firefight.act("A1", "Shoot", weapon="melta")


def test_an_incapacitated_active_operative_ends_its_activation(firefight: GameDriver) -> None:
    firefight.activate("A1")
    firefight.act("A1", "Shoot", weapon="bolter", results=({"operative": "A1", "amount": 10},))
    assert firefight.state.activation is None
    assert firefight.state.turn == "p2"
    assert firefight.state.operative("A1").life == "removed"


def test_a_target_must_stand_on_the_killzone(firefight: GameDriver) -> None:
    firefight("remove_operative", operative="B1")
    firefight.activate("A1")
    with pytest.raises(RefusedError, check=coded("refusal-off-killzone", operative="B1")):
        firefight.act("A1", "Shoot", target="B1")


def test_a24_14_tokens_and_buttons_declare_readiness(firefight: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-readiness")):
        firefight("declare_status", operative="A1", ready=False, by="p1")
    firefight("declare_status", operative="A1", ready=False, by="any")
    assert firefight.state.ready_of("p1") == ("A2", "A3")
    assert firefight("declare_status", operative="A1", ready=False, by="camera")[1:] == ()
