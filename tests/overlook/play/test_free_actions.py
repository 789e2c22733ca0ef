"""Free actions at the table: under the camera, with dice, and beside a counteraction (rules C24-12, C24-15, C21-03)."""

from __future__ import annotations

from typing import Any

from overlook.play.runner import PlayedScript
from tests.overlook.play.dice_steps import answered, answers
from tests.overlook.play.scripts import (
    EDITIONS,
    END,
    ONE_EDITION,
    Raw,
    act,
    activate,
    do,
    offered,
    played,
    script,
    wounds,
)

PLACES: dict[str, list[float]] = {"A1": [5.0, 11.0], "A2": [5.0, 4.0], "B1": [14.0, 11.0], "B2": [20.0, 15.0]}
MOVES = {"kt24": "Reposition", "kt21": "Normal Move"}
SHOT = [{"operative": "B1", "amount": 3}]
ENGAGED = do("referee", "declare_status", operative="A2", order="engage")


def begin(name: str) -> Raw:
    return do("p1" if name.startswith("A") else "p2", "react", operative=name, free=True)


def place(result: PlayedScript, name: str) -> list[float]:
    return [round(each, 2) for each in result.state["operatives"][name]["place"]]


def all_taken(result: PlayedScript) -> None:
    assert all(step["accepted"] for step in result.steps), [step["why"] for step in result.steps]


@EDITIONS
def test_c24_12_c21_03_a_free_shot_of_a_friend_within_an_activation(edition: str) -> None:
    shot = act("A2", "Shoot", target="B1", weapon="gun", results=SHOT, free=True)
    again = act("A1", "Shoot", target="B1", weapon="gun", results=SHOT)
    result = played(script(PLACES, ENGAGED, activate("A1"), shot, again, edition=edition))
    all_taken(result)
    assert wounds(result, "B1") == 4
    assert result.state["active"] == "A1"
    assert result.state["operatives"]["A2"]["ready"]


@EDITIONS
def test_c24_12_c21_03_a_free_shot_outside_an_activation_is_judged(edition: str) -> None:
    wall: Raw = {"id": "W", "poly": [[9, 0], [9.5, 0], [9.5, 22], [9, 22]], "z": [0, 6], "traits": ["Heavy", "Wall"]}
    shot = act("A2", "Shoot", target="B1", weapon="gun", results=SHOT, free=True)
    result = played(script(PLACES, ENGAGED, activate("A1"), shot, edition=edition, terrain=[wall]))
    assert not result.steps[-1]["accepted"]
    assert "sight-visible" in result.steps[-1]["codes"]
    assert wounds(result, "B1") == 10


@ONE_EDITION
def test_c24_12_a_free_shot_outside_an_activation_asks_for_its_dice(edition: str) -> None:
    shot = act("A2", "Shoot", target="B1", weapon="gun", dice=True, free=True)
    raw = script(PLACES, ENGAGED, activate("A1"), shot, edition=edition)
    rolls: dict[str, list[Any]] = {"p1": [[6, 1, 1, 1]], "p2": [[1, 1, 1]]}
    result, _ = answered(raw, answers(rolls, []))
    assert wounds(result, "B1") == 6
    assert result.state["active"] == "A1"


@ONE_EDITION
def test_c24_12_a_free_fight_outside_an_activation(edition: str) -> None:
    near = {**PLACES, "B1": [6.5, 4.0]}
    fight = act("B1", "Fight", target="A2", weapon="blade", dice=True, free=True)
    rolls: dict[str, list[Any]] = {"p2": [[6, 1, 1, 1]], "p1": [[1, 1, 1, 1]]}
    result, _ = answered(script(near, activate("A1"), fight, edition=edition), answers(rolls, []))
    assert wounds(result, "A2") == 6
    assert result.state["active"] == "A1"


@EDITIONS
def test_c24_12_a_free_action_that_is_begun_is_moved_under_the_camera(edition: str) -> None:
    steps = (activate("A1"), begin("A2"), {"see": {"A2": [7.0, 4.0]}}, {"as": "p1", "choose": "Dash"})
    result = played(script(PLACES, *steps, edition=edition))
    all_taken(result)
    assert place(result, "A2") == [7.0, 4.0, 0.0]
    assert result.state["active"] == "A1"
    later = played(
        script(
            PLACES,
            *steps,
            END,
            activate("B1"),
            END,
            activate("A2"),
            {"see": {"A2": [9.0, 4.0]}},
            {"as": "p1", "choose": "Dash"},
            edition=edition,
        )
    )
    all_taken(later)


@EDITIONS
def test_c24_12_a_model_moved_first_is_explained_by_the_free_action(edition: str) -> None:
    steps = (activate("A1"), {"see": {"A2": [7.0, 4.0]}}, act("A2", "Dash", free=True))
    result = played(script(PLACES, *steps, edition=edition))
    assert "fault_called" in result.steps[1]["events"]
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert place(result, "A2") == [7.0, 4.0, 0.0]
    assert not result.state["faults"]


@EDITIONS
def test_c24_12_a_free_dash_outside_an_activation_has_its_limit(edition: str) -> None:
    steps = (activate("A1"), {"see": {"A2": [9.0, 4.0]}}, act("A2", "Dash", free=True))
    result = played(script(PLACES, *steps, edition=edition))
    assert not result.steps[-1]["accepted"]
    assert place(result, "A2") == [5.0, 4.0, 0.0]


@ONE_EDITION
def test_c24_12_the_offers_of_a_free_action_cost_nothing(edition: str) -> None:
    result = played(script(PLACES, ENGAGED, activate("A1"), begin("A2"), edition=edition))
    offer = offered(result, -1, "Shoot")
    assert result.steps[-1]["offers"][0]["operative"] == "A2"
    assert offer["possible"], offer["why"]
    assert offer["ap"] == 0


@ONE_EDITION
def test_c24_12_a_free_action_is_given_up_with_end(edition: str) -> None:
    result = played(script(PLACES, activate("A1"), begin("B1"), {"as": "p2", "choose": "end"}, edition=edition))
    all_taken(result)
    assert result.state["active"] == "A1"


@ONE_EDITION
def test_c24_12_nobody_begins_a_free_action_with_an_enemys_operative(edition: str) -> None:
    taken = do("p1", "react", operative="B1", free=True)
    assert not played(script(PLACES, activate("A1"), taken, edition=edition)).steps[-1]["accepted"]


def counteracting(*steps: Raw, **fields: Any) -> Raw:
    """A1 counteracts; B2 is ready."""
    people = {name: PLACES[name] for name in ("A1", "B1", "B2")}
    return script(people, activate("A1"), END, activate("B1"), END, {"as": "p1", "choose": "A1"}, *steps, **fields)


def moved(x: float, action: str) -> tuple[Raw, Raw]:
    return {"see": {"A1": [x, 11.0]}}, {"as": "p1", "choose": action}


def test_c24_15_a_counteraction_goes_two_inches_with_all_its_moves() -> None:
    """A free Dash of 2" and a Reposition of 2" are 4"."""
    free = act("A1", "Dash", free=True)
    begun = ({"see": {"A1": [7.0, 11.0]}}, free)
    result = played(counteracting(*begun, {"see": {"A1": [8.9, 11.0]}}))
    all_taken(result)
    (asked,) = (one for one in result.steps[-1]["prompts"] if one["topic"] == "proposal")
    assert any('Reposition, 2" of 0"' in choice["label"] for choice in asked["choices"]), asked["choices"]
    assert asked["default"] == "refuse"
    half = played(counteracting({"see": {"A1": [6.0, 11.0]}}, free, *moved(6.9, "Reposition")))
    all_taken(half)
    assert place(half, "A1") == [6.9, 11.0, 0.0]


def test_c24_15_the_offer_of_a_move_tells_what_is_left_of_two_inches() -> None:
    free = act("A1", "Dash", free=True)
    result = played(counteracting({"see": {"A1": [6.0, 11.0]}}, free))
    (left,) = offered(result, -1, "Reposition")["text_message"]["args"]["parts"]
    assert left == {"code": "offer-up-to", "args": {"inches": 1.0}}


def test_c24_14_a_counteraction_does_not_end_before_the_free_action_after_it() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=SHOT)
    free = ({"see": {"A1": [6.9, 11.0]}}, act("A1", "Dash", free=True))
    result = played(counteracting(shot, *free))
    assert result.steps[-1]["accepted"], result.steps[-1]["why"]
    assert result.state["turn"] == "p2"
    far = ({"see": {"A1": [7.9, 11.0]}}, act("A1", "Dash", free=True))
    assert not played(counteracting(shot, *far)).steps[-1]["accepted"], "3 inches in a counteraction"
    again = act("A1", "Shoot", target="B1", weapon="gun", results=SHOT, free=True)
    assert not played(counteracting(shot, again)).steps[-1]["accepted"], "performed in the counteraction"


def test_c24_14_a_free_action_after_a_counteraction_may_be_begun() -> None:
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=SHOT)
    result = played(counteracting(shot, begin("A1"), *moved(6.9, "Dash")))
    all_taken(result)
    assert result.state["active"] is None


@ONE_EDITION
def test_undo_of_a_free_action_needs_one_step(edition: str) -> None:
    shot = act("A2", "Shoot", target="B1", weapon="gun", results=SHOT, free=True)
    result = played(script(PLACES, ENGAGED, activate("A1"), shot, do("p1", "undo"), edition=edition))
    all_taken(result)
    assert wounds(result, "B1") == 10
    assert result.state["active"] == "A1"
