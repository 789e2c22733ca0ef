"""The moves of 2024 at the table: seen by the camera, proposed with their price or with why they are refused."""

from __future__ import annotations

import pytest

from tests.depth import at_night
from tests.overlook.play.scripts import KT21, Raw, act, activate, box, operative, played, script, taken
from tests.overlook.play.seen_moves import Reading, labels, readings


@pytest.mark.parametrize(("far", "charged"), [(5.9, 6), (6.2, 7), *at_night((6.0, 6))])
def test_d24_01_i24_01_a_reposition_goes_up_to_move_in_whole_inches(far: float, charged: int) -> None:
    fault = "too_far" if charged > 6 else None
    assert readings([5, 11], [5 + far, 11])["Reposition"] == Reading(charged, 6, fault)


@pytest.mark.parametrize(("far", "dash"), [(2.4, Reading(3, 3)), (3.2, None)])
def test_d24_04_a_dash_goes_three_inches(far: float, dash: Reading | None) -> None:
    assert readings([5, 11], [5 + far, 11]).get("Dash") == dash
    deck = box("P", 6, 9, 10, 13, 2, "Light", "Vantage")
    climbed = readings([5, 11], [6.7, 11, 2], deck)
    assert "Dash" not in climbed


def test_d24_02_h24_02_a_move_enters_control_range_only_where_a_friend_holds_it() -> None:
    past = readings([5, 11], [11, 11], others={"B1": [8, 12.9]})
    assert past["Reposition"].fault == "enters_control_range"
    held = readings([5, 11], [11, 11], others={"B1": [8, 12.9], "A2": [8, 14.2]})
    assert held["Reposition"] == Reading(6, 6)
    ends = readings([5, 11], [8.0, 11], others={"B1": [8, 12.9], "A2": [8, 14.2]})
    assert "Reposition" not in ends
    assert ends["Charge"] == Reading(3, 8)


def test_d24_03_d24_05_d24_06_who_is_engaged_falls_back_and_may_dash_after_it() -> None:
    places = {"A1": [5.0, 11.0], "B1": [6.5, 11.0]}
    people = [operative("A1", apl=3), operative("B1")]
    steps: list[Raw] = [
        activate("A1"),
        {"see": {"A1": [2.0, 11.0]}},
        {"choose": "Fall Back"},
        {"see": {"A1": [2.0, 13.0]}},
    ]
    result = played(script(places, *steps, operatives=people))
    offers = {one["action"]: one["possible"] for one in result.steps[0]["offers"]}
    assert (offers["Fall Back"], offers["Reposition"], offers["Dash"], offers["Charge"]) == (True, False, False, False)
    assert result.steps[2]["accepted"]
    assert result.state["operatives"]["A1"]["ap_left"] == 1, "it costs two"
    last = [choice["label"] for choice in result.steps[3]["prompts"][0]["choices"]]
    assert last[0].startswith("Dash, 2"), last


def test_d24_07_d24_08_d24_09_a_charge_goes_two_inches_farther_and_ends_by_an_enemy() -> None:
    found = readings([5, 11], [12.9, 11], others={"B1": [14.9, 11]})
    assert found["Charge"] == Reading(8, 8)
    short = readings([5, 11], [11.9, 11], others={"B1": [15.5, 11]})
    assert short["Charge"].fault == "must_finish_in_control_range"
    hidden = readings([5, 11], [12.9, 11], others={"B1": [14.9, 11]}, order="conceal")
    assert hidden["Charge"].fault == "precondition"
    steps: list[Raw] = [activate("A1"), {"see": {"A1": [5.0, 12.9]}}, {"choose": "Dash"}]
    after = played(script({"A1": [5.0, 11.0], "B1": [9.0, 12.9]}, *steps))
    assert not next(one for one in after.steps[2]["offers"] if one["action"] == "Charge")["possible"]
    assert next(one for one in after.steps[2]["offers"] if one["action"] == "Reposition")["possible"]


@pytest.mark.parametrize(
    ("thing", "says"),
    [("edge", "board_edge"), ("friend", "base_overlap"), ("wall", "through_terrain")],
)
def test_a24_01_a24_13_h24_15_a_move_says_what_is_in_its_way_or_at_its_end(thing: str, says: str) -> None:
    others = {"A2": [8.9, 11.3]} if thing == "friend" else {}
    terrain = [box("W", 7, 0, 7.2, 22, 3, "Heavy")] if thing == "wall" else []
    place, to = ([2.0, 11.0], [0.4, 11.0]) if thing == "edge" else ([5.0, 11.0], [8.9, 11.0])
    found = readings(place, to, *terrain, others=others)
    assert found["Reposition"].fault == says, found


def test_h24_15_a_move_passes_through_friends() -> None:
    assert readings([5, 11], [10.9, 11], others={"A2": [8, 11]})["Reposition"] == Reading(6, 6)


@pytest.mark.parametrize(("height", "charged"), [(3, 5), *at_night((1, 4))])
def test_i24_02_a_climb_costs_two_inches_at_least(height: float, charged: int) -> None:
    deck = box("P", 6, 9, 10, 13, height, "Light", "Vantage")
    found = readings([5, 11], [6.8, 11, height], deck)
    assert found["Reposition"] == Reading(charged, 6)


@pytest.mark.parametrize(("height", "charged"), [(4, 4), *at_night((2, 2))])
def test_i24_03_two_inches_of_a_drop_are_free(height: float, charged: int) -> None:
    deck = box("P", 1, 9, 6, 13, height, "Light", "Vantage")
    assert readings([5, 11, height], [6.8, 11, 0], deck)["Reposition"] == Reading(charged, 6)


@pytest.mark.nightly
@pytest.mark.parametrize(("gap", "may"), [(3.5, True), (4.5, False)])
def test_i24_04_a_jump_is_four_inches_at_most(gap: float, may: bool) -> None:
    decks = [box("P", 1, 9, 6, 13, 3, "Light", "Vantage"), box("Q", 6 + gap, 9, 14, 13, 3, "Light", "Vantage")]
    found = readings([5, 11, 3], [6.7 + gap, 11, 3], *decks, move_in=7)
    assert (found["Reposition"].fault is None) is may, found


def test_i24_05_accessible_terrain_costs_an_inch_more() -> None:
    sides = [box("N", 7, 12, 7.2, 20, 3, "Heavy"), box("S", 7, 2, 7.2, 10, 3, "Heavy")]
    door = box("D", 7, 10, 7.2, 12, 3, "Accessible")
    assert readings([5, 11], [9, 11], *sides, door)["Reposition"] == Reading(5, 6)
    assert readings([5, 11], [9, 11])["Reposition"] == Reading(4, 6)


def test_i24_06_razor_wire_costs_an_inch_more() -> None:
    wire = box("R", 7, 0, 7.1, 22, 0.4, "Exposed", "Obstructive", equipment="razor wire")
    assert readings([5, 11], [9, 11], wire)["Reposition"] == Reading(5, 6)


def test_i24_09_insignificant_terrain_is_ignored() -> None:
    litter = box("I", 7, 0, 7.2, 22, 2, "Insignificant")
    assert readings([5, 11], [9, 11], litter)["Reposition"] == Reading(4, 6)


def test_j24_05_a_climb_by_ladder_counts_one_inch() -> None:
    deck = box("P", 6, 9, 10, 13, 3, "Light", "Vantage")
    ladder = box("L", 5.9, 10.7, 6, 11.3, 3, "Exposed", role="ladder", equipment="ladders")
    assert readings([5, 11], [6.8, 11, 3], deck, ladder)["Reposition"] == Reading(3, 6)


def shoots(people: dict[str, list[float]], *terrain: Raw, order: str = "engage") -> Raw:
    """Return what A1 may shoot at B1 with, and what shelters it: the only way of the offer."""
    steps = [activate("B1", order), {"as": "p2", "choose": "end"}, activate("A1")]
    result = played(script(people, *steps, terrain=list(terrain), initiative="p2"))
    offer = next(one for one in result.steps[-1]["offers"] if one["action"] == "Shoot")
    return {"possible": offer["possible"], **(offer["ways"][0] if offer.get("ways") else {})}


def test_h24_05_i24_08_i24_10_traits_decide_what_blocks_sight() -> None:
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
    wall = box("W", 8, 5, 8.2, 17, 5, "Heavy")
    assert not shoots(places, wall)["possible"]
    assert shoots(places, {**wall, "traits": ["Insignificant"]})["possible"]
    assert not shoots(places, {**wall, "traits": ["Barred"]})["possible"], "nobody is within an inch of it"
    near = {"A1": [6.6, 11.0], "B1": [12.0, 11.0]}
    assert shoots(near, {**wall, "traits": ["Barred"]})["possible"]
    exposed = box("X", 11, 9, 11.1, 13, 1, "Exposed")
    light = box("X", 11, 9, 11.1, 13, 1, "Light")
    covers = [shoots(places, one)["cover"] for one in (exposed, light)]
    assert covers[0] != covers[1], covers


def test_h24_06_h24_07_one_point_of_the_base_serves_the_shooter_best() -> None:
    """A pillar before half of the target: from the right side of its base the shooter sees past it."""
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
    beside = box("X", 11, 11.7, 11.1, 13, 1, "Light")
    full = box("X", 11, 9, 11.1, 13, 1, "Light")
    said = [shoots(places, one)["cover"] for one in (beside, full)]
    assert said[0] != said[1], said


def test_j24_12_smoke_obscures_and_j24_11_a_smoke_grenade_leaves_it() -> None:
    smoke = [{"id": "S", "kind": "smoke", "pos": [12.0, 11.0]}]
    people = [operative("A1"), operative("B1", base_mm=25)]
    places = {"A1": [5.0, 11.0], "B1": [12.0, 11.0]}
    clear, hazy = (
        next(
            one
            for one in played(script(places, activate("A1"), operatives=people, markers=marked)).steps[0]["offers"]
            if one["action"] == "Shoot"
        )
        for marked in ([], smoke)
    )
    assert clear["ways"][0]["obscured"] != hazy["ways"][0]["obscured"]
    throw = act("A1", "Smoke Grenade", x=8.0, y=11.0)
    thrown = played(script(places, activate("A1"), throw, equipment={"p1": ["utility grenades: smoke, stun"]}))
    assert thrown.steps[1]["accepted"], thrown.steps[1]["why"]
    assert [one["kind"] for one in thrown.state["markers"].values()] == ["smoke"]


@pytest.mark.parametrize(("killzone", "has"), [("gallowdark", True), (None, False)])
def test_d24_15_k24_08_guard_is_an_action_of_close_quarters_and_ends_with_an_own_action(
    killzone: str | None, has: bool
) -> None:
    places = {"A1": [5.0, 2.0], "B1": [12.0, 20.0]}
    result = played(script(places, activate("A1"), act("A1", "Guard"), {"choose": "end"}, killzone=killzone))
    assert result.steps[1]["accepted"] is has
    assert result.state["operatives"]["A1"]["on_guard"] is has
    hidden = played(script(places, activate("A1", "conceal"), act("A1", "Guard"), killzone="gallowdark"))
    assert not hidden.steps[1]["accepted"]


PLATFORMS: list[Raw] = [
    {"id": "P1", "poly": [[4, 4], [8, 4], [8, 8], [4, 8]], "z": [0, 3], "traits": ["Vantage", "Heavy"]},
    {"id": "P2", "poly": [[9, 4], [14, 4], [14, 8], [9, 8]], "z": [0, 3], "traits": ["Vantage", "Heavy"]},
]


@pytest.mark.parametrize(
    ("height", "label"), [(4.0, 'Dash, 3" of 3"'), *at_night((3.4, 'Dash, 3" of 3"'), (2.3, 'Dash, 3" of 3"'))]
)
def test_i24_04_a_seen_jump_may_land_up_to_an_inch_higher(height: float, label: str) -> None:
    terrain = [PLATFORMS[0], {**PLATFORMS[1], "z": [0, height]}]
    seen = {"see": {"A1": [10.0, 6.0, height]}}
    result = played(script({"A1": [7.2, 6.0, 3.0], "B1": [25.0, 20.0]}, activate("A1"), seen, terrain=terrain))
    assert label in labels(result.steps[1])
    assert 'Reposition, 3" of 6"' in labels(result.steps[1])


def test_i24_04_a_jump_more_than_an_inch_higher_is_a_climb() -> None:
    terrain = [PLATFORMS[0], {**PLATFORMS[1], "z": [0, 4.2]}]
    seen = {"see": {"A1": [10.0, 6.0, 4.2]}}
    result = played(script({"A1": [7.4, 6.0, 3.0], "B1": [25.0, 20.0]}, activate("A1"), seen, terrain=terrain))
    assert not any(label.startswith("Dash, 3") and label.endswith('3"') for label in labels(result.steps[1]))
    assert 'Reposition, 5" of 6"' in labels(result.steps[1]), "3 along and 2 up, the least that a climb costs"


@pytest.mark.parametrize(
    ("lone", "friend", "charged"),
    [([7.9, 11.2], None, 8), *at_night(([8.0, 12.8], None, 6), ([7.9, 11.2], [7.9, 12.7], 7))],
)
def test_d24_07_a_charge_is_priced_round_a_lone_enemy_that_it_would_have_to_stay_with(
    lone: list[float], friend: list[float] | None, charged: int
) -> None:
    others = {"B1": lone, "B2": [12.5, 11.0], **({"A2": friend} if friend else {})}
    assert readings([5, 11], [10.8, 11], others=others)["Charge"] == Reading(charged, 8)


@pytest.mark.nightly
def test_d24_07_a_charge_past_a_lone_enemy_without_a_path_round_it_is_refused() -> None:
    walls = [box("N", 7.8, 12, 8.2, 22, 6, "Heavy"), box("S", 7.8, 0, 8.2, 10, 6, "Heavy")]
    found = readings([5, 11], [10.8, 11], *walls, others={"B1": [9.2, 12.6], "B2": [12.5, 11.0]})
    assert found["Charge"].fault == "left_control_range"


FOUGHT = [activate("A1"), act("A1", "Fight", target="B1", weapon="blade")]
EXPENDED: list[Raw] = [
    activate("A1"),
    {"choose": "end"},
    activate("B1"),
    {"choose": "end"},
    {"as": "p1", "choose": "A1"},
]


@pytest.mark.parametrize(
    ("before", "said"),
    [(FOUGHT, "costs 2 AP; 1 AP left"), *at_night((EXPENDED, "costs 2 AP; a counteraction allows 1 AP"))],
)
def test_c24_05_c24_14_a_move_that_costs_too_many_ap_is_refused_with_its_price(before: list[Raw], said: str) -> None:
    places = {"A1": [5.0, 11.0], "B1": [6.5, 11.0], "B2": [15.0, 18.0]}
    seen: Raw = {"see": {"A1": [3.2, 11.0]}}
    result = played(script(places, *before, seen, {"as": "p1", "choose": "Fall Back"}))
    label = next(one for one in labels(result.steps[-2]) if one.startswith("Fall Back"))
    assert label.endswith(f": {said}")
    assert result.steps[-1]["accepted"] is False
    cheaper = act("A1", "Fall Back", cost_changes=[-1])
    assert played(script(places, *before, seen, cheaper)).steps[-1]["accepted"] is True


APART: dict[str, list[float]] = {"A1": [5.0, 11.0], "B1": [20.0, 11.0]}


@pytest.mark.parametrize("edition", [{}, *at_night(KT21)], ids=["2024", "2021"])
def test_d24_07_a_charge_that_moves_nobody_and_ends_by_no_enemy_is_refused(edition: Raw) -> None:
    result = played(script(APART, activate("A1"), act("A1", "Charge"), **edition))
    assert taken(result) == [True, False]
    assert result.steps[1]["codes"] == ["move-stayed-apart"]
    a1 = result.state["operatives"]["A1"]
    assert a1["ap_left"] == a1["stats"]["apl"]


def test_a_refused_move_gives_each_reason_once() -> None:
    close = {"A1": [5.0, 11.0], "B1": [6.5, 11.0]}
    engaged = played(script(close, activate("A1"), act("A1", "Charge"))).steps[-1]["codes"]
    alone = played(script(APART, activate("A1"), act("A1", "Fall Back"))).steps[-1]["codes"]
    assert engaged == ["control-no-enemy-within"]
    assert alone == ["control-enemy-within"]


@pytest.mark.parametrize("action", ["Dash", *at_night("Reposition", "Charge")])
def test_c24_08_an_action_without_a_seen_move_moves_nobody(action: str) -> None:
    result = played(script(APART, activate("A1"), act("A1", action, x=7.0, y=11.0), act("A1", "Dash")))
    assert taken(result) == [True, False, True]
    assert result.steps[1]["why"] == f"{action} needs no place. Move A1 on the table, and the camera sees it."
    assert not [line for line in result.state["log"] if action.casefold() in line and "dashes" not in line]
