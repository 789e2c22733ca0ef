"""An operative that has fallen and acts once more (rule L24-06), under the camera: wherever its model is moved."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from overlook.play.runner import PlayedScript, scripted_table
from overlook.play.script import script_of
from referee.game.intents import Answer, RemoveOperative
from referee.game.judging.position import position_of
from tests.overlook.play.dice_steps import answered, by_default
from tests.overlook.play.scripts import GUN, ONE_EDITION, Raw, act, activate, do, offered, operative, played, script

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


@ONE_EDITION
def test_l24_06_its_last_action_may_be_a_shot_with_dice_and_a_fight_is_declared(edition: str) -> None:
    people = [
        operative("A1", exempt=["last action"]),
        operative("A2"),
        operative("B1", weapons=[{**GUN, "rules": []}], wounds=30),
        operative("B2"),
    ]
    places = {**PLACES, "B1": [12.0, 11.0]}
    order = do("referee", "declare_status", operative="A1", order="engage")
    begun = [order, activate("A2"), FELLED, ACTS]
    raw = script(
        places, *begun, act("A1", "Shoot", target="B1", weapon="gun", dice=True), operatives=people, edition=edition
    )
    shot, dice = answered(raw, by_default)
    assert dice, "the dice of the shot are asked for"
    assert shot.state["operatives"]["A1"]["life"] == "removed"
    near = {**places, "B1": [6.5, 11.0]}
    fight = act("A1", "Fight", target="B1", weapon="blade", dice=True)
    refused = played(script(near, *begun, fight, operatives=people, edition=edition))
    assert "no wounds left. Enter the results of its fight" in refused.steps[-1]["why"]
    assert not offered(refused, -2, "Fight")["possible"]
    said = act("A1", "Fight", target="B1", weapon="blade", results=[{"operative": "B1", "amount": 3}])
    declared = played(script(near, *begun, said, operatives=people, edition=edition))
    assert declared.steps[-1]["accepted"], declared.steps[-1]["why"]
    assert declared.state["operatives"]["B1"]["wounds"] == 27


@ONE_EDITION
def test_removing_an_operative_in_its_last_action_does_not_stop_the_camera(edition: str) -> None:
    moved: Raw = {"see": {"A1": [6.5, 12.0]}}
    gone = do("referee", "remove_operative", operative="A1")
    result = played(
        after_its_fall(edition, ACTS, moved, gone, {"see": {"A1": [6.6, 12.0]}}, {"see": {"A1": [3.0, 3.0]}})
    )
    assert all(step["accepted"] for step in result.steps)
    assert asked(result) == []
