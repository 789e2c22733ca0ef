"""An operative that has fallen and acts once more (rule L24-06), under the camera: wherever its model is moved."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from overlook.play.runner import PlayedScript, scripted_table
from overlook.play.script import script_of
from referee.game.intents import Answer, RemoveOperative
from referee.game.judging.position import position_of
from tests.overlook.play.dice_steps import answered, answers, by_default
from tests.overlook.play.scripts import (
    END,
    GUN,
    ONE_EDITION,
    Raw,
    act,
    activate,
    box,
    do,
    offered,
    operative,
    played,
    script,
)

PLACES: dict[str, list[float]] = {"A1": [5.0, 11.0], "A2": [8.0, 4.0], "B1": [14.0, 11.0], "B2": [20.0, 15.0]}
FELLED = do("referee", "declare_damage", operative="A1", amount=20)
ACTS: Raw = {"as": "p1", "choose": "act"}
MOVES = {"kt24": "Reposition", "kt21": "Normal Move"}


def after_its_fall(edition: str, *steps: Raw) -> Raw:
    """A1 falls in the activation of A2."""
    people = [operative(name, exempt=["last action"] if name == "A1" else []) for name in PLACES]
    return script(PLACES, activate("A2"), FELLED, *steps, operatives=people, edition=edition)


def asked(result: PlayedScript, step: int = -1) -> list[Any]:
    return [one for one in result.steps[step]["prompts"] if one["topic"] == "proposal"]


@ONE_EDITION
@pytest.mark.parametrize("before", [True, False])
def test_l24_06_a_fallen_model_that_is_moved_is_asked_about_as_it_acts(edition: str, before: bool) -> None:
    moved: Raw = {"see": {"A1": [6.5, 12.0]}}
    steps = [moved, ACTS] if before else [ACTS, moved]
    result = played(after_its_fall(edition, *steps))
    assert all(step["accepted"] for step in result.steps)
    (question,) = asked(result)
    assert question["owner"] == "p1"
    assert 'moved 1.8"' in question["question"]
    assert any(choice["label"].startswith(MOVES[edition]) for choice in question["choices"])
    taken = played(after_its_fall(edition, *steps, {"as": "p1", "choose": MOVES[edition]}))
    assert taken.steps[-1]["events"][-2:] == ["reaction_ended", "removed"]
    assert taken.state["operatives"]["A1"]["place"] == [6.5, 12.0, 0.0]


@ONE_EDITION
def test_l24_06_a_fallen_model_moved_before_the_answer_is_reported_until_it_acts(edition: str) -> None:
    result = played(after_its_fall(edition, {"see": {"A1": [6.5, 12.0]}}, ACTS))
    assert result.steps[-2]["events"] == ["fault_called"]
    assert result.steps[-1]["events"] == ["reaction_began", "fault_mended", "proposed"]


@ONE_EDITION
def test_l24_06_a_fallen_operative_is_judged_only_while_it_acts(edition: str) -> None:
    async def counted() -> list[bool]:
        raw = after_its_fall(edition)
        found = []
        async with scripted_table(script_of(raw)) as table:
            await table.play()
            found.append("A1" in position_of(table.table.state).table.operatives)
            table.table.submit(Answer(id="acts", prompt="last:A1", choice="act"))
            found.append("A1" in position_of(table.table.state).table.operatives)
            table.table.submit(RemoveOperative(id="gone", operative="A1", why="off the table"))
            found.append("A1" in position_of(table.table.state).table.operatives)
        return found

    assert asyncio.run(counted()) == [False, True, False]


ENGAGED = do("referee", "declare_status", operative="A1", order="engage")
NEAR = {**PLACES, "B1": [6.5, 11.0]}
HIT, MISSED = [6, 5, 1, 1], [1, 1, 1, 1]


def fallen(edition: str, *steps: Raw, places: dict[str, list[float]] | None = None, **fields: Any) -> Raw:
    """A1 falls in the activation of A2, with an Engage order, and acts."""
    where = places or PLACES
    mine = {"exempt": ["last action"], **fields.pop("mine", {})}
    people = [operative("A1", **mine), operative("A2"), operative("B1", wounds=30), operative("B2")]
    return script(where, ENGAGED, activate("A2"), FELLED, ACTS, *steps, operatives=people, edition=edition, **fields)


def life(result: PlayedScript, name: str = "A1") -> str:
    return str(result.state["operatives"][name]["life"])


@ONE_EDITION
def test_l24_06_its_last_action_may_be_a_shot_with_dice(edition: str) -> None:
    rolls: dict[str, list[Any]] = {"p1": [[6, 6, 1, 1]], "p2": [[1, 1, 1]]}
    raw = fallen(edition, act("A1", "Shoot", target="B1", weapon="gun", dice=True))
    shot, dice = answered(raw, answers(rolls, []))
    assert dice, "the dice of the shot are asked for"
    assert life(shot) == "removed"
    assert shot.state["operatives"]["B1"]["wounds"] == 22


@ONE_EDITION
def test_l24_06_its_last_action_may_be_a_fight_with_dice(edition: str) -> None:
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    begun = played(fallen(edition, places=NEAR))
    assert offered(begun, -1, "Fight")["possible"]
    result, dice = answered(fallen(edition, fight, places=NEAR), by_default)
    assert len([one for one in dice if one["dice"]]) == 2, "both roll"
    assert life(result) == "removed"
    assert result.state["operatives"]["B1"]["wounds"] < 30


@ONE_EDITION
def test_l24_06_a_fallen_fighter_is_not_stopped_by_the_first_strike_back(edition: str) -> None:
    """It is incapacitated already, so the dice are resolved until none are left: 4 + 3 damage."""
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    injured = [6, 6, 1, 1]
    rolls: dict[str, list[Any]] = {"p1": [injured], "p2": [[6, 6, 6, 6]]}
    struck = answers(rolls, ["strike:crit"] * 8)
    result, asked = answered(fallen(edition, fight, places=NEAR), struck)
    assert result.state["operatives"]["B1"]["wounds"] == 30 - 4 - 4
    effects = json.dumps([step.get("combat") for step in result.steps]) + json.dumps(asked)
    assert "incapacitated" not in effects


@ONE_EDITION
def test_l24_06_a_declared_fight_of_the_fallen_is_taken(edition: str) -> None:
    said = act("A1", "Fight", target="B1", weapon="blade", results=[{"operative": "B1", "amount": 3}])
    declared = played(fallen(edition, said, places=NEAR))
    assert declared.steps[-1]["accepted"], declared.steps[-1]["why"]
    assert declared.state["operatives"]["B1"]["wounds"] == 27


@ONE_EDITION
@pytest.mark.parametrize("how", [{"dice": True}, {"results": [{"operative": "B1", "amount": 3}]}])
def test_l24_06_a_last_shot_needs_a_target_in_sight(edition: str, how: dict[str, Any]) -> None:
    wall = box("W", 9.0, 0.0, 9.5, 22.0, 6.0, "Heavy", "Wall")
    shot = act("A1", "Shoot", target="B1", weapon="gun", **how)
    result = played(fallen(edition, shot, terrain=[wall]))
    assert not result.steps[-1]["accepted"]
    assert "line of sight is blocked by W" in result.steps[-1]["why"]
    assert result.state["operatives"]["B1"]["wounds"] == 30


@ONE_EDITION
@pytest.mark.parametrize("how", [{"dice": True}, {"results": [{"operative": "B1", "amount": 3}]}])
def test_l24_06_a_last_shot_needs_a_target_in_range(edition: str, how: dict[str, Any]) -> None:
    pistol = {**GUN, "rules": ['Range 6"']}
    shot = act("A1", "Shoot", target="B1", weapon="gun", **how)
    assert not played(fallen(edition, shot, mine={"weapons": [pistol]})).steps[-1]["accepted"]
    near = {**PLACES, "B1": [11.0, 11.0]}
    assert played(fallen(edition, shot, places=near, mine={"weapons": [pistol]})).steps[-1]["accepted"]


@ONE_EDITION
@pytest.mark.parametrize("action", ["Shoot", "Fight"])
def test_l24_06_a_last_attack_keeps_the_conditions_of_control_range(edition: str, action: str) -> None:
    weapon = {"Shoot": "gun", "Fight": "blade"}[action]
    attack = act("A1", action, target="B1", weapon=weapon, results=[{"operative": "B1", "amount": 3}])
    assert played(fallen(edition, attack, places=NEAR)).steps[-1]["accepted"] is (action == "Fight")
    assert played(fallen(edition, attack)).steps[-1]["accepted"] is (action == "Shoot")


def test_l24_07_a_fallen_operative_is_injured_and_hits_one_worse() -> None:
    """No wounds are fewer than half of them: a 3+ is a 4+, so of 4, 3, 3, 3 one hits."""
    shot = act("A1", "Shoot", target="B1", weapon="gun", dice=True)
    rolls: dict[str, list[Any]] = {"p1": [[4, 3, 3, 3]], "p2": [[1, 1, 1]]}
    result, _ = answered(fallen("kt24", shot), answers(rolls, []))
    assert result.state["operatives"]["B1"]["wounds"] == 27


def test_l24_07_a_fallen_operative_moves_two_inches_less() -> None:
    result = played(fallen("kt24", {"see": {"A1": [5.0, 16.0]}}))
    (question,) = asked(result)
    assert any(choice["label"].startswith('Reposition, 5" of 4"') for choice in question["choices"]), question
    assert question["default"] == "refuse"


@ONE_EDITION
def test_l24_06_a_fallen_model_may_charge(edition: str) -> None:
    near = {**PLACES, "B1": [9.0, 11.0]}
    charge = ({"see": {"A1": [7.4, 11.0]}}, {"as": "p1", "choose": "Charge"})
    result = played(fallen(edition, *charge, places=near))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert life(result) == "removed"


@ONE_EDITION
@pytest.mark.parametrize("to", [[6.5, 12.0], [13.0, 11.0], [14.0, 11.2], [-2.0, 11.0]])
def test_l24_06_the_camera_goes_on_wherever_the_fallen_model_was_put_before_it_acts(
    edition: str, to: list[float]
) -> None:
    moved: Raw = {"see": {"A1": to}}
    result = played(after_its_fall(edition, ENGAGED, moved, {"see": {"B2": [21.0, 15.0]}}, ACTS, {"see": {"A1": to}}))
    assert [step["accepted"] for step in result.steps[-3:]] == [True, True, True]
    assert len(asked(result)) == 1


@ONE_EDITION
def test_l24_06_the_camera_goes_on_if_the_fallen_model_is_taken_off_before_it_acts(edition: str) -> None:
    away: Raw = {"see": {}, "gone": ["A1"]}
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=[{"operative": "B1", "amount": 3}])
    result = played(after_its_fall(edition, ENGAGED, away, ACTS, shot))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert life(result) == "removed"


def reacting(edition: str, *steps: Raw, people: list[Raw]) -> Raw:
    """A1 reacts after its activation, B1's is over, and B2 is ready."""
    begun = [activate("A1"), END, activate("B1"), END, activate("A2"), END, activate("B2"), END]
    order = ["A1", "B1", "A2", "B2"]
    assert len(begun) == 2 * len(order)
    return script(
        {**PLACES, "B3": [20.0, 4.0]}, *begun, {"as": "p1", "choose": "A1"}, *steps, operatives=people, edition=edition
    )


def crowd(*lasting: str) -> list[Raw]:
    return [
        operative(name, exempt=["last action"] if name in lasting else []) for name in ("A1", "A2", "B1", "B2", "B3")
    ]


REACTIONS = pytest.mark.parametrize(("edition", "shot"), [("kt24", "Shoot"), ("kt21", "Overwatch")])


@REACTIONS
def test_l24_06_whoever_falls_as_it_reacts_acts_once_more(edition: str, shot: str) -> None:
    result = played(reacting(edition, FELLED, ACTS, {"as": "p1", "choose": "end"}, people=crowd("A1")))
    assert all(step["accepted"] for step in result.steps), result.steps[-1]["why"]
    assert life(result) == "removed"
    assert result.state["turn"] == "p2"
    assert result.state["active"] is None


@REACTIONS
def test_l24_06_whoever_is_felled_by_a_reaction_acts_once_more(edition: str, shot: str) -> None:
    kills = act("A1", shot, target="B1", weapon="gun", results=[{"operative": "B1", "amount": 10}])
    back = act("B1", "Shoot", target="A1", weapon="gun", results=[{"operative": "A1", "amount": 3}])
    steps = (kills, {"as": "p2", "choose": "act"}, back)
    result = played(reacting(edition, *steps, people=crowd("B1")))
    assert all(step["accepted"] for step in result.steps), result.steps[-1]["why"]
    assert life(result, "B1") == "removed"
    assert result.state["operatives"]["A1"]["wounds"] == 7
    assert result.state["turn"] == "p2"


@ONE_EDITION
def test_removing_an_operative_in_its_last_action_does_not_stop_the_camera(edition: str) -> None:
    moved: Raw = {"see": {"A1": [6.5, 12.0]}}
    gone = do("referee", "remove_operative", operative="A1")
    result = played(
        after_its_fall(edition, ACTS, moved, gone, {"see": {"A1": [6.6, 12.0]}}, {"see": {"A1": [3.0, 3.0]}})
    )
    assert all(step["accepted"] for step in result.steps)
    assert asked(result) == []
