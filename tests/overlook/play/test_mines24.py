"""Mines of 2024 at the table: whose they are, and under whom they go off (J24-07)."""

from __future__ import annotations

import pytest

from tests.overlook.play.scripts import Raw, act, activate, do, operative, played, script, taken

FAR = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}


def put_mine(x: float, y: float, who: str = "p1") -> Raw:
    return {"as": who, "do": {"kind": "place_marker", "what": "mines", "x": x, "y": y}}


def test_j24_07_a_mine_that_is_put_down_belongs_to_who_puts_it_down() -> None:
    result = played(script(FAR, put_mine(15.0, 11.0)))
    (mine,) = result.state["markers"].values()
    assert (mine["kind"], mine["owner"]) == ("mines", "p1")
    said = {"as": "referee", "do": {"kind": "place_marker", "what": "mines", "x": 15.0, "y": 11.0, "owner": "p2"}}
    assert next(iter(played(script(FAR, said)).state["markers"].values()))["owner"] == "p2"


@pytest.mark.parametrize(
    "brings",
    [
        put_mine(6.5, 11.0),
        {"as": "p2", "do": {"kind": "revive", "operative": "B2", "wounds": 5, "x": 15.0, "y": 12.0}},
        {"as": "referee", "do": {"kind": "declare_place", "operative": "B1", "x": 15.0, "y": 12.0}},
    ],
    ids=["the mine itself", "a return", "a place by word"],
)
def test_j24_07_a_mine_goes_off_under_whatever_first_brings_an_operative_near(brings: Raw) -> None:
    people = {**FAR, "B2": [27.0, 5.0]}
    down = {"as": "p2", "do": {"kind": "declare_damage", "operative": "B2", "amount": 10}}
    result = played(script(people, down, put_mine(15.0, 11.0), brings, {"dice": [6]}, {"press": "undo"}))
    assert all(taken(result)), [step["why"] for step in result.steps]
    asked = result.steps[2]["prompts"][0]
    assert asked["topic"] == "test"
    hurt = asked["about"]
    assert "wounds_lost" in result.steps[3]["events"]
    undone = played(script(people, down, put_mine(15.0, 11.0), brings, {"press": "undo"}))
    assert undone.state["operatives"][hurt]["wounds"] in (0, 10)
    assert len(undone.state["markers"]) == 1, "what brought it near is taken back with the mine"
    redone = played(script(people, down, put_mine(15.0, 11.0), brings, {"press": "undo"}, {"press": "redo"}))
    assert redone.steps[-1]["prompts"][0]["topic"] == "test"


def test_j24_07_a_mine_on_the_way_goes_off_once() -> None:
    steps: list[Raw] = [
        put_mine(8.0, 12.0),
        activate("A1"),
        {"see": {"A1": [10.5, 11.0]}},
        {"as": "p1", "choose": "Reposition"},
        {"dice": [3]},
    ]
    result = played(script(FAR, *steps))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert result.state["operatives"]["A1"]["wounds"] == 10 - 5
    assert result.state["markers"] == {}


def test_j24_07_a_mine_that_has_gone_off_harms_nobody_though_its_token_still_lies_there() -> None:
    lying = [{"id": "mn", "kind": "mines", "pos": [8.0, 12.0]}]
    people = {**FAR, "A2": [8.0, 14.5]}
    walk: list[Raw] = [activate("A1"), {"see": {"A1": [10.5, 11.0]}}, {"choose": "Reposition"}, {"dice": [3]}]
    after: list[Raw] = [{"choose": "End"}, activate("B1"), {"choose": "End"}, activate("A2")]
    near: list[Raw] = [{"see": {"A2": [8.0, 12.5]}}, {"choose": "Dash"}]
    result = played(script(people, *walk, *after, *near, markers=lying))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert [result.state["operatives"][name]["wounds"] for name in ("A1", "A2")] == [5, 10]


@pytest.mark.parametrize(("mine_x", "wounds"), [(9.0, 4), (12.0, 4), (12.0, 10)])
def test_j24_07_and_d24_12_who_a_mine_kills_on_its_way_falls_there_with_what_it_carries(
    mine_x: float, wounds: int
) -> None:
    dies_at = mine_x - 1 - (32 + 20) / 2 / 25.4 if wounds == 4 else None
    people = [operative("A1", wounds=wounds), operative("B1")]
    cross = {"id": "o1", "kind": "objective", "mm": 40, "pos": [5.0, 9.2], "pick_up_allowed": True}
    steps: list[Raw] = [
        put_mine(mine_x, 11.0, "p2"),
        activate("A1"),
        act("A1", "Pick Up Marker", marker="o1"),
        {"see": {"A1": [10.9, 11.0]}, "gone": ["o1"]},
        {"as": "p1", "choose": "Reposition"},
        {"as": "p2", "dice": [1]},
    ]
    result = played(script(FAR, *steps, operatives=people, markers=[cross]))
    assert all(taken(result)), [step["why"] for step in result.steps]
    x, _, _ = result.state["operatives"]["A1"]["place"]
    assert x == pytest.approx(10.9 if dies_at is None else dies_at, abs=0.01)
    if dies_at is not None:
        to_the_end = do("p1", "drop_marker", operative="A1", x=10.9, y=11.0)
        near = 10.9 - dies_at <= 1 + (32 + 40) / 2 / 25.4
        assert taken(played(script(FAR, *steps, to_the_end, operatives=people, markers=[cross])))[-1] is near
