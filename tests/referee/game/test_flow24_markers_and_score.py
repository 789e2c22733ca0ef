"""2024: markers carried and dropped, wounds, points and the end (rules D24-10..12, L24-03..16, A24-12)."""

from __future__ import annotations

from typing import Any

import pytest

from messages.message import Message
from referee.editions.kt24.scoring import final_vp, kill_grade_bonus
from referee.game.board_place import BoardPlace
from referee.game.record import RefusedError
from referee.game.state import LifeState
from tests.codes import coded
from tests.referee.game.conftest import GameDriver


@pytest.fixture
def carrying(firefight: GameDriver) -> GameDriver:
    firefight.activate("A1")
    firefight.act("A1", "Pick Up Marker", marker="M1")
    return firefight


def test_d24_10_the_marker_is_carried_and_off_the_board(carrying: GameDriver) -> None:
    assert carrying.state.operative("A1").carrying == "M1"
    assert carrying.state.marker("M1").carried_by == "A1"
    assert carrying.state.marker("M1").place is None


def test_d24_10_not_a_second_one_not_a_carried_one_not_one_that_no_rule_lifts(carrying: GameDriver) -> None:
    fixed = {"id": "F", "kind": "objective", "diameter": 1.57, "place": {"x": 1.0, "y": 1.0}}
    carrying("place_marker", marker=fixed)
    with pytest.raises(RefusedError) as refused:
        carrying.act("A1", "Pick Up Marker", marker="F", free=True)
    reasons = [fault.reason for fault in refused.value.findings]
    assert Message.of("marker-hands-free") in reasons
    assert Message.of("marker-may-be-picked-up", marker="F") in reasons
    carrying.end("A1")
    carrying.activate("B1")
    with pytest.raises(RefusedError, check=coded("marker-not-carried", carrier="A1", marker="M1")):
        carrying.act("B1", "Pick Up Marker", marker="M1")
    with pytest.raises(RefusedError, check=coded("marker-known", marker="M9")):
        carrying.act("B1", "Pick Up Marker", marker="M9")


def test_d24_10_not_while_an_enemy_is_in_control_range(firefight: GameDriver) -> None:
    firefight.activate("A1")
    with pytest.raises(RefusedError) as refused:
        firefight.act("A1", "Pick Up Marker", marker="M1", engaged=True)
    assert [finding.rule for finding in refused.value.findings] == ["D24-10"]


def test_d24_11_a_marker_is_not_placed_in_the_activation_that_lifted_it(carrying: GameDriver) -> None:
    with pytest.raises(RefusedError) as refused:
        carrying.act("A1", "Place Marker", marker="M1", marker_to=BoardPlace(6, 4))
    assert [finding.rule for finding in refused.value.findings] == ["D24-11"]
    carrying.end("A1")
    carrying.to_next_firefight()
    carrying.activate("A1")
    with pytest.raises(RefusedError, check=coded("marker-place-named")):
        carrying.act("A1", "Place Marker", marker="M1")
    carrying.act("A1", "Place Marker", marker="M1", marker_to=BoardPlace(6, 4))
    assert carrying.state.marker("M1").place == BoardPlace(6, 4)
    assert carrying.state.operative("A1").carrying is None


def test_d24_12_who_falls_must_place_what_it_carries_before_it_is_removed(carrying: GameDriver) -> None:
    carrying("declare_damage", operative="A1", amount=10)
    assert carrying.state.operative("A1").life is LifeState.INCAPACITATED
    prompt = carrying.prompt("drop:A1")
    assert prompt.owner == "p1"
    with pytest.raises(RefusedError, check=coded("time-marker-to-place", operatives=["A1"])):
        carrying.activate("B1")
    carrying("drop_marker", operative="A1", place={"x": 5.5, "y": 3.5}, by="p1")
    assert carrying.state.marker("M1").place == BoardPlace(5.5, 3.5)
    assert carrying.state.operative("A1").life is LifeState.REMOVED
    assert carrying.state.activation is None
    assert carrying.state.turn == "p2"


def test_d24_12_of_two_who_fall_together_it_is_said_of_both(carrying: GameDriver) -> None:
    carrying.end("A1")
    carrying.activate("B1")
    carrying.end("B1")
    carrying.activate("A2")
    relic = {"id": "M2", "kind": "relic", "diameter": 0.8, "place": {"x": 9.0, "y": 9.0}, "pick_up_allowed": True}
    carrying("place_marker", marker=relic)
    carrying.act("A2", "Pick Up Marker", marker="M2")
    for fallen in ("A1", "A2"):
        carrying("declare_damage", operative=fallen, amount=10)
    with pytest.raises(RefusedError, check=coded("time-marker-to-place", operatives=["A1", "A2"])):
        carrying.end("A2")


def test_d24_12_the_default_is_where_it_stood(carrying: GameDriver) -> None:
    carrying("declare_damage", operative="A1", amount=10)
    carrying.answer("drop:")
    assert carrying.state.marker("M1").place == carrying.state.operative("A1").place


def test_d24_12_a_standing_carrier_does_not_drop_it_for_nothing(carrying: GameDriver) -> None:
    with pytest.raises(RefusedError) as refused:
        carrying("drop_marker", operative="A1", place={"x": 5.5, "y": 3.5})
    assert [finding.rule for finding in refused.value.findings] == ["D24-12"]
    with pytest.raises(RefusedError, check=coded("marker-carries-one")):
        carrying("drop_marker", operative="A2", place={"x": 5.5, "y": 3.5})


def test_l24_03_a_carried_marker_is_neither_placed_nor_lost_with_its_carrier(carrying: GameDriver) -> None:
    with pytest.raises(RefusedError) as refused:
        carrying(
            "place_marker", marker={"id": "M1", "kind": "objective", "diameter": 1.57, "place": {"x": 1.0, "y": 1.0}}
        )
    assert [finding.rule for finding in refused.value.findings] == ["L24-03"]
    carrying("remove_operative", operative="A1")
    assert carrying.state.marker("M1").place == BoardPlace(5.0, 3.0)


def test_l24_05_wounds_at_zero_incapacitate_then_remove(firefight: GameDriver) -> None:
    events = firefight("declare_damage", operative="B1", amount=14)
    assert [event.kind for event in events] == ["declare_damage", "wounds_lost", "incapacitated", "removed"]
    assert firefight.state.operative("B1").wounds == 0
    with pytest.raises(RefusedError, check=coded("refusal-not-standing")):
        firefight("declare_damage", operative="B1", amount=1)


@pytest.mark.parametrize(("lost", "injured"), [(4, False), (5, False), (6, True), (9, True)])
def test_l24_07_injured_is_fewer_than_half_of_the_starting_wounds(
    firefight: GameDriver, lost: int, injured: bool
) -> None:
    firefight("declare_damage", operative="B1", amount=lost)
    assert firefight.state.operative("B1").injured is injured


def test_l24_08_wounds_are_regained_up_to_the_card(firefight: GameDriver) -> None:
    firefight("declare_damage", operative="B1", amount=4)
    firefight("declare_damage", operative="B1", amount=-9)
    assert firefight.state.operative("B1").wounds == 10


def test_l24_14_each_op_gives_six_and_what_is_over_is_lost(firefight: GameDriver) -> None:
    firefight("score", player="p1", op="crit", vp=4)
    firefight("score", player="p1", op="crit", vp=4)
    assert firefight.state.side("p1").vp == {"crit": 6}
    with pytest.raises(RefusedError) as refused:
        firefight("score", player="p1", op="crit", vp=1)
    assert [finding.rule for finding in refused.value.findings] == ["L24-14"]
    with pytest.raises(RefusedError, check=coded("refusal-op-unknown")):
        firefight("score", player="p1", op="style", vp=1)


def test_l24_14_an_op_that_the_players_let_pass_has_no_cap(firefight: GameDriver) -> None:
    firefight("set_policy", rule="L24-14", policy="ignore")
    firefight("score", player="p1", op="style", vp=9)
    assert firefight.state.side("p1").vp == {"style": 9}


def test_l24_14_only_the_referee_takes_points_back(firefight: GameDriver) -> None:
    firefight("score", player="p1", op="tac", vp=2)
    with pytest.raises(RefusedError, check=coded("refusal-vp-back")):
        firefight("score", player="p1", op="tac", vp=-1, by="p1")
    firefight("score", player="p1", op="tac", vp=-1, by="referee")
    with pytest.raises(RefusedError, check=coded("refusal-vp-below-zero", has=1)):
        firefight("score", player="p1", op="tac", vp=-2, by="referee")


@pytest.mark.parametrize(
    ("ops", "primary", "bonus", "total"),
    [
        ({"crit": 5, "tac": 3, "kill": 4}, "crit", 3, 15),
        ({"crit": 8, "tac": 7, "kill": 6}, "tac", 3, 21),
        ({"crit": 1, "tac": 0, "kill": 0}, "crit", 1, 2),
        ({"crit": 4, "tac": 2, "kill": 0}, "crit", 2, 8),
        ({"crit": 4, "tac": 2, "kill": 0}, "kill", 0, 6),
        ({"crit": 4, "tac": 2, "kill": 0}, None, 0, 6),
    ],
)
def test_l24_15_the_primary_op_adds_half_of_its_points_rounded_up(
    ops: dict[str, int], primary: str | None, bonus: int, total: int
) -> None:
    final = final_vp(ops, primary)
    assert final.primary_vp == bonus
    assert final.total == total


@pytest.mark.parametrize(("grades", "bonus"), [((3, 3), (0, 0)), ((3, 2), (1, 0)), ((0, 5), (0, 1)), ((0, 0), (0, 0))])
def test_l24_16_the_higher_kill_grade_gains_a_point(grades: tuple[int, int], bonus: tuple[int, int]) -> None:
    assert kill_grade_bonus({"p1": grades[0], "p2": grades[1]}) == {"p1": bonus[0], "p2": bonus[1]}


def play_out(driver: GameDriver) -> None:
    while driver.state.stage != "ended":
        driver.finish_firefight()
        driver.answer("end:")
        if driver.state.stage == "initiative":
            driver.answer("initiative-roll", dice=(5,))
            driver.answer("initiative-roll", dice=(2,))
            driver.answer("initiative:", "p1")
            driver.confirm_all("gambit:", "gambit:")


def test_a24_12_after_four_turning_points_primaries_are_revealed_and_most_points_win(driver: GameDriver) -> None:
    driver.to_gambits()
    driver.answer("gambit:", "primary:crit")
    driver.answer("gambit:", "primary:kill")
    driver.confirm_all("gambit:", "gambit:")
    driver("score", player="p1", op="crit", vp=3)
    driver("score", player="p2", op="kill", vp=4)
    play_out(driver)
    assert driver.state.turning_point == 4
    assert driver.state.side("p1").revealed["primary_op"] == "crit"
    assert driver.state.side("p1").vp["primary"] == 2
    assert driver.state.side("p2").vp["primary"] == 2
    assert driver.state.winner == "p2"
    assert driver.game.prompts == ()
    with pytest.raises(RefusedError, check=coded("time-battle-over")):
        driver.activate("A1")


def test_a24_12_equal_points_are_a_draw(firefight: GameDriver) -> None:
    play_out(firefight)
    assert firefight.state.stage == "ended"
    assert firefight.state.winner is None


def test_a24_12_a_player_may_concede(firefight: GameDriver) -> None:
    firefight("score", player="p1", op="crit", vp=3)
    firefight("end_battle", conceded_by="p1")
    assert firefight.state.winner == "p2"
    with pytest.raises(RefusedError, check=coded("refusal-no-battle")):
        firefight("end_battle")


def test_b24_05_points_may_be_scored_at_any_time_of_the_battle(firefight: GameDriver) -> None:
    firefight.finish_firefight()
    assert firefight.state.stage == "end"
    firefight("score", player="p2", op="tac", vp=1)
    assert firefight.state.side("p2").total_vp == 1


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("declare_damage", {"operative": "B1", "amount": 10}),
        ("remove_operative", {"operative": "B1"}),
        ("score", {"player": "p1", "op": "crit", "vp": 1}),
        ("activate", {"operative": "B1", "order": "engage"}),
    ],
)
def test_a24_12_nothing_happens_any_more_when_the_battle_is_over(
    firefight: GameDriver, kind: str, given: dict[str, Any]
) -> None:
    firefight("end_battle")
    over = firefight.state
    with pytest.raises(RefusedError, check=coded("time-battle-over")):
        firefight(kind, **given)
    assert firefight.state == over
