"""Mines of 2024 at the table: their owner, and when they go off (J24-07)."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import Raw, act, activate, do, operative, played, script, taken

FAR = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}


def put_mine(x: float, y: float, who: str = "p1") -> Raw:
    return {"as": who, "do": {"kind": "place_marker", "what": "mines", "x": x, "y": y}}


def test_j24_07_a_mine_belongs_to_the_player_who_places_it() -> None:
    result = played(script(FAR, put_mine(15.0, 11.0)))
    (mine,) = result.state["markers"].values()
    assert (mine["kind"], mine["owner"]) == ("mines", "p1")
    said = {"as": "referee", "do": {"kind": "place_marker", "what": "mines", "x": 15.0, "y": 11.0, "owner": "p2"}}
    assert next(iter(played(script(FAR, said)).state["markers"].values()))["owner"] == "p2"


@pytest.mark.parametrize(
    "brings",
    [
        put_mine(6.5, 11.0),
        *at_night(
            {"as": "p2", "do": {"kind": "revive", "operative": "B2", "wounds": 5, "x": 15.0, "y": 12.0}},
            {"as": "referee", "do": {"kind": "declare_place", "operative": "B1", "x": 15.0, "y": 12.0}},
        ),
    ],
    ids=["the mine itself", "a return", "a place by word"],
)
def test_j24_07_a_mine_goes_off_whatever_brings_an_operative_near_it(brings: Raw) -> None:
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


@pytest.mark.nightly
def test_j24_07_a_mine_that_has_gone_off_harms_nobody_though_its_token_still_lies_there() -> None:
    lying = [{"id": "mn", "kind": "mines", "pos": [8.0, 12.0]}]
    people = {**FAR, "A2": [8.0, 14.5]}
    walk: list[Raw] = [activate("A1"), {"see": {"A1": [10.5, 11.0]}}, {"choose": "Reposition"}, {"dice": [3]}]
    after: list[Raw] = [{"choose": "End"}, activate("B1"), {"choose": "End"}, activate("A2")]
    near: list[Raw] = [{"see": {"A2": [8.0, 12.5]}}, {"choose": "Dash"}]
    result = played(script(people, *walk, *after, *near, markers=lying))
    assert all(taken(result)), [step["why"] for step in result.steps]
    assert [result.state["operatives"][name]["wounds"] for name in ("A1", "A2")] == [5, 10]


@pytest.mark.nightly
@pytest.mark.parametrize(("mine_x", "wounds"), [(9.0, 4), (12.0, 4), (12.0, 10)])
def test_j24_07_and_d24_12_an_operative_killed_by_a_mine_falls_on_its_way_with_its_marker(
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


NEAR_MM = (32 + 20) / 2
AWAY = NEAR_MM / 25.4 + 1.0
"""Inches between the middles of a mine and a base that is just within control range of it."""


def labels(step: Raw) -> list[str]:
    return [choice["label"] for prompt in step["prompts"] for choice in prompt["choices"]]


@pytest.mark.parametrize("sigma_mm", [0, *at_night(0.16)])
@pytest.mark.parametrize(
    ("via", "first"),
    [([[9.85, 10.7]], "around mn"), *at_night(([], "mine goes off"), ([[10.0, 11.0]], "mine goes off"))],
)
def test_j24_07_a_path_round_a_mine_is_offered_at_its_own_price(
    sigma_mm: float, via: list[list[float]], first: str
) -> None:
    lying = [{"id": "mn", "kind": "mines", "mm": 20, "pos": [10.0, 12.9]}]
    see: Raw = {"see": {"A1": [12.0, 11.0]}, "via": {"A1": via}} if via else {"see": {"A1": [12.0, 11.0]}}
    people = {"A1": [8.0, 11.0], "B1": [25.0, 11.0]}
    begun = script(people, activate("A1"), see, markers=lying, sigma_mm=sigma_mm)
    offers = [label for label in labels(played(begun).steps[1]) if label.startswith("Reposition")]
    assert sorted(offers) == ['Reposition, 4" of 6": mn goes off', 'Reposition, 5" of 6": around mn']
    assert first.replace("mine", "mn") in offers[0]
    for label in offers:
        result = played({**begun, "steps": [*begun["steps"], {"as": "p1", "choose": label}]})
        goes_off = "goes off" in label
        assert all(taken(result))
        assert (result.state["markers"] == {}) is goes_off
        assert any(one["topic"] == "test" for one in result.steps[2]["prompts"]) is goes_off


@pytest.mark.nightly
def test_j24_07_no_path_round_a_mine_is_offered_beyond_the_move() -> None:
    lying = [{"id": "mn", "kind": "mines", "mm": 20, "pos": [10.0, 12.9]}]
    people = {"A1": [8.0, 11.0], "B1": [25.0, 11.0]}
    slow = [operative("A1", move_in=4), operative("B1")]
    see: Raw = {"see": {"A1": [12.0, 11.0]}}
    result = played(script(people, activate("A1"), see, markers=lying, operatives=slow))
    assert [label for label in labels(result.steps[1]) if "round" in label] == []


@pytest.mark.parametrize("seed", [1, *at_night(2, 3, 4)])
def test_j24_07_at_the_edge_of_its_range_the_player_says_whether_a_mine_goes_off(seed: int) -> None:
    lying = [{"id": "mn", "kind": "mines", "mm": 20, "pos": [12.0, 11.0]}]
    people = {"A1": [7.5, 11.0], "B1": [25.0, 11.0]}
    begun = script(
        people, activate("A1"), {"see": {"A1": [12.0 - AWAY, 11.0]}}, markers=lying, sigma_mm=0.16, seed=seed
    )
    offers = [label for label in labels(played(begun).steps[1]) if label.startswith("Reposition")]
    way = 'Reposition, 3" of 6": mn '
    assert sorted(offers) == [f"{way}does not go off: too close to call", f"{way}goes off: too close to call"]
    for label in offers:
        result = played({**begun, "steps": [*begun["steps"], {"as": "p1", "choose": label}]})
        assert (result.state["markers"] == {}) is ("not" not in label)
        assert not any("under A1?" in prompt["question"] for prompt in result.steps[2]["prompts"]), "it is said"


@pytest.mark.parametrize("seed", [1, *at_night(2, 3, 4)])
@pytest.mark.parametrize(("who", "says", "gone"), [("p2", "mn goes off", True), ("p1", "No", False)])
def test_j24_07_an_operative_placed_at_the_edge_of_a_mines_range_is_asked_about_once(
    seed: int, who: str, says: str, gone: bool
) -> None:
    lying = [{"id": "mn", "kind": "mines", "mm": 20, "pos": [15.0, 11.0]}]
    back = {"as": "p2", "do": {"kind": "revive", "operative": "B2", "wounds": 5, "x": 15.0 + AWAY, "y": 11.0}}
    steps: list[Raw] = [
        {"as": "p2", "do": {"kind": "declare_damage", "operative": "B2", "amount": 10}},
        back,
        {"as": who, "choose": says},
        activate("A1"),
    ]
    people = {**FAR, "B2": [27.0, 5.0]}
    result = played(script(people, *steps, markers=lying, sigma_mm=0.16, seed=seed))
    assert any("goes off" in label or "go off" in label for label in labels(result.steps[1])), result.steps[1]
    assert (result.state["markers"] == {}) is gone
    assert not any("mn go off" in one["question"] for one in result.steps[3]["prompts"])
