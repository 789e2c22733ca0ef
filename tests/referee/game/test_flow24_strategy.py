"""2024, the Strategy phase: rules A24-10, B24-01 to B24-11."""

from __future__ import annotations

import pytest

from referee.editions.kt24.scoring import command_points, initiative_decider
from referee.game.board_place import BoardPlace
from referee.game.record import RefusedError
from referee.rules.dice.step import d3
from tests.codes import coded
from tests.referee.game.conftest import GameDriver


@pytest.fixture
def gambits(driver: GameDriver) -> GameDriver:
    """The first turning point's Gambit step, p1 with initiative."""
    driver.to_gambits()
    return driver


@pytest.mark.parametrize(
    ("rolls", "previous", "decider"),
    [
        ({"p1": 5, "p2": 2}, "p1", "p1"),
        ({"p1": 1, "p2": 2}, "p1", "p2"),
        ({"p1": 4, "p2": 4}, "p1", "p2"),
        ({"p1": 4, "p2": 4}, "p2", "p1"),
    ],
)
def test_b24_01_the_higher_die_decides_and_a_tie_goes_to_who_did_not_have_it(
    rolls: dict[str, int], previous: str, decider: str
) -> None:
    assert initiative_decider(rolls, previous) == decider


def test_b24_01_the_winner_decides_and_may_give_initiative_away(firefight: GameDriver) -> None:
    firefight.finish_firefight()
    firefight.answer("end:")
    firefight.answer("initiative-roll:2:p1", dice=(2,))
    assert not any(prompt.id == "initiative:2" for prompt in firefight.game.prompts)
    firefight.answer("initiative-roll:2:p2", dice=(6,))
    assert firefight.prompt("initiative:2").owner == "p2"
    firefight.answer("initiative:2", "p1")
    assert firefight.state.initiative == "p1"


def test_b24_01_a_tie_in_a_later_turning_point_is_not_rolled_again(firefight: GameDriver) -> None:
    firefight.finish_firefight()
    firefight.answer("end:")
    firefight.answer("initiative-roll:2:p1", dice=(3,))
    firefight.answer("initiative-roll:2:p2", dice=(3,))
    assert firefight.prompt("initiative:2").owner == "p2"


@pytest.mark.parametrize(
    ("turning_point", "initiative", "after"),
    [(1, "p1", (3, 3)), (1, "p2", (3, 3)), (2, "p1", (3, 4)), (3, "p2", (4, 3)), (4, "p1", (3, 4))],
)
def test_b24_03_one_cp_each_and_two_for_who_has_no_initiative_later(
    turning_point: int, initiative: str, after: tuple[int, int]
) -> None:
    assert command_points({"p1": 2, "p2": 2}, initiative, turning_point) == {"p1": after[0], "p2": after[1]}


def test_b24_03_cp_add_up_over_the_battle_until_they_are_spent(firefight: GameDriver) -> None:
    assert firefight.cp == {"p1": 3, "p2": 3}
    firefight.to_next_firefight("p2")
    assert firefight.cp == {"p1": 5, "p2": 4}
    firefight("use_ploy", player="p1", name="Just a Scratch")
    assert firefight.cp == {"p1": 4, "p2": 4}


def test_b24_04_everybody_on_the_killzone_is_readied(firefight: GameDriver) -> None:
    firefight("remove_operative", operative="B3")
    firefight.pass_activation("A1")
    firefight.to_next_firefight()
    assert firefight.state.ready_of("p1") == ("A1", "A2", "A3")
    assert firefight.state.ready_of("p2") == ("B1", "B2")


def test_b24_05_gambits_alternate_from_initiative_until_both_pass_in_a_row(gambits: GameDriver) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-other-turn", player="p1")):
        gambits("use_ploy", player="p2", name="Hold", cost=1)
    gambits("use_ploy", player="p1", name="Advance", cost=1)
    gambits("pass_turn", player="p2")
    gambits("use_ploy", player="p1", name="Hold", cost=1)
    gambits("use_ploy", player="p2", name="Hold", cost=1)
    gambits("pass_turn", player="p1")
    assert gambits.state.stage == "gambit"
    gambits("pass_turn", player="p2")
    assert gambits.state.stage == "firefight"


def test_b24_05_a_pass_does_not_bar_a_later_gambit(gambits: GameDriver) -> None:
    gambits("pass_turn", player="p1")
    gambits("use_ploy", player="p2", name="Hold", cost=1)
    gambits("use_ploy", player="p1", name="Advance", cost=1)
    assert "advance" in gambits.state.side("p1").used


def test_b24_06_gambits_that_are_no_ploys_are_free_and_ploys_must_be_paid(gambits: GameDriver) -> None:
    gambits("use_ploy", player="p1", name="Drop Insertion", cost=0)
    assert gambits.cp["p1"] == 3
    with pytest.raises(RefusedError) as refused:
        gambits("use_ploy", player="p2", name="Ruin", cost=4)
    assert refused.value.findings[0].rule == "B24-06"
    assert coded("refusal-cp-short", price=4, left=3)(refused.value)


def test_b24_07_each_ploy_once_a_turning_point_by_each_player_except_command_reroll(firefight: GameDriver) -> None:
    firefight("use_ploy", player="p1", name="Just a Scratch", cost=0)
    firefight("use_ploy", player="p2", name="Just a Scratch", cost=0)
    with pytest.raises(RefusedError) as refused:
        firefight("use_ploy", player="p1", name="Just a Scratch", cost=0)
    assert [finding.rule for finding in refused.value.findings] == ["B24-07"]
    first = "A1" if firefight.state.turn == "p1" else "B1"
    firefight("activate", operative=first, order="engage")
    firefight("use_ploy", player="p1", name="Command Re-roll")
    firefight("use_ploy", player="p1", name="Command Re-roll")
    firefight("end_activation", operative=first)
    firefight.to_next_firefight()
    firefight("use_ploy", player="p1", name="Just a Scratch", cost=0)


def test_b24_08_what_lasts_until_the_end_of_the_turning_point_ends_after_scoring(firefight: GameDriver) -> None:
    firefight("declare_stat", operative="A1", stat="apl", change=1, until="end of the turning point", why="ploy")
    firefight.finish_firefight()
    assert firefight.state.operative("A1").apl == 3
    firefight.answer("end:")
    assert firefight.state.operative("A1").apl == 2


@pytest.mark.parametrize("stage", ["initiative", "end"])
def test_b24_09_no_ploys_outside_of_the_gambit_step_and_the_firefight(firefight: GameDriver, stage: str) -> None:
    firefight.finish_firefight()
    if stage == "initiative":
        firefight.answer("end:")
    assert firefight.state.stage == stage
    with pytest.raises(RefusedError, check=coded("term-phase", phase=stage)):
        firefight("use_ploy", player="p1", name="Just a Scratch")


def test_a24_10_the_primary_op_is_a_secret_gambit_of_the_first_turning_point(gambits: GameDriver) -> None:
    keys = [choice.key for choice in gambits.prompt("gambit:").choices]
    assert keys == ["primary:crit", "primary:tac", "primary:kill", "pass"]
    gambits.answer("gambit:", "primary:tac")
    assert gambits.state.side("p1").sealed["primary_op"] == "tac"
    assert gambits.state.side("p1").revealed.get("primary_op") is None
    gambits.confirm_all("gambit:")
    assert [choice.key for choice in gambits.prompt("gambit:").choices] == ["pass"]


@pytest.mark.parametrize("word", ["loot", "primary", "crit op!", "none", "c r i t", "crit, tac"])
def test_a24_10_the_primary_op_is_one_of_the_list(gambits: GameDriver, word: str) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-primary-op")):
        gambits("seal", player="p1", topic="primary_op", value=word)
    assert "primary_op" not in gambits.state.side("p1").sealed


@pytest.mark.parametrize(
    ("word", "op"),
    [("crit", "crit"), ("Tac", "tac"), (" KILL ", "kill"), ("Crit op", "crit"), ("primary:kill", "kill")],
)
def test_a24_10_the_primary_op_is_stored_under_its_id(gambits: GameDriver, word: str, op: str) -> None:
    gambits("seal", player="p1", topic="primary_op", value=word)
    assert gambits.state.side("p1").sealed["primary_op"] == op


@pytest.mark.parametrize("again", ["Ruin ", " Ruin", "Ru\u00a0in", "R uin", "ruin\t", "Ruin\n"])
def test_b24_05_blanks_make_no_other_ploy(gambits: GameDriver, again: str) -> None:
    first = "Ru in" if "\u00a0" in again else "R  uin" if again == "R uin" else "Ruin"
    gambits("use_ploy", player="p1", name=first)
    gambits("pass_turn", player="p2")
    with pytest.raises(RefusedError, check=coded("refusal-ploy-used")):
        gambits("use_ploy", player="p1", name=again)


@pytest.mark.parametrize("name", ["Command Re-roll ", " command  re-roll"])
def test_b24_10_a_command_re_roll_with_blanks_is_one_with_dice(firefight: GameDriver, name: str) -> None:
    with pytest.raises(RefusedError, check=coded("refusal-ploy-with-dice")):
        firefight("use_ploy", player="p1", name=name)


@pytest.mark.parametrize(("die", "value"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_l24_10_a_d3_is_half_of_a_d6_rounded_up(die: int, value: int) -> None:
    assert d3(die) == value


def smoke(driver: GameDriver) -> None:
    driver("place_marker", marker={"id": "S1", "kind": "smoke", "diameter": 0.787, "place": {"x": 10.0, "y": 10.0}})


def test_b24_11_smoke_goes_after_that_many_activations_of_the_next_turning_point(firefight: GameDriver) -> None:
    smoke(firefight)
    firefight.finish_firefight()
    firefight.answer("end:")
    firefight.answer("initiative-roll", dice=(5,))
    firefight.answer("initiative-roll", dice=(2,))
    firefight.answer("initiative:", "p1")
    assert firefight.state.stage == "ready"
    firefight.answer("smoke:2:S1", dice=(4,))
    firefight.confirm_all("gambit:", "gambit:")
    firefight.pass_activation("A1")
    assert "S1" in firefight.state.markers
    firefight.pass_activation("B1")
    assert "S1" not in firefight.state.markers


def test_b24_11_smoke_goes_at_the_end_of_that_turning_point_at_the_latest(firefight: GameDriver) -> None:
    smoke(firefight)
    firefight("remove_operative", operative="A2")
    firefight("remove_operative", operative="A3")
    firefight("remove_operative", operative="B2")
    firefight("remove_operative", operative="B3")
    firefight.finish_firefight()
    firefight.answer("end:")
    firefight.answer("initiative-roll", dice=(5,))
    firefight.answer("initiative-roll", dice=(2,))
    firefight.answer("initiative:", "p1")
    firefight.answer("smoke:2:S1", dice=(6,))
    firefight.confirm_all("gambit:", "gambit:")
    firefight.finish_firefight()
    assert firefight.state.markers["S1"].timer == 1
    firefight.answer("end:")
    assert "S1" not in firefight.state.markers
    assert firefight.state.operative("A1").place == BoardPlace(5.0, 3.0)
