"""Where barricades and razor wire may be set up before a battle of 2024, judged as they stand on the table."""

from __future__ import annotations

from typing import Any

import pytest

from overlook.play.runner import PlayedScript
from referee.records.files.mission_file import example_missions, mission_data
from tests.depth import at_night
from tests.overlook.play.scripts import Raw, act, activate, operative, played, script, taken, text_of

RULES = {
    "heavy barricade": "J24-04",
    "light barricades": "J24-06",
    "portable barricade": "J24-08",
    "razor wire": "J24-10",
}
BEYOND = {"heavy barricade": 9.0, "light barricades": 15.0, "portable barricade": 15.0, "razor wire": 15.0}
"""Up to where p1's may reach: 4 inches from its drop zone, which ends at 5, or its territory, which ends at 15."""
WIDE, DEEP = 0.3, 2.0


def shield() -> Raw:
    """Return a portable barricade whose left edge is at 5.7 inches."""
    poly = [[5.7, 10.0], [6.0, 10.0], [6.0, 12.0], [5.7, 12.0]]
    whole = {"id": "shield", "poly": poly, "z": [0, 1], "traits": ["Light", "Portable"]}
    return {**whole, "equipment": "portable barricade"}


def standing(item: str, right: float, low: float, z: float = 0.0, name: str = "it") -> Raw:
    """Return a piece of equipment by where its right edge and its lower edge are."""
    corners = [[right - WIDE, low], [right, low], [right, low + DEEP], [right - WIDE, low + DEEP]]
    traits = ["Light", "Portable"] if item == "portable barricade" else ["Light"]
    return {"id": name, "poly": corners, "z": [z, z + 1], "traits": traits, "equipment": item.removesuffix("s")}


def set_up(item: str, *terrain: Raw, **fields: Any) -> PlayedScript:
    """Return what comes of p1 setting up an item of that kind where it stands."""
    open_board = {**mission_data(example_missions()["cold-decks"]), "killzone": None, "equipment": None}
    steps: list[Raw] = [
        *({"dice": [face]} for face in (6, 1)),
        {"as": "p1", "choose": "p1"},
        {"as": "p1", "do": {"kind": "choose_equipment", "player": "p1", "options": [item]}},
        {"as": "p2", "choose": "none"},
        {"as": "p1", "do": {"kind": "place_equipment", "player": "p1", "item": item}},
    ]
    whole = script({}, *steps, operatives=[operative("A1"), operative("B1")], begin="set_up", terrain=list(terrain))
    return played({**whole, "mission": open_board, "sides": {"p1": "west", "p2": "east"}, **fields})


def allowed(item: str, result: PlayedScript) -> bool:
    """Return whether it was taken; where it was not, the item's own rule must be what speaks against it."""
    last = result.steps[-1]
    if not last["accepted"]:
        assert RULES[item] in {ruling["rule"] for ruling in last["rulings"]}, last["why"]
    return bool(last["accepted"])


@pytest.mark.parametrize("item", RULES)
@pytest.mark.parametrize(("over", "may"), [(0.2, False), *at_night((-0.2, True))])
def test_j24_04_j24_06_j24_08_j24_10_equipment_stands_in_its_players_territory(
    item: str, over: float, may: bool
) -> None:
    assert allowed(item, set_up(item, standing(item, BEYOND[item] + over, 5.0))) is may


@pytest.mark.nightly
@pytest.mark.parametrize("item", RULES)
@pytest.mark.parametrize(("gap", "may"), [(2.2, True), (1.8, False)])
def test_j24_04_j24_06_j24_08_j24_10_equipment_keeps_more_than_two_inches_from_other_equipment(
    item: str, gap: float, may: bool
) -> None:
    other = "heavy barricade" if item == "razor wire" else "razor wire"
    near = standing(other, 6.0, 5.0 + DEEP + gap, name="other")
    assert allowed(item, set_up(item, standing(item, 6.0, 5.0), near)) is may


@pytest.mark.parametrize("item", ["heavy barricade", *at_night(*sorted(RULES.keys() - {"heavy barricade"}))])
@pytest.mark.parametrize("z", [0.0, 3.0])
def test_h24_14_j24_04_j24_06_j24_08_j24_10_equipment_stands_on_the_lowest_level(item: str, z: float) -> None:
    deck = {"id": "deck", "poly": [[3, 9], [8, 9], [8, 15], [3, 15]], "z": [0, 3], "traits": ["Heavy", "Vantage"]}
    it = standing(item, 6.0, 11.0 if z else 2.0, z=z)
    assert allowed(item, set_up(item, deck, it)) is (z == 0.0)


@pytest.mark.nightly
def test_j24_09_a_barricade_that_is_moved_along_is_set_up_again_where_it_may_stand() -> None:
    def part(name: str, x: float, **fields: Any) -> Raw:
        poly = [[x, 10.0], [x + 0.3, 10.0], [x + 0.3, 12.0], [x, 12.0]]
        return {"id": name, "poly": poly, "z": [0, 1], "traits": ["Light"], "equipment": "light barricade", **fields}

    shield = part("shield", 5.7, traits=["Light", "Portable"], equipment="portable barricade")
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [25.0, 20.0]}
    at = start["A1"][0] + 3

    def carried(shield_at: list[float], *more: Raw, other: float = 20.0) -> Any:
        seen = {"see": {"A1": [at, 11.0], "shield": shield_at}}
        terrain = [shield, part("other", other)]
        return played(script(start, activate("A1"), seen, {"as": "p1", "choose": "Move With"}, *more, terrain=terrain))

    assert taken(carried([8.85, 11.0])) == [True, True, True]
    loose = carried([9.6, 11.0])
    assert taken(loose) == [True, True, False]
    assert "J24-09" in {ruling["rule"] for ruling in loose.steps[2]["rulings"]}
    crowded = carried([8.85, 11.0], other=10.5)
    assert taken(crowded) == [True, True, False]
    mended = carried([9.6, 11.0], {"see": {"shield": [8.85, 11.0]}}, act("A1", "Move With Barricade"))
    assert taken(mended) == [True, True, False, True, True]
    put_away = played(
        script(
            start,
            activate("A1"),
            {"see": {"A1": [at, 11.0]}, "gone": ["shield"]},
            {"as": "p1", "choose": "Move With"},
            terrain=[shield],
        )
    )
    assert all(taken(put_away)), "what cannot be set up again is not"
    with_it = carried([8.85, 11.0])
    assert with_it.state["operatives"]["A1"]["place"][0] == pytest.approx(at, abs=1e-3)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_i24_12_a_base_in_contact_is_connected_though_the_camera_sees_a_gap(seed: int) -> None:
    """I24-12, J24-09: the millimetre that every other contact has; beyond it nobody is connected."""
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [25.0, 20.0]}
    at = start["A1"][0] + 3
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [at, 11.0], "shield": [8.85, 11.0]}}]
    result = played(script(start, *steps, terrain=[shield()], sigma_mm=0.16, seed=seed))
    (asked,) = [one for one in result.steps[1]["prompts"] if one["topic"] == "proposal"]
    (way,) = [one["label"] for one in asked["choices"] if one["label"].startswith("Move With Barricade")]
    assert "too close" not in way
    gone = {"A1": [5.7 - 0.62992126 - 0.1, 11.0], "B1": [25.0, 20.0]}
    apart = played(script(gone, *steps, terrain=[shield()], sigma_mm=0.16, seed=seed))
    labels = [one["label"] for prompt in apart.steps[1]["prompts"] for one in prompt["choices"]]
    assert not any(one.startswith("Move With Barricade") for one in labels)


@pytest.mark.parametrize("sigma_mm", [0, *at_night(0.16)])
@pytest.mark.parametrize("how", [{"see": {"shield": [8.85, 11.0]}}, *at_night({"gone": ["shield"]})])
def test_j24_09_a_barricade_moved_without_an_action_is_reported_and_judged_where_it_stood(
    sigma_mm: float, how: Raw
) -> None:
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [15.0, 11.0]}
    shot = act("B1", "Shoot", target="A1", weapon="gun", dice=True)
    steps: list[Raw] = [activate("B1"), shot, how, shot, {"see": {"shield": [5.85, 11.0]}}]
    fields: dict[str, Any] = {"terrain": [shield()], "sigma_mm": sigma_mm, "initiative": "p2"}
    result = played(script(start, *steps, **fields))
    assert taken(result)[:4] == [True, False, True, False]
    assert result.steps[2]["events"] == ["fault_called"]
    assert result.state["faults"] == {}


@pytest.mark.nightly
def test_j24_09_a_barricade_moved_during_another_action_is_reported_until_it_is_back() -> None:
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [25.0, 20.0]}
    at = start["A1"][0] + 3
    moved: Raw = {"see": {"A1": [at, 11.0], "shield": [8.85, 11.0]}}
    steps: list[Raw] = [activate("A1"), moved, {"as": "p1", "choose": "Reposition"}]
    wrong = played(script(start, *steps, terrain=[shield()]))
    carried = text_of("displaced-carried-terrain", feature="shield", action="Move With Barricade")
    assert wrong.state["faults"]["shoved:shield"] == carried
    right = played(script(start, *steps[:2], {"as": "p1", "choose": "Move With"}, terrain=[shield()]))
    assert right.state["faults"] == {}
    undone: list[Raw] = [*steps[:2], {"as": "p1", "choose": "Move With"}, {"as": "p1", "press": "undo"}]
    back: Raw = {"see": {"A1": start["A1"], "shield": [5.85, 11.0]}}
    assert played(script(start, *undone, back, terrain=[shield()])).state["faults"] == {}


@pytest.mark.nightly
@pytest.mark.parametrize("sigma_mm", [0, 0.16])
def test_j24_09_moving_with_a_barricade_is_refused_if_the_barricade_stays_behind(sigma_mm: float) -> None:
    start = {"A1": [5.7 - 0.62992126, 11.0], "B1": [25.0, 20.0]}
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [start["A1"][0], 8.0]}}, {"as": "p1", "choose": "Move With"}]
    left = played(script(start, *steps, terrain=[shield()], sigma_mm=sigma_mm))
    assert taken(left) == [True, True, False]
    away: list[Raw] = [activate("A1"), {"see": {"A1": [start["A1"][0], 8.0]}, "gone": ["shield"]}, steps[2]]
    assert taken(played(script(start, *away, terrain=[shield()], sigma_mm=sigma_mm))) == [True, True, True]


def several(*terrain: Raw, p1: list[str], p2: list[str], steps: list[Raw], **fields: Any) -> PlayedScript:
    """Return a set-up in which both chose equipment, its pieces off the table until a step puts them down."""
    open_board = {**mission_data(example_missions()["cold-decks"]), "killzone": None, "equipment": None}
    begun: list[Raw] = [
        *({"dice": [face]} for face in (6, 1)),
        {"as": "p1", "choose": "p1"},
        {"as": "p1", "do": {"kind": "choose_equipment", "player": "p1", "options": p1}},
        {"as": "p2", "do": {"kind": "choose_equipment", "player": "p2", "options": p2}},
        {"see": {}, "gone": [one["id"] for one in terrain]},
    ]
    people = [operative("A1"), operative("B1")]
    whole = script({}, *begun, *steps, operatives=people, begin="set_up", terrain=list(terrain), **fields)
    return played({**whole, "mission": open_board, "sides": {"p1": "west", "p2": "east"}})


CONFIRM_1: Raw = {"as": "p1", "press": "confirm"}
CONFIRM_2: Raw = {"as": "p2", "press": "confirm"}
OWN, THEIRS = [3.0, 4.0], [27.0, 18.0]


def test_a24_06_each_light_barricade_is_judged_for_itself() -> None:
    pieces = [standing("light barricades", 5.0, 2.0, name=name) for name in ("one", "two")]
    first: list[Raw] = [{"see": {"one": OWN}}, CONFIRM_1, CONFIRM_2]
    wrong = several(*pieces, p1=["light barricades"], p2=[], steps=[*first, {"see": {"two": THEIRS}}, CONFIRM_1])
    assert not wrong.steps[-1]["accepted"]
    assert "J24-06" in {ruling["rule"] for ruling in wrong.steps[-1]["rulings"]}
    last: list[Raw] = [{"see": {"two": [3.0, 9.0]}}, CONFIRM_1, CONFIRM_2, CONFIRM_1]
    right = several(*pieces, p1=["light barricades"], p2=[], steps=[*first, *last])
    events = [step["events"] for step in right.steps[-3:]]
    assert events[0] == ["item_set_up", "turn_taken"], right.steps[-3]["why"]
    assert "turn_passed" in events[2]


def test_a24_06_one_heavy_barricade_is_set_up_once() -> None:
    pieces = [standing("heavy barricade", 5.0, 2.0, name="hb")]
    put = {"as": "p1", "do": {"kind": "place_equipment", "player": "p1", "item": "heavy barricade"}}
    steps: list[Raw] = [{"see": {"hb": OWN}}, CONFIRM_1, CONFIRM_2, put, CONFIRM_1, CONFIRM_2]
    result = several(*pieces, p1=["heavy barricade"], p2=[], steps=steps)
    assert [step["events"] for step in result.steps[7:9]] == [["item_set_up", "turn_taken"], ["turn_passed"]]
    assert result.steps[9]["why"] == text_of("refusal-item-set-up", player="p1", item="heavy barricade")
    assert "turn_passed" in result.steps[10]["events"], "there is nothing left to set up"
    undone = several(*pieces, p1=["heavy barricade"], p2=[], steps=[*steps[:2], {"as": "p1", "press": "undo"}, put])
    assert undone.steps[-1]["accepted"], undone.steps[-1]["why"]


def test_a24_06_two_players_items_of_one_kind_are_kept_apart() -> None:
    pieces = [standing("heavy barricade", 5.0, 2.0, name="hb"), standing("heavy barricade", 29.0, 19.0, name="other")]
    steps: list[Raw] = [{"see": {"hb": OWN}}, CONFIRM_1, {"see": {"other": THEIRS}}, CONFIRM_2, CONFIRM_1, CONFIRM_2]
    result = several(*pieces, p1=["heavy barricade"], p2=["heavy barricade"], steps=steps)
    assert all(step["accepted"] for step in result.steps), [step["why"] for step in result.steps]
    assert [step["events"] for step in result.steps[7:10:2]] == [["item_set_up", "turn_taken"]] * 2
