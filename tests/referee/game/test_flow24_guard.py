"""2024, close quarters: guard, interrupts, point-blank (rules D24-15, K24-08 to K24-10, C24-17)."""

from __future__ import annotations

import pytest

from referee.editions.kt24.edition import KT24
from referee.editions.kt24.flow import flow
from referee.game.board_place import BoardPlace
from referee.game.handlers.act_handler import ActHandler
from referee.game.intents import Act
from referee.game.record import RefusedError
from referee.rules.weapon import RuleUse
from tests.codes import coded
from tests.referee.game.conftest import GameDriver


@pytest.fixture
def on_guard(close_quarters: GameDriver) -> GameDriver:
    """A1 of p1 is on guard, and B1 of p2 is active."""
    close_quarters.activate("A1")
    close_quarters.act("A1", "Guard")
    close_quarters.end("A1")
    close_quarters.activate("B1")
    return close_quarters


def test_d24_15_guard_is_an_action_of_close_quarters_alone(firefight: GameDriver) -> None:
    firefight.activate("A1")
    with pytest.raises(RefusedError, check=coded("action-unknown", action="Guard")):
        firefight.act("A1", "Guard")


def test_d24_15_guard_is_not_done_with_a_conceal_order_and_silent_does_not_help(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1", "conceal")
    with pytest.raises(RefusedError) as refused:
        close_quarters.act("A1", "Guard", weapon_rules=(RuleUse("silent"),))
    assert "action-not-concealed" in [fault.reason.code for fault in refused.value.findings]


def test_k24_09_after_an_enemys_action_the_guards_player_is_asked(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Dash")
    prompt = on_guard.prompt("interrupt:")
    assert prompt.owner == "p1"
    assert [choice.key for choice in prompt.choices] == ["A1", "pass"]
    assert prompt.default == "pass"
    with pytest.raises(RefusedError, check=coded("refusal-may-interrupt")):
        on_guard.act("B1", "Shoot")
    with pytest.raises(RefusedError, check=coded("refusal-may-interrupt")):
        on_guard.end("B1")
    on_guard.answer("interrupt:")
    on_guard.act("B1", "Shoot")


def test_k24_09_nobody_is_asked_where_nobody_is_on_guard(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Dash")
    assert [prompt.id[:4] for prompt in close_quarters.game.prompts] == ["act:"]


@pytest.mark.parametrize("action", ["Shoot", "Fight", "Hatchway Fight"])
def test_k24_09_an_interrupt_is_a_free_fight_or_shoot_and_then_the_activation_goes_on(
    on_guard: GameDriver, action: str
) -> None:
    on_guard.act("B1", "Dash")
    on_guard.answer("interrupt:", "A1")
    on_guard.act("A1", action, target="B1")
    assert on_guard.state.reaction is None
    assert on_guard.activation.operative == "B1"
    assert not on_guard.state.operative("A1").on_guard
    on_guard.act("B1", "Shoot")


@pytest.mark.parametrize("action", ["Dash", "Guard", "Pick Up Marker"])
def test_k24_09_an_interrupt_is_nothing_else(on_guard: GameDriver, action: str) -> None:
    on_guard.act("B1", "Dash")
    on_guard("react", operative="A1")
    with pytest.raises(
        RefusedError, check=coded("refusal-interrupt-action", allowed=["Fight", "Shoot"], action=action)
    ):
        on_guard.act("A1", action)


def test_k24_09_once_in_each_enemy_activation(close_quarters: GameDriver) -> None:
    for mine, theirs in (("A1", "B1"), ("A2", "B2")):
        close_quarters.activate(mine)
        close_quarters.act(mine, "Guard")
        close_quarters.end(mine)
        if theirs == "B1":
            close_quarters.pass_activation(theirs)
    close_quarters.activate("B2")
    close_quarters.act("B2", "Dash")
    close_quarters("react", operative="A1")
    close_quarters.act("A1", "Shoot")
    close_quarters.act("B2", "Shoot")
    assert not any(prompt.id.startswith("interrupt") for prompt in close_quarters.game.prompts)
    close_quarters.end("B2")
    close_quarters.pass_activation("A3")
    close_quarters.activate("B3")
    close_quarters.act("B3", "Dash")
    assert [choice.key for choice in close_quarters.prompt("interrupt:").choices] == ["A2", "pass"]


def test_k24_08_in_an_activation_that_was_interrupted_an_enemy_may_end_near_another_guard(
    close_quarters: GameDriver,
) -> None:
    for mine, theirs in (("A1", "B2"), ("A2", None)):
        close_quarters.activate(mine)
        close_quarters.act(mine, "Guard")
        close_quarters.end(mine)
        if theirs is not None:
            close_quarters.pass_activation(theirs)
    close_quarters.activate("B1")
    close_quarters.act("B1", "Dash")
    close_quarters("react", operative="A1")
    close_quarters.act("A1", "Shoot")
    close_quarters.act("B1", "Reposition", noticed=("A2",))
    assert close_quarters.state.operative("A2").on_guard


def test_k24_09_only_who_is_on_guard_and_only_after_an_action(on_guard: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-no-interrupt-now")):
        on_guard("react", operative="A1")
    on_guard.act("B1", "Dash")
    with pytest.raises(RefusedError, check=coded("reaction-on-guard")):
        on_guard("react", operative="A2")


def test_c24_17_who_interrupted_on_guard_does_not_counteract(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Dash")
    on_guard("react", operative="A1")
    on_guard.act("A1", "Shoot")
    on_guard.end("B1")
    for name in ("A2", "A3"):
        on_guard("declare_status", operative=name, ready=False, order="conceal", by="referee")
    assert on_guard.state.turn == "p2"
    with pytest.raises(RefusedError) as refused:
        on_guard("react", operative="A1")
    assert "C24-17" in [finding.rule for finding in refused.value.findings]


def test_k24_08_any_action_or_move_of_its_own_ends_it(close_quarters: GameDriver) -> None:
    close_quarters.activate("A1")
    close_quarters.act("A1", "Guard")
    assert close_quarters.state.operative("A1").on_guard
    close_quarters.act("A1", "Dash", to=BoardPlace(6, 6))
    assert not close_quarters.state.operative("A1").on_guard


def test_k24_08_an_enemy_who_ends_in_its_control_range_unanswered_ends_it(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Charge", noticed=("A1",))
    on_guard.answer("interrupt:", "pass")
    assert not on_guard.state.operative("A1").on_guard


def test_k24_08_an_enemy_who_ends_elsewhere_does_not(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Charge")
    on_guard.answer("interrupt:", "pass")
    assert on_guard.state.operative("A1").on_guard


def test_k24_08_a_changed_order_ends_it_and_the_same_one_does_not(on_guard: GameDriver) -> None:
    on_guard("declare_status", operative="A1", order="engage", by="referee")
    assert on_guard.state.operative("A1").on_guard
    on_guard("declare_status", operative="A1", order="conceal", by="referee")
    assert not on_guard.state.operative("A1").on_guard


def test_k24_08_the_next_turning_point_ends_it(on_guard: GameDriver) -> None:
    on_guard.end("B1")
    on_guard.finish_firefight()
    assert on_guard.state.operative("A1").on_guard
    on_guard.answer("end:")
    assert not on_guard.state.operative("A1").on_guard


def test_k24_08_a_correction_of_its_place_is_no_move(on_guard: GameDriver) -> None:
    on_guard("declare_place", operative="A1", place={"x": 5.01, "y": 3.0})
    assert on_guard.state.operative("A1").on_guard


def test_k24_10_a_point_blank_shot_bars_it_from_retaliating_until_that_activation_ends(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Charge", noticed=("A1",))
    on_guard.answer("interrupt:", "A1")
    on_guard.act("A1", "Shoot", target="B1", engaged=True)
    assert on_guard.activation.barred_from_retaliating == ("A1",)
    on_guard.act("B1", "Fight", target="A1", engaged=True)
    on_guard.end("B1")
    assert on_guard.state.activation is None


def test_k24_10_only_a_shot_is_lifted_a_hatchway_fight_is_not_done_with_an_enemy_in_reach(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Charge", noticed=("A1",))
    on_guard.answer("interrupt:", "A1")
    with pytest.raises(RefusedError) as refused:
        on_guard.act("A1", "Hatchway Fight", target="B1", engaged=True)
    assert "control-no-enemy-within" in [fault.reason.code for fault in refused.value.findings]
    on_guard.act("A1", "Hatchway Fight", target="B1", engaged=False)


@pytest.mark.parametrize(("engaged", "worse"), [(True, 1), (False, 0)])
def test_k24_10_a_point_blank_shot_hits_one_worse(on_guard: GameDriver, engaged: bool, worse: int) -> None:
    on_guard.act("B1", "Charge", noticed=("A1",))
    on_guard.answer("interrupt:", "A1")
    shot = Act(id="a", operative="A1", action="Shoot", target="B1").with_found(engaged=engaged)
    handler = flow(KT24).handlers[Act]
    assert isinstance(handler, ActHandler)
    assert handler.worse_by(on_guard.state, shot) == worse


def test_k24_10_a_shot_at_a_distance_bars_nothing(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Dash")
    on_guard.answer("interrupt:", "A1")
    on_guard.act("A1", "Shoot", target="B1", engaged=False)
    assert on_guard.activation.barred_from_retaliating == ()


def test_k24_09_a_guard_that_the_action_killed_is_not_asked(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Shoot", target="A1", results=({"operative": "A1", "amount": 10},))
    assert on_guard.activation.awaiting == ()
    on_guard.act("B1", "Dash")


def test_k24_09_an_interrupt_that_kills_ends_the_activation(on_guard: GameDriver) -> None:
    on_guard.act("B1", "Dash")
    on_guard.answer("interrupt:", "A1")
    on_guard.act("A1", "Shoot", target="B1", results=({"operative": "B1", "amount": 10},))
    assert on_guard.state.acting is None
    assert on_guard.state.turn == "p1"
