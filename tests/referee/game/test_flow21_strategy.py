"""2021, before the Firefight phase: set-up, initiative taken, points and ploys, target reveal (rules A21-04, B21-*)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.editions.kt21.flow import initiative_taken
from referee.game.card import Seat, TacOpCard
from referee.game.phases.common_phases import FirstRollOff
from referee.game.record import RefusedError
from referee.game.state import PlayerAccount
from tests.codes import coded
from tests.referee.game.players21 import GameDriver, at_firefight
from tests.referee.game.refused import rules


@pytest.fixture
def driver() -> GameDriver:
    return at_firefight()


@pytest.mark.parametrize(
    ("rolls", "previous", "taken"),
    [({"p1": 5, "p2": 2}, "p1", "p1"), ({"p1": 3, "p2": 3}, "p1", "p2"), ({"p1": 3, "p2": 3}, "p2", "p1")],
)
def test_b21_02_the_winner_takes_initiative_and_a_tie_goes_to_who_did_not_have_it(
    rolls: dict[str, int], previous: str, taken: str
) -> None:
    assert initiative_taken(rolls, previous) == taken


def test_b21_02_the_mission_gives_initiative_in_the_first_turning_point_and_nobody_is_asked_later() -> None:
    driver = GameDriver()
    driver.set_up()
    assert [prompt.id for prompt in driver.game.prompts] == ["mission:0"]
    driver.answer("mission", "p2")
    assert driver.state.stage == "ploys"
    assert driver.state.initiative == "p2"
    driver.to_firefight()
    while driver.state.stage == "firefight":
        prompt = driver.game.prompts[0]
        driver.answer(prompt.id, prompt.default or prompt.choices[0].key)
    driver.answer("end")
    driver.answer("initiative-roll:2:p1", dice=[4])
    driver.answer("initiative-roll:2:p2", dice=[3])
    assert driver.state.initiative == "p1"
    assert driver.state.stage == "ploys"


def test_b21_01_everybody_is_readied_and_b21_03_each_gains_one_cp() -> None:
    driver = GameDriver()
    driver.set_up()
    driver.answer("mission", "p1")
    assert driver.state.ready_of("p1") == ("A1", "A2", "A3")
    assert {player: side.cp for player, side in driver.state.sides.items()} == {"p1": 1, "p2": 1}


def test_b21_04_strategic_ploys_in_turn_each_once() -> None:
    driver = GameDriver()
    driver.set_up()
    driver.answer("mission", "p1")
    driver("use_ploy", player="p1", name="Rush", cost=0)
    with pytest.raises(RefusedError, check=coded("refusal-other-turn", player="p2")):
        driver("use_ploy", player="p1", name="Hide", cost=0)
    driver("pass_turn", player="p2")
    with pytest.raises(RefusedError) as refused:
        driver("use_ploy", player="p1", name="rush", cost=0)
    assert rules(refused) == ["B21-04"]
    with pytest.raises(RefusedError) as refused:
        driver("use_ploy", player="p1", name="Ruin", cost=2)
    assert rules(refused) == ["B21-06"]


def test_b21_05_tac_ops_are_sealed_before_and_revealed_in_turn() -> None:
    driver = GameDriver()
    driver.set_up()
    driver("seal", player="p1", topic="tac_op_1", value="Headhunter")
    driver.answer("mission", "p1")
    driver("pass_turn", player="p1")
    driver("pass_turn", player="p2")
    assert driver.state.stage == "target_reveal"
    with pytest.raises(RefusedError, check=coded("refusal-secret-missing")):
        driver("reveal", player="p1", topic="tac_op_2")
    driver("reveal", player="p1", topic="tac_op_1")
    assert driver.state.turn == "p2"
    driver("pass_turn", player="p2")
    driver("pass_turn", player="p1")
    assert driver.state.stage == "firefight"


def test_b21_05_a_tac_op_of_2021_is_on_one_of_the_player_s_cards() -> None:
    driver = GameDriver()
    driver.set_up(tac_ops={"p1": (TacOpCard("Headhunter"), TacOpCard("Hold the Line"))})
    with pytest.raises(RefusedError, check=coded("refusal-tac-op-card")):
        driver("seal", player="p1", topic="tac_op_1", value="Rout")
    driver("seal", player="p1", topic="tac_op_1", value=" hold  the line")
    assert driver.state.side("p1").sealed["tac_op_1"] == "Hold the Line"
    with pytest.raises(RefusedError, check=coded("edition-tac-op-twice")):
        driver("seal", player="p1", topic="tac_op_2", value="HOLD the line ")
    driver("seal", player="p2", topic="tac_op_1", value="Rout")


def test_b21_07_each_condition_once_and_not_before_the_reveal() -> None:
    driver = GameDriver()
    driver.set_up()
    driver("seal", player="p1", topic="tac_op_1", value="Headhunter")
    driver.to_firefight()
    with pytest.raises(RefusedError, check=coded("edition-tac-op-hidden")):
        driver("score", player="p1", op="tac_op_1:1", vp=1)
    driver("reveal", player="p1", topic="tac_op_1")
    driver("score", player="p1", op="tac_op_1:1", vp=1)
    with pytest.raises(RefusedError, check=coded("edition-condition-scored")):
        driver("score", player="p1", op="tac_op_1:1", vp=1)
    driver("score", player="p1", op="tac_op_1:2", vp=1)
    driver("score", player="p1", op="mission", vp=3)
    assert driver.state.side("p1").total_vp == 5
    with pytest.raises(RefusedError, check=coded("refusal-op-unknown")):
        driver("score", player="p1", op="crit", vp=1)


def test_operatives_are_set_up_in_the_order_of_the_mission() -> None:
    driver = GameDriver()
    driver.set_up(deployed=False)
    driver.answer("mission", "p1")
    for operative in ("B1", "B2", "A1", "B3", "A2", "A3"):
        assert driver.state.stage == "deployment"
        driver("deploy", operative=operative, place={"x": 3.0, "y": 3.0})
    assert driver.state.stage == "ploys"


def test_b21_06_a_tactical_ploy_once_a_turning_point_and_a_command_reroll_as_often_as_paid(driver: GameDriver) -> None:
    driver.to_firefight()
    driver("use_ploy", player="p1", name="Hold", cost=0)
    with pytest.raises(RefusedError, check=coded("refusal-ploy-used", ploy="hold")):
        driver("use_ploy", player="p1", name="hold", cost=0)
    with pytest.raises(RefusedError, check=coded("refusal-ploy-with-dice")):
        driver("use_ploy", player="p1", name="Command Re-roll", cost=0)
    player = driver.state.turn
    driver("activate", operative="A1" if player == "p1" else "B1", order="engage")
    for _ in range(2):
        driver("use_ploy", player="p1", name="Command Re-roll", cost=0)
    with pytest.raises(RefusedError, check=coded("refusal-cp-short", price=9)):
        driver("use_ploy", player="p1", name="Command Re-roll", cost=9)


@pytest.mark.parametrize(("dice", "asked"), [((3, 3), 2), ((3, 4), 0)])
def test_a21_04_ties_of_a_roll_off_are_rolled_again_but_for_initiative(dice: tuple[int, int], asked: int) -> None:
    """Initiative has its own rule for ties (B21-02); any other roll-off begins anew."""
    state = replace(
        GameDriver().state, sides={"p1": PlayerAccount(Seat("p1", "a")), "p2": PlayerAccount(Seat("p2", "b"))}
    )
    stage = FirstRollOff("roll_off")
    rolled = replace(state, rolls=dict(zip(("p1", "p2"), dice, strict=True)))
    for event in stage.follow(rolled):
        rolled = event.apply(rolled)
    assert len([prompt for prompt in stage.prompts(rolled) if prompt.dice]) == asked


def test_b21_04_a_strategic_ploy_is_paid_as_it_is_used() -> None:
    driver = GameDriver()
    driver.set_up()
    driver.answer("mission", "p1")
    driver("use_ploy", player="p1", name="Rush", cost=1)
    assert driver.state.side("p1").cp == 0
