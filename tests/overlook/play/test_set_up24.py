"""What is set up before a battle of 2024 and counts in it: equipment, secrets, the points of the primary op."""

from __future__ import annotations

from typing import Any

import pytest

from overlook.play.runner import Played
from tests.overlook.play.scripts import Raw, act, activate, operative, played, script, taken, wounds

PLACES: dict[str, list[float]] = {"A1": [5.0, 2.0], "B1": [12.0, 20.0]}
END: Raw = {"choose": "end"}


def do(seat: str, kind: str, **fields: Any) -> Raw:
    """Return the step in which a device asks for something."""
    return {"as": seat, "do": {"kind": kind, **fields}}


def before(*items: tuple[str, float, float], gambits: tuple[Raw, ...] = ()) -> list[Raw]:
    """Return the steps up to the first activation: p1 sets up these items, then everything by its default."""
    chosen = sorted({item for item, _, _ in items})
    steps: list[Raw] = [{"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
    steps += [do("p1", "choose_equipment", player="p1", options=chosen), {"as": "p2", "choose": "none"}]
    for item, x, y in items:
        steps += [do("p1", "place_equipment", player="p1", item=item, x=x, y=y), {"as": "p2", "choose": "pass"}]
    steps += [{"as": "p1", "choose": "pass"}] if items else [{"choose": "pass"}] * 2
    steps += [{"see": PLACES}, do("p1", "deploy", operative="A1"), do("p2", "deploy", operative="B1")]
    steps += [{"as": "p1", "choose": "none"}, {"as": "p2", "choose": "none"}, {"as": "p2", "choose": "p1"}]
    return [*steps, *gambits, {"as": "p1", "choose": "pass"}, {"as": "p2", "choose": "pass"}]


def battle(steps: list[Raw], *more: Raw, **fields: Any) -> Played:
    """Return what a battle comes to that begins with its set-up."""
    return played({**script(PLACES, *steps, *more, begin="set_up", **fields), "places": {}})


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


def test_j24_07_l24_10_a_mine_goes_off_under_who_comes_near_for_a_d3_and_three() -> None:
    steps = before(("mines", 9.0, 2.0))
    walk: list[Raw] = [activate("A1"), {"see": {"A1": [10.9, 2.0]}}, {"choose": "Reposition"}]
    for face, lost in ((1, 4), (4, 5), (5, 6)):
        result = battle(steps, *walk, {"dice": [face]})
        assert result.steps[-1]["accepted"], result.steps[-1]["why"]
        assert wounds(result, "A1") == 10 - lost
        assert result.state["markers"] == {}


def test_b24_11_l24_10_smoke_of_an_earlier_turning_point_goes_after_a_d3_of_activations() -> None:
    places = {**PLACES, "B2": [15.0, 20.0], "A2": [2.0, 2.0]}
    ending = [step for name in ("A1", "B1", "A2", "B2") for step in (activate(name), END)]
    throw = act("A1", "Smoke Grenade", x=8.0, y=4.0)
    turn: list[Raw] = [END, {"as": "p1", "dice": [6]}, {"as": "p2", "dice": [1]}, {"choose": "p1"}]
    steps = [ending[0], throw, *ending[1:], *turn, {"dice": [3]}, {"choose": "pass"}, {"choose": "pass"}]
    raw = script(places, *steps, equipment={"p1": ["utility grenades: smoke, stun"]})
    result = played(raw)
    assert [one["timer"] for one in result.state["markers"].values()] == [2], "half of three, rounded up"
    gone = played({**raw, "steps": [*steps, *ending[:4]]})
    assert gone.state["markers"] == {}
    one = played({**raw, "steps": [*steps, *ending[:2]]})
    assert [left["timer"] for left in one.state["markers"].values()] == [1]


@pytest.mark.parametrize(("exempt", "asked"), [(["last action"], True), ([], False)])
def test_l24_06_where_a_rule_says_so_who_falls_acts_once_more(exempt: list[str], asked: bool) -> None:
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


def test_l24_04_order_tokens_are_contested_by_nobody() -> None:
    token = [{"id": "T", "kind": "conceal ready", "pos": [6.2, 2.0]}]
    steps = [activate("A1"), act("A1", "Pick Up Marker", marker="T")]
    result = played(script(PLACES, *steps, markers=token))
    assert not result.steps[1]["accepted"]
    assert all(one["controlled_by"] is None for one in result.state["markers"].values())


def test_a24_10_l24_15_the_primary_op_is_sealed_and_gives_half_of_its_points_again() -> None:
    seal = do("p1", "seal", player="p1", topic="primary_op", value="crit")
    steps = before(gambits=(seal, {"as": "p2", "choose": "pass"}))
    turn: list[Raw] = [activate("A1"), END, activate("B1"), END, END]
    between: list[Raw] = [
        {"as": "p1", "dice": [6]},
        {"as": "p2", "dice": [1]},
        {"choose": "p1"},
        *[{"choose": "pass"}] * 2,
    ]
    score = do("p1", "score", player="p1", op="crit", vp=5)
    sealed = battle(steps)
    assert "crit" not in str(sealed.steps[-1]["prompts"])
    result = battle(
        steps,
        score,
        *turn,
        *between,
        *turn,
        *between,
        *turn,
        *between,
        *turn,
        {"as": "p2", "choose": "Primary op: tac"},
    )
    assert result.state["over"], [step["why"] for step in result.steps if not step["accepted"]]
    assert result.state["players"]["p1"]["vp"]["crit"] == 5
    assert result.state["players"]["p1"]["vp"]["primary"] == 3, "half of five, rounded up"
