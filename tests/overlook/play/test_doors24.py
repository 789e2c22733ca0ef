"""Hatches and doors of 2024 at the table: fights through them, hatches operated by phone and by hand."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.hatchway import HATCH, NORTH, RADIUS, SOUTH, WALLS, gallowdark
from tests.overlook.play.scripts import Raw, act, activate, operative, played, script, taken, wounds
from tests.overlook.play.seen_moves import reading

FIGHT = (
    {"as": "p1", "dice": [6, 5, 1, 1]},
    {"as": "p2", "dice": [1, 1, 1, 2]},
    {"choose": "pass"},
    {"choose": "pass"},
    {"as": "p1", "choose": "strike"},
    {"as": "p1", "choose": "strike"},
)


@pytest.mark.parametrize(
    "enemy", [[10.0, NORTH + 0.8], *at_night([10.0, NORTH + 1.3], [12.2, NORTH], [8.1, NORTH + 1.2])]
)
def test_k24_11_a_hatchway_fight_reaches_an_enemy_on_the_other_side(enemy: list[float]) -> None:
    places = {"A1": [10.0, SOUTH], "B1": enemy}
    fight = act("A1", "Hatchway Fight", target="B1", weapon="blade", dice=True)
    result = played(gallowdark("open", places, activate("A1"), fight, *FIGHT))
    assert all(taken(result)), [step["why"] for step in result.steps]
    offer = next(one for one in result.steps[0]["offers"] if one["action"] == "Hatchway Fight")
    assert (offer["possible"], offer["targets"], offer["ap"]) == (True, ["B1"], 1)
    assert wounds(result, "B1") == 10 - 4 - 3


@pytest.mark.parametrize("sigma_mm", [0.16, *at_night(0.3)])
@pytest.mark.parametrize(("apart_mm", "call"), [(0.3, "YES"), *at_night((0.0, "YES"), (1.0, "TOO_CLOSE"), (2.5, "NO"))])
def test_k24_11_a_base_in_contact_with_a_hatch_is_seen_in_contact(sigma_mm: float, apart_mm: float, call: str) -> None:
    places = {"A1": [10.0, SOUTH - apart_mm / 25.4], "B1": [10.0, NORTH + 0.8]}
    fight = act("A1", "Hatchway Fight", target="B1", weapon="blade", dice=True)
    result = played(gallowdark("open", places, activate("A1"), fight, sigma_mm=sigma_mm))
    touches = [one["call"] for one in result.steps[1]["rulings"] if one["rule"] == "K24-11"]
    assert call in touches
    assert call == "TOO_CLOSE" or taken(result)[1] is (call == "YES")


@pytest.mark.nightly
def test_k24_07_reaching_a_hatch_from_an_inch_away_is_too_close_to_call() -> None:
    operate = act("A1", "Operate Hatch", thing="AP")
    for apart, call in ((0.9, "YES"), (1.0, "TOO_CLOSE"), (1.1, "NO")):
        places = {"A1": [10.0, SOUTH - apart], "B1": [28.0, 20.0]}
        result = played(gallowdark("closed", places, activate("A1"), operate, sigma_mm=0.16))
        assert call in {one["call"] for one in result.steps[1]["rulings"] if one["rule"] == "K24-07"}, apart


@pytest.mark.parametrize(
    ("y", "may"), [(11.2, False), (11.0 - RADIUS - 0.2, True), *at_night((11.0 - RADIUS + 0.2, False))]
)
@pytest.mark.parametrize("who", ["A1", *at_night("A2")])
def test_k24_07_a_hatch_cannot_close_on_an_operative_in_it(who: str, y: float, may: bool) -> None:
    places = {"A1": [10.6, SOUTH - 0.3], "A2": [28.0, 20.0], "B1": [28.0, 2.0], who: [9.8, y]}
    if who == "A2":
        places["A1"] = [10.6, NORTH + 0.3]
    result = played(gallowdark("open", places, activate("A1"), act("A1", "Operate Hatch", thing="AP")))
    assert taken(result)[1] is may, result.steps[1]["why"]
    assert may or f"The hatch AP cannot be closed. In its way: {who}." in str(result.steps[1])


@pytest.mark.parametrize(
    ("state", "own", "enemy"),
    [
        ("closed", (10.0, SOUTH), (10.0, NORTH)),
        ("open", (10.0, SOUTH), (10.0, NORTH + 2.1)),
        ("open", (10.0, SOUTH - 0.2), (10.0, NORTH)),
        ("open", (10.0, SOUTH), (12.6, SOUTH)),
    ],
    ids=["closed", "too far", "not touching", "the same side"],
)
def test_k24_11_a_hatchway_fight_is_refused(state: str, own: tuple[float, float], enemy: tuple[float, float]) -> None:
    fight = act("A1", "Hatchway Fight", target="B1", weapon="blade", dice=True)
    result = played(gallowdark(state, {"A1": list(own), "B1": list(enemy)}, activate("A1"), fight))
    assert taken(result) == [True, False]
    assert "K24-11" in {ruling["rule"] for ruling in result.steps[1]["rulings"]}
    assert result.state["operatives"]["A1"]["ap_left"] == 2
    assert ("opening-open" in result.steps[1]["codes"]) is (state == "closed")
    assert ("opening-beyond" in result.steps[1]["codes"]) is (enemy == (12.6, SOUTH))


@pytest.mark.parametrize("enemy", [[10.0, NORTH + 0.8], *at_night([12.2, NORTH])])
def test_k24_05_a_door_fight_reaches_an_enemy_on_the_other_side(enemy: list[float]) -> None:
    door = {**HATCH, "id": "D1", "role": "door", "state": None, "traits": ["Accessible", "Heavy"]}
    fight = act("A1", "Door Fight", target="B1", weapon="blade", dice=True)
    places = {"A1": [10.0, SOUTH], "B1": enemy}
    raw = script(places, activate("A1", "conceal"), fight, *FIGHT, killzone="volkus", terrain=[door, *WALLS])
    result = played(raw)
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert wounds(result, "B1") == 10 - 4 - 3


@pytest.mark.nightly
def test_k24_11_a_hatchway_fight_counts_as_a_fight() -> None:
    fight = act("A1", "Hatchway Fight", target="B1", weapon="blade", dice=True)
    places = {"A1": [10.0, SOUTH], "B1": [10.0, NORTH + 0.8]}
    result = played(gallowdark("open", places, activate("A1"), fight, *FIGHT, fight))
    assert not result.steps[-1]["accepted"]
    assert "C24-06" in {ruling["rule"] for ruling in result.steps[-1]["rulings"]}


AWAY: dict[str, list[float]] = {"A1": [10.0, 10.0], "B1": [10.0, 20.0]}


def test_k24_07_a_hatch_is_opened_and_closed_by_phone() -> None:
    opening = act("A1", "Operate Hatch", thing="AP")
    again = [{"choose": "End"}, activate("B1"), {"choose": "End"}]
    result = played(gallowdark("closed", AWAY, activate("A1"), opening, opening, *again))
    assert taken(result) == [True, True, False, True, True, True]
    offer = next(one for one in result.steps[0]["offers"] if one["action"] == "Operate Hatch")
    assert (offer["possible"], offer["needs"], offer["things"]) == (True, "hatch", ["AP"])
    assert result.steps[1]["events"] == ["action_performed", "opening_turned"]
    assert result.state["openings"]["AP"] == "open"
    shut = played(gallowdark("open", AWAY, activate("A1"), opening))
    assert shut.state["openings"]["AP"] == "closed"


def test_k24_07_a_hatch_out_of_reach_or_held_by_an_enemy_cannot_be_operated() -> None:
    opening = act("A1", "Operate Hatch", thing="AP")
    far = played(gallowdark("closed", {**AWAY, "A1": [10.0, 7.0]}, activate("A1"), opening))
    assert taken(far) == [True, False]
    held = played(gallowdark("open", {"A1": [10.0, 9.5], "B1": [10.0, NORTH + 0.2]}, activate("A1"), opening))
    assert taken(held) == [True, False]
    assert "K24-07" in {ruling["rule"] for ruling in held.steps[1]["rulings"]}
    nothing = played(gallowdark("closed", AWAY, activate("A1"), act("A1", "Operate Hatch")))
    assert nothing.steps[1]["codes"] == ["refusal-hatch-missing"]


def test_i24_14_a_move_continues_after_a_hatch_is_operated_during_it() -> None:
    start = {"A1": [10.0, 8.0], "B1": [25.0, 20.0]}
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [10.0, 10.0]}},
        {"as": "p1", "choose": "Reposition"},
        act("A1", "Operate Hatch", thing="AP"),
        {"see": {"A1": [10.0, 12.5]}},
        {"as": "p1", "choose": "Reposition"},
    ]
    result = played(gallowdark("closed", start, *steps))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.steps[4]["prompts"][0]["choices"][0]["label"] == 'Reposition, 4" of 4"', "3 and 1 for the hatchway"
    assert result.state["operatives"]["A1"]["place"] == [10.0, 12.5, 0.0]
    assert result.state["operatives"]["A1"]["ap_left"] == 0, "one for the move, one for the hatch, none for its rest"
    too_far = played(gallowdark("closed", start, *steps[:4], {"see": {"A1": [10.0, 13.5]}}, steps[5]))
    assert taken(too_far) == [True, True, True, True, True, False]


@pytest.mark.nightly
def test_i24_14_a_move_continues_only_directly_after_the_hatch() -> None:
    start = {"A1": [10.0, 8.0], "B1": [10.0, 20.0]}
    shot = act("A1", "Shoot", target="B1", weapon="gun", results=[{"operative": "B1", "amount": 1}])
    people = [operative(name, apl=3) for name in start]
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [10.0, 10.0]}},
        {"as": "p1", "choose": "Reposition"},
        act("A1", "Operate Hatch", thing="AP"),
        shot,
        {"see": {"A1": [10.0, 12.5]}},
    ]
    result = played(gallowdark("closed", start, *steps, operatives=people))
    assert taken(result)[:5] == [True] * 5, [step["why"] for step in result.steps]
    labels = [choice["label"] for choice in result.steps[5]["prompts"][0]["choices"]]
    assert not any(label.startswith("Reposition,") and "not" not in label for label in labels), labels


def test_k24_07_a_hatch_seen_open_is_proposed_as_the_active_operatives_action() -> None:
    result = played(gallowdark("closed", AWAY, activate("A1"), {"open": ["AP"]}, {"as": "p1", "choose": "Operate"}))
    assert all(taken(result)), [step["why"] for step in result.steps]
    asked = result.steps[1]["prompts"][0]
    assert (asked["owner"], asked["topic"], asked["about"]) == ("p1", "proposal", "A1")
    assert result.steps[1]["events"] == ["proposed"], "a leaf that is turned is an action first, and turns nothing yet"
    assert result.state["openings"]["AP"] == "open"
    assert result.state["operatives"]["A1"]["ap_left"] == 1
    assert result.state["faults"] == {}


def test_k24_07_a_hatch_that_nobody_could_operate_is_reported_until_it_is_turned_back() -> None:
    far = {"A1": [10.0, 5.0], "B1": [25.0, 20.0]}
    called = played(gallowdark("closed", far, activate("A1"), {"open": ["AP"]}))
    assert list(called.state["faults"]) == ["leaf:AP"]
    assert "Turn it back" in called.state["faults"]["leaf:AP"]
    mended = played(gallowdark("closed", far, {"open": ["AP"]}, {"closed": ["AP"]}))
    assert mended.state["faults"] == {}
    no = {"as": "p1", "choose": "refuse"}
    refused = played(gallowdark("closed", AWAY, activate("A1"), {"open": ["AP"]}, no))
    assert list(refused.state["faults"]) == ["leaf:AP"]
    assert refused.state["operatives"]["A1"]["ap_left"] == 2


def test_k24_07_turning_a_hatch_back_withdraws_the_question() -> None:
    result = played(gallowdark("closed", AWAY, activate("A1"), {"open": ["AP"]}, {"closed": ["AP"]}))
    assert [prompt["topic"] for prompt in result.steps[-1]["prompts"]] == ["action"]


def test_i24_14_opening_a_hatch_and_moving_through_it_are_asked_about_in_turn() -> None:
    close = {"A1": [10.0, 10.0], "B1": [25.0, 20.0]}
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [10.0, 13.0]}, "open": ["AP"]},
        {"as": "p1", "choose": "Operate"},
        {"as": "p1", "choose": "Reposition"},
    ]
    result = played(gallowdark("closed", close, *steps))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["operatives"]["A1"]["place"] == [10.0, 13.0, 0.0]
    assert result.state["openings"]["AP"] == "open"


@pytest.mark.parametrize("seed", [1, *at_night(*range(2, 7))])
@pytest.mark.parametrize(("apart", "goes"), [(0.0, True), *at_night((0.02, True), (-0.2, False))])
def test_a_move_through_an_open_hatchway_may_end_in_contact_with_the_wall(apart: float, goes: bool, seed: int) -> None:
    """The opening excuses what overlaps the wall in it; where the move ends it may touch the wall and no more."""
    places = {"A1": [10.0, SOUTH - 0.3], "B1": [28.0, 20.0]}
    see = {"see": {"A1": [7.6, NORTH + apart]}}
    result = played(gallowdark("open", places, activate("A1"), see, sigma_mm=0.16, seed=seed))
    way = reading(result.steps[1]["prompts"][0]["choices"][0])
    assert (way.fault != "through_terrain") is goes, way


TURNED: Raw = {"open": ["AP"]}
BY_IT = {"A1": [10.0, SOUTH], "B1": [28.0, 20.0]}


@pytest.mark.parametrize(("state", "turned"), [("closed", "open"), ("open", "closed")])
def test_a_hatch_that_is_turned_before_the_first_activation_begins_the_battle_so(state: str, turned: str) -> None:
    steps: list[Raw] = [{turned: ["AP"]}, activate("A1"), act("A1", "Operate Hatch", thing="AP")]
    result = played(gallowdark(state, BY_IT, *steps, {"expect": {"openings": {"AP": state}}}))
    assert result.steps[0]["events"] == ["terrain_set"]
    assert all(taken(result)), result.steps[-1]
    assert result.state["faults"] == {}


def test_a_hatch_that_is_turned_during_set_up_begins_the_battle_so() -> None:
    people = [operative(name) for name in BY_IT]
    terrain = [{**HATCH, "state": "closed"}, *WALLS]
    whole = {"version": 1, "edition": "kt24", "sigma_mm": 0, "operatives": people, "killzone": "gallowdark"}
    result = played({**whole, "begin": "set_up", "terrain": terrain, "steps": [TURNED]})
    assert (result.state["openings"], result.state["faults"]) == ({"AP": "open"}, {})


def test_a_hatch_that_nobody_operated_stays_as_it_was_from_the_first_activation_on() -> None:
    for steps in ([activate("A1"), TURNED], [activate("A1"), {"choose": "end"}, TURNED]):
        far = {**BY_IT, "A1": [2.0, 2.0]}
        result = played(gallowdark("closed", far, *steps))
        assert result.state["openings"] == {"AP": "closed"}
        assert list(result.state["faults"]) == ["leaf:AP"]


def test_the_start_of_a_hatch_is_undone_with_the_step_before_it() -> None:
    undo: Raw = {"as": "p1", "do": {"kind": "undo"}}
    steps: list[Raw] = [TURNED, activate("A1"), undo, activate("A1"), act("A1", "Operate Hatch", thing="AP")]
    result = played(gallowdark("closed", BY_IT, *steps))
    assert taken(result)[2:] == [True, True, True], [step["why"] for step in result.steps]
    assert result.state["openings"] == {"AP": "closed"}
