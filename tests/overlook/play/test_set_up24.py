"""The set-up of a battle of 2024, and what it does in the battle: equipment, smoke, drop zones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import END, Raw, act, activate, do, operative, played, reasons, script, taken, wounds
from tests.overlook.play.set_up_steps import DEPLOYMENT, PLACES, battle, before, deploy


def test_j24_01_j24_02_an_own_ammo_cache_gives_a_reroll_once_a_turning_point() -> None:
    steps = before(("ammo cache", 6.3, 2.0))
    placed = battle(steps)
    assert placed.state["phase"] == "firefight", [step["why"] for step in placed.steps]
    cache = next(iter(placed.state["markers"]))
    supply = act("A1", "Ammo Resupply", marker=cache)
    shot: list[Raw] = [
        act("A1", "Shoot", target="B1", weapon="gun", dice=True),
        {"as": "p1", "dice": [5, 1, 1, 1]},
    ]
    result = battle(steps, activate("A1"), supply, *shot)
    assert all(taken(result)), [step["why"] for step in result.steps]
    offered = {choice["key"] for choice in result.steps[-1]["prompts"][0]["choices"]}
    assert "re-roll:ammo resupply:1" in offered
    again = battle(steps, activate("A1"), supply, supply)
    assert not again.steps[-1]["accepted"]


@pytest.mark.nightly
def test_j24_07_l24_10_a_mine_does_d3_plus_three_damage() -> None:
    steps = before(("mines", 9.0, 2.0))
    walk: list[Raw] = [activate("A1"), {"see": {"A1": [10.9, 2.0]}}, {"choose": "Reposition"}]
    for face, lost in ((1, 4), (4, 5), (5, 6)):
        result = battle(steps, *walk, {"dice": [face]})
        assert result.steps[-1]["accepted"], result.steps[-1]["why"]
        assert wounds(result, "A1") == 10 - lost
        assert result.state["markers"] == {}


def test_b24_11_l24_10_smoke_of_an_earlier_turning_point_lasts_d3_activations() -> None:
    places = {**PLACES, "B2": [15.0, 20.0], "A2": [2.0, 2.0]}
    ending = [step for name in ("A1", "B1", "A2", "B2") for step in (activate(name), END)]
    throw = act("A1", "Smoke Grenade", x=8.0, y=4.0)
    turn: list[Raw] = [END, {"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
    steps = [ending[0], throw, *ending[1:], *turn, {"dice": [3]}, {"choose": "pass"}, {"choose": "pass"}]
    raw = script(places, *steps, equipment={"p1": ["utility grenades: smoke, stun"]})
    one = played({**raw, "steps": [*steps, *ending[:2]]})
    assert [left["timer"] for left in one.state["markers"].values()] == [1], "of two: half of three, rounded up"
    gone = played({**raw, "steps": [*steps, *ending[:4]]})
    assert gone.state["markers"] == {}


@pytest.mark.parametrize(("exempt", "asked"), [(["last action"], True), ([], False)])
def test_l24_06_an_operative_with_a_last_action_acts_once_more_as_it_falls(exempt: list[str], asked: bool) -> None:
    people = [operative("A1", exempt=exempt), operative("B1")]
    dead = do("p1", "declare_damage", operative="A1", amount=10)
    begin = [activate("A1"), END, dead]
    result = played(script(PLACES, *begin, operatives=people))
    assert any(one["topic"] == "last_action" for one in result.steps[2]["prompts"]) is asked
    if asked:
        last: list[Raw] = [{"choose": "act"}, act("A1", "Shoot", target="B1", weapon="gun"), END]
        done = played(script(PLACES, *begin, *last, operatives=people))
        assert done.steps[4]["accepted"], done.steps[4]["why"]
        assert done.state["operatives"]["A1"]["on_board"] is False


def test_l24_04_order_tokens_cannot_be_controlled_or_picked_up() -> None:
    token = [{"id": "T", "kind": "conceal ready", "pos": [6.2, 2.0]}]
    steps = [activate("A1"), act("A1", "Pick Up Marker", marker="T")]
    result = played(script(PLACES, *steps, markers=token))
    assert not result.steps[1]["accepted"]
    assert all(one["controlled_by"] is None for one in result.state["markers"].values())


FAR = {"A1": [5.0, 11.0], "B1": [25.0, 11.0]}


@pytest.mark.parametrize("option", ["jetpack", *at_night("krak", "mine field", "")])
def test_a24_05_an_unknown_equipment_option_is_refused(option: str) -> None:
    opening: list[Raw] = [{"dice": [6]}, {"dice": [1]}, {"as": "p1", "choose": "p1"}]
    choose = {"as": "p1", "do": {"kind": "choose_equipment", "player": "p1", "options": [option or "no"]}}
    result = played(script(FAR, *opening, choose, begin="set_up"))
    assert not result.steps[-1]["accepted"]
    assert result.steps[-1]["codes"] == ["refusal-options-unknown"]
    (reason,) = reasons(result.steps[-1])
    assert "heavy barricade" in reason["args"]["known"]


def test_a24_06_equipment_set_up_by_phone_is_judged() -> None:
    opening: list[Raw] = [
        *({"dice": [face]} for face in (6, 1)),
        {"as": "p1", "choose": "p1"},
        {"as": "p1", "do": {"kind": "choose_equipment", "player": "p1", "options": ["mines", "ammo cache"]}},
        {"as": "p2", "choose": "none"},
    ]

    def put(item: str, x: float, y: float) -> Raw:
        return {"as": "p1", "do": {"kind": "place_equipment", "player": "p1", "item": item, "x": x, "y": y}}

    passing = {"as": "p2", "choose": "Pass"}
    steps = [*opening, put("mines", 22.0, 11.0), put("mines", 8.0, 4.0), passing, put("ammo cache", 2.0, 2.0)]
    markers = [{"id": "relic", "kind": "objective", "pos": [15.0, 11.0]}]
    raw = script(FAR, *steps, begin="set_up", markers=markers, mission="cold-decks", sides={"p1": "west", "p2": "east"})
    result = played(raw)
    assert taken(result)[5:] == [False, True, True, True], [step["why"] for step in result.steps]
    assert "J24-07" in {ruling["rule"] for ruling in result.steps[5]["rulings"]}
    kinds = {marker["kind"]: marker["owner"] for marker in result.state["markers"].values()}
    assert kinds == {"objective": None, "mines": "p1", "ammo cache": "p1"}


def test_a24_07_an_operative_is_set_up_wholly_within_its_drop_zone() -> None:
    people = [operative("A1"), operative("B1")]

    def set_up(x: float, **fields: Any) -> Any:
        return played(script({}, *DEPLOYMENT, deploy("A1", x, 11.0), operatives=people, begin="set_up", **fields))

    zones = {"mission": "cold-decks", "sides": {"p1": "west", "p2": "east"}}
    assert set_up(2.5, **zones).steps[-1]["accepted"]
    outside = set_up(12.0, **zones)
    assert not outside.steps[-1]["accepted"]
    assert "A24-07" in {ruling["rule"] for ruling in outside.steps[-1]["rulings"]}
    assert not outside.state["operatives"]["A1"]["on_board"]
    off = set_up(-3.0, **zones)
    assert not off.steps[-1]["accepted"]
    nobody_said = set_up(15.0)
    assert [prompt["topic"] for prompt in nobody_said.steps[-1]["prompts"]] == ["proposal"]
    assert not nobody_said.state["operatives"]["A1"]["on_board"]
    assert set_up(2.5).state["operatives"]["A1"]["on_board"]


def test_a24_07_sides_alternate_thirds_rounded_up_wholly_within_their_drop_zones_and_concealed() -> None:
    """Five against four: two and two, two and two, one, in the order that initiative begins."""
    people = [operative(name) for name in ("A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "B4")]
    zones = {"mission": "cold-decks", "sides": {"p1": "west", "p2": "east"}}
    spots = {one["id"]: (2.0 if one["player"] == "p1" else 28.0, 2.0 + 3 * int(one["id"][1])) for one in people}

    def result_of(*names: str) -> Any:
        steps = [deploy(name, *spots[name]) for name in names]
        return played(script({}, *DEPLOYMENT, *steps, operatives=people, begin="set_up", **zones))

    turns = ["A1", "A2", "B1", "B2", "A3", "A4", "B3", "B4", "A5"]
    whole = result_of(*turns)
    assert all(taken(whole)), [step["why"] for step in whole.steps]
    assert {one["order"] for one in whole.state["operatives"].values()} == {"conceal"}
    assert whole.state["phase"] == "scouting"
    for wrong in (["B1"], ["A1", "B1"], ["A1", "A2", "A3"], [*turns[:3], "A3"], [*turns[:6], "A5"]):
        early = result_of(*wrong)
        assert taken(early)[-1] is False, wrong
        assert early.state["operatives"][wrong[-1]]["on_board"] is False


@pytest.mark.parametrize(("reading", "may"), [("nearly equal", False), *at_night(("each rounded up", True))])
def test_a24_07_a_reading_decides_how_a_team_is_split_into_thirds(reading: str, *, may: bool) -> None:
    """Four against four: two, two and none, or two, one and one (001:20)."""
    people = [operative(f"{side}{n}") for side in "AB" for n in (1, 2, 3, 4)]
    zones: Raw = {"mission": "cold-decks", "sides": {"p1": "west", "p2": "east"}, "begin": "set_up"}
    spots = {one["id"]: (2.0 if one["player"] == "p1" else 28.0, 2.0 + 3 * int(one["id"][1])) for one in people}
    steps = [deploy(name, *spots[name]) for name in ("A1", "A2", "B1", "B2", "A3", "A4")]
    said = {"readings": {"team thirds": reading}}
    last = played(script({}, *DEPLOYMENT, *steps, operatives=people, **zones, **said)).steps[-1]
    assert last["accepted"] is may
    assert may or f"(read as: team thirds = {reading})" in last["why"]


@pytest.mark.parametrize(("x", "may"), [(0.63, True), (0.62, False), *at_night((4.37, True), (4.38, False))])
def test_a24_07_a_base_is_wholly_within_the_drop_zone_and_the_board(x: float, may: bool) -> None:
    """A base of 32 mm is .63 inches round its middle; the zone reaches 5 inches from the edge."""
    zones = {"mission": "cold-decks", "sides": {"p1": "west", "p2": "east"}}
    raw = script(
        {}, *DEPLOYMENT, {"see": {"A1": [x, 11.0]}}, do("p1", "deploy", operative="A1"), begin="set_up", **zones
    )
    result = played({**raw, "operatives": [operative("A1"), operative("B1")]})
    assert taken(result)[-1] is may, result.steps[-1]["why"]


@pytest.mark.parametrize(("winner", "loser"), [("p1", "p2"), *at_night(("p2", "p1"))])
@pytest.mark.parametrize("said", ["keeps", "takes the other", *at_night("says nothing of it")])
def test_a24_03_the_winner_of_the_roll_off_selects_a_drop_zone_with_initiative(
    winner: str, loser: str, said: str
) -> None:
    homes = {"p1": "west", "p2": "east"}
    zones = {"mission": "cold-decks", "sides": homes}
    dice: list[Raw] = [{"as": winner, "dice": [6]}, {"as": loser, "dice": [2]}]
    named = "east" if homes[winner] == "west" else "west"
    moved = said == "takes the other"
    key = {"keeps": loser, "takes the other": f"{loser}:exchanged", "says nothing of it": loser}[said]
    asked = played(script({}, *dice, operatives=[operative("A1"), operative("B1")], begin="set_up", **zones))
    (question,) = asked.steps[-1]["prompts"]
    assert question["owner"] == winner
    assert "drop zone" in question["question"]
    labels = {one["key"]: one["label"].casefold() for one in question["choices"]}
    assert named in labels[f"{loser}:exchanged"]
    assert homes[winner] in labels[loser]
    steps: list[Raw] = [*dice, {"as": winner, "choose": key}, *DEPLOYMENT[3:]]
    first = "A1" if loser == "p1" else "B1"
    for side, x in (("west", 2.5), ("east", 27.5)):
        raw = script({}, *steps, deploy(first, x, 11.0), begin="set_up", **zones)
        result = played({**raw, "operatives": [operative("A1"), operative("B1")]})
        assert taken(result)[-1] is ((side == homes[loser]) is not moved), result.steps[-1]["why"]
