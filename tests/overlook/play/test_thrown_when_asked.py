"""Only dice thrown after a roll was asked for count, and a second throw is shown and logged."""

from __future__ import annotations

from tests.overlook.play.scripts import ONE_EDITION, Raw, act, activate, do, played, script

FAR = {"A1": [5.0, 11.0], "B1": [12.0, 11.0], "B2": [12.0, 14.0]}
SHOT = (activate("A1"), act("A1", "Shoot", target="B1", weapon="gun", dice=True))
CONFIRM: Raw = {"as": "p1", "press": "confirm"}
SIXES: Raw = {"as": "p1", "tray": [6, 6, 6, 6]}
ONES: Raw = {"as": "p1", "tray": [1, 1, 1, 1]}


@ONE_EDITION
def test_dice_thrown_before_the_shot_is_declared_are_not_its_roll(edition: str) -> None:
    result = played(script(FAR, SIXES, *SHOT, CONFIRM, edition=edition))
    assert not result.steps[-1]["accepted"]
    assert result.steps[-1]["prompts"][0]["dice"] == 4


def test_dice_thrown_for_one_shot_do_not_count_for_another() -> None:
    other = act("A1", "Shoot", target="B2", weapon="gun", dice=True)
    result = played(script(FAR, *SHOT, SIXES, do("screen", "undo"), other, CONFIRM))
    assert [step["accepted"] for step in result.steps] == [True, True, True, True, True, False]


@ONE_EDITION
def test_a_second_throw_is_shown_in_the_question_and_logged(edition: str) -> None:
    result = played(script(FAR, *SHOT, ONES, SIXES, CONFIRM, edition=edition))
    told = "thrown twice: 1 1 1 1, then 6 6 6 6"
    assert told not in result.steps[2]["prompts"][0]["asked"]
    assert told in result.steps[3]["prompts"][0]["asked"]
    assert result.steps[-1]["accepted"]
    assert f"6 6 6 6 is entered, {told}" in result.state["log"]


def test_an_earlier_throw_is_shown_if_the_dice_are_typed_in() -> None:
    result = played(script(FAR, *SHOT, ONES, SIXES, {"as": "p1", "dice": [5, 5, 5, 5]}))
    assert "5 5 5 5 is entered, thrown twice: 1 1 1 1, then 6 6 6 6" in result.state["log"]


def test_a_single_throw_is_logged_as_usual() -> None:
    result = played(script(FAR, *SHOT, SIXES, CONFIRM))
    assert result.steps[-1]["accepted"]
    assert not any("thrown" in line for line in result.state["log"])
